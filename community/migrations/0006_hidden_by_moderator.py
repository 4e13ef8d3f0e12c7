"""Which messages to clubs a moderator has hidden, as the audit log knows of earlier ones."""

from django.db import migrations, models
from django.db.migrations.state import StateApps


def mark(apps: StateApps, schema_editor: object) -> None:
    message_model = apps.get_model("community", "ClubMessage")
    acts = apps.get_model("accounts", "Act").objects
    for message in message_model.objects.exclude(hidden_at=None).iterator():
        named = f"club {message.club_id}, message {message.pk}"
        if acts.filter(action="hide", by_id=message.hidden_by_id, reason=named).exists():
            message_model.objects.filter(pk=message.pk).update(hidden_by_moderator=True)


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0005_clubs"),
        ("accounts", "0022_shared_browsers"),
    ]

    operations = [
        migrations.AddField(
            model_name="clubmessage",
            name="hidden_by_moderator",
            field=models.BooleanField(
                db_default=False, default=False, help_text="only moderators show it again"
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop, elidable=True),
    ]
