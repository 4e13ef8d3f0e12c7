"""Where we differ from the printed game, and what we decided where its rules are silent: two lists
for the help, which also shows ``CONFIDENCE`` of ``reconstructed``.
"""

from __future__ import annotations

from ..engine import _

DIFFERENCES = (
    _("You build the highest building tile that the value allows; you cannot choose a lower one."),
    _("Huts leave spaces 1 to 11 in a fixed order, because these spaces are all alike."),
    _("You are not offered an action that could do nothing, nor a god that would add nothing."),
    _(
        "People who affect only your own things are used last; all players to whom this "
        "applies use them at the same time."
    ),
    _(
        "A player who can pay for a jewel resolves a task right after that choice; all others "
        "resolve theirs at the same time."
    ),
    _(
        "At the end, tasks whose conditions are met are fulfilled automatically; you may "
        "fulfil others with yellow."
    ),
    _("Fulfilled tasks are not turned over; the log lists them."),
)

RULINGS = (
    _("White is played when the die is placed: a card gained by the action comes too late."),
    _("Helper pips that buy nothing else become points."),
    _("You may pay for red with the offering that the new region has just given."),
    _("Huts on space 12 are built last. Once none is left there, the space can hold a person."),
    _(
        "You may push out your own priest. You cannot use the temple while all four of yours "
        "are inside."
    ),
    _("Steps beyond the end of the status track are lost."),
    _(
        "If the green god lets you use another kind of the same sex, you must not have "
        "used that kind yet."
    ),
    _("You may use people taken in phase B at once if you have not used their sex yet."),
    _("Tasks already count the new turn order, the new god tile and the new jewel."),
    _("What you pay for the yellow god no longer counts for the task."),
    _("Yellow replaces one thing: a piece, a card, a region, an island, or being first."),
    _("You cannot discard a task while one of your tasks is met. You never have to play yellow."),
    _(
        "If no god cards are left anywhere, you take none. Cards used after that are placed "
        "face up, up to five."
    ),
)
