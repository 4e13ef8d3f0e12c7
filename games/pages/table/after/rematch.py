"""The rematch after the end: offered and accepted with one tap each."""

from __future__ import annotations

from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from games.lobby import rematch
from games.models import Game, Rematch
from games.pages import settings
from games.pages.table.reader import Reader


class RematchCard(TypedDict):
    """``label`` is that of the button to offer or accept; ``href`` leads to the new game, once
    started."""

    text: str
    label: str
    may_decline: bool
    href: str


def rematch_card(reader: Reader) -> RematchCard | None:
    """What the reader can see or do about a rematch; None for a reader who did not play."""
    if not rematch.is_possible(reader.game):
        return None
    offer, owned = reader.rematch, reader.owned
    if offer is not None and offer.made is not None:
        return _begun(reader, offer.made)
    if owned is None:
        return None
    if offer is None:
        return _said("", _("Rematch"))
    if offer.declined_by is not None:
        text = _("%(name)s declined the rematch.") % {"name": reader.people[offer.declined_by]}
        return _said(text, _("Offer again"))
    return _open(reader, offer, owned.index)


def _open(reader: Reader, offer: Rematch, own: int) -> RematchCard:
    missing = [seat.index for seat in rematch.missing(reader.position, offer)]
    if own in missing:
        name = reader.people[offer.offered_by]
        return _said(
            _("%(name)s offers a rematch.") % {"name": name}, _("Accept"), may_decline=True
        )
    names = settings.join_names([reader.people[index] for index in missing])
    return _said(
        _("You want a rematch. Waiting for %(names)s.") % {"names": names}, "", may_decline=True
    )


def _begun(reader: Reader, made: Game) -> RematchCard | None:
    if reader.owned is None and made.visibility != Game.Visibility.PUBLIC:
        return None
    return _said(_("The rematch has begun."), "", href=reverse("game", args=[made.pk]))


def _said(text: str, label: str, *, may_decline: bool = False, href: str = "") -> RematchCard:
    return {"text": text, "label": label, "may_decline": may_decline, "href": href}
