"""An example of each form about people, for the description."""

from __future__ import annotations

from typing import Any

_FACE = {"piece": "hut", "colour": "red", "pattern": "dots", "ground": "sand"}
_NUMBER = {"number": 1624, "doubt": 98, "provisional": False, "missing": 0, "games": 14}
_RATING = {"type": "imhotep", "live": False, **_NUMBER}
_LINK = {"name": "BoardGameGeek", "href": "https://boardgamegeek.com/user/ben"}
_NEWS = {
    "id": 3,
    "at": "2026-11-20T09:00:00Z",
    "language": "en",
    "title": "Live games",
    "text": "You can now play in one go.",
}

EXAMPLES: dict[str, dict[str, Any]] = {
    # What is sent
    "NewCircle": {"name": "The Thursday table", "members": ["ben", "cleo"]},
    "NewProfile": {
        "face": _FACE,
        "about": "Mostly in the evening.",
        "favourites": ["imhotep"],
        "links": [_LINK["href"]],
    },
    "NewName": {"name": "anna-k"},
    "Hidden": {"hidden": ["present"]},
    # What is answered
    "Profile": {
        "username": "ben",
        "since": "2026-03",
        "language": "en",
        "guest": False,
        "suspended": False,
        "bot_of": None,
        "face": _FACE,
        "about": "Mostly in the evening.",
        "links": [_LINK],
        "favourites": ["imhotep"],
        "hidden": [],
        "results": [
            {
                "type": "imhotep",
                "name": "Imhotep",
                "games": 14,
                "won": 6,
                "won_share": 43,
                "drawn": None,
                "place": 1.8,
                "share": 52,
            }
        ],
        "ratings": [_RATING],
        "milestones": [
            {
                "kind": "won",
                "words": "First win in Imhotep",
                "at": "2026-04-02T20:11:00Z",
                "game": 4711,
                "tournament": None,
            }
        ],
        "trophies": [
            {
                "tournament": 12,
                "name": "November Eight",
                "place": 2,
                "ended_at": "2026-11-22T18:00:00Z",
            }
        ],
        "habits": {"pace": 5400, "turns": 100, "timeouts": 1},
        "you": {
            "games": 11,
            "ahead": 6,
            "behind": 5,
            "friend": "both",
            "blocked": False,
            "common": 4712,
        },
        "here": True,
    },
    "Ratings": {
        "ratings": [
            {
                **_RATING,
                "history": [
                    {
                        "game": 4711,
                        "at": "2026-11-20T20:11:00Z",
                        "place": 1,
                        "before": 1601,
                        "after": 1624,
                        "doubt": 98,
                    }
                ],
            }
        ]
    },
    "Friends": {
        "friends": ["ben", "cleo"],
        "here": ["ben"],
        "asking": ["don"],
        "asked": [],
        "blocked": [],
        "circles": [
            {
                "id": 5,
                "name": "The Thursday table",
                "members": ["ben", "cleo"],
                "presets": [{"id": 2, "type": "imhotep"}],
            }
        ],
    },
    "Leaderboard": {
        "season": 0,
        "leaders": [{"place": 1, "user": "lena", **_NUMBER}],
        "you": _NUMBER,
        "next": None,
    },
    "TypeStatistics": {
        "players": 2,
        "games": {"2": 480, "3": 95},
        "moves": 62,
        "seconds": 302400,
        "live_seconds": 1500,
        "places": [{"key": "1", "label": "", "all": 41.2, "own": 39.5}],
        "wins": [{"key": "0", "label": "", "all": 51.0, "own": None}],
        "seats": [{"key": "0", "label": "", "all": 38.1, "own": 37.0}],
        "sources": [{"key": "temple", "label": "Temple", "all": 9.4, "own": 8.8}],
        "options": [{"key": "side=a", "label": "", "all": 72.0, "own": None}],
        "reasons": [],
    },
    "News": {"news": [_NEWS], "next": None},
    "NewsItem": _NEWS,
}
