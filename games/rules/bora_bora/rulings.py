"""What we decided where the texts are silent, for the help."""

from __future__ import annotations

from ..engine import _

RULINGS = (
    _("The bar on an action card is its lowest die. A die used with white keeps its face."),
    _("White belongs to placing the die: one that the action itself brings comes too late."),
    _("An action that could do nothing is not offered, nor is white or green that adds nothing."),
    _("Of your building tiles the highest that the value allows is built."),
    _("Pips of the helper that buy nothing else are points."),
    _("All pairs of equal cards are alike: two of one colour stand for any god."),
    _("Red may be paid with the offering that the new region has just brought."),
    _("Space 12 is emptied last. Once no hut is left there, it takes a person."),
    _("Huts leave the first eleven spaces as they come: none of these differs from another."),
    _("A material without a free field lies beside the board and counts for tasks only."),
    _("You may push out a priest of your own. With all four inside you cannot choose the temple."),
    _("Steps beyond the end of the status track are lost. Who arrives last stands ahead."),
    _("Phase B goes in the old turn order; doubling by green is decided with the use."),
    _("The other kind that green allows differs from those used of its own sex."),
    _("People just taken may be used at once, if the use of their sex is still open."),
    _("Who can only use what touches nothing but own things does so at the same time as others."),
    _("Tasks see the position after the jewellery: shells spent, tile 1, god tile and jewel in."),
    _("What is paid for the yellow god no longer counts for the task."),
    _("One requirement is one thing: a piece, a card, a region, an island, or being first."),
    _("Who meets a task settles one that is met, or one with yellow; nobody is forced to yellow."),
    _("All settle tasks at once; it is carried out in the new turn order."),
    _("In the end tasks that are met are settled by themselves; then yellow may settle others."),
    _("Cards that a task asks for are shown and stay in the hand."),
    _("Dice are rolled only after the last new task has been taken."),
    _("Materials, shells and offerings never run out."),
    _("Is no god card left in the deck, the used ones are shuffled; is there none, nothing comes."),
)
