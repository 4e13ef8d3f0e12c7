"""Leaderboards and a person's ratings, read by index from the counted rows."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import Privacy
from games.models import Game, Progress, RatingChange, Standing
from games.ratings.counting import RATINGS, earlier
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER, Skill, display_value
from games.statistics import finished

PER_PAGE = 50
#: While fewer are listed, provisional ratings stand below them.
ENOUGH = 10
_FARTHEST = 10**7
#: Games of a curve, the newest; each may lie on a page of the database of its own.
CURVE = 50


class Change(NamedTuple):
    """A game's change of a rating: before, and after as shown to people. ``place``: the place that
    counted."""

    user_id: int
    was: Skill
    after: int
    hidden: bool
    place: int

    @property
    def before(self) -> int:
        return self.was.number


class OfGame(NamedTuple):
    """The rating changes of a finished game; ``counted``: they are complete.

    ``elsewhere``: players who left it in an absence that already counted in another game.
    """

    counted: bool
    changes: list[Change]
    elsewhere: list[int]


class After(NamedTuple):
    """A position on a leaderboard: a person's rating, the person, and their place."""

    mu: float
    user_id: int
    place: int

    @classmethod
    def read(cls, text: str) -> After | None:
        """As it is written in addresses; None for nonsense."""
        mu, _comma, rest = text.partition(",")
        user_id, _comma, place = rest.partition(",")
        try:
            found = cls(float(mu), int(user_id), int(place))
        except ValueError:
            return None
        in_range = abs(found.mu) < _FARTHEST and 0 <= found.place < _FARTHEST
        return found if in_range and 0 <= found.user_id < 2**63 else None

    def write(self) -> str:
        return f"{self.mu!r},{self.user_id},{self.place}"


class Leaders(NamedTuple):
    """A page of a leaderboard.

    ``listed`` are the people from ``place`` on, and ``provisional`` others with a provisional
    rating, who fill a short list. ``after`` leads to the next page, if there is one.
    """

    place: int
    listed: list[Standing]
    provisional: list[Standing]
    after: After | None


def leaders(pool: str, season: int, after: After | None = None) -> Leaders:
    """The next on the leaderboard, without people who have closed their accounts or do not want to
    be listed."""
    rows = _shown(pool, season, listed=True)
    if after is not None:
        rows = rows.filter(mu__lte=after.mu).exclude(mu=after.mu, user__lte=after.user_id)
    found, before = list(rows[: PER_PAGE + 1]), after.place if after else 0
    page = found[:PER_PAGE]
    further = None
    if len(found) > PER_PAGE:
        further = After(page[-1].mu, page[-1].user_id, before + PER_PAGE)
    missing = 0 if after else max(0, ENOUGH - len(page))
    provisional = list(_shown(pool, season, listed=False)[:missing])
    return Leaders(before + 1, page, provisional, further)


def regulars(type_: str, season: int, most: int) -> list[int]:
    """The people with the most rated games of days in this season, without those who do not want to
    be listed."""
    rows = _shown(type_, season, listed=True).order_by("-games", "user")
    return list(rows.values_list("user", flat=True)[:most])


def first_season(pool: str) -> int | None:
    """The first season in which somebody was rated; None if there is none."""
    rows = Standing.objects.filter(type=pool, season__gt=ALWAYS, listed=True)
    return rows.order_by("season").values_list("season", flat=True).first()


def _shown(pool: str, season: int, *, listed: bool) -> QuerySet[Standing]:
    unlisted = Privacy.objects.filter(user=OuterRef("user"), hidden__contains=["leaderboards"])
    return (
        Standing.objects.filter(type=pool, season=season, listed=listed, user__is_active=True)
        .exclude(Exists(unlisted))
        .select_related("user")
        .order_by("-mu", "user")
    )


def find_standing(user_id: int | None, pool: str, season: int) -> Standing | None:
    return Standing.objects.filter(user=user_id, type=pool, season=season).first()


def ratings_of(user_id: int) -> dict[str, Standing]:
    """A person's newest ratings, by pool."""
    return {row.type: row for row in Standing.objects.filter(user=user_id, season=ALWAYS)}


def curve(user_id: int, pool: str) -> list[RatingChange]:
    """A person's last ratings in a pool, the oldest first."""
    changes = RatingChange.objects.filter(user=user_id, type=pool)
    return list(changes.order_by("-at", "-game")[:CURVE])[::-1]


def of_game(game: Game) -> OfGame:
    """The rating changes of this finished game."""
    progress = Progress.objects.filter(name=RATINGS.of(game.type))
    counted = progress.filter(Q(at__gt=game.finished_at) | Q(at=game.finished_at, row__gte=game.pk))
    before = earlier(OuterRef("user"), OuterRef("type"), OuterRef("at"), OuterRef("game"))
    hiding = Privacy.objects.filter(user=OuterRef("user"), hidden__contains=["ratings"])
    changes = RatingChange.objects.filter(game=game).annotate(
        mu_before=Subquery(before.values("mu")[:1]),
        sigma_before=Subquery(before.values("sigma")[:1]),
        hidden=Exists(hiding),
    )
    told = [
        Change(
            change.user_id,
            BEGINNER if change.mu_before is None else Skill(change.mu_before, change.sigma_before),
            display_value(change.mu),
            change.hidden,
            change.place,
        )
        for change in changes
    ]
    over = counted.exists()
    return OfGame(over, told, _elsewhere(game, {change.user_id for change in told}) if over else [])


def _elsewhere(game: Game, rated: set[int]) -> list[int]:
    [one] = finished.with_starters([game])
    gone = [each.user_id for each in one.starters if each.away_since is not None]
    return [each for each in gone if each not in rated and each] if one.of_people else []
