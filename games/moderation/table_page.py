"""The admin's page on which a moderator acts at a game's table."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Report
from games.moderation import acts, desk, interest, seats
from games.moderation.desk import Act, Cell, Desk, Section
from games.moderation.pieces import game_cell, moment, person_cell, report_head, report_rows
from games.moderation.roles import MEND, MODERATE
from games.rules.engine import Json
from games.words import texts

#: Turns an act, and the names of its further arguments, into the function that gets the form's
#: data.
Done = Callable[..., Callable[[Json], None]]

_RATED = gettext_lazy(
    "You can do this even when the game is over. Ratings after it are recalculated."
)


def moderate(request: HttpRequest, game_id: int) -> HttpResponse:
    """Act at this game's table; for people who may moderate or repair games."""
    desk.check_permissions(request, MODERATE, MEND)
    game = get_object_or_404(Game.objects.defer("state", "seed"), pk=game_id)
    by = int(request.user.pk or 0)
    rows = list(game.seats.select_related("user").order_by("index"))
    named = list(enumerate(f"{i + 1}: {name}" for i, name in enumerate(texts.seat_names(rows))))
    others = interest.refusal(interest.check_table, game.pk, by)
    page = Desk(
        title=_("Game %(number)d") % {"number": game.pk},
        crumbs=[Cell(_("Games"), reverse("admin:games_game_changelist"))],
        sections=_sections(game, by, looks=not others),
        acts=_acts(game.pk, by),
        choices={"seat": named, "other": named},
        back=request.path,
        done=_("Done. It is in the game's log and in the audit log."),
        others=others,
    )
    return desk.show_desk(request, page)


def _sections(game: Game, moderator_id: int, *, looks: bool) -> list[Section]:
    """``looks``: each seat links to its view."""
    now = [
        *([game.name] if game.name else []),
        f"{game.get_status_display()}, {game.type} {game.rules_version}, "
        + _("move %(number)d") % {"number": game.number},
    ]
    if game.paused_at:
        now.append(_("Paused since %(at)s") % {"at": moment(game.paused_at)})
    if game.broken_at:
        now.append(_("Stopped: %(why)s") % {"why": game.broken_reason.strip().rpartition("\n")[2]})
    people = [
        [
            Cell(
                seat.index + 1,
                reverse("admin:games_game_look", args=[game.pk, seat.index]) if looks else "",
                MODERATE,
            ),
            person_cell(seat.user),
            Cell(seat.bot or "–"),
            Cell(_("to move") if seat.to_move else ""),
            Cell(moment(seat.deadline)),
        ]
        for seat in game.seats.select_related("user").order_by("index")
    ]
    about = interest.known_to(Report.objects.filter(game=game), moderator_id)
    reports = report_rows(about.order_by("-id")[:20])
    lists = [
        [
            Cell(
                label,
                f"{reverse(f'admin:{app}_{name}_changelist')}?q={game.pk}",
                f"{app}.view_{name}",
            )
        ]
        for app, name, label in (
            ("games", "move", _("All moves")),
            ("games", "incident", _("All incidents")),
            ("games", "chatmessage", _("All messages")),
            ("accounts", "act", _("Audit log")),
        )
    ]
    return [
        Section(_("Now"), lines=now, rows=[[game_cell(game)], *lists]),
        Section(
            _("Seats"),
            [_("View as"), _("Owner"), _("Bot"), _("Asked"), _("Deadline")],
            people,
        ),
        *([Section(_("Reports"), report_head(), reports)] if reports else []),
    ]


def _acts(game: int, by: int) -> dict[str, Act]:
    """The acts that a moderator can do at this table, by name."""

    def plain(act: Callable[..., None], *names: str) -> Callable[[Json], None]:
        return lambda data: act(game, by, *(data[name] for name in (*names, "reason")))

    return {**_running(plain), **_seats(plain), **_ending(plain)}


def _running(plain: Done) -> dict[str, Act]:
    """Acts on messages and running clocks."""
    return {
        "notice": Act(_("Send a message to all players"), ["reason"], plain(acts.notice)),
        "say": Act(_("Write in the table's chat"), ["reason"], plain(acts.write_to_table)),
        "unname": Act(
            _("Remove the name of the game"),
            ["reason"],
            plain(acts.remove_name),
            about=_("You can do this even when the game is over. It gets no other name."),
        ),
        "pause": Act(_("Pause the game"), ["reason"], plain(acts.pause_game)),
        "resume": Act(_("Resume the game"), ["reason"], plain(acts.resume_game)),
    }


def _seats(plain: Done) -> dict[str, Act]:
    def at_seat(act: Callable[..., None], *names: str) -> Callable[[Json], None]:
        return plain(act, "seat", *names)

    return {
        "time": Act(
            _("Give a player more time"),
            ["seat", "hours", "reason"],
            at_seat(seats.give_time, "hours"),
        ),
        "deadline": Act(
            _("Set a player's deadline"),
            ["seat", "at", "reason"],
            at_seat(seats.set_deadline, "at"),
        ),
        "bot": Act(
            _("Hand a seat to a bot"),
            ["seat", "reason"],
            at_seat(seats.hand_to_bot),
            about=_("Its owner can come back."),
        ),
        "return": Act(
            _("Give a seat back to its owner"), ["seat", "reason"], at_seat(seats.give_back)
        ),
        "replace": Act(
            _("Give a seat to another player"),
            ["seat", "name", "reason"],
            at_seat(seats.replace, "name"),
            final=True,
            about=_(
                "Its owner loses it for good. The new player must not have had a seat in this game."
            ),
        ),
        "forfeit": Act(
            _("Take a seat away for good"),
            ["seat", "reason"],
            at_seat(seats.forfeit),
            final=True,
            about=_(
                "As if its owner had resigned: a bot plays on; in a game of two, the "
                "other player wins."
            ),
        ),
        "swap": Act(
            _("Swap the seats of two players"),
            ["seat", "other", "reason"],
            at_seat(seats.swap, "other"),
            final=True,
            about=_("Each learns everything that the other knew."),
        ),
    }


def _ending(plain: Done) -> dict[str, Act]:
    """Acts on whether a game continues, ends and counts."""
    return {
        "mend": Act(
            _("Try to resume a stopped game"), ["reason"], plain(acts.mend), permission=MEND
        ),
        "rollback": Act(
            _("Take the game back to an earlier move"),
            ["number", "reason"],
            plain(acts.roll_back, "number"),
            final=True,
            about=_(
                "Everyone sees what was undone. Whatever nobody knew at that move is reshuffled."
            ),
            permission=MEND,
        ),
        "end": Act(
            _("End the game as it stands"),
            ["reason"],
            plain(acts.end_game),
            final=True,
            about=_(
                "The points that everyone can see decide; a game without points is a draw. The "
                "game counts for ratings."
            ),
        ),
        "rated": Act(
            _("Count the game for ratings"),
            ["reason"],
            plain(lambda game, by, reason: acts.rate(game, by, True, reason)),
            about=_RATED,
        ),
        "unrated": Act(
            _("Take the game out of the ratings"),
            ["reason"],
            plain(lambda game, by, reason: acts.rate(game, by, False, reason)),
            about=_RATED,
        ),
        "cancel": Act(
            _("Cancel the game"),
            ["reason"],
            plain(acts.cancel_game),
            final=True,
            about=_("It ends without a result and does not count."),
        ),
    }
