import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Events of clubs, and what is counted of their games."""

    dependencies = [
        ("community", "0005_clubs"),
        ("games", "0031_club_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubEncounter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("games", models.PositiveIntegerField(default=0)),
                ("ahead", models.PositiveIntegerField(default=0)),
                ("behind", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="ClubEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=60, verbose_name="title")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("type", models.CharField(max_length=40)),
                ("players", models.PositiveSmallIntegerField(help_text="at a table, at most")),
                (
                    "options",
                    models.JSONField(
                        default=dict, help_text="every option of the game type, by name"
                    ),
                ),
                ("clock", models.JSONField(help_text="a games.clocks.kinds.Clock as data")),
                ("rated", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("seated", "seated"),
                            ("over", "over"),
                            ("off", "called off"),
                        ],
                        default="planned",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "verbose_name": "event of a club",
                "verbose_name_plural": "events of clubs",
            },
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "people",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(),
                        help_text="numbers of users, in turn order",
                        size=None,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Coming",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("comes", models.BooleanField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="clubencounter",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="community.club",
            ),
        ),
        migrations.AddField(
            model_name="clubencounter",
            name="other",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="clubencounter",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="clubevent",
            name="by",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="clubevent",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="community.club",
            ),
        ),
        migrations.AddField(
            model_name="clubtable",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tables",
                to="games.clubevent",
            ),
        ),
        migrations.AddField(
            model_name="clubtable",
            name="game",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="club_table",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="clubtally",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="community.club",
            ),
        ),
        migrations.AddField(
            model_name="clubtally",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="coming",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="answers",
                to="games.clubevent",
            ),
        ),
        migrations.AddField(
            model_name="coming",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="clubencounter",
            constraint=models.UniqueConstraint(
                fields=("club", "user", "other", "type"), name="club_encounter_once"
            ),
        ),
        migrations.AddIndex(
            model_name="clubevent",
            index=models.Index(fields=["club", "state", "at"], name="club_event_of"),
        ),
        migrations.AddIndex(
            model_name="clubevent",
            index=models.Index(
                condition=models.Q(("state__in", ("planned", "seated"))),
                fields=["at"],
                name="club_event_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubtable",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="club_table_once"),
        ),
        migrations.AddIndex(
            model_name="clubtally",
            index=models.Index(
                condition=models.Q(("user__isnull", False)),
                fields=["club", "-games"],
                name="club_tally_most",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubtally",
            constraint=models.UniqueConstraint(
                fields=("club", "user", "type"), name="club_tally_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="coming",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="coming_once"),
        ),
    ]
