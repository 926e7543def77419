"""A moment that is typed into a form by the clocks of whoever types it."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


class MomentInput(forms.DateTimeInput):
    """A browser's own field for day and time, with the zone that they are of beside it.

    zones.js sets both by the viewer's clocks; without it they are of UTC. Neither is kept by a browser for a
    reload, which could bring back the one without the other.
    """

    def __init__(self) -> None:
        super().__init__(attrs={"type": "datetime-local", "autocomplete": "off"}, format="%Y-%m-%dT%H:%M")

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:  # noqa: ANN401 - as Django's
        written, zone = value if isinstance(value, tuple) else (value, "UTC")
        field = super().render(name, written, attrs, renderer)
        return format_html(
            '<span class="row">{}<input type="hidden" name="{}_zone" value="{}" autocomplete="off"'
            ' data-zone-of="{}"><span class="soft">{}</span></span>',
            field,
            name,
            zone,
            name,
            zone,
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:  # noqa: ANN401, ARG002 - as Django's
        return data.get(name) or "", data.get(f"{name}_zone") or "UTC"

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:  # noqa: ANN401, ARG002 - as Django's
        return name not in data


class MomentField(forms.DateTimeField):
    """Takes what the input above sends: a day and a time, and the zone that they are of."""

    widget = MomentInput

    def to_python(self, value: Any) -> datetime | None:  # noqa: ANN401 - as Django's
        written, zone = value
        if zone not in available_timezones():
            raise forms.ValidationError(
                gettext("Times are of a zone such as Europe/Oslo or UTC; %(zone)r is none."),
                params={"zone": zone[:60]},
            )
        with timezone.override(ZoneInfo(zone)):
            return super().to_python(written)
