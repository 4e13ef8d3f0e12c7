from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0051_what_counts"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingchange",
            name="away_since",
            field=models.DateTimeField(
                help_text="the absence that it counts, as Tenure.away_since has it", null=True
            ),
        ),
    ]
