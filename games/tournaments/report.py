"""A tournament's report for other programs (``games.tournaments.trf``)."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Illegal, NotFound, Refused
from games.models import Entrant, Table, Tournament
from games.ratings.skill import display_value
from games.tournaments import listing, rows, trf
from games.tournaments.kinds import lookahead, standing
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.kinds import get_kind

Kind, Status = Tournament.Kind, Tournament.Status
#: The kinds that FIDE's file has a form for, as it calls them.
REPORTED = {
    Kind.SWISS: "Swiss-System",
    Kind.ROBIN: "Round Robin",
    Kind.LEAGUE: "Round Robin",
}


def has_report(here: Tournament) -> bool:
    """Whether the file has a form for this tournament, and there is something to be written."""
    begun = here.status in (Status.RUNNING, Status.FINISHED)
    return begun and here.kind in REPORTED and here.players == 2


def write_report(
    here: Tournament, form: str, stage: int | None = None, group: int | None = None
) -> str:
    """The file of one group, by default the first one of the last stage. Of a Swiss it has the
    rounds that are over; of the others also the games to come, without a result.

    Illegal for an unknown form, Refused where the file has no form for this tournament, NotFound
    for an unknown group.
    """
    if form not in trf.FORMS:
        raise Illegal(
            _("There is no such form. Known forms: %(forms)s.") % {"forms": ", ".join(trf.FORMS)},
            "bad_form",
        )
    if not has_report(here):
        raise Refused(
            _(
                "Only a Swiss, a round robin or a league at tables of two has this file, "
                "once it has started."
            ),
            "no_report",
        )
    groups = listing.groups(here)
    last = max((found for found, _number in groups), default=0)
    wanted = (last if stage is None else stage, 0 if group is None else group)
    if wanted not in groups:
        raise NotFound(_("There is no such group."))
    return trf.FORMS[form](_report(here, *wanted, alone=len(groups) == 1))


def _report(here: Tournament, stage: int, group: int, *, alone: bool) -> trf.Report:
    entrants = {
        entrant.pk: entrant
        for entrant in Entrant.objects.filter(tournament=here).select_related("user")
    }
    entries = {
        pk: trf.Entry(entrant.user.username, display_value(entrant.rating))
        for pk, entrant in entrants.items()
    }
    began = Table.objects.filter(tournament=here, stage=stage, group=group, began_at__isnull=False)
    days = began.values_list("round").annotate(Min("began_at")).order_by("round")
    begins, ends = here.started_at or here.opened_at, here.ended_at or here.ends_at
    head = trf.Head(
        name=here.name if alone else f"{here.name}, {_group(here, stage, group)}",
        organiser=here.organiser.username,
        paired_by=f"{settings.SITE_NAME} {settings.RELEASED}",
        begins=begins.date(),
        ends=(ends or timezone.now()).date(),
        days={number: at.date() for number, at in days},
    )
    return report_of(head, rows.field(here, stage=stage, group=group), (stage, group), entries)


def report_of(
    head: trf.Head, field: Field, place: tuple[int, int], entries: Mapping[int, trf.Entry]
) -> trf.Report:
    """The report of the group at this ``place``, its stage and number, from its tables alone."""
    here = field.tournament
    swiss = here.kind == Kind.SWISS
    unfinished = {board.place.round for board in field.boards if not board.over and swiss}
    boards = [board for board in field.boards if board.place.round not in unfinished]
    kind = get_kind(here)
    standings = kind.standings(field._replace(boards=boards), *place) if boards else []
    met = {entrant for board in boards for entrant in board.people}
    there = [each for each in field.seeded if swiss or each in met]
    return trf.Report(
        head=head,
        kind=REPORTED[Kind(here.kind)],
        system=_system(field),
        rounds=kind.stages(here, len(field.seeded))
        if swiss
        else max(board.place.round for board in boards),
        points=here.points,
        entries={each: entries[each] for each in there},
        boards=boards,
        counted=standing.counted_boards(boards, field.gone, here.kind),
        rows=standings,
    )


def _system(field: Field) -> str:
    """FIDE's Dutch system, unless so few people play so many rounds that a pairing is chosen for
    what it leaves (``lookahead``); a round robin has an order of its own."""
    if field.tournament.kind != Kind.SWISS:
        return "CUSTOM_ROUNDROBIN"
    there = len(field.seeded) - len(field.gone)
    rounds = get_kind(field.tournament).stages(field.tournament, len(field.seeded))
    return "CUSTOM_SWISS" if lookahead.needed(there, 2, rounds) else "FIDE_DUTCH"


def _group(here: Tournament, stage: int, group: int) -> str:
    """In English, which the file is in."""
    if here.kind == Kind.LEAGUE:
        return f"division {group + 1}"
    return f"group {group + 1}" + (f" of stage {stage + 1}" if stage else "")
