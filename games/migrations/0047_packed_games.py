import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_upkeep"),
    ]

    operations = [
        migrations.CreateModel(
            name="PackedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="moves_packed",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("format", models.PositiveSmallIntegerField()),
                (
                    "moves",
                    models.PositiveIntegerField(
                        help_text="how many rows it stands for", verbose_name="moves"
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
            options={
                "verbose_name": "packed game",
                "verbose_name_plural": "packed games",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="packed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="its moves lie in one row: games.storage.packing",
            ),
        ),
    ]
