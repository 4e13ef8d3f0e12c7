"""Names of browsers that people recognise."""

from __future__ import annotations

import re

#: The first match counts; many browsers also claim to be others.
_BROWSERS = (
    *(("Firefox", r"Firefox/|FxiOS/"), ("Edge", r"Edg(e|A|iOS)?/"), ("Opera", r"OPR/|Opera")),
    *(("Samsung Internet", r"SamsungBrowser/"), ("Chrome", r"Chrom(e|ium)/|CriOS/")),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    *(("iPhone", r"iPhone"), ("iPad", r"iPad"), ("Android", r"Android"), ("Windows", r"Windows")),
    *(("Mac", r"Macintosh|Mac OS"), ("ChromeOS", r"CrOS"), ("Linux", r"Linux")),
)
_LONGEST = 80


def named(user_agent: str) -> str:
    """Browser and system, "Firefox, Linux"; an unknown one unchanged."""
    found = [
        next((name for name, sign in known if re.search(sign, user_agent)), "")
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(found) if all(found) else user_agent[:_LONGEST]
