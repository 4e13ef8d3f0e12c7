"""Permissions: every address, asked as each role. The expected answers are in ``matrix.txt``.

A row is a route and a method, and the status for each role, with a star where something was changed
by it: a page that leads back with words says 303 in either case. ``route@open`` is asked about a
game that waits for players, ``route@ready`` about one that asks them whether they are ready,
``route@over`` about one that is over. A new route needs rows:
``python -m pytest tests/security/test_matrix.py`` says which, with what is answered today. They are
to be read, and put in only where they are what they should be.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.pages.table import picture
from tests.security.routes import address, all_routes, of_model
from tests.security.world import ROLES, World, build

TABLE = Path(__file__).with_name("matrix.txt")
#: What a request needs to be more than malformed.
BODIES: dict[str, dict[str, Any]] = {
    "api:make_token": {"username": "owner", "password": "wrong"},
    "api:create_game": {"type": "lanterns", "players": 2},
    "api:move": {"choice": ["x"], "version": 1},
    "api:undo": {"version": 1},
    "api:play_on": {"at": 0},
    "api:confirm": {"version": 1},
    "api:withdraw": {"version": 1},
    "api:call_vote": {"kind": "pause"},
    "api:vote": {"choice": "yes"},
    "api:call_off_tournament": {"reason": "Too few of us are here"},
    "api:change_result": {"ranks": [1, 2], "reason": "It was the other way round"},
    "api:disqualify_from_tournament": {"user": "nobody", "reason": "Has two accounts"},
    "api:go_on_with_tournament": {"reason": "All of us are back"},
    "api:pause_tournament": {"days": 2, "reason": "All of us are away"},
    "api:invite_to_tournament": {"users": ["nobody"]},
    "api:check_players_list": {"list": "nobody"},
    "api:leave_instruction": {"kind": "x", "parts": []},
    "api:say": {"text": "Hello"},
    "api:make_standing_invitation": {"type": "lanterns", "players": 2},
    "api:quick_match": {"type": "lanterns"},
    "api:open_tournament": {
        "name": "Cup",
        "kind": "robin",
        "type": "lanterns",
        "least": 2,
        "most": 4,
    },
    "api:start_series": {
        "name": "Cup",
        "kind": "robin",
        "type": "lanterns",
        "rhythm": "month",
        "least": 2,
        "most": 4,
    },
    "api:change_series": {"name": "Cup", "rhythm": "month", "least": 2, "most": 4},
    "api:challenge": {"user": "owner"},
    "api:answer_challenge": {"accept": True},
    "api:say_to_onlookers": {"text": "Hello"},
    "api:react": {"kind": "thanks"},
    "api:make_circle": {"name": "Others", "members": ["owner"]},
    "api:set_profile": {
        "face": {"piece": "hut", "colour": "red", "pattern": "dots", "ground": "sand"}
    },
    "api:rename": {"name": "Another"},
    "api:set_hidden": {"hidden": ["present"]},
    "api:send_message": {"text": "Hello"},
    "api:set_notification_settings": {
        "kinds": [{"kind": "your_turn", "channel": "mail", "when": "never"}]
    },
    "api:found_club": {"name": "Elm Street", "entry": "open"},
    "api:change_club": {"name": "Another name", "entry": "open"},
    "api:act_on_club_member": {"user": "muted", "act": "promote"},
    "api:write_to_club": {"text": "Hello"},
    "api:hide_club_message": {"hidden": True},
    "api:plan_event": {
        "title": "Evening",
        "at": (timezone.now() + timedelta(days=5)).isoformat(),
        "type": "lanterns",
        "players": 4,
    },
    "api:answer_event": {"comes": False},
    "api:leave_plans": {"plans": []},
    "api:rename_game": {"name": "Another"},
    "api:invite": {"users": ["player"]},
    "api:start_study": {"title": "Ours"},
    "study-new": {"title": "Ours"},
    "study-act": {"title": "Another title"},
    "study-node-comment": {"text": "Hello"},
    "api:write_notes": {"note": "To be remembered"},
    "api:begin_line": {},
    "api:write_line": {"nodes": []},
    "api:put_off": {"hours": 3},
    "api:begin_lesson": {"type": "bali"},
    "api:choose_in_lesson": {"choice": ["x"], "version": 1},
    "api:set_hours": {"night": None, "weekdays": [], "automatic": False, "days_off": []},
    "api:plan_vacation": {"from": "2026-12-24", "until": "2026-12-26"},
    "game-choose": {"choice": "[]", "version": "1"},
    "game-chat": {"text": "Hello"},
    "game-chat-onlookers": {"text": "Hello"},
    "messages-with": {"text": "Hello"},
    "oneself": {"piece": "hut", "colour": "red", "pattern": "dots", "ground": "sand"},
    "rename": {"name": "Another"},
    "game-votes": {"kind": "pause"},
    "lesson-begin": {"type": "bali"},
    "standing": {"number": "2", "players": "2", "pace": "medium", "any_options": "on"},
    "play-now": {"type": "lanterns"},
    "tournament-new": {
        "name": "Cup",
        "kind": "robin",
        "type": "lanterns",
        "players": "2",
        "most": "8",
        "least": "4",
        "group_size": "8",
        "clock": "2",
        "at_once": "2",
        "days": "60",
        "late": "stands",
    },
    "series-change": {
        "name": "Cup",
        "rhythm": "month",
        "joining": "7",
        "kind": "robin",
        "type": "lanterns",
        "players": "2",
        "most": "8",
        "least": "4",
        "group_size": "8",
        "clock": "2",
        "at_once": "2",
        "days": "60",
        "late": "stands",
    },
    "game-name": {"name": "Another"},
    "game-invite": {"names": "player"},
    "game-notes": {"text": "To be remembered"},
    "admin:case": {"do": "nothing"},
    "appeal": {"words": "It was not me"},
    "game-wrong": {"words": "The lantern is gone"},
    "report": {"reason": "other", "words": "Look at this"},
    "close-account": {"password": "a-quiet-harbour-7"},
    "player-act": {"act": "block"},
    "friend-add": {"name": "player"},
    "bots": {"name": "Rollo"},
    "close-bot": {"bot": "helper-bot"},
    "club-new": {"name": "Elm Street", "entry": "open"},
    "club-edit": {"name": "Another name", "entry": "open"},
    "club-talk": {"text": "Hello"},
    "club-event-new": {
        "title": "Evening",
        "at": (timezone.now() + timedelta(days=5)).strftime("%Y-%m-%dT%H:%M"),
        "players": "4",
        "clock": "2",
    },
    "circle-make": {"name": "Others", "member": "owner"},
    "admin:act-as": {"reason": "A question of his"},
    "admin:case-by-hand": {"do": "nothing"},
    "admin:games_game_moderate": {"act": "notice", "reason": "Please go on"},
    "admin:person-desk": {"act": "warn", "reason": "Please be kind"},
}
METHODS = ("GET", "POST", "PUT", "DELETE")
STATES = ("", "open", "ready", "over")
#: What the games of these tests, which have no pictures, are drawn as.
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'


def expected() -> dict[tuple[str, str], list[str]]:
    rows: dict[tuple[str, str], list[str]] = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, method, *answers = line.rsplit(maxsplit=len(ROLES) + 1)
            assert (name, method) not in rows, f"{name} {method} stands there twice"
            rows[name, method] = answers
    return rows


def answers(world: World, name: str, method: str, pattern: str, wanted: list[str]) -> list[str]:
    found = []
    route, _at, state = name.partition("@")
    for role, expectation in zip(ROLES, wanted, strict=True):
        if expectation == "-":
            found.append("-")
            continue
        values = {**world.values, "game_id": world.game_of(role, state).pk}
        body = BODIES.get(route)
        if route == "game-react":
            body = {"reaction": f"{values['message_id']} thanks"}
        found.append(world.ask(role, method, address(pattern, values), body))
    return found


def line(name: str, method: str, statuses: list[str]) -> str:
    return f"{name:<41} {method:<6} " + " ".join(f"{status:>9}" for status in statuses)


@pytest.mark.django_db
@pytest.mark.slow
def test_everybody_may_do_what_the_table_says(
    monkeypatch: pytest.MonkeyPatch, lanterns: None, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    monkeypatch.setattr(picture, "drawing", lambda table, *known: DRAWN)
    world, rows = build(), expected()
    wrong, seen = [], set()
    told = {
        (pattern, method)
        for name, pattern in all_routes()
        for method in METHODS
        if (name, method) in rows
    }
    for name, pattern in all_routes():
        if of_model(name):
            continue  # asked of each model and act by test_admin_matrix.py
        for row in (f"{name}@{state}".rstrip("@") for state in STATES):
            for method in METHODS:
                if (row, method) in seen:
                    continue
                wanted = rows.get((row, method))
                if wanted is None and (row != name or _needs_none(told, pattern, method)):
                    continue
                seen.add((row, method))
                found = answers(world, row, method, pattern, wanted or ["?"] * len(ROLES))
                if wanted != found and not (wanted is None and _not_taken(found)):
                    wrong.append(line(row, method, found))
    missing = [f"{name} {method} is no route any more" for name, method in rows.keys() - seen]
    assert not wrong + missing, "\n".join(["", *wrong, *missing])


def _needs_none(told: set[tuple[str, str]], pattern: str, method: str) -> bool:
    """A row for any method is enough, but what takes a POST has one for that."""
    if method == "POST":
        return (pattern, method) in told
    return method != "GET" or any((pattern, each) in told for each in METHODS)


def _not_taken(found: list[str]) -> bool:
    """Whether nobody may use this method: people who may see the page get a 405."""
    return "405" in found and set(found) <= {"302", "403", "404", "405"}
