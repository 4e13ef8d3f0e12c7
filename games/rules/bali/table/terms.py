"""The one word for each thing of Bali, and the words not to use for it."""

from __future__ import annotations

TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "stone": ("coin", "coins", "money stone"),
        "point": ("victory point", "victory points", "VP"),
        "kind": ("type", "types", "sort", "sorts"),
        "farmer": ("peasant", "peasants", "gatherer", "gatherers"),
        "shrine": ("statue", "statues"),
        "demon": ("spirit", "spirits", "ghost"),
        "display": ("tableau", "layout"),
        "village": ("village square", "market"),
        "front card": ("lowest card", "bottom card"),
        "supply": ("stock", "reserve", "bank"),
        "deck": ("draw pile", "stack"),
        "everyone": ("everybody",),
        "at the end": ("in the end",),
        "visible": ("seen by everyone",),
        "most common": ("most frequent",),
    },
    "de": {
        "Stein": ("Münze", "Münzen"),
        "Punkt": ("Siegpunkt", "Siegpunkte", "Siegpunkten", "Siegpunktmarker"),
        "Sorte": ("Typ", "Typs", "Typen", "Art", "Arten"),
        "Bauer": ("Landwirt", "Landwirte", "Sammler"),
        "Schrein": ("Tempel", "Tempels", "Statue", "Statuen"),
        "Dämon": ("Geist", "Geister"),
        "Auslage": ("Ablage", "Tableau"),
        "Dorfplatz": ("Dorf", "Dorfes", "Dorfs", "Markt"),
        "vorderste Karte": ("vordere", "vorderen", "unterste Karte", "untersten Karten"),
        "Vorrat": ("Bank", "Lager"),
        "Stapel": ("Deck", "Nachziehstapel"),
        "Opferkarte": ("Güter", "Gut", "Warenkarte", "Warenkarten"),
        "Opferphase": ("Opferrunde",),
    },
}
