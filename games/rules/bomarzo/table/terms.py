"""One word for one thing: what the things of Bomarzo are called, and what they are not."""

from __future__ import annotations

TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "season": ("rounds", "year", "years"),
        "good": ("resource", "resources"),
        "coin": ("money",),
        "offering": ("sacrifice", "sacrifices", "bid", "bids"),
        "deity": ("god", "gods", "idol", "idols"),
        "category": ("field",),
        "pawn": ("figure", "meeple", "meeples"),
        "level": ("stage", "first side", "second side"),
        "in the village": ("in store", "in stock"),
        "draw pile": ("stack", "draw deck"),
        "discard pile": ("discard stack", "graveyard"),
        "everybody": ("everyone",),
        "at the end": ("in the end",),
        "decline": ("do without",),
        "clean-up": ("tidying up",),
        "point": ("victory point", "victory points", "VP"),
    },
    "de": {
        "Jahreszeit": ("Runde", "Runden", "Saison"),
        "Gut": ("Ressource", "Ressourcen", "Rohstoff", "Rohstoffe"),
        "Münze": ("Geld", "Taler"),
        "Opfer": ("Gebot", "Gebote", "Opfergabe", "Opfergaben"),
        "Gottheit": ("Gott", "Götter", "Götze"),
        "Kategorie": ("Bereich", "Bereiche", "Bereichs"),
        "Erntebereich": ("Gebiet", "Gebiete"),
        "Figur": ("Spielfigur", "Spielfiguren", "Aktionsfigur", "Aktionsfiguren"),
        "Stufe": ("Level", "Erste Seite", "Zweite Seite"),
        "im Dorf": ("Nahrung im Vorrat", "Münzen im Vorrat"),
        "Vorrat": ("Lager",),
        "Nachziehstapel": ("Zugstapel", "Kartenstapel"),
        "Ablagestapel": ("Abwurfstapel",),
        "Leiste": ("Spur", "Spuren"),
        "Punkt": ("Siegpunkt", "Siegpunkte"),
        "Meistermaler": ("Malermeister",),
    },
}
