"""What people did not want by mail before, they do not want now. `Mute` itself goes in a later
release, when no process reads it any more."""

from django.db import migrations

FORWARD = """
    INSERT INTO notifications_preference (user_id, kind, channel, "when")
    SELECT user_id, kind, 'mail', 'never' FROM notifications_mute
    ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_channels")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]
