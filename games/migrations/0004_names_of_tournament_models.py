"""Three models of tournaments get plainer names. Their tables keep the names that they have, so the
database stays as it is and the release before can go on using it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_first_rows")]

    operations = [
        migrations.AlterModelTable("Chair", "games_chair"),
        migrations.RenameModel("Chair", "TablePlayer"),
        migrations.AlterModelTable("Line", "games_line"),
        migrations.RenameModel("Line", "TournamentStanding"),
        migrations.AlterModelTable("Happening", "games_happening"),
        migrations.RenameModel("Happening", "TournamentEvent"),
        migrations.AlterField(
            "TablePlayer",
            "table",
            models.ForeignKey(
                "games.table",
                django.db.models.deletion.CASCADE,
                db_index=False,
                related_name="players",
            ),
        ),
        migrations.AlterField(
            "TablePlayer",
            "entrant",
            models.ForeignKey("games.entrant", django.db.models.deletion.CASCADE, related_name="+"),
        ),
        migrations.AlterField(
            "TournamentStanding",
            "tournament",
            models.ForeignKey(
                "games.tournament",
                django.db.models.deletion.CASCADE,
                db_index=False,
                related_name="standings",
            ),
        ),
        migrations.AlterField(
            "TournamentStanding",
            "entrant",
            models.ForeignKey("games.entrant", django.db.models.deletion.CASCADE, related_name="+"),
        ),
    ]
