"""The record of a finished game, as its players download it, and its published form."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
from django.test import Client

from accounts.models import User
from boardgames.supervisor.home import CHECKOUT
from games.archive import transfer
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules.records import FORMAT
from games.rules.records.fairness import verify
from games.rules.records.reading import checked
from games.storage.position import Position
from tests.games.playing import to_the_end, user_of

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def over(duel: Position) -> Game:
    return to_the_end(duel.game.pk)


class TestDownload:
    def test_a_player_gets_a_document_that_can_be_played_again(
        self, over: Game, anna: User
    ) -> None:
        answer = client_of(anna).get(f"/api/v1/games/{over.pk}/record.json")
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == f'attachment; filename="game-{over.pk}.json"'
        document = checked(json.loads(answer.content))
        assert verify(document).replayed
        assert document == json.loads(json.dumps(transfer.export(over.pk)))

    def test_and_a_text_in_their_language(self, over: Game, anna: User) -> None:
        anna.language = "de"
        anna.save()
        answer = client_of(anna).get(f"/api/v1/games/{over.pk}/record.txt")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        text = answer.content.decode()
        assert "2 Spieler" in text
        assert "Ergebnis" in text
        assert anna.username in text

    def test_the_page_leads_a_player_there_and_nobody_else(
        self, over: Game, anna: User, cleo: User
    ) -> None:
        address = f"/api/v1/games/{over.pk}/record"
        page = client_of(anna).get(f"/games/{over.pk}/").content.decode()
        assert f'href="{address}.txt"' in page
        assert f'href="{address}.json"' in page
        assert address not in client_of(cleo).get(f"/games/{over.pk}/").content.decode()
        assert address not in Client().get(f"/games/{over.pk}/").content.decode()

    @pytest.mark.parametrize("form", ["json", "txt"])
    def test_a_spectator_gets_none_since_it_tells_hidden_cards(
        self, over: Game, cleo: User, form: str
    ) -> None:
        answer = client_of(cleo).get(f"/api/v1/games/{over.pk}/record.{form}")
        assert answer.status_code == 403
        assert over.seed.hex() not in answer.content.decode()
        assert Client().get(f"/api/v1/games/{over.pk}/record.{form}").status_code == 401

    @pytest.mark.parametrize("form", ["json", "txt"])
    def test_nor_does_a_player_before_the_end(self, duel: Position, anna: User, form: str) -> None:
        answer = client_of(anna).get(f"/api/v1/games/{duel.game.pk}/record.{form}")
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "not_finished"

    def test_a_private_game_is_not_known_to_strangers(
        self, lanterns: None, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(
            anna.pk, "lanterns", 2, visibility="private", invite=[ben.username]
        )
        open_games.join_game(game.game.pk, ben.pk)
        actions.resign(game.game.pk, user_of(game.game.pk, 0))
        path = f"/api/v1/games/{game.game.pk}/record.json"
        assert client_of(ben).get(path).status_code == 200
        assert client_of(cleo).get(path).status_code == 404
        assert client_of(cleo).get("/api/v1/games/999999/record.json").status_code == 404


class TestSchema:
    def test_everybody_gets_the_form_of_records_at_an_address_that_stays(
        self, over: Game, anna: User
    ) -> None:
        newest = Client().get("/api/v1/record.schema.json")
        assert newest.status_code == 200
        assert newest["Content-Type"] == "application/schema+json"
        schema = newest.json()
        assert schema["$id"].endswith(f"/api/v1/record-{FORMAT}.schema.json")
        assert Client().get(f"/api/v1/record-{FORMAT}.schema.json").json() == schema
        record = client_of(anna).get(f"/api/v1/games/{over.pk}/record.json").json()
        jsonschema_rs.validate(schema, record)

    def test_there_is_none_of_a_format_that_is_none(self, db: None) -> None:
        for form in (0, FORMAT + 1, 10**30):
            assert Client().get(f"/api/v1/record-{form}.schema.json").status_code == 404


def test_a_game_of_the_data_set_can_be_imported(db: None) -> None:
    document = json.loads((CHECKOUT / "tests/rules/records/golden/bali.json").read_text())
    game = transfer.import_game(document)
    assert game.result == document["result"]
    assert game.status == Game.Status.FINISHED
