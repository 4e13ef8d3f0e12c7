"""Clocks that run at the change of release go on: what was left of them is their budget."""

from django.db import migrations

FORWARD = """
    UPDATE games_seat SET clock_from = now(), budget = deadline - now()
    WHERE deadline IS NOT NULL AND clock_from IS NULL
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0003_absence")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]
