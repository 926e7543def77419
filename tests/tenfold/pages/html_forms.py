"""The forms of a page, as a browser has them: where they lead, and what they send."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

_TEXTS = ("text", "search", "number", "email", "url", "datetime-local")


@dataclass
class Form:
    """`sent` is what goes along untouched; `texts` are those of its fields that one types in, by kind, and
    `offers` what one chooses from in the others."""

    action: str
    method: str
    sent: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    offers: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)

    def leads_to(self, path: str) -> str | None:
        """Where it is sent if that is this path, with what the address asks; else None."""
        return next((one for one in (self.action, *self.buttons) if one.partition("?")[0] == path), None)


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: tuple[str, bool] | None = None
        self._option: tuple[str | None, bool] | None = None
        self._textarea: str | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self._address, values.get("action") or self._address)
            self._form = Form(action, values.get("method", "get"))
            self.forms.append(self._form)
        elif self._form is not None:
            name = values.get("name", "")
            match tag:
                case "input" if name:
                    self._input(name, values)
                case "textarea":
                    self._form.texts[name] = "textarea"
                    self._textarea, self._text = name, ""
                case "select":
                    self._select = (name, "multiple" in values)
                case "option":
                    self._option, self._text = (values.get("value"), "selected" in values), ""
                case "button" if "formaction" in values:
                    self._form.buttons.append(urljoin(self._address, values["formaction"]))

    def _input(self, name: str, values: dict[str, str]) -> None:
        assert self._form is not None
        kind = values.get("type", "text")
        if kind in ("checkbox", "radio"):
            value = values.get("value", "on")
            self._form.offers.setdefault(name, []).append(value)
            if "checked" in values:
                self._form.sent.setdefault(name, []).append(value)
        elif kind not in ("file", "submit"):
            self._form.sent[name] = [values.get("value", "")]
            if kind in _TEXTS:
                self._form.texts[name] = kind

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._form and self._textarea is not None:
            self._form.sent[self._textarea] = [self._text.removeprefix("\r").removeprefix("\n")]
            self._textarea = None
        elif tag == "select":
            self._select = None
        elif tag == "option" and self._form and self._select and self._option:
            (name, several), (said, chosen) = self._select, self._option
            value = self._text if said is None else said
            self._form.offers.setdefault(name, []).append(value)
            held = self._form.sent.get(name)
            if chosen or (held is None and not several):
                # The first one stands there until another is chosen.
                before = held or [] if several else []
                self._form.sent[name] = [*before, value]

    def handle_data(self, data: str) -> None:
        self._text += data


def forms_of(page: str, *, address: str) -> Iterator[Form]:
    """Every form of the page that stands at this address."""
    reader = _Reader(address)
    reader.feed(page)
    reader.close()
    yield from reader.forms
