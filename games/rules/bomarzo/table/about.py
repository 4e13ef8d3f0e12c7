"""Where the help explains a thing on the board, or a question."""

from __future__ import annotations

from ...engine import Json, Text
from ..reconstructed import ABILITIES, CARDS

_THINGS = {
    "area": "chapter-harvest",
    "worker": "chapter-village",
    "village": "chapter-village",
    "track": "chapter-tracks",
    "worship": "chapter-worship",
    "played": "chapter-cards",
    "deck": "chapter-cards",
    "discards": "chapter-cards",
}
RULES: dict[str, str] = {
    "keep_card": "chapter-setting_up",
    "move_workers": "chapter-village",
    "extra_good": "chapter-setting_up",
    "use_vision": "ability-vision",
    "put_back": "ability-vision",
    "place": "chapter-season",
    "keep_worship": "chapter-worship",
    "take_worship": "chapter-worship",
    "count_cards": "chapter-offering",
    "offer": "chapter-offering",
    "discard_card": "chapter-offering",
    "raise_offering": "ability-raise",
    "plunder": "deity-orco",
    "plunder_one": "deity-orco",
    "play_card": "chapter-cards",
    "trade_cards": "deity-tartaruga",
    "choose_shrine": "deity-drago",
    "use_dragon": "ability-dragon",
    "put_under": "deity-drago",
    "copy": "chapter-copying",
    "choose_symbol": "chapter-end",
}


def about(target: str, view: Json) -> tuple[Text, str] | None:
    """Return the paragraph of the help on a thing; its tip shows what it is worth now."""
    what, _dash, which = target.partition("-")
    if what == "deity":
        return Text(""), target
    if what == "season":
        return Text(""), f"season-{view['tiles'][int(which) - 1]}"
    if what == "card":
        extra = CARDS[which].extra
        return Text(""), f"ability-{extra}" if extra in ABILITIES else "chapter-cards"
    return (Text(""), _THINGS[what]) if what in _THINGS else None
