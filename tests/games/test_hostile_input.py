"""Input made to hurt: it is refused in words, by no error of ours."""

import pytest
from django.test import Client

from accounts.models import User
from games.api import description
from games.storage.position import Position

DEEP = "[" * 100_000 + "]" * 100_000
JUST_READ = "[" * 900 + "]" * 900
OBJECT = '{"choice": ' * 5_000 + "1" + "}" * 5_000


@pytest.fixture
def anna_asks(anna: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(anna)
    return client


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        JUST_READ,
        OBJECT,
        f'{{"choice": {DEEP}}}',
        f'{{"parts": {DEEP}}}',
    ],
)
def test_deep_json_is_malformed_wherever_the_api_takes_a_body(
    anna_asks: Client, duel: Position, body: str
) -> None:
    for call in description.made.reference.calls:
        if not call.body:
            continue
        path = call.path.format(
            game_id=duel.game.pk,
            slug="lanterns",
            vote_id=1,
            kind="lay",
            since="2026-01-01",
            tournament_id=1,
            table_id=1,
            message_id=1,
            challenge_id=1,
            username="ben",
            circle_id=1,
            preset_id=1,
            news_id=1,
            notification_id=1,
            club_id=1,
            talk_id=1,
            event_id=1,
            series_id=1,
            line_id=1,
            study_id=1,
        )
        answer = anna_asks.generic(call.method, path, body, content_type="application/json")
        assert answer.status_code == 400, (call.method, call.path, answer.status_code)


@pytest.mark.parametrize(
    "text", [DEEP, JUST_READ, OBJECT, "[1e999]", "[NaN]", '["\\u0000"]', "\x00"]
)
def test_nonsense_in_addresses_and_forms_of_a_table(
    anna_asks: Client, duel: Position, text: str
) -> None:
    table = f"/games/{duel.game.pk}/"
    version = duel.game.version
    for path, data in (
        ("choose/", {"choice": text, "version": version, "key": "k"}),
        ("instructions/", {"kind": "lay", "parts": text}),
        ("choose/", {"choice": "[1]", "version": version, "key": text[:90]}),
    ):
        assert anna_asks.post(table + path, data).status_code < 500
    for name in ("prefix", "on", "at", "giving"):
        assert anna_asks.get(table, {name: text[:2000]}).status_code < 500


@pytest.mark.parametrize("name", ["choice", "parts", "options", "night"])
@pytest.mark.parametrize("part", [JUST_READ, f'[{{"a": {JUST_READ}}}]', '["\\u0000"]'])
def test_deep_parts_of_a_body(anna_asks: Client, duel: Position, name: str, part: str) -> None:
    body = (
        f'{{"{name}": {part}, "version": {duel.game.version}, "kind": "lay", "type": "lanterns"}}'
    )
    for path in ("moves", "instructions"):
        address = f"/api/v1/games/{duel.game.pk}/{path}"
        answer = anna_asks.post(address, body, content_type="application/json")
        assert 400 <= answer.status_code < 500, (path, answer.status_code)
    answer = anna_asks.post("/api/v1/games", body, content_type="application/json")
    assert 400 <= answer.status_code < 500, answer.status_code


PARTS = (
    "slug",
    "vote_id",
    "kind",
    "since",
    "tournament_id",
    "message_id",
    "series_id",
    "challenge_id",
    "table_id",
    "username",
    "circle_id",
    "preset_id",
    "news_id",
    "notification_id",
    "club_id",
    "talk_id",
    "event_id",
    "invitation_id",
    "line_id",
    "study_id",
)


def test_nul_in_every_part_of_an_address(anna_asks: Client, duel: Position) -> None:
    for call in description.made.reference.calls:
        bad = dict.fromkeys(PARTS, "a%00b")
        path = call.path.format(game_id=duel.game.pk, **bad)
        answer = anna_asks.generic(call.method, path, "{}", content_type="application/json")
        assert answer.status_code < 500, (call.method, call.path)
