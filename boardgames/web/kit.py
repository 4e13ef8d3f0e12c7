"""The page /kit/: every part of the design in its states, to review and extend the look."""

import json
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.rules.engine.grids import hexagon_grid, rhombus_grid, square_grid

COLOURS = {
    "page": ("page", "surface", "surface-raised", "surface-sunken", "line", "line-strong"),
    "ink": ("ink", "ink-soft", "accent", "accent-soft", "focus"),
    "turn": ("glow", "glow-fill", "glow-soft"),
    "tones": ("good", "good-soft", "warn", "warn-soft", "bad", "bad-soft", "info", "info-soft"),
    "materials": ("felt", "wood", "paper", "stone", "sand", "water"),
    "seats": ("seat-0", "seat-1", "seat-2", "seat-3"),
}
TEXT_SIZES = ("3xl", "2xl", "xl", "lg", "md", "sm", "xs")
SPACES = tuple(range(1, 9))
ICONS = (
    *("games", "lobby", "mine", "next", "user", "menu", "sign-out", "sun", "moon", "auto"),
    *("undo", "check", "close", "plus", "clock", "help", "info", "success", "warning", "error"),
    *("chat", "log", "score", "bell", "eye", "bot", "globe"),
    *("people", "mail", "search", "share", "send", "dots", "live", "copy"),
    *("first", "previous", "following", "last"),
)


@require_safe
def kit(request: HttpRequest) -> HttpResponse:
    """Every part, in light and in dark."""
    return render(request, "kit/page.html", {"kit": _samples()})


def _samples() -> dict[str, object]:
    """Sample data in the shapes that the macros expect."""
    return {
        "colours": COLOURS,
        "text_sizes": TEXT_SIZES,
        "spaces": SPACES,
        "icons": ICONS,
        "players": _players(),
        "choices": [
            {"label": _("Temple"), "value": '["sail",2,"temple"]'},
            {"label": _("Pyramid"), "value": '["sail",2,"pyramid"]'},
            {"label": _("Market"), "href": "#choice"},
        ],
        "many_choices": [
            {"label": _("Boat %(number)s") % {"number": number}, "value": f'["place",{number}]'}
            for number in range(1, 13)
        ],
        "panes": [
            {"name": "sea", "title": _("Islands"), "glows": 0, "forward": False},
            {"name": "market", "title": _("Market"), "glows": 3, "forward": True},
            {"name": "own", "title": _("My board"), "glows": 1, "forward": False},
        ],
        "giving": _giving(),
        "tasks": _tasks(),
        "grids": {
            "squares": square_grid(4),
            "points": square_grid(4),
            "rhombus": rhombus_grid(3),
            "hexagon": hexagon_grid(3),
        },
        "goods": [
            {"name": "salt", "label": _("Salt"), "count": 3, "most": 5, "seat": 0, "open": True},
            {"name": "wood", "label": _("Wood"), "count": 12, "seat": 1},
            {"name": "wine", "label": _("Wine"), "count": 0, "seat": 2},
        ],
        "forecast": [
            {"seat": 0, "name": "Anna", "points": [14, 9, 6]},
            {"seat": 1, "name": "Ben", "points": [8, 12, 0]},
            {"seat": 2, "name": "Cleo", "points": [0, 0, 3]},
        ],
        "log": _log(),
        **_scores(),
    }


def _tasks() -> list[dict[str, object]]:
    """One that is met, one that is nearly met, and many that are not."""
    return [
        {
            "id": 1,
            "short": _("3 stones"),
            "text": _("Own three stones."),
            "state": "met",
            "said": _("Fulfilled"),
        },
        {
            "id": 2,
            "short": _("4 huts"),
            "text": _("Build four huts."),
            "state": "near",
            "said": _("One is missing"),
        },
        *(
            {"id": number, "short": _("%(n)s gods") % {"n": number}, "text": _("Own gods.")}
            for number in range(3, 9)
        ),
    ]


def _scores() -> dict[str, object]:
    return {
        "score_seats": [
            {"seat": 0, "name": "Anna", "total": 41, "rank": 1},
            {"seat": 1, "name": "Ben", "total": 38, "rank": 2},
            {"seat": 2, "name": "Cleo", "total": 38, "rank": 2},
            {"seat": 3, "name": "Don", "total": 27, "rank": 4},
        ],
        "score_rows": [
            {
                "label": _("Pyramid"),
                "text": _("The value of each field, at once when a stone is laid."),
                "points": [14, 9, 12, 6],
            },
            {
                "label": _("Temple"),
                "text": _("One point for each stone seen from above, at the end of a round."),
                "points": [11, 15, 8, 12],
            },
            {
                "label": _("Obelisks"),
                "text": _("By height: 15, 10, 5 and 1 point with four players."),
                "points": [10, 5, 15, 1],
            },
            {"label": _("Statues"), "text": "", "points": [6, 9, 3, 8]},
            {"label": _("Blue cards left"), "text": "", "points": [0, 0, 0, 0]},
        ],
    }


def _giving() -> dict[str, object]:
    """Two wood and a salt, one in all more, and wine can replace either."""
    goods = [("wood", _("Wood"), 3, 2), ("salt", _("Salt"), 2, 0), ("wine", _("Wine"), 4, 1)]
    rules = {
        "total": 4,
        "most": 6,
        "least": [{"wood": 2, "salt": 1}],
        "counts": {"wine": ["wood", "salt"]},
        "labels": {"wood": _("Wood"), "salt": _("Salt")},
    }
    purse = {
        "goods": [
            {
                "name": name,
                "good": name,
                "label": label,
                "worth": 1,
                "least": 0,
                "most": most,
                "given": given,
            }
            for name, label, most, given in goods
        ],
        "rules": [
            _("at least 4 in all"),
            _("at most 6 in all"),
            _("at least 2 wood, 1 salt; wine for either"),
        ],
        "data": json.dumps(rules),
    }
    preset = {"label": _("2 wood, 2 wine"), "value": "[]"}
    said = _("2 wood, 2 wine; the next hut takes 5 in all")
    return {"choice": "[{}]", "said": said, "asks": "", "purses": [purse], "presets": [preset]}


def _players() -> list[dict[str, object]]:
    clock = _clock(timedelta(days=2, hours=4, seconds=30))
    hurry = _clock(timedelta(minutes=45, seconds=30)) | {"urgent": True}
    made_of = _("Pyramid 14 + temple 11 + obelisks 10 + statues 6")
    return [
        {
            "seat": 0,
            "name": "Anna",
            "you": True,
            "to_move": True,
            "online": True,
            "score": 41,
            "score_text": made_of,
            "clock": clock,
        },
        {
            "seat": 1,
            "name": "Ben_with_a_very_long_player_name",
            "url": "#ben",
            "to_move": True,
            "online": False,
            "score": 38,
            "clock": hurry,
        },
        {
            "seat": 2,
            "name": "Cleo",
            "to_move": True,
            "online": False,
            "score": None,
            "clock": {"paused": True},
        },
        {"seat": 3, "name": "Don", "bot": True, "to_move": False, "score": 27, "rank": 4},
    ]


def _clock(left: timedelta) -> dict[str, object]:
    deadline = timezone.now() + left
    return {
        "deadline": deadline.isoformat(timespec="seconds"),
        "seconds": left.total_seconds(),
        "shown": date_format(timezone.localtime(deadline), "DATETIME_FORMAT"),
    }


def _log() -> list[dict[str, object]]:
    at = "2031-04-29T10:00:00+00:00"
    return [
        {
            "number": 37,
            "seat": 1,
            "name": "Ben",
            "text": _("sails boat 2 to the temple."),
            "href": "#at-37",
            "at": at,
            "time": "10:04",
            "new": True,
        },
        {
            "number": 36,
            "seat": 3,
            "name": "Don",
            "text": _("takes three stones from the quarry."),
            "href": "#at-36",
            "at": at,
            "time": "10:02",
            "new": True,
        },
        {
            "number": 35,
            "seat": 0,
            "name": "Anna",
            "text": _("places a stone on boat 1."),
            "href": "#at-35",
            "at": at,
            "time": "09:58",
        },
        {
            "number": 34,
            "seat": 2,
            "name": "Cleo",
            "text": _("takes a statue from the market."),
            "href": "#at-34",
            "at": at,
            "time": "09:41",
        },
        {"number": None, "seat": None, "name": "", "text": _("Round 3 begins."), "at": None},
    ]
