import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0010_ladder"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="kept",
            field=models.BooleanField(
                default=False, editable=False, help_text="The standing at its end is kept: `PastStanding`."
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="form",
            field=models.JSONField(
                default=list, help_text="Its margins in its newest matches, oldest first."
            ),
        ),
        migrations.CreateModel(
            name="PastStanding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        help_text="Number of the version that played last in the round; empty: none did.",
                        null=True,
                    ),
                ),
                ("figure", models.FloatField()),
                ("low", models.FloatField()),
                ("high", models.FloatField()),
                ("rank", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past",
                        to="competitions.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="competitions.round",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "rank", "entry"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="past_standing_once_a_round")
                ],
            },
        ),
        # Stored rows have no form yet, and no past: they are made anew.
        migrations.RunSQL(
            "UPDATE competitions_competition SET changes = changes + 1", migrations.RunSQL.noop
        ),
    ]
