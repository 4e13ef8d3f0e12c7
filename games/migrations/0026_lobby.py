from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
import django.utils.timezone


class Migration(migrations.Migration):
    atomic = False  # the index is made while games go on

    dependencies = [
        ("games", "0025_swiss"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Waited",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                (
                    "pace",
                    models.CharField(help_text="as games.lobby.pace names them", max_length=10),
                ),
                ("hour", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seconds", models.PositiveIntegerField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["hour", "at"], name="waited_hour")],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="asks",
            field=models.JSONField(
                blank=True,
                help_text="who may join, as games.lobby.asking.Asks; null: everybody",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="quick",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="opened by a quick match that found none",
            ),
        ),
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("quick", True), ("status", "open")),
                fields=["id"],
                name="game_quick",
            ),
        ),
    ]
