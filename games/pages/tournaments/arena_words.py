"""The rules of arenas in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Tournament
from games.tournaments.arena.pairing import AGAIN
from games.tournaments.kinds import arena
from games.tournaments.running.absent_players import ABSENT


def rules(tournament: Tournament) -> list[tuple[str, str, str]]:
    """An icon, the beginning of the sentence, and the rest."""
    declared = arena.rules(tournament)
    return [
        (
            "swap",
            _("As soon as you are free you play again,"),
            _(
                "at a table of two, against somebody near in the standings whom you have not just "
                "met. If nobody else becomes free within %(n)d seconds, the same two meet again. "
                "The player who has had the first seat less often gets it."
            )
            % {"n": AGAIN},
        ),
        (
            "cup",
            _("A win gives %(n)d points, a draw %(draw)d.") % {"n": arena.WIN, "draw": arena.DRAW},
            _(
                "From the third win in a row on, each win gives %(more)d points, until a draw or a "
                "loss ends the row. A player with more points ranks higher, then the one with more "
                "wins; players who are equal in both share the place."
            )
            % {"more": arena.WIN_IN_ROW},
        ),
        (
            "undo",
            _("Come and go as you like."),
            _(
                "You can join until the end, and take a break at any time: it begins after your "
                "game, your points stay, and you come back when you press the button."
            )
            + (" " + _("Guests can join, too.") if declared.guests else ""),
        ),
        (
            "user",
            _("Come to your table."),
            _(
                "A player who has neither opened it nor made a choice within %(n)d seconds of "
                "their turn loses the game and gets a break."
            )
            % {"n": ABSENT.total_seconds()},
        ),
        (
            "calendar",
            ngettext("It lasts %(n)d minute.", "It lasts %(n)d minutes.", declared.minutes)
            % {"n": declared.minutes},
            ngettext(
                "Then no new games begin. Games that end within %(n)d minute of it count; later "
                "ones go on, but do not count. It is never paused.",
                "Then no new games begin. Games that end within %(n)d minutes of it count; later "
                "ones go on, but do not count. It is never paused.",
                declared.grace_minutes,
            )
            % {"n": declared.grace_minutes},
        ),
    ]
