from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0047_packed_games"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("packed", False), ("status", "finished")),
                fields=["finished_at"],
                name="game_to_pack",
            ),
        ),
    ]
