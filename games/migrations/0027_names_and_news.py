from django.db import migrations

from games.moderation import roles


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_former_names"),
        ("community", "0003_news"),
        ("games", "0026_lobby"),
    ]

    operations = [
        migrations.RunPython(roles.install, migrations.RunPython.noop, elidable=True),
    ]
