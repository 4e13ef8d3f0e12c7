"""An example of each form about tournaments, for the description."""

from __future__ import annotations

from typing import Any

_CUP = {
    "id": 12,
    "name": "November Eight",
    "series": None,
    "edition": None,
    "kind": "robin",
    "status": "running",
    "type": "imhotep",
    "types": ["imhotep"],
    "options": [{"wrath": False, "private_boats": True}],
    "players": 2,
    "people": 8,
    "places": 8,
    "organiser": "olga",
    "by_invitation": False,
    "club": None,
    "starts_at": None,
    "ends_at": "2026-12-12T09:00:00Z",
    "paused_until": None,
}
_SERIES = {
    "id": 4,
    "name": "Imhotep monthly",
    "kind": "elimination",
    "type": "imhotep",
    "players": 2,
    "rhythm": "month",
    "joining": 7,
    "active": True,
    "next_at": "2026-12-24T09:00:00Z",
    "organiser": "olga",
    "club": None,
}
_PLAN = {
    "name": "November Eight",
    "players": 2,
    "options": {},
    "further": [],
    "rated": True,
    "allows_lines": True,
    "clock": {"kind": "per_turn", "days": 2, "policy": "forfeit", "vacation": True, "stretch": 7},
    "least": 4,
    "most": 8,
    "days": 60,
    "group_size": 8,
    "rounds": 0,
    "match": 1,
    "lives": 1,
    "rising": 0,
    "at_once": 2,
    "late": "stands",
    "pause_days": 7,
    "points": [1, 0],
    "tie_breaks": ["direct", "berger", "share"],
    "lowest": None,
    "highest": None,
    "reliable": False,
    "by_invitation": False,
    "ladder": None,
    "arena": None,
}

#: The beginning of a tournament's report.
TRF = (
    "012 Autumn cup\r\n142 5\r\n192 FIDE_DUTCH\r\n"
    "001    1      lena                              1713"
    "                             1.0    1     5 w 1\r\n"
)
EXAMPLES: dict[str, dict[str, Any]] = {
    # What is sent
    "NewTournament": {
        "name": "November Eight",
        "kind": "robin",
        "type": "imhotep",
        "clock": {"kind": "per_turn", "days": 2},
        "least": 4,
        "days": 60,
        "pause_days": 7,
    },
    "NewSeries": {
        "name": "Imhotep monthly",
        "kind": "elimination",
        "type": "imhotep",
        "rhythm": "month",
        "joining": 7,
        "days": 14,
        "most": 16,
    },
    "SeriesPlan": {"name": "Imhotep monthly", "rhythm": "month", "joining": 5, "most": 32},
    "NewChallenge": {"user": "lena"},
    "ChallengeAnswer": {"accept": True},
    "PlayersList": {"list": "ben\ncleo\nzoe"},
    "WithReason": {"reason": "Half of us are at the fair"},
    "Disqualified": {"user": "otto", "reason": "Two accounts of one person"},
    "NewPause": {"days": 5, "reason": "Half of us are at the fair"},
    "NewResult": {"ranks": [2, 1], "reason": "The game had been stopped by a slip"},
    # What is answered
    "ArenaState": {"state": "playing", "game": 4711, "leaves": False, "was_absent": False},
    "Tournaments": {"tournaments": [_CUP]},
    "Tournament": {
        **_CUP,
        "plan": _PLAN,
        "standings": [
            {
                "stage": 0,
                "group": 0,
                "place": 1,
                "user": "lena",
                "points": 5.5,
                "played": 6,
                "breaks": [0, 14.5, 0.53],
                "zone": "",
            }
        ],
        "games": [
            {
                "id": 4711,
                "table": 903,
                "stage": 0,
                "group": 0,
                "round": 1,
                "state": "over",
                "how": "played",
                "users": ["lena", "ben"],
                "points": [1, 0],
            }
        ],
    },
    "TournamentLog": {
        "log": [
            {
                "id": 2041,
                "at": "2026-11-24T18:30:00+00:00",
                "kind": "paused",
                "text": "Paused for 5 days",
                "reason": "Half of us are at the fair",
            }
        ],
        "next": None,
    },
    "CheckedList": {
        "form": "names",
        "players": [
            {"line": 1, "name": "ben", "state": "in"},
            {"line": 2, "name": "cleo", "state": "free"},
            {"line": 3, "name": "zoe", "state": "unknown"},
        ],
        "problems": [],
        "more_problems": 0,
    },
    "Management": {
        "has_part": False,
        "pause_days_left": 2,
        "waiting": [],
        "invited": [{"user": "ben", "state": "in"}, {"user": "cleo", "state": "invited"}],
        "ahead": [
            {
                "game": 4711,
                "user": "otto",
                "others": ["lena"],
                "points": 31,
                "best_other": 20,
                "on_time": True,
            }
        ],
        "early": [{"game": 4712, "users": ["ben", "otto"], "moves": 6, "usual": 41}],
        "again": [{"user": "otto", "other": "lena", "games": 3}],
    },
    "SeriesList": {"series": [_SERIES]},
    "Series": {
        **_SERIES,
        "plan": {**_PLAN, "name": "Imhotep monthly", "rhythm": "month", "joining": 7},
        "editions": [
            {
                "winner": "lena",
                "winners": ["lena"],
                "tournament": {
                    **_CUP,
                    "name": "Imhotep monthly 3",
                    "series": 4,
                    "edition": 3,
                    "kind": "elimination",
                    "status": "finished",
                },
            }
        ],
    },
    "Challenges": {
        "challenges": [
            {
                "id": 7,
                "challenger": "anna",
                "challenged": "lena",
                "state": "asked",
                "asked_at": "2026-11-20T09:00:00Z",
                "answer_by": "2026-11-24T09:00:00Z",
                "game": None,
            }
        ]
    },
}
