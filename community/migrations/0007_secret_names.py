"""Clubs by invitation share their names with others, so that nobody learns of them by founding one."""

from django.db import migrations, models
from django.db.models.functions import Upper
from django.db.migrations.state import StateApps


def tell_apart(apps: StateApps, schema_editor: object) -> None:
    """On the way back: of those with one name all but the first get their number behind it."""
    clubs = apps.get_model("community", "Club").objects.filter(closed_at=None)
    seen: set[str] = set()
    in_turn = models.Case(models.When(entry="invitation", then=1), default=0)
    for club in clubs.annotate(upper=Upper("name")).order_by(in_turn, "pk"):
        if club.upper in seen:
            number = f" {club.pk}"
            clubs.filter(pk=club.pk).update(name=f"{club.name[: 40 - len(number)]}{number}")
        seen.add(club.upper)


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0006_hidden_by_moderator"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(
                Upper("name"),
                condition=models.Q(closed_at=None) & ~models.Q(entry="invitation"),
                name="club_name_once",
            ),
        ),
        migrations.RemoveConstraint(model_name="club", name="club_name_any_case"),
        migrations.RunPython(migrations.RunPython.noop, tell_apart, elidable=True),
    ]
