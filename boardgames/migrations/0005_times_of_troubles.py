"""Troubles are counted, and the service's own faults are among them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("boardgames", "0004_clock_ahead"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="trouble",
            options={"verbose_name": "trouble", "verbose_name_plural": "troubles"},
        ),
        migrations.AddField(
            model_name="trouble",
            name="times",
            field=models.PositiveIntegerField(db_default=1, verbose_name="times noted"),
        ),
    ]
