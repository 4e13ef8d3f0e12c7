"""One word for one thing: what the things of Bora Bora are called, and what they are not."""

from __future__ import annotations

TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "region": ("area", "areas", "territory"),
        "round": ("turn of the game", "passage"),
        "material": ("building material", "building materials", "resource", "resources"),
        "kind": ("sort", "sorts", "type", "types"),
        "god tile": ("main god", "god token"),
        "point": ("victory point", "victory points", "VP"),
        "person": ("villager", "villagers", "tile of a person"),
        "jewel": ("jewelry", "ornament"),
        "everyone": ("everybody",),
        "fulfil": ("complete a task", "solve"),
        "resolve": ("settle a task", "settles a task", "settle one of", "settle your"),
        "discard": ("throw away", "threw away", "throws away"),
        "face up": ("lie open", "lies open"),
    },
    "de": {
        "Gebiet": ("Region", "Regionen", "Landschaft", "Landschaften"),
        "Durchgang": ("Runde", "Runden", "Spielrunde"),
        "Material": ("Baustoff", "Baustoffe", "Baustoffen", "Ware", "Waren", "Rohstoff"),
        "Plan": ("Brett", "Spielbrett", "Spielplan"),
        "Tableau": ("Spielertableau", "Spielertafel"),
        "Art": ("Sorte", "Sorten", "Typ", "Typen"),
        "Götterplättchen": ("Hauptgott", "Hauptgottplättchen"),
        "Punkt": ("Siegpunkt", "Siegpunkte", "Siegpunkten"),
        "Zugreihenfolge": ("Reihenfolge", "Spielerreihenfolge"),
        "erfüllen": ("wertest du", "werten ihre"),
    },
}
