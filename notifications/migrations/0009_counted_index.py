from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

UNREAD = models.Q(("read_at__isnull", True), ("state", "planned"))


class Migration(migrations.Migration):
    """The bell's number is counted in an index alone."""

    atomic = False
    dependencies = [("notifications", "0008_announcements")]

    operations = [
        AddIndexConcurrently(
            model_name="notification",
            index=models.Index(
                fields=["user", "due_at"],
                include=["id", "game", "kind"],
                name="notification_counted",
                condition=UNREAD,
            ),
        ),
        RemoveIndexConcurrently(model_name="notification", name="notification_unread"),
    ]
