"""Changes of what keeps people or games from others' eyes are counted, by triggers: whatever makes
them, code, an administrator or a cascade. They count at the COMMIT, so that nobody waits for
another one's transaction, and nobody in a circle.
"""

from django.db import migrations, models

TABLES = (
    "accounts_block", "accounts_privacy", "accounts_sanction", "community_clubmember",
    "games_package", "games_package_clubs", "games_package_maintainers", "games_package_testers",
)  # fmt: skip
COUNT = """
CREATE FUNCTION boardgames_safeguard_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO boardgames_safeguard (id, changes) VALUES (1, 1)
    ON CONFLICT (id) DO UPDATE SET changes = boardgames_safeguard.changes + 1;
    RETURN NULL;
END $$;
"""
OF_PEOPLE = """
CREATE CONSTRAINT TRIGGER safeguard AFTER UPDATE ON accounts_user
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.username <> NEW.username)
    EXECUTE FUNCTION boardgames_safeguard_changed();
"""
OF_ALL = """
CREATE CONSTRAINT TRIGGER safeguard AFTER INSERT OR UPDATE OR DELETE ON {table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION boardgames_safeguard_changed();
"""
NO_MORE = "DROP TRIGGER safeguard ON {table};"


class Migration(migrations.Migration):
    dependencies = [
        ("boardgames", "0006_versions_of_troubles"),
        ("accounts", "0021_wants_betas"),
        ("community", "0005_clubs"),
        ("games", "0046_upkeep"),
    ]

    operations = [
        migrations.CreateModel(
            name="Safeguard",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("changes", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(COUNT, "DROP FUNCTION boardgames_safeguard_changed();"),
        migrations.RunSQL(OF_PEOPLE, NO_MORE.format(table="accounts_user")),
        *(
            migrations.RunSQL(OF_ALL.format(table=table), NO_MORE.format(table=table))
            for table in TABLES
        ),
    ]
