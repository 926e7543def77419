from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="engine",
            # Whatever has been played so far was played by this one.
            field=models.PositiveSmallIntegerField(
                default=2, help_text="Whose log it is: no other engine goes on with it."
            ),
            preserve_default=False,
        ),
    ]
