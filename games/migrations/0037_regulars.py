from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Who plays a game type most, by an index."""

    atomic = False
    dependencies = [("games", "0036_talk_of_onlookers")]

    operations = [
        AddIndexConcurrently(
            model_name="standing",
            index=models.Index(
                condition=models.Q(("listed", True)),
                fields=["type", "season", "-games", "user"],
                name="standing_regulars",
            ),
        ),
    ]
