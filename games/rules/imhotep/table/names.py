"""Names of the things of Imhotep."""

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
    "market": _("Unspent coins"),
    "private_boats": _("Unused private boat"),
    "wagers": _("Wagers"),
    "private_quarries": _("Private quarries"),
    "prophecies": _("Prophecies"),
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
    "sledge": _("Sledge"),
    "private_quarry": _("Private quarry"),
    "stone_decoration": _("Stone decoration"),
    "raft": _("Raft"),
    "gangplank": _("Gangplank"),
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
        "End of the game: 1, 3, 6, 10, 15 points for 1 to 5 statues, 2 more for each "
        "additional one."
    ),
    "lever": _("Action: sail a boat and decide in which order its stones are unloaded."),
    "hammer": _("Action: take up to 3 stones, then put 1 stone on a boat."),
    "sail": _("Action: put 1 stone on a boat, then sail that boat."),
    "chisel": _("Action: put 2 stones on one boat, or 1 stone on each of two boats."),
    "sledge": _("As long as you have it: room for 2 more stones in your supply."),
    "private_quarry": _("At once: 1 point, and up to 3 stones from your quarry."),
    "stone_decoration": _("End of the game: 1 point for each stone in your supply."),
    "raft": _(
        "Action: put 2 stones from your supply back into the quarry, then put 1 directly on a site."
    ),
    "gangplank": _(
        "Action: put 1 stone back into the quarry, then sail a boat with a stone of yours "
        "on board; it goes to a site that already has a boat."
    ),
}
FAVOURS = {
    "cards": _("Two market cards"),
    "fill": _("Full supply"),
    "reorder": _("New order"),
    "sail": _("Load two and sail"),
    "load": _("Three stones"),
}
FAVOUR_TEXTS = {
    "cards": _("Take up to 2 face-up cards from the market; new ones replace them."),
    "fill": _("If you like, put a stone on a boat; then fill your supply from the quarry."),
    "reorder": _(
        "If you like, put a stone on a boat. Then sail that boat, or any boat if you "
        "loaded none, and unload its stones in any order."
    ),
    "sail": _("Put up to 2 stones on a boat, then sail it."),
    "load": _("Put up to 3 stones on one or more boats."),
}
PROPHECIES = {
    "pyramid": _("Prophecy of the pyramid"),
    "temple": _("Prophecy of the temple"),
    "tomb": _("Prophecy of the burial chamber"),
    "obelisks": _("Prophecy of the obelisks"),
    "amun": _("Amun"),
    "supply": _("Prophecy of the supply"),
    "builder": _("Prophecy of the builder"),
}
PROPHECY_TEXTS = {
    "pyramid": _("At the end of the game, have more stones at the pyramid than any other player."),
    "temple": _(
        "At the end of the game, have more stones at the temple than any other player, "
        "covered ones included."
    ),
    "tomb": _(
        "At the end of the game, have more stones in the burial chamber than any other player."
    ),
    "obelisks": _(
        "At the end of the game, have more stones at the obelisks than any other player."
    ),
    "amun": _(
        "At the end of the game, have more market cards than any other player; red ones that "
        "were used count as well."
    ),
    "supply": _("At the end of the game, have %(number)d or more stones in your supply."),
    "builder": _(
        "At the end of the game, have %(number)d or more stones at each of the four monuments."
    ),
}
PYRAMIDS = (_("the first pyramid"), _("the second pyramid"), _("the third pyramid"))
