"""An example of each form that is sent or answered, for the description."""

from __future__ import annotations

from typing import Any

from games.api import (
    club_examples,
    message_examples,
    people_examples,
    study_examples,
    tournament_examples,
)

_CLOCK = {
    "kind": "per_turn",
    "days": 3,
    "policy": "bot",
    "vacation": True,
    "stretch": 14,
}


def _seat(index: int, user: str, *, to_move: bool, score: int) -> dict[str, Any]:
    return {
        "index": index,
        "user": user,
        "bot": None,
        "level": None,
        "to_move": to_move,
        "deadline": "2026-11-28T18:30:00Z" if to_move else None,
        "turns_left": None,
        "used": 5400,
        "score": score,
        "rank": None,
        "resigned": False,
        "offered": False,
        "ready": False,
    }


_NODE = {
    "id": 1, "parent": 0, "seat": 0, "choice": ["sail", 0, "pyramids"], "note": "", "draw": 0,
}  # fmt: skip
_LINE = {
    "id": 12,
    "number": 12,
    "seat": 0,
    "nodes": [_NODE],
    "at": 1,
    "shared": False,
    "begun_at": "2026-11-25T18:12:00Z",
    "changed_at": "2026-11-25T18:14:00Z",
}
_SUMMARY = {
    "id": 4711,
    "type": "imhotep",
    "name": "Sunday round",
    "status": "running",
    "options": {},
    "players": 2,
    "visibility": "public",
    "clock": _CLOCK,
    "rated": False,
    "allows_lines": True,
    "seed_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "created_at": "2026-11-25T09:00:00Z",
    "started_at": "2026-11-25T09:12:00Z",
    "finished_at": None,
    "broken": False,
    "paused": False,
    "live": False,
    "ready_by": None,
    "seats": [
        _seat(0, "anna", to_move=True, score=7),
        _seat(1, "ben", to_move=False, score=5),
    ],
}
_DECISION = {
    "id": 31,
    "seat": 0,
    "kind": "action",
    "args": [],
    "prompt": "Choose an action",
    "sealed": False,
    "answer": None,
    "choices": [
        {"choice": ["get_stones"], "label": "Get new stones"},
        {"choice": ["sail", 0, "pyramids"], "label": "Sail boat 1 to the pyramids"},
    ],
    "refusals": [{"parts": ["place_stone"], "text": "You have no stone on your sled."}],
}
_GAME = {
    **_SUMMARY,
    "you": 0,
    "number": 12,
    "version": 12,
    "view": {"round": 2},
    "standing": [{"pyramids": 7}, {"pyramids": 5}],
    "decision": _DECISION,
    "can": {
        "confirm": False,
        "undo": False,
        "withdraw": False,
        "resign": True,
        "take_back": False,
        "replace": False,
    },
    "vote": None,
    "rematch": None,
    "ratings": None,
    "log": [
        {
            "version": 12,
            "number": 12,
            "seat": 1,
            "kind": "got_stones",
            "data": {"stones": 3},
            "text": "ben gets 3 stones",
            "at": "2026-11-25T18:30:00Z",
        }
    ],
    "result": None,
    "seed": None,
}
_TYPE = {
    "type": "imhotep",
    "name": "Imhotep",
    "players": [2, 3, 4],
    "version": 1,
    "outcome": "points",
    "options": [
        {
            "name": "side",
            "kind": "choice",
            "label": "Sides of the sites",
            "help": "",
            "values": ["a", "b"],
            "value_labels": ["All A", "All B"],
            "default": "a",
        }
    ],
    "bots": ["random"],
    "levels": {"2": ["easy", "good"], "3": ["good"], "4": ["good"]},
}
_MESSAGE = {
    "id": 8,
    "user": "ben",
    "text": "Well sailed!",
    "at": "2026-11-25T18:31:00Z",
    "hidden": False,
    "moderator": False,
    "onlookers": False,
    "reactions": {"laughing": ["anna"]},
}
_PERSON = {
    "username": "ben",
    "bot": False,
    "friend": True,
    "games": 11,
    "known": "friend, 11 games with you",
}
_NIGHT = {"from": "22:00:00", "until": "07:00:00"}
_ASKS = {"least": 1500, "most": None, "in_time": 90, "games": 0}
_VACATION = {"from": "2026-12-20", "until": "2026-12-27"}

EXAMPLES: dict[str, dict[str, Any]] = {
    **club_examples.EXAMPLES,
    **study_examples.EXAMPLES,
    **message_examples.EXAMPLES,
    **people_examples.EXAMPLES,
    **tournament_examples.EXAMPLES,
    # What is sent
    "Credentials": {"username": "anna", "password": "a-quiet-harbour-7"},
    "NewGame": {"type": "imhotep", "players": 2, "invite": ["ben"], "clock": _CLOCK},
    "QuickMatch": {"type": "imhotep", "pace": "medium", "rated": True},
    "NewStandingInvitation": {
        "type": "imhotep",
        "players": 2,
        "pace": "medium",
        "most": 3,
        "asks": {"least": 1500, "in_time": 90},
    },
    "JoinGame": {"key": ""},
    "PlayOn": {"at": 12, "level": "good"},
    "At": {"version": 12},
    "NewMove": {"choice": ["sail", 0, "pyramids"], "version": 12},
    "NewVote": {"kind": "absent", "seat": 1},
    "NewBallot": {"choice": "yes"},
    "NewMessage": {"text": "Well sailed!"},
    "NewReaction": {"kind": "thanks", "on": True},
    "NewLesson": {"type": "imhotep"},
    "LessonChoice": {"choice": ["get_stones"], "version": 1},
    "NewNotes": {"note": "ben builds the temple first"},
    "NewLine": {"at": 12},
    "NewLineNode": _NODE,
    "LineTree": {"nodes": [_NODE], "at": 1, "shared": False},
    "Later": {"hours": 12},
    "NewInstruction": {"kind": "action", "parts": ["get_stones"], "once": True},
    "NewPlans": {
        "plans": [
            {
                "steps": [
                    {"seat": 1, "kind": "action", "choice": ["get_stones"]},
                    {"seat": 0, "kind": "action", "choice": ["sail", 0, "pyramids"]},
                ],
                "anyway": False,
                "slowly": True,
            }
        ]
    },
    "Hours": {"night": _NIGHT, "weekdays": [6], "days_off": ["2026-12-24"], "automatic": True},
    "NewVacation": _VACATION,
    "Invited": {"users": ["ben", "cleo"]},
    # Answers
    "Error": {"error": {"code": "not_found", "message": "There is no such game."}},
    "TokenMade": {"token": "rt_3Zk0t7bq9cJ5"},
    "Entry": {"websocket": "wss://games.example.org"},
    "GameType": _TYPE,
    "GameTypes": {"types": [_TYPE]},
    "GamesPage": {"games": [_SUMMARY], "next": None},
    "Game": _GAME,
    "Instructions": {
        "standing": [
            {"kind": "action", "parts": ["get_stones"], "once": True, "text": "Get new stones"}
        ],
        "offers": [
            {
                "kind": "action",
                "prompt": "Choose an action",
                "choices": [{"parts": ["get_stones"], "text": "Get new stones"}],
            }
        ],
    },
    "Plans": {
        "plans": [
            {
                "id": 7,
                "steps": [
                    {
                        "seat": 1,
                        "kind": "action",
                        "choice": ["get_stones"],
                        "text": "ben: Get new stones",
                    },
                    {
                        "seat": 0,
                        "kind": "action",
                        "choice": ["sail", 0, "pyramids"],
                        "text": "anna: Sail boat 1 to the pyramids",
                    },
                ],
                "at": 1,
                "done": 0,
                "state": "waits",
                "reason": None,
                "anyway": False,
                "slowly": True,
                "answers_at": None,
                "answered": [],
            }
        ]
    },
    "Choices": {"version": 12, "choices": _DECISION["choices"], "next": None},
    "BotQuestion": {
        "version": 12,
        "question": {
            "type": "imhotep",
            "version": 3,
            "seat": 0,
            "decision": 31,
            "level": "good",
            "world": "KLUv/SAF",
            "stream": 4711,
        },
    },
    "Lessons": {
        "lessons": [
            {
                "type": "imhotep",
                "name": "first",
                "title": "Your first round",
                "minutes": 6,
                "begun": True,
                "game": 4711,
            }
        ]
    },
    "LessonPlace": {
        "title": "Your first round",
        "step": 2,
        "steps": 14,
        "state": "step",
        "heading": "Stones",
        "text": "You need stones before you can load a boat.",
        "do": "Get new stones.",
        "choice": ["get_stones"],
        "more": None,
        "brought": [],
        "learned": [],
    },
    "Notes": {"note": "ben builds the temple first", "plan": "", "later_until": None},
    "LineNode": _NODE,
    "Line": _LINE,
    "Lines": {"lines": [_LINE]},
    "Hint": {
        "state": "found",
        "chances": False,
        "choices": [
            {
                "choice": ["sail", 0, "pyramids"],
                "label": "Sail boat 1 to the pyramids",
                "lead": 3.5,
                "doubt": 1.2,
                "equal": False,
                "source": "Pyramids",
                "points": 2.1,
            }
        ],
        "games": 60,
    },
    "Analysis": {
        "chances": False,
        "done": True,
        "judged": 24,
        "of": 24,
        "steps": 60,
        "all_steps": 60,
        "minutes": 0,
        "points": [{"move": 3, "lead": 1.5, "doubt": 2.0}],
        "lost": [
            {
                "number": 1,
                "move": 17,
                "cost": 4.2,
                "doubt": 1.1,
                "made": "Get new stones",
                "better": "Sail boat 1 to the pyramids",
                "sources": [{"name": "Pyramids", "points": 4.0, "share": 1.0}],
            }
        ],
        "equal": 22,
        "disputed": [9],
        "small": {"number": 0, "total": 0, "doubt": 0, "moves": []},
    },
    "People": {"people": [_PERSON]},
    "ChatMessage": _MESSAGE,
    "ChatMessages": {"messages": [_MESSAGE]},
    "Calendar": {
        "time_zone": "Europe/Berlin",
        "night": _NIGHT,
        "weekdays": [6],
        "days_off": ["2026-12-24"],
        "automatic": True,
        "vacations": [{**_VACATION, "kind": "planned"}],
        "allowance": {"year": 2026, "left": 22, "emergency": True},
        "rests_until": None,
    },
    "StandingInvitations": {
        "invitations": [
            {
                "id": 5,
                "type": "imhotep",
                "players": 2,
                "pace": "medium",
                "most": 3,
                "playing": 1,
                "options": None,
                "rated": None,
                "asks": _ASKS,
                "friends_only": False,
                "paused": False,
            }
        ]
    },
    # Messages of the WebSocket
    "GameNews": {"type": "game", "version": 13},
}
