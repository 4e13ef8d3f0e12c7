"""An example of each form about clubs, for the description."""

from __future__ import annotations

from typing import Any

_CLOCK = {"kind": "per_turn", "days": 3, "policy": "bot", "vacation": True, "stretch": 14}
_SUMMARY = {
    "id": 3,
    "name": "The Thursday club",
    "size": 12,
    "entry": "request",
    "languages": ["en"],
    "about": "We play on Thursdays at eight.",
}
_MEMBERS = {
    "members": [{"user": "olga", "role": "owner", "games": 21, "won": 9}],
    "next": None,
}
_MESSAGE = {
    "id": 61,
    "user": "olga",
    "text": "Who has time on Thursday?",
    "hidden": False,
    "moderator": False,
    "at": "2026-11-25T18:31:00Z",
}

EXAMPLES: dict[str, dict[str, Any]] = {
    # What is sent
    "NewClub": {
        "name": "The Thursday club",
        "entry": "request",
        "about": "We play on Thursdays at eight.",
        "rules": "Be kind",
        "languages": ["en"],
    },
    "JoinClub": {"words": "Ben told me of you."},
    "ClubAct": {"user": "cleo", "act": "accept"},
    "NewClubMessage": {"text": "Who has time on Thursday?"},
    "HiddenMessage": {"hidden": True},
    "NewEvent": {
        "title": "Thursday evening",
        "at": "2026-12-03T20:00:00+01:00",
        "type": "imhotep",
        "players": 4,
    },
    "EventAnswer": {"comes": True},
    # What is answered
    "Clubs": {"clubs": [_SUMMARY], "next": None},
    "ClubsOfCaller": {
        "member": [{**_SUMMARY, "role": "member"}],
        "invitations": [{"club": {**_SUMMARY, "id": 4, "name": "Night owls"}, "by": "ben"}],
        "closed": [],
    },
    "Club": {
        **_SUMMARY,
        "role": "member",
        "rules": "Be kind",
        "since": "2026-03",
        "closed": False,
        "state": "",
        "invited_by": "",
        "unread": 2,
        "members": ["olga", "ben"],
    },
    "ClubMembers": _MEMBERS,
    "ClubCandidates": {
        "asks": [{"user": "cleo", "words": "Ben told me of you.", "by": None}],
        "invited": [],
        "removed": [],
    },
    "ClubMessage": _MESSAGE,
    "ClubTalk": {"messages": [_MESSAGE], "next": None},
    "ClubEvents": {
        "events": [
            {
                "id": 17,
                "title": "Thursday evening",
                "at": "2026-12-03T19:00:00Z",
                "type": "imhotep",
                "players": 4,
                "clock": _CLOCK,
                "options": {},
                "rated": False,
                "open": True,
                "mine": None,
                "coming": 2,
                "names": ["olga", "ben"],
                "tables": [],
            }
        ]
    },
}
