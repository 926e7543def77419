from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_engine")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="given_up",
            field=models.BooleanField(
                default=False, help_text="Without its game, and only as long as it is counted."
            ),
        ),
    ]
