"""The upload as people fill it in; what may be in it is the validator's to say (sandbox.upload)."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tenfold.bots.models import MOST_UPLOAD_BYTES
from tenfold.pages.figures import figure

_TOO_LARGE = _("This is %(size)s bytes; an upload has at most %(most)s.")


class UploadForm(forms.Form):
    """A file or pasted source, as a new bot or as the next version of one."""

    name = forms.CharField(
        max_length=40,
        label=_("Bot"),
        help_text=_("A new name makes a new bot; a name of yours adds a version to it."),
    )
    file = forms.FileField(
        required=False,
        label=_("A file"),
        help_text=_("One Python file, or a zip with main.py at its top."),
        widget=forms.ClearableFileInput(attrs={"accept": ".py,.zip"}),
    )
    source = forms.CharField(
        required=False,
        strip=False,
        label=_("Or its source"),
        help_text=_("Used when no file is chosen."),
        widget=forms.Textarea(attrs={"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
    )
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        data = self.cleaned_data
        if not data.get("file") and not data.get("source", "").strip():
            self.add_error("source", _("Choose a file or paste the bot's source."))
        elif len(self.upload[1]) > MOST_UPLOAD_BYTES:
            field = "file" if data.get("file") else "source"
            self.add_error(
                field, _TOO_LARGE % {"size": figure(len(self.upload[1])), "most": figure(MOST_UPLOAD_BYTES)}
            )
        return data

    @property
    def upload(self) -> tuple[str, bytes]:
        """File name and bytes, of the file if one was chosen."""
        file = self.cleaned_data.get("file")
        if isinstance(file, UploadedFile):
            file.seek(0)
            return file.name or "bot.py", file.read()
        return "main.py", self.cleaned_data["source"].replace("\r\n", "\n").encode()
