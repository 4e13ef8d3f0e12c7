"""Trials: what would happen to stored games under the installed rules, tried on copies.

A maintainer or the operator requests a trial; a worker runs it and stores what it found. The games
themselves are not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import islice
from typing import Protocol

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.redis import best_effort
from games.errors import Refused
from games.models import Package, Trial
from games.rules import registry
from games.upkeep import maintainers

QUEUE, TASK = "bots", "games.tasks.try_stored_games"
#: A trial that takes longer counts as lost.
LASTS = timedelta(minutes=15)
#: Running games that are tried, and as many finished ones; lines that are stored.
MOST_GAMES, MOST_LINES = 500, 40


class Look(Protocol):
    """The result for one game; ``wrong`` is empty if it goes on, or can still be shown."""

    @property
    def game(self) -> int: ...
    @property
    def wrong(self) -> str: ...


def request_trial(slug: str, user_id: int) -> Trial:
    """Request a trial of a type's stored games; Refused while one is running."""
    now = timezone.now()
    with transaction.atomic():
        Package.objects.select_for_update(no_key=True).get(pk=slug)
        if Trial.objects.filter(type=slug, over_at=None, at__gt=now - LASTS).exists():
            raise Refused(_("A trial of these games is already running."), "under_way")
        trial = Trial.objects.create(type=slug, by_id=user_id, at=now)
        transaction.on_commit(lambda: _wake(trial.pk), robust=True)
    return trial


def ask_as_maintainer(slug: str, user_id: int) -> Trial:
    """The same for a maintainer of the type; NotFound for everybody else."""
    maintainers.package(slug, user_id)
    return request_trial(slug, user_id)


def _wake(trial_id: int) -> None:
    best_effort.wake(TASK, QUEUE, trial_id, expires=LASTS.total_seconds())


def run(trial_id: int, look: Callable[[str, bool], Iterable[Look]]) -> None:
    """Run a trial in a worker: running games first, then finished ones; store the results.

    ``look`` goes through the games of a type, the finished ones if its second argument says so.
    """
    trial = Trial.objects.filter(pk=trial_id, over_at=None).first()
    if trial is None:
        return
    trial.rules_version = _version(trial.type)
    for over in (False, True):
        for one in islice(look(trial.type, over), MOST_GAMES):
            trial.games += 1
            if one.wrong:
                trial.failing += 1
                trial.said.append([one.game, one.wrong[:300]])
    trial.said, trial.over_at = trial.said[:MOST_LINES], timezone.now()
    trial.save()


def _version(slug: str) -> int:
    try:
        return registry.get(slug).version
    except registry.UnknownGameType:
        return 0


def last(slug: str, reader_id: int | None = None) -> Trial | None:
    """The newest trial of a type, without lines on running games in which the reader has a part."""
    trial = Trial.objects.filter(type=slug).select_related("by").order_by("-pk").first()
    if trial is not None and reader_id is not None:
        own = maintainers.closed_among(reader_id, [game for game, _wrong in trial.said])
        trial.said = [[game, "" if game in own else wrong] for game, wrong in trial.said]
    return trial


def is_under_way(trial: Trial | None) -> bool:
    return trial is not None and trial.over_at is None and trial.at > timezone.now() - LASTS
