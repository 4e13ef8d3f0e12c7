"""Other people as a reader may see them: how well they know each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.company import relationships
from accounts.models import User
from games.models import Encounter
from games.showing.data import Person


def known_to(reader_id: int, people: Sequence[User]) -> list[Person]:
    """How well the reader knows each of these people."""
    ids = [one.pk for one in people]
    games, friends = _games(reader_id, ids), _friends(reader_id, ids)
    owners = _owners(one.pk for one in people if one.is_bot)
    return [
        {
            "username": one.username,
            "bot": one.is_bot,
            "friend": one.pk in friends,
            "games": games.get(one.pk, 0),
            "known": _words(one.pk in friends, games.get(one.pk, 0), owners.get(one.pk, "")),
        }
        for one in people
    ]


def _games(reader_id: int, ids: Iterable[int]) -> dict[int, int]:
    """The number of finished games with each."""
    met = Encounter.objects.filter(user=reader_id, other__in=list(ids)).values_list("other")
    return dict(met.annotate(Sum("games")))


def _friends(reader_id: int, ids: Iterable[int]) -> set[int]:
    friends = relationships.friends_of(reader_id).filter(pk__in=list(ids))
    return set(friends.values_list("pk", flat=True))


def _owners(bots: Iterable[int]) -> dict[int, str]:
    """The owners of these bots."""
    ids = list(bots)
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "owner__username")) if ids else {}


def _words(friend: bool, games: int, owner: str) -> str:
    said = [_("bot of %(owner)s") % {"owner": owner}] if owner else []
    if friend:
        said.append(_("friend"))
    if games:
        said.append(ngettext("%(n)d game with you", "%(n)d games with you", games) % {"n": games})
    return ", ".join(said) or _("never met")
