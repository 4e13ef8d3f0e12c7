"""What a site begins with: the groups of those who keep order, and their ready reasons."""

from django.db import migrations

from games.moderation import reasons, roles

REPLACED = """
    0016_roles 0017_who_exports_the_log 0020_first_cases 0027_names_and_news 0033_club_roles
"""


class Migration(migrations.Migration):
    replaces = [("games", name) for name in REPLACED.split()]
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0001_initial"),
    ]
    operations = [
        migrations.RunPython(reasons.install, migrations.RunPython.noop),
        migrations.RunPython(roles.install, migrations.RunPython.noop),
    ]
