from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """What people have reached lately, and provisional ratings in order, by indexes."""

    atomic = False
    dependencies = [("games", "0034_bests")]

    operations = [
        AddIndexConcurrently(
            model_name="milestone",
            index=models.Index(fields=["-at"], name="milestone_newest"),
        ),
        AddIndexConcurrently(
            model_name="standing",
            index=models.Index(
                condition=models.Q(("listed", False)),
                fields=["type", "season", "-mu", "user"],
                name="standing_provisional",
            ),
        ),
    ]
