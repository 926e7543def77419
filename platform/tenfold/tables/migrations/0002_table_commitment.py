from hashlib import sha256

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_what_was_told(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of games that were begun before: it was made of the seed whenever their page was looked at."""
    for table in apps.get_model("tables", "Table").objects.only("seed").iterator():
        table.commitment = sha256(bytes(table.seed)).hexdigest()
        table.save(update_fields=["commitment"])


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="commitment",
            field=models.CharField(
                default="",
                help_text="What was told of the decks before the game: the SHA-256 of the seed.",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(keep_what_was_told, migrations.RunPython.noop, elidable=True),
    ]
