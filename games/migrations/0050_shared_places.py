from django.db import migrations, models


class Migration(migrations.Migration):
    """What has begun keeps its standings; new tournaments share places."""

    dependencies = [
        ("games", "0049_joined_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="arithmetic",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=2, help_text="one of Arithmetic"
            ),
        ),
    ]
