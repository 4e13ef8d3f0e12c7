"""Maintainers, and the game types that each looks after."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from accounts.models import User
from games.errors import NotFound
from games.models import Game, Package
from games.moderation import interest


def packages(user_id: int) -> QuerySet[Package]:
    """The game types that this person maintains."""
    return Package.objects.filter(maintainers=user_id)


def package(slug: str, user_id: int) -> Package:
    """One of these types; everybody else gets NotFound."""
    found = packages(user_id).filter(pk=slug).first()
    if found is None:
        raise NotFound
    return found


def list_maintainers(slug: str) -> list[int]:
    """The user ids of a type's maintainers."""
    people = User.objects.filter(maintains=slug, is_active=True)
    return list(people.values_list("pk", flat=True))


def closed_among(user_id: int, game_ids: Iterable[int | None]) -> set[int]:
    """The unfinished games among these in which this person has or had a part.

    They may not read others' reports about those yet, which may contain secrets.
    """
    over = (Game.Status.FINISHED, Game.Status.CANCELLED)
    theirs = interest.tables(user_id).exclude(status__in=over)
    asked = [each for each in game_ids if each is not None]
    return set(theirs.filter(pk__in=asked).values_list("pk", flat=True)) if asked else set()
