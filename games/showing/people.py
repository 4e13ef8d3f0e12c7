"""People as one of them may see the others: how well they know each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.company import ties
from accounts.models import User
from games.models import Encounter
from games.showing.data import Person


def known_to(reader_id: int, people: Sequence[User]) -> list[Person]:
    """How well the reader knows each of these people."""
    ids = [one.pk for one in people]
    games, friends = _games(reader_id, ids), _friends(reader_id, ids)
    return [
        {
            "username": one.username,
            "friend": one.pk in friends,
            "games": games.get(one.pk, 0),
            "known": _words(one.pk in friends, games.get(one.pk, 0)),
        }
        for one in people
    ]


def _games(reader_id: int, ids: Iterable[int]) -> dict[int, int]:
    """Finished games with each."""
    met = Encounter.objects.filter(user=reader_id, other__in=list(ids)).values_list("other")
    return dict(met.annotate(Sum("games")))


def _friends(reader_id: int, ids: Iterable[int]) -> set[int]:
    friends = ties.friends_of(reader_id).filter(pk__in=list(ids))
    return set(friends.values_list("pk", flat=True))


def _words(friend: bool, games: int) -> str:
    said = [_("friend")] if friend else []
    if games:
        said.append(ngettext("%(n)d game with you", "%(n)d games with you", games) % {"n": games})
    return ", ".join(said) or _("never met")
