"""Reports that are there belong to cases: the open ones about the same to one, a closed one to its
own. Ready reasons to begin with, and who may see and write what."""

from typing import Any

from django.db import migrations

from games.moderation import reasons, roles

BATCH = 500


def take_in(apps: Any, _editor: Any) -> None:
    """Each report that has no case gets one."""
    report_model, case_model = apps.get_model("games", "Report"), apps.get_model("games", "Case")
    for report in report_model.objects.filter(case=None).order_by("pk").iterator(BATCH):
        named = report.about == "player" and report.reason == "name"
        about = "name" if named else report.about
        of = {"message": report.message_id, "game": report.game_id}
        about_it = {
            "key": f"{about}/{of.get(about, report.person_id)}",
            "state": report.state,
            "about": about,
            "person_id": report.person_id,
            "game_id": report.game_id,
            "message_id": report.message_id,
            "said": report.said,
            "number": report.number,
            "opened_at": report.at,
            "closed_at": report.closed_at,
        }
        found = case_model.objects.filter(key=about_it["key"], state="open").first()
        if report.state != "open" or found is None:
            found = case_model.objects.create(**about_it)
        report.case = found
        report.save(update_fields=["case"])


class Migration(migrations.Migration):
    dependencies = [
        ("boardgames", "0003_trouble"),
        ("games", "0019_cases"),
        ("notifications", "0008_announcements"),
    ]

    operations = [
        migrations.RunPython(take_in, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(reasons.install, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(roles.install, migrations.RunPython.noop, elidable=True),
    ]
