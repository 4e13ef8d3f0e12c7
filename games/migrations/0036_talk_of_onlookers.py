import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What onlookers say to each other, and reactions."""

    dependencies = [
        ("games", "0035_newest_first"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="chatmessage",
            name="onlookers",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="players read it when the game is over",
                verbose_name="among onlookers",
            ),
        ),
        migrations.CreateModel(
            name="Reaction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("well-said", "well said"),
                            ("laughing", "laughing"),
                            ("thanks", "thanks"),
                            ("ouch", "ouch"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reactions",
                        to="games.chatmessage",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "reaction",
                "verbose_name_plural": "reactions",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("message", "user", "kind"), name="reaction_once"
                    )
                ],
            },
        ),
    ]
