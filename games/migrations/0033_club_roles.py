from django.db import migrations

from games.moderation import roles


class Migration(migrations.Migration):
    """Moderators see clubs and what is said there."""

    dependencies = [("community", "0005_clubs"), ("games", "0032_club_events")]

    operations = [
        migrations.RunPython(roles.install, migrations.RunPython.noop, elidable=True),
    ]
