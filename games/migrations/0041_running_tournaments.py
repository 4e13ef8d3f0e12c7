import datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """Eliminations with two lives, pauses of a tournament, replacements."""

    dependencies = [
        ("games", "0040_in_turn_of_clubs_and_ladders"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="lives",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="so many lost matches and one is out of an elimination",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="pause_days",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="it may be paused for so many days in all"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paused_for",
            field=models.DurationField(
                db_default=datetime.timedelta(0),
                default=datetime.timedelta,
                help_text="in all; its ends are so much later",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paused_until",
            field=models.DateTimeField(help_text="then it goes on by itself", null=True),
        ),
        migrations.AlterField(
            model_name="game",
            name="paused_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("vote", "its players"),
                    ("moderator", "a moderator"),
                    ("organiser", "who runs its tournament"),
                ],
                db_default="",
                default="",
                max_length=10,
                verbose_name="paused by",
            ),
        ),
        migrations.AlterField(
            model_name="happening",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "Opened"),
                    ("joined", "Joined"),
                    ("left", "Left"),
                    ("started", "Started"),
                    ("paired", "Paired"),
                    ("began", "Began"),
                    ("result", "Result"),
                    ("gone", "Gone"),
                    ("replaced", "Replaced"),
                    ("corrected", "Corrected"),
                    ("paused", "Paused"),
                    ("resumed", "Resumed"),
                    ("ended", "Ended"),
                    ("cancelled", "Cancelled"),
                    ("challenge", "Challenge"),
                    ("sank", "Sank"),
                ],
                max_length=10,
            ),
        ),
    ]
