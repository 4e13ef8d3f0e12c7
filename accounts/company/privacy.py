"""What others may see of a person, on the player's page and on leaderboards."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import Privacy, User

#: What can be hidden, and its label.
PARTS = {
    "ratings": _("my ratings"),
    "leaderboards": _("my rank on leaderboards"),
    "results": _("my results"),
    "milestones": _("my milestones"),
    "habits": _("how fast and reliably I play"),
    "games": _("my list of games"),
    "here": _("that I am here now (friends only)"),
    "present": _("that I am here or was here today (everybody)"),
    "found": _("my name when people search for players"),
}


def hidden_by(user_id: int) -> set[str]:
    """The parts that this person hides."""
    return hidden_by_many([user_id]).get(user_id, set())


def hidden_by_many(user_ids: Iterable[int]) -> dict[int, set[str]]:
    """The same for many people, without those who hide nothing."""
    known = Privacy.objects.filter(user__in=list(user_ids)).values_list("user_id", "hidden")
    return {user_id: set(hidden) for user_id, hidden in known if hidden}


def hide(user: User, parts: Iterable[str]) -> None:
    """Hide exactly these parts."""
    wanted = [part for part in PARTS if part in set(parts)]
    Privacy.objects.update_or_create(user=user, defaults={"hidden": wanted})
