"""The upload as people fill it in; what may be in it is the validator's to say (sandbox.upload)."""

from django import forms
from django.core.files.uploadedfile import UploadedFile

from tenfold.bots.models import MOST_UPLOAD_BYTES

_TOO_LARGE = f"This is %(size)s bytes; an upload has at most {MOST_UPLOAD_BYTES:,}."


class UploadForm(forms.Form):
    """A file or pasted source, as a new bot or as the next version of one."""

    name = forms.CharField(
        max_length=40,
        label="Bot",
        help_text="A new name makes a new bot; a name of yours adds a version to it.",
    )
    file = forms.FileField(
        required=False,
        label="A file",
        help_text="One Python file, or a zip with main.py at its top.",
        widget=forms.ClearableFileInput(attrs={"accept": ".py,.zip"}),
    )
    source = forms.CharField(
        required=False,
        strip=False,
        label="Or its source",
        help_text="Used when no file is chosen.",
        widget=forms.Textarea(attrs={"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
    )
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        data = self.cleaned_data
        if not data.get("file") and not data.get("source", "").strip():
            self.add_error("source", "Choose a file or paste the bot's source.")
        elif len(self.upload[1]) > MOST_UPLOAD_BYTES:
            field = "file" if data.get("file") else "source"
            self.add_error(field, _TOO_LARGE % {"size": f"{len(self.upload[1]):,}"})
        return data

    @property
    def upload(self) -> tuple[str, bytes]:
        """File name and bytes, of the file if one was chosen."""
        file = self.cleaned_data.get("file")
        if isinstance(file, UploadedFile):
            file.seek(0)
            return file.name or "bot.py", file.read()
        return "main.py", self.cleaned_data["source"].replace("\r\n", "\n").encode()
