from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """The order in which games have ended, for what is counted of them."""

    atomic = False
    dependencies = [("games", "0012_tallies")]

    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                fields=["type", "finished_at", "id"],
                name="game_finished",
                condition=models.Q(("status", "finished")),
            ),
        ),
    ]
