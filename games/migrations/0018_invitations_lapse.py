from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Invitations that nobody answers lapse; an index finds them."""

    atomic = False
    dependencies = [("games", "0017_who_exports_the_log")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="lapsed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        AddIndexConcurrently(
            model_name="invitation",
            index=models.Index(
                fields=["at"],
                name="invitation_open",
                condition=models.Q(("declined_at", None), ("lapsed_at", None)),
            ),
        ),
    ]
