from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # the indexes are made while games go on

    dependencies = [
        ("games", "0029_standing_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="live_clock",
            field=models.JSONField(
                blank=True,
                help_text="the live clock that it began with; null: with none",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="ready_by",
            field=models.DateTimeField(
                blank=True, help_text="until when all are to say that they are ready", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="forgiven",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="a lost connection has been forgiven to its owner in this game",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="live",
            field=models.BooleanField(
                db_default=False, default=False, help_text="the deadline is that of a live game"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="ready_at",
            field=models.DateTimeField(
                blank=True, help_text="before a live game: since when its owner is ready", null=True
            ),
        ),
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
                    ("lost", "lost connection forgiven"),
                    ("reclocked", "another clock"),
                    ("broken", "stopped by a failure of its rules"),
                    ("mended", "mended"),
                    ("left", "left a stopped game"),
                    ("settled", "settled at the end of its time"),
                    ("below", "bot below its level"),
                    ("hint", "hint"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="vote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("absent", "What is to become of an absent player's seat?"),
                    ("cancel", "Cancel the game?"),
                    ("draw", "Agree on a draw?"),
                    ("pause", "Pause the game?"),
                    ("resume", "Go on with the game?"),
                    ("days", "Go on in days?"),
                    ("live", "Go on live?"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="type",
            field=models.CharField(help_text="as games.ratings.pools names it", max_length=50),
        ),
        migrations.AlterField(
            model_name="standing",
            name="type",
            field=models.CharField(help_text="as games.ratings.pools names it", max_length=50),
        ),
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("ready_by__isnull", False)),
                fields=["ready_by"],
                name="game_ready",
            ),
        ),
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("deadline__isnull", False), ("live", True)),
                fields=["deadline"],
                name="seat_live_deadline",
            ),
        ),
    ]
