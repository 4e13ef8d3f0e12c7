"""The game types that a person may see: everything that lists or names types asks here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Game, Package
from games.models.packages import Stage
from games.rules import registry
from games.rules.engine import Rules
from games.storage import unseen


def types(user_id: int | None) -> list[Rules[Any]]:
    """The types offered to this person, ours first; None: what everybody sees."""
    hidden = unseen.unlisted(user_id)
    return [rules for rules in registry.all() if rules.slug not in hidden]


def type_names(user_id: int | None) -> dict[str, str]:
    """Their names by slug, in the active language."""
    return {rules.slug: _(rules.name) for rules in types(user_id)}


def get(slug: str, user_id: int | None) -> Rules[Any]:
    """The type of this slug, if it is offered to this person.

    Otherwise UnknownGameType, as if it did not exist.
    """
    rules = registry.get(slug)
    if slug in unseen.unlisted(user_id):
        raise registry.UnknownGameType(f"there is no game type {slug!r}")
    return rules


def not_offered(user_id: int | None) -> frozenset[str]:
    """The slugs of all others."""
    return unseen.unlisted(user_id)


def without(slug: str, user_ids: Iterable[int]) -> set[int]:
    """The people among these to whom this type is not offered."""
    return unseen.without(slug, user_ids)


def check_may_play(game: Game, user_id: int) -> None:
    """Raise Refused for a person who sees a beta's game but does not want betas."""
    if game.stage and game.type in unseen.unlisted(user_id):
        raise Refused(
            _("This game is not ready yet. To play it, choose “show me betas” in your profile."),
            "beta",
        )


def trial(slug: str) -> str:
    """ "alpha" or "beta" for a type whose games count nowhere, else empty."""
    found = Package.objects.filter(type=slug).exclude(stage=Stage.PUBLISHED)
    return str(found.values_list("stage", flat=True).first() or "")


def games_for_everybody() -> QuerySet[Game]:
    """The games that strangers may look at."""
    public = Game.objects.filter(visibility=Game.Visibility.PUBLIC)
    return public.exclude(type__in=unseen.unlisted(None))
