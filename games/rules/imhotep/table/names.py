"""What the things of Imhotep are called."""

from __future__ import annotations

from ...engine import _

SITES = {
    "market": _("Market"),
    "pyramid": _("Pyramid"),
    "temple": _("Temple"),
    "tomb": _("Burial chamber"),
    "obelisks": _("Obelisks"),
}
TO_SITES = {
    "market": _("to the market"),
    "pyramid": _("to the pyramid"),
    "temple": _("to the temple"),
    "tomb": _("to the burial chamber"),
    "obelisks": _("to the obelisks"),
}
SOURCES = {
    "pyramid": SITES["pyramid"],
    "temple": SITES["temple"],
    "tomb": SITES["tomb"],
    "obelisks": SITES["obelisks"],
    "statues": _("Statues"),
    "decorations": _("Decorations"),
    "blue_cards": _("Unused blue cards"),
    "wrath": _("Wrath of the Pharaoh"),
    "supply": _("Stones in the supply"),
}
CARDS = {
    "entrance": _("Entrance"),
    "sarcophagus": _("Sarcophagus"),
    "paved_path": _("Paved path"),
    "pyramid_decoration": _("Pyramid decoration"),
    "temple_decoration": _("Temple decoration"),
    "tomb_decoration": _("Burial chamber decoration"),
    "obelisk_decoration": _("Obelisk decoration"),
    "statue": _("Statue"),
    "lever": _("Lever"),
    "hammer": _("Hammer"),
    "sail": _("Sail"),
    "chisel": _("Chisel"),
}
CARD_TEXTS = {
    "entrance": _("At once: a stone from your quarry goes to the pyramid."),
    "sarcophagus": _("At once: a stone from your quarry goes to the burial chamber."),
    "paved_path": _("At once: a stone from your quarry goes to the obelisks."),
    "pyramid_decoration": _("End of the game: 1 point for every 3 stones at the pyramid."),
    "temple_decoration": _("End of the game: 1 point for every 3 stones at the temple."),
    "tomb_decoration": _("End of the game: 1 point for every 3 stones in the burial chamber."),
    "obelisk_decoration": _("End of the game: 1 point for every 3 stones at the obelisks."),
    "statue": _(
        "End of the game: 1, 3, 6, 10, 15 points for 1 to 5 statues, 2 more for each further one."
    ),
    "lever": _("Action: sail a boat and decide in which order its stones are unloaded."),
    "hammer": _("Action: take 3 stones, then put 1 stone on a boat."),
    "sail": _("Action: put 1 stone on a boat, then sail that boat."),
    "chisel": _("Action: put 2 stones on one boat, or 1 stone on each of two boats."),
}
