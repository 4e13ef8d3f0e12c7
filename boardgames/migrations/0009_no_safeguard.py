"""Nothing is read from a standby any more, so nobody counts what a standby must not miss. The table
of the count, one row, goes with the release after this one: that before still asks for it."""

from importlib import import_module

from django.db import migrations

before = import_module("boardgames.migrations.0007_safeguard")


class Migration(migrations.Migration):
    dependencies = [
        ("boardgames", "0008_refused_mail"),
        ("accounts", "0021_wants_betas"),
        ("community", "0005_clubs"),
        ("games", "0046_upkeep"),
    ]

    operations = [
        *(
            migrations.RunSQL(before.NO_MORE.format(table=table), before.OF_ALL.format(table=table))
            for table in before.TABLES
        ),
        migrations.RunSQL(before.NO_MORE.format(table="accounts_user"), before.OF_PEOPLE),
        migrations.RunSQL("DROP FUNCTION boardgames_safeguard_changed();", before.COUNT),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Safeguard")]
        ),
    ]
