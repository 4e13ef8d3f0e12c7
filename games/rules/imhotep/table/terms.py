"""The one word for each thing of Imhotep, and the words not to use for it."""

from __future__ import annotations

TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "supply": ("stock", "reserve", "store"),
        "quarry": ("pit", "bank"),
        "burial chamber": ("tomb", "tombs", "crypt"),
        "boat": ("ship", "ships", "barge", "barges"),
        "gangplank": ("jetty", "plank"),
        "draw pile": ("deck", "stack of cards"),
        "discard": ("throw away", "thrown away"),
        "level": ("layer", "layers", "storey", "tier"),
        "prophesy": ("foretell", "foretells", "foretold", "predict", "predicts"),
        "wager": ("stake", "stakes"),
        "site": ("location", "locations"),
        "point": ("victory point", "victory points", "VP"),
        "everyone": ("everybody",),
        "someone": ("somebody",),
        "at the end": ("in the end",),
        "face up": ("open card", "open cards", "lies open", "lie open"),
        "tallest obelisk": ("highest obelisk", "highest obelisks"),
        "tied": ("equals",),
        "made up": ("made up by us",),
        "visible": ("seen from above",),
    },
    "de": {
        "Vorrat": ("Lager", "Reserve"),
        "Grabkammer": ("Gruft", "Grab"),
        "Boot": ("Schiff", "Schiffe", "Schiffen"),
        "Lastschlitten": ("Schlitten",),
        "Ladeplanke": ("Landungssteg", "Landungsstege", "Landungsstegen", "Planke"),
        "laden": ("verladen", "beladen", "belädt", "Beladung"),
        "abladen": ("entladen", "entlädt", "ausladen", "ausgeladen"),
        "ablegen": ("abwerfen", "abgeworfen", "weggelegt"),
        "ausspielen": ("gespielt", "gespielte", "gespielten"),
        "prophezeien": ("voraussagen", "weissagen", "geweissagt", "vorhersagen", "voraus"),
        "Ebene": ("Lage", "Lagen", "Stockwerk"),
        "Nachziehstapel": ("Deck", "Kartenstapel"),
        "Punkt": ("Siegpunkt", "Siegpunkte", "Siegpunkten"),
    },
}
