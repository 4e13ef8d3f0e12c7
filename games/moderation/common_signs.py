"""What accounts have in common, and how strong each sign is.

The only thing stored for this is which accounts signed in with the same browser; the addresses of
sessions are not used. So it finds only the careless, and proves nothing: people who live together
have much in common.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts import shared_browsers
from accounts.models import User
from games.models import Seat, Tenure
from games.moderation import resignations

#: Accounts created within this time of each other.
SHORTLY = timedelta(hours=1)
#: This many games together are no coincidence.
OFTEN = 5
WEAK, FAIR, STRONG = 1, 2, 3
#: Accounts with a lower sum are not listed. Games together alone are never enough: friends have
#: these, too.
ENOUGH = 2
MOST = 10


@dataclass
class Other:
    """Another account, and what it has in common with the one in question."""

    user: User
    common: list[str] = field(default_factory=list)
    weight: int = 0

    def add(self, what: str, weight: int) -> None:
        words = {WEAK: _("weak"), FAIR: _("of some weight"), STRONG: _("strong")}
        self.common.append(f"{what} ({words[weight]})")
        self.weight += weight


def with_others(user: User) -> list[Other]:
    """Accounts with something in common, the strongest signs first."""
    found: dict[int, Other] = {}
    known = (_browser, _mailbox, _name, _games, _resignations)
    for same, what, weight in (each for look in known for each in look(user)):
        found.setdefault(same.pk, Other(same)).add(what, weight)
    for other in found.values():
        if abs(other.user.date_joined - user.date_joined) < SHORTLY:
            other.add(_signed_up(), WEAK)
    enough = [other for other in found.values() if other.weight >= ENOUGH]
    return sorted(enough, key=lambda other: -other.weight)[:MOST]


class Pair(NamedTuple):
    """Two accounts, and what they have in common."""

    one: User
    other: User
    common: list[str]


def among(users: Sequence[User]) -> list[Pair]:
    """The pairs of these people who have enough in common, the strongest first.

    Games together do not count: these people meet in the tournament in question.
    """
    found: dict[tuple[int, int], Other] = {}
    people = sorted(users, key=lambda user: user.pk)
    by_number = {user.pk: user for user in people}
    for pair in shared_browsers.among(people):
        found[pair] = Other(by_number[pair[1]])
        found[pair].add(_same_browser(), FAIR)
    alike = ((_folded, _("the same mailbox"), STRONG), (_stem, _digits(), FAIR))
    for key, what, weight in alike:
        groups: dict[str, list[User]] = defaultdict(list)
        for user in people:
            if name := key(user):
                groups[name].append(user)
        for group in groups.values():
            for one, other in combinations(group, 2):
                found.setdefault((one.pk, other.pk), Other(other)).add(what, weight)
    for (one_id, _other), both in found.items():
        if abs(by_number[one_id].date_joined - both.user.date_joined) < SHORTLY:
            both.add(_signed_up(), WEAK)
    enough = [(by_number[pair[0]], both) for pair, both in found.items() if both.weight >= ENOUGH]
    enough.sort(key=lambda each: -each[1].weight)
    return [Pair(one, both.user, both.common) for one, both in enough]


def _folded(user: User) -> str:
    """The mailbox that this person's e-mails reach; empty if it proves nothing."""
    name, _at, domain = user.email.lower().partition("@")
    local = name.partition("+")[0]
    return f"{local}@{domain}" if len(local) > 3 else ""


def _stem(user: User) -> str:
    stem = user.username.lower().rstrip("0123456789-_")
    return stem if len(stem) > 3 else ""


def _same_browser() -> str:
    return _("signed in with the same browser")


def _digits() -> str:
    return _("a name that differs only in digits")


def _signed_up() -> str:
    return _("signed up within an hour of each other")


def _browser(user: User) -> Iterator[tuple[User, str, int]]:
    for pair in (
        shared_browsers.list_pairs(user).select_related("one", "other").order_by("-at")[:MOST]
    ):
        yield pair.other if pair.one == user else pair.one, _same_browser(), FAIR


def _mailbox(user: User) -> Iterator[tuple[User, str, int]]:
    """The mailbox: ``anna+games@example.org`` reaches ``anna@example.org``."""
    name, _at, domain = user.email.partition("@")
    local = name.partition("+")[0]
    if len(local) > 3:
        pattern = rf"^{re.escape(local)}(\+[^@]*)?@{re.escape(domain)}$"
        for other in User.objects.exclude(pk=user.pk).filter(email__iregex=pattern)[:MOST]:
            yield other, _("the same mailbox"), STRONG


def _name(user: User) -> Iterator[tuple[User, str, int]]:
    stem = user.username.rstrip("0123456789-_")
    if len(stem) > 3:
        alike = User.objects.filter(username__iregex=rf"^{re.escape(stem)}[0-9_-]*$")
        for other in alike.exclude(pk=user.pk)[:MOST]:
            yield other, _digits(), FAIR


def _games(user: User) -> Iterator[tuple[User, str, int]]:
    partners = (
        Tenure.objects.filter(seat__game__in=Seat.objects.filter(user=user).values("game"))
        .exclude(user=user)
        .exclude(user=None)
        .values("user")
        .annotate(games=Count("seat__game", distinct=True))
        .filter(games__gte=OFTEN)
        .order_by("-games")[:MOST]
    )
    games = {row["user"]: row["games"] for row in partners}
    for other in User.objects.filter(pk__in=games):
        yield other, _("%(number)d games together") % {"number": games[other.pk]}, WEAK


def _resignations(user: User) -> Iterator[tuple[User, str, int]]:
    games = {
        one if two == user.pk else two: many
        for (one, two), many in resignations.pairs(user.pk).items()
    }
    for other in User.objects.filter(pk__in=games):
        said = _("resigned to each other in %(number)d games in the last %(days)d days")
        told = {"number": games[other.pk], "days": resignations.LATELY.days}
        yield other, said % told, FAIR
