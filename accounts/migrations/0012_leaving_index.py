from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Ticks find who has left or is about to without going through everybody."""

    atomic = False
    dependencies = [("accounts", "0011_export_the_log")]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["id"], name="user_closed", condition=models.Q(("is_active", False))
            ),
        ),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["closes_at"],
                name="user_closes",
                condition=models.Q(("closes_at__isnull", False)),
            ),
        ),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["date_joined"],
                name="user_guest",
                condition=models.Q(("is_active", True), ("is_guest", True)),
            ),
        ),
    ]
