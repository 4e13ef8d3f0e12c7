"""An example of each form of messages and notifications, for the description."""

from __future__ import annotations

from typing import Any

_MESSAGE = {
    "id": 31,
    "mine": False,
    "text": "Rematch on Thursday?",
    "quick": "",
    "at": "2026-11-25T18:31:00Z",
    "read": False,
}
_NOTICE = {
    "id": 88,
    "kind": "your_turn",
    "game": 4711,
    "at": "2026-11-25T18:30:00Z",
    "read": False,
    "title": "Your turn in Imhotep",
    "text": "Your turn in Imhotep with ben",
    "path": "/games/4711/",
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "NewPrivateMessage": {"text": "Gladly, at eight?"},
    "PrivateMessage": _MESSAGE,
    "Conversations": {
        "conversations": [
            {
                "user": "ben",
                "here": True,
                "unread": True,
                "request": False,
                "last": {"mine": False, "text": "Rematch on Thursday?"},
                "at": "2026-11-25T18:31:00Z",
            }
        ],
        "requests": 0,
    },
    "Conversation": {
        "user": "ben",
        "unread": True,
        "request": False,
        "cannot_write": "",
        "messages": [_MESSAGE],
        "next": None,
    },
    "Notice": _NOTICE,
    "Notices": {"unread": 1, "notifications": [_NOTICE], "next": None},
    "NewNotificationSettings": {
        "kinds": [{"kind": "your_turn", "channel": "mail", "when": "daily"}],
        "rhythm": {"digest_at": "08:00"},
    },
    "NotificationSettings": {
        "kinds": [
            {
                "kind": "your_turn",
                "label": "it is my turn",
                "group": "games",
                "mail": "daily",
                "push": "now",
                "webhook": "now",
            }
        ],
        "rhythm": {
            "reminder_share": 25,
            "batch_minutes": 30,
            "digest_at": "08:00",
            "quiet_from": "22:00",
            "quiet_until": "07:00",
            "quick_answers": True,
            "even_if_seen": False,
        },
    },
}
