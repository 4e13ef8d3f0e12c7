from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_preferences_from_mutes"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="failing_since",
            field=models.DateTimeField(
                blank=True, help_text="when the first of these failures was", null=True
            ),
        ),
    ]
