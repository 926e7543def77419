from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_luck"),
    ]

    operations = [
        # They are packed anew, with what the games came to.
        migrations.RunSQL("TRUNCATE matches_matchfigures", migrations.RunSQL.noop),
        migrations.AddField(
            model_name="matchfigures",
            name="made",
            field=models.BinaryField(default=b""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="game",
            name="deals",
            field=models.PositiveSmallIntegerField(
                help_text="How many were played; empty: it was played before they were counted.", null=True
            ),
        ),
    ]
