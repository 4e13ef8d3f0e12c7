from django.db import migrations

from games.moderation import roles


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_export_the_log"), ("games", "0016_roles")]

    operations = [
        migrations.RunPython(roles.install, migrations.RunPython.noop, elidable=True),
    ]
