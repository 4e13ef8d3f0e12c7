"""Where we differ from the printed game, and what we decided where its rules are silent: two lists
of the help, which also shows ``CONFIDENCE`` of ``reconstructed``.
"""

from __future__ import annotations

from ..engine import _

DIFFERENCES = (
    _("The highest building tile that the value allows is built; you do not choose a lower one."),
    _("Huts leave spaces 1 to 11 in a fixed order, as none of these differs from another."),
    _("An action that could do nothing is not offered, nor is a god that would add nothing."),
    _("People who touch only your own things are used last, by all such players together."),
    _("Whoever can pay for a jewel settles a task right after that; all others together."),
    _("At the end tasks that are met are fulfilled by themselves; yellow may fulfil others."),
    _("Fulfilled tasks are not turned over: the log names them."),
)

RULINGS = (
    _("White is played when the die is placed: a card that the action brings comes too late."),
    _("Pips of the helper that buy nothing else are points."),
    _("Red may be paid with the offering that the new region has just brought."),
    _("Huts on space 12 are built last. Once none is left there, the space takes a person."),
    _("You may push out a priest of your own. With all four inside you cannot use the temple."),
    _("Steps beyond the end of the status track are lost."),
    _("The second kind that green allows differs from the kind of its own sex already used."),
    _("People taken in phase B may be used at once if their sex has not been used yet."),
    _("For tasks the new turn order, the new god tile and the new jewel count already."),
    _("What you pay for the yellow god no longer counts for the task."),
    _("Yellow replaces one thing: a piece, a card, a region, an island, or being first."),
    _("While one of your tasks is met you cannot discard any. Nobody has to play yellow."),
    _("If no god card is left anywhere, you take none; used ones then lie open, up to five."),
)
