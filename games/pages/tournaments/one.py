"""The page of one tournament, part by part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Entrant, Tournament
from games.pages import inputs
from games.pages.drawing.rendering import fixed
from games.pages.tournaments import arenas, content, drawing, rule_words, rungs, words
from games.showing import tournament_log
from games.tournaments import entering, inviting, listing, report, seasons, trf
from games.tournaments.running import organising

#: Lines of the log on the page; the whole log has a page of its own.
LATEST = 8

Kind, Status, State = Tournament.Kind, Tournament.Status, Entrant.State


def build_page(here: Tournament, user: User | None, asked: Mapping[str, str]) -> dict[str, Any]:
    """The template's context; ``asked`` is the group, page and part in the address."""
    me = user.pk if user else None
    people = listing.entrants(here)
    names = {each.user_id: each.user.username for each in people}
    running = here.status == Status.RUNNING
    return {
        "here": here,
        "head": _head(here),
        "people": people,
        "joined": {each.user_id for each in people},
        "rules": rule_words.rules(here),
        "reports": list(trf.FORMS) if report.has_report(here) else [],
        "waits": content.waits(here, names, me) if running else [],
        "next": content.next_game(here, names, me) if running else None,
        "log": tournament_log.describe_events(
            listing.list_events(here)[:LATEST], listing.entrant_names(here)
        ),
        **_reader(here, user),
        **_standings(here, me, asked),
    }


def build_arena(here: Tournament, user: User | None, asked: Mapping[str, str]) -> dict[str, Any]:
    """The context of an arena's page."""
    page = inputs.number(asked.get("page", ""), 4)
    return {
        "head": _head(here),
        "rules": rule_words.rules(here),
        "log": tournament_log.describe_events(
            listing.list_events(here)[:LATEST], listing.entrant_names(here)
        ),
        "runs": organising.runs(here, user),
        "socket": arenas.socket(here),
        "own_gold": True,
        **arenas.describe_arena(here, user.pk if user else None, arenas.draw_shared(here, page)),
    }


def _head(here: Tournament) -> dict[str, object]:
    return {
        "cover": fixed(f"{here.type}/cover.svg"),
        "game": words.game(here),
        "how": words.how(here),
        "edition": words.edition(here),
        "when": words.when(here, *listing.games(here)),
        "probably": content.probably(here),
    }


def _reader(here: Tournament, user: User | None) -> dict[str, object]:
    """The reader's role, and what they may do."""
    me = user.pk if user else None
    entrant, invitation = listing.entrant(here, me), listing.invitation(here, me)
    runs = organising.runs(here, user)
    asks = runs and here.by_invitation
    return {
        "entrant": entrant,
        "takes_part": entrant is not None and entrant.state in (State.IN, State.WAITING),
        "comes": me is not None and seasons.comes(here, me),
        "runs": runs,
        "invitation": invitation,
        "may_join": invitation is not None or me == here.organiser_id or not here.by_invitation,
        "joinable": entering.joinable(here),
        "invites": asks and entering.joinable(here),
        "invited": inviting.list_invitations(here) if asks else [],
        "ladder": rungs.describe_ladder(here, entrant) if here.kind == Kind.LADDER else None,
    }


def _standings(here: Tournament, me: int | None, asked: Mapping[str, str]) -> dict[str, object]:
    """Divisions of a league, or one group with its tables; matches of an elimination."""
    groups = listing.groups(here)
    group = _group(here, groups, me, asked)
    shown = group if here.kind != Kind.LADDER else None
    tables = listing.tables(here, *shown) if shown else []
    knocked_out = here.kind == Kind.ELIMINATION
    matches = drawing.matches(here, tables, me) if knocked_out and tables else []
    number = inputs.number(asked.get("page", ""), 4)
    league = here.kind == Kind.LEAGUE
    divisions = content.divisions(here, me) if league and not group else []
    return {
        "divisions": divisions,
        "my_place": content.my_place(divisions),
        "kept": seasons.coming(here) if league and here.status == Status.OPEN else 0,
        "next_season": listing.next_season(here) if league else None,
        "groups": _links(here, groups, group),
        "group": group,
        "asked": number,
        "standings_of": content.on_page(
            content.standings(here, shown, me) if shown else [], number
        ),
        "breaks": [words.SHORT[name] for name in here.tie_breaks],
        "tables": [] if knocked_out else content.meetings(tables, me),
        "matches": matches,
        "drawn": drawing.draw_bracket(matches, asked.get("part", ""))
        if matches and here.players == 2
        else None,
    }


def _group(
    here: Tournament, groups: list[content.Group], me: int | None, asked: Mapping[str, str]
) -> content.Group | None:
    """The group that the address names, otherwise the reader's own, otherwise that of the final."""
    named = [inputs.number(asked.get(name, ""), 4) for name in ("stage", "group")]
    for group in groups:
        if list(group) == named:
            return group
    if here.kind == Kind.LEAGUE:
        return None  # all divisions together
    own = listing.group_of(here, me) if me else None
    return own or (groups[-1] if groups else None)


def _links(
    here: Tournament, groups: list[content.Group], current: content.Group | None
) -> list[dict[str, object]]:
    """Links to each group, if there are several."""
    if len(groups) < 2:
        return []
    return [
        {
            "label": _group_label(here, each, groups),
            "href": f"?stage={each[0]}&group={each[1]}",
            "current": each == current,
        }
        for each in groups
    ]


def _group_label(here: Tournament, group: content.Group, groups: list[content.Group]) -> str:
    stage, number = group
    if here.kind == Kind.LEAGUE:
        return _("Division %(n)d") % {"n": number + 1}
    if stage and sum(each[0] == stage for each in groups) == 1:
        return _("Final")
    return _("Group %(letter)s") % {"letter": _letters(number)} + (f" {stage + 1}" if stage else "")


def _letters(number: int) -> str:
    return chr(65 + number) if number < 26 else _letters(number // 26 - 1) + chr(65 + number % 26)
