"""Rows on which a scan has failed rest for a while."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("boardgames", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Failure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scan", models.CharField(max_length=40)),
                ("row", models.BigIntegerField()),
                ("times", models.PositiveIntegerField(default=0)),
                ("rests_until", models.DateTimeField()),
                ("error", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("scan", "row"), name="failure_of_row")
                ],
            },
        ),
    ]
