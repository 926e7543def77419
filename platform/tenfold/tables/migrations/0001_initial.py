import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("bots", "0004_open_to_requests"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "visitor",
                    models.CharField(
                        blank=True,
                        db_index=True,
                        help_text="Of nobody's account: what the browser's session holds.",
                        max_length=40,
                    ),
                ),
                (
                    "network",
                    models.CharField(
                        blank=True,
                        help_text="A visitor's address, by a keyed hash: tables are counted by it.",
                        max_length=64,
                    ),
                ),
                ("players", models.PositiveSmallIntegerField(help_text="The person and the bots.")),
                (
                    "engine",
                    models.PositiveSmallIntegerField(
                        help_text="Whose log it is: no other engine goes on with it."
                    ),
                ),
                ("rule_set", models.JSONField()),
                ("seed", models.BinaryField(help_text="Of the decks: a secret until the game is over.")),
                ("log", models.BinaryField(default=b"")),
                ("moves", models.PositiveIntegerField(default=0)),
                (
                    "due",
                    models.CharField(
                        choices=[("person", "Person"), ("bots", "Bots"), ("nobody", "Nobody")],
                        default="person",
                        max_length=6,
                    ),
                ),
                (
                    "given_up",
                    models.BooleanField(
                        default=False, help_text="Without its game, and only as long as it is counted."
                    ),
                ),
                (
                    "faults",
                    models.JSONField(
                        blank=True, default=list, help_text="What bots were at fault for, in order."
                    ),
                ),
                ("claim", models.UUIDField(blank=True, null=True)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                ("created", models.DateTimeField()),
                ("moved", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="TableBot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bots",
                        to="tables.table",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="bots.botversion"
                    ),
                ),
            ],
            options={
                "ordering": ("table", "seat"),
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["owner", "-id"], name="table_of_person"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["moved"], name="table_moved"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(condition=models.Q(("due", "bots")), fields=["moved"], name="table_of_bots"),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("due__in", ["person", "bots", "nobody"])), name="table_due_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("players__range", (2, 6))), name="table_seats_two_to_six"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("owner", None), models.Q(("visitor", ""), _negated=True)),
                    models.Q(("owner__isnull", False), ("visitor", "")),
                    _connector="OR",
                ),
                name="table_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("claim", None), ("claimed_until", None)),
                    models.Q(("claim__isnull", False), ("claimed_until__isnull", False)),
                    _connector="OR",
                ),
                name="table_claim_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablebot",
            constraint=models.UniqueConstraint(fields=("table", "seat"), name="table_bot_seat_unique"),
        ),
        migrations.AddConstraint(
            model_name="tablebot",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__range", (1, 5))), name="table_bot_seat_in_range"
            ),
        ),
    ]
