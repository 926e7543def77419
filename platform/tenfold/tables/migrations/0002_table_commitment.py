from django.db import migrations, models

# Of games that were begun before: it was made of the seed whenever their page was looked at.
KEEP_WHAT_WAS_TOLD = "UPDATE tables_table SET commitment = encode(sha256(seed), 'hex')"


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
        migrations.RunSQL(KEEP_WHAT_WAS_TOLD, migrations.RunSQL.noop, elidable=True),
    ]
