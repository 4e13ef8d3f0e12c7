"""A column for clocks that count turns, empty in every row and without a check, so no row is read or
written. The release before does without it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_names_of_tournament_models")]

    operations = [
        migrations.AddField(
            "Seat",
            "turns_left",
            models.SmallIntegerField(
                blank=True,
                help_text="of a reserve for several turns: how many are to end yet; "
                "empty: all of them",
                null=True,
            ),
        ),
    ]
