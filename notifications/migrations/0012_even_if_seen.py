from django.db import migrations, models


class Migration(migrations.Migration):
    """Who wants to be told also of what was on an open page."""

    dependencies = [("notifications", "0011_push_key")]

    operations = [
        migrations.AddField(
            model_name="rhythm",
            name="even_if_seen",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="tell also of what was on an open page",
            ),
        ),
    ]
