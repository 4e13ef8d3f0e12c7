"""An example of each form about studies, for the description."""

from __future__ import annotations

from typing import Any

_SUMMARY = {
    "id": 8,
    "title": "How the temple was lost",
    "owner": "olga",
    "visibility": "public",
    "chapters": 1,
    "changed": "2026-11-25T18:31:00Z",
}
_GAME = {"id": 61, "type": "imhotep", "seed_hash": "9f86d08188", "players": ["olga", "ben"]}
_CHAPTER = {
    "title": "The third round",
    "game": _GAME,
    "at": 24,
    "nodes": [{"id": 1, "parent": 0, "seat": 0, "choice": ["quarry"]}],
    "marks": {"1": [{"on": "boat-2", "colour": "red", "to": "site-temple"}]},
    "comments": [
        {
            "node": 1,
            "by": "ben",
            "text": "Too early.",
            "at": "2026-11-25T18:31:00Z",
            "edited_at": None,
        }
    ],
    "judgements": [
        {
            "node": 0,
            "seat": 0,
            "choices": [
                {
                    "choice": ["quarry"],
                    "lead": 3.5,
                    "doubt": 0.8,
                    "equal": True,
                    "differs": ["obelisks", 2.5],
                    "games": 48,
                }
            ],
            "best": None,
            "puzzle": False,
            "imported": False,
        }
    ],
    "record": None,
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "NewStudy": {"title": "How the temple was lost", "game": 61, "at": 24},
    "Studies": {"mine": [_SUMMARY], "clubs": [], "public": []},
    "StudySummary": _SUMMARY,
    "StudyMember": {"name": "olga", "role": "owner"},
    "StudiedGame": _GAME,
    "StudyNode": _CHAPTER["nodes"][0],  # type: ignore[index]
    "StudyMark": {"on": "boat-2", "colour": "red", "to": ""},
    "StudyComment": _CHAPTER["comments"][0],  # type: ignore[index]
    "JudgedChoice": _CHAPTER["judgements"][0]["choices"][0],  # type: ignore[index]
    "StudyJudgement": _CHAPTER["judgements"][0],  # type: ignore[index]
    "StudyChapter": _CHAPTER,
    "StudyDocument": {
        "format": 1,
        "id": 8,
        "title": "How the temple was lost",
        "made_at": "2026-11-24T18:31:00Z",
        "members": [{"name": "olga", "role": "owner"}],
        "chapters": [_CHAPTER],
    },
}
