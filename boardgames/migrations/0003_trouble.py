"""Slips of games' packages are noted."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("boardgames", "0002_failure"),
    ]

    operations = [
        migrations.CreateModel(
            name="Trouble",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=100, verbose_name="game type")),
                ("place", models.CharField(max_length=200, verbose_name="place")),
                ("error", models.TextField(verbose_name="error")),
                (
                    "first_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="first seen"
                    ),
                ),
                ("last_at", models.DateTimeField(verbose_name="last seen")),
            ],
            options={
                "verbose_name": "trouble in a game's package",
                "verbose_name_plural": "trouble in games' packages",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "place"), name="trouble_of_place")
                ],
            },
        ),
    ]
