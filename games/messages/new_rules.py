"""Announcements of changed rules to the people who play the game.

They come from the package's list of changes, once per version.
"""

from __future__ import annotations

import structlog
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from community.news import publishing
from community.news.publishing import Words
from games.models import Game, Progress, Seat, Tally
from games.rules import registry
from games.rules.engine import Rules
from games.stages import stage_visibility
from games.statistics import progress
from games.words import table_package

log = structlog.get_logger(__name__)

#: Prefix of a slug: the row that stores which version the site knows.
_NAME = "rules/"


def tell() -> int:
    """One tick: publish the new changes of each game type; return for how many there were any."""
    told = 0
    known = dict(Progress.objects.filter(name__startswith=_NAME).values_list("name", "row"))
    for rules in registry.all():
        if known.get(_NAME + rules.slug, 0) >= rules.version:
            continue
        try:
            told += _tell_of(rules)
        except Exception as error:  # an error of one package does not stop the others
            log.error("new rules not told", type=rules.slug, exc_info=error)
    return told


def _tell_of(rules: Rules) -> bool:
    """Announce the changes since the last version announced; whether there were any.

    1. Lock the type's row, so that no other process announces the same change.
    2. Store the new version first. The version that a site begins with, and old rules that were put
       back, are not announced.
    3. Skip types on trial: they change each day and have few players.
    4. Write the text in each language, and publish it to the type's players.
    """
    with progress.held(_NAME + rules.slug) as known:
        if known is None:
            return False
        before = known.row if known.at is not None else rules.version
        known.row, known.at = max(before, rules.version), timezone.now()
        if before >= rules.version:
            return False
        if stage_visibility.trial(rules.slug):  # they change every day and have few players
            return False
        said = {code: _said(rules, before, code) for code, _name in settings.LANGUAGES}
        texts = {code: text for code, text in said.items() if text}
        if texts:
            publishing.publish_to(texts, _players(rules.slug))
    return bool(texts)


def _said(rules: Rules, before: int, language: str) -> Words | None:
    """The changes since a version, in one language; None if the package lists none."""
    with override(language):
        lines = table_package.changes(rules, before)
        title = _("%(game)s: the rules have changed") % {"game": _(rules.name)}
    return Words(title, "\n".join(lines)) if lines else None


def _players(type_: str) -> list[int]:
    """The ids of users who finished a game of this type with others, or are playing one."""
    finished = Tally.objects.filter(type=type_, kind="record", user__isnull=False)
    sitting = Seat.objects.filter(
        game__type=type_, game__status=Game.Status.RUNNING, user__isnull=False
    )
    ids = {*finished.values_list("user", flat=True), *sitting.values_list("user", flat=True)}
    people = User.objects.filter(pk__in=ids, is_active=True, is_guest=False, owner=None)
    return list(people.order_by("pk").values_list("pk", flat=True))
