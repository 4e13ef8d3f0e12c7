"""Who paused a game is a column; games that break and are mended have incidents and a log row."""

from django.db import migrations, models

FORWARD = """
    UPDATE games_game SET paused_by = (
        SELECT data ->> 'by' FROM games_incident
        WHERE game_id = games_game.id AND kind = 'paused' ORDER BY id DESC LIMIT 1
    )
    WHERE paused_at IS NOT NULL AND EXISTS (
        SELECT 1 FROM games_incident WHERE game_id = games_game.id AND kind = 'paused'
    )
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0007_list_indexes")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="paused_by",
            field=models.CharField(
                blank=True,
                choices=[("vote", "its players"), ("moderator", "a moderator")],
                db_default="",
                default="",
                max_length=10,
                verbose_name="paused by",
            ),
        ),
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reminded", "reminder"),
                    ("vacation", "automatic vacation"),
                    ("overdue", "out of time, the others decide"),
                    ("offered", "seat offered"),
                    ("paused", "paused"),
                    ("resumed", "goes on"),
                    ("vote_opened", "vote"),
                    ("vote_closed", "vote closed"),
                    ("cancelled", "cancelled"),
                    ("moderated", "moderator"),
                    ("grace", "time given after a downtime"),
                    ("broken", "stopped by a failure of its rules"),
                    ("mended", "mended"),
                    ("left", "left a stopped game"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="action",
            field=models.CharField(
                choices=[
                    ("start", "start"),
                    ("choose", "choice"),
                    ("confirm", "confirmation"),
                    ("withdraw", "withdrawal"),
                    ("resign", "resignation"),
                    ("timeout", "end of time"),
                    ("return", "return of the owner"),
                    ("forfeit", "forfeit by time"),
                    ("replace", "replacement of a player"),
                    ("draw", "agreed draw"),
                    ("rollback", "taken back by a moderator"),
                ],
                max_length=10,
            ),
        ),
    ]
