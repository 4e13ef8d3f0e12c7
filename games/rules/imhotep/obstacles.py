"""Refusals: why something about stones, boats or sites cannot be done now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..engine import Choice, Part, Text, _, ngettext
from .boats import market_has_cards, sites_for_one
from .state import Imhotep, owner

#: What is impossible, as the first parts of choices, each with its reason.
Refusals = list[tuple[Choice, Text]]


def join_reasons(reasons: Sequence[Text]) -> Text:
    """Several reasons as one."""
    whole = reasons[0]
    for reason in reasons[1:]:
        whole = Text("{first} {further}", first=whole, further=reason)
    return whole


# Stones ------------------------------------------------------------------------------------------


def no_stones_to_take(state: Imhotep, seat: int, *, taking: int = 1) -> Text | None:
    """Why no stones can be taken: the supply is full, or the quarry has fewer than ``taking``."""
    limit = state.supply_limit(seat)
    if len(state.supply[seat]) >= limit:
        return Text(
            *ngettext(
                "Your supply is full: it has room for {n} stone.",
                "Your supply is full: it has room for {n} stones.",
            ),
            n=limit,
        )
    return too_small_quarry(state, seat, taking)


def too_small_quarry(state: Imhotep, seat: int, needed: int = 1) -> Text | None:
    if state.quarry[seat] >= needed:
        return None
    if needed == 1:
        return Text(_("Your quarry is empty."))
    return Text(_("You need {n} stones in your quarry for that."), n=needed)


def too_small_supply(state: Imhotep, seat: int, needed: int = 1) -> Text | None:
    if len(state.supply[seat]) >= needed:
        return None
    if needed == 1:
        return Text(_("You have no stone in your supply."))
    return Text(_("You need {n} stones in your supply for that."), n=needed)


# Boats -------------------------------------------------------------------------------------------


def cannot_load(state: Imhotep, seat: int) -> Text | None:
    """Why a seat cannot put a stone on any boat."""
    if reason := too_small_supply(state, seat):
        return reason
    return None if state.free_fields() else Text(_("No boat in the harbour has a free place."))


def unloadable(state: Imhotep, *start: Part, only: Iterable[int] = ()) -> Refusals:
    """The boats and fields that take no stone; ``only`` may name the only boat allowed."""
    found: Refusals = []
    for i, boat in enumerate(state.boats):
        if boat.site is not None:
            found.append(((*start, i), Text(_("Boat {boat} has already sailed."), boat=i + 1)))
        elif None not in boat.stones:
            found.append(((*start, i), Text(_("Boat {boat} is full."), boat=i + 1)))
        elif only and i not in only:
            found.append(((*start, i), Text(_("Your previous stone went to another boat."))))
        else:
            found += [
                ((*start, i, field), Text(_("There is already a stone there.")))
                for field, stone in enumerate(boat.stones)
                if stone is not None
            ]
    return found


def stays(state: Imhotep, number: int, further: int = 0) -> Text | None:
    """Why a boat cannot sail, even with so many ``further`` stones."""
    boat = state.boats[number]
    if boat.may_sail(further):
        return None
    if boat.site is not None:
        return Text(_("Boat {boat} has already sailed."), boat=number + 1)
    missing = boat.minimum - (len(boat.stones) - boat.stones.count(None))
    return Text(
        *ngettext("Boat {boat} needs {n} more stone.", "Boat {boat} needs {n} more stones."),
        boat=number + 1,
        n=missing,
    )


def nothing_sails(state: Imhotep, further: int = 0) -> Text | None:
    """Why no boat can sail: what each waiting boat still needs."""
    reasons = [stays(state, i, further) for i in range(len(state.boats))]
    if None in reasons:
        return None
    waiting = [
        reason
        for boat, reason in zip(state.boats, reasons, strict=True)
        if reason and boat.site is None
    ]
    return join_reasons(waiting) if waiting else Text(_("No boat is left in the harbour."))


def voyages_refused(state: Imhotep, *start: Part, only: Iterable[int] = ()) -> Refusals:
    """The boats that cannot sail, and the sites where the others cannot go."""
    found: Refusals = []
    for i in range(len(state.boats)):
        if reason := stays(state, i):
            found.append(((*start, i), reason))
        elif only and i not in only:
            found.append(((*start, i), Text(_("The boat that you have just loaded must sail."))))
        else:
            found += taken_sites(state, *start, i)
    return found


def taken_sites(state: Imhotep, *start: Part) -> Refusals:
    """The sites that already have a boat of this round."""
    return [
        ((*start, boat.site), Text(_("Boat {boat} has already been there this round."), boat=i + 1))
        for i, boat in enumerate(state.boats)
        if boat.site is not None
    ]


def closed_to_one(state: Imhotep, *start: Part) -> Refusals:
    """The sites where a single stone cannot go."""
    open_to_one = sites_for_one(state)
    return [
        ((*start, site), Text(_("No card is left at the market.")))
        for site in state.placed
        if site not in open_to_one
    ]


# Cards -------------------------------------------------------------------------------------------


def nothing_follows(state: Imhotep, seat: int) -> Text | None:
    """Why no boat can follow another one by gangplank."""
    sites = [site for site in state.visited_sites() if site != "market" or market_has_cards(state)]
    if not sites:
        return Text(_("No site has a boat yet."))
    if any(
        boat.may_sail() and any(s is not None and owner(s) == seat for s in boat.stones)
        for boat in state.boats
    ):
        return None
    return Text(_("No boat carrying your stones has enough to sail."))
