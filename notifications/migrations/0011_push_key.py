from django.db import migrations, models


class Migration(migrations.Migration):
    """For which key of ours a browser has said yes to push messages."""

    dependencies = [("notifications", "0010_unanswered")]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="vapid_key",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="our public key that it was made for; empty where that is not known",
                max_length=100,
            ),
        ),
    ]
