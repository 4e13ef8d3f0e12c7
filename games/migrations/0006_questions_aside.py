from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_votes_and_pauses")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="aside",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="the clock is that of a question out of turn",
            ),
        ),
    ]
