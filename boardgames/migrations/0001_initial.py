from django.db import migrations, models
from django.db.models import UniqueConstraint
from django.utils import timezone

from boardgames.database.tables import ID, create_table

REPLACED = """
    0002_failure 0003_trouble 0004_clock_ahead 0005_times_of_troubles 0006_versions_of_troubles
    0007_safeguard 0008_refused_mail 0009_no_safeguard
"""


class Migration(migrations.Migration):
    initial = True
    replaces = [("boardgames", name) for name in REPLACED.split()]
    dependencies = []
    operations = [
        create_table(
            "Heartbeat",
            {
                "name": models.CharField(max_length=50, primary_key=True, serialize=False),
                "at": models.DateTimeField(),
                "ahead": models.FloatField(
                    db_default=0.0,
                    help_text="Seconds by which its machine's clock is ahead of that",
                ),
            },
        ),
        create_table(
            "Failure",
            {
                "id": ID,
                "scan": models.CharField(max_length=40),
                "row": models.BigIntegerField(),
                "times": models.PositiveIntegerField(default=0),
                "rests_until": models.DateTimeField(),
                "error": models.TextField(),
            },
            constraints=[UniqueConstraint(fields=("scan", "row"), name="failure_of_row")],
        ),
        create_table(
            "RefusedMail",
            {
                "whom": models.CharField(
                    max_length=40,
                    primary_key=True,
                    serialize=False,
                    help_text="hash of the address",
                ),
                "answer": models.TextField(),
                "at": models.DateTimeField(),
            },
        ),
        create_table(
            "Trouble",
            {
                "id": ID,
                "game": models.CharField("game type", max_length=100),
                "place": models.CharField("place", max_length=200),
                "version": models.PositiveSmallIntegerField(
                    "version",
                    default=0,
                    db_default=0,
                    help_text="of the rules; 0 where there is none",
                ),
                "error": models.TextField("error"),
                "trace": models.TextField("traceback", blank=True, default="", db_default=""),
                "at_game": models.BigIntegerField(
                    "game", null=True, help_text="at which it was seen, as far as that is known"
                ),
                "at_version": models.PositiveIntegerField(
                    null=True, help_text="the position of that game, as Game.version counts them"
                ),
                "times": models.PositiveIntegerField("number of times", db_default=1),
                "first_at": models.DateTimeField("first seen", default=timezone.now),
                "last_at": models.DateTimeField("last seen"),
            },
            verbose_name="package error",
            verbose_name_plural="package errors",
            constraints=[
                UniqueConstraint(fields=("game", "place", "version"), name="trouble_of_version")
            ],
        ),
    ]
