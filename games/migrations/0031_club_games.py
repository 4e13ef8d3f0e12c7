import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Games of clubs."""

    atomic = False
    dependencies = [("community", "0005_clubs"), ("games", "0030_live_tables")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="club",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="only its members join and watch",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="community.club",
                verbose_name="club",
            ),
        ),
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("club__isnull", False)),
                fields=["club", "status", "-id"],
                name="game_club",
            ),
        ),
    ]
