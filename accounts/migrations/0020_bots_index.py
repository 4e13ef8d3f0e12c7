from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Somebody's bots, and all of them, without going through everybody."""

    atomic = False
    dependencies = [("accounts", "0019_bots")]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                fields=["owner"], name="user_bots", condition=models.Q(("owner__isnull", False))
            ),
        ),
    ]
