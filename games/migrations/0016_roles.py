from django.db import migrations

from games.moderation import roles


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_conduct"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("boardgames", "0003_trouble"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0015_reports"),
        ("notifications", "0008_announcements"),
    ]

    operations = [
        migrations.RunPython(roles.install, migrations.RunPython.noop, elidable=True),
    ]
