from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_webhook_failing_since")]

    operations = [
        migrations.RemoveIndex(model_name="notification", name="notification_unread"),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(read_at__isnull=True, state="planned"),
                fields=["user"],
                name="notification_unread",
            ),
        ),
    ]
