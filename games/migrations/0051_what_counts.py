from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0050_shared_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="unplayed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="it has ended before all who began it had played: it counts nowhere",
            ),
        ),
        migrations.AddField(
            model_name="tenure",
            name="away_since",
            field=models.DateTimeField(
                blank=True,
                help_text=(
                    "its holder has gone without a word, and had ended no turn anywhere since then"
                ),
                null=True,
            ),
        ),
    ]
