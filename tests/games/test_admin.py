"""Moderators can read and search games; what would spoil a running one is hidden."""

import pytest
from django.contrib.admin.sites import site
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.database import biglists
from games.models import ChatMessage, Game, Incident, Instruction, Move, Tenure, Vote
from games.storage.position import Position
from games.votes import voting
from tests.games.playing import answer, to_the_end, user_of


@pytest.fixture
def moderator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("mo", "mo@example.org", "a-password"))
    return client


@pytest.mark.parametrize("model", [Game, Move, Tenure, Instruction, ChatMessage, Incident, Vote])
def test_lists_can_be_searched_and_rows_opened(
    moderator: Client, duel: Position, model: type[Game]
) -> None:
    answer(duel.game.pk, 0)
    ChatMessage.objects.create(game=duel.game, user_id=user_of(duel.game.pk, 0), text="Hello")
    Instruction.objects.create(tenure=Tenure.objects.all()[0], kind="object", parts=["accept"])
    voting.call(duel.game.pk, user_of(duel.game.pk, 0), "cancel")
    url = f"/admin/games/{model._meta.model_name}/"
    page = moderator.get(url, {"q": str(duel.game.pk)})
    assert page.status_code == 200
    assert b"field-" in page.content
    row = model.objects.all()[0]
    assert moderator.get(f"{url}{row.pk}/change/").status_code == 200
    assert moderator.post(f"{url}{row.pk}/change/", {}).status_code == 403
    assert moderator.post(f"{url}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert moderator.get(f"{url}add/").status_code == 403
    assert site.is_registered(model)


def test_a_person_is_found_by_name_and_a_message_by_its_words(
    moderator: Client, duel: Position
) -> None:
    anna = User.objects.get(username="anna")
    ChatMessage.objects.create(game=duel.game, user=anna, text="Well played")

    def listed(model: str, words: str) -> int:
        page = moderator.get(f"/admin/games/{model}/", {"q": words})
        found: int = page.context["cl"].result_count
        return found

    assert listed("game", "ANNA") == listed("tenure", "anna") == 1
    assert listed("game", "ann") == 0
    assert listed("chatmessage", "anna") == listed("chatmessage", "well") == 1
    assert listed("chatmessage", "badly") == 0
    assert listed("game", "9" * 30) == 0


def test_without_a_search_only_the_newest_are_listed(
    moderator: Client, duel: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(duel.game.pk, 0)
    monkeypatch.setattr(biglists, "NEWEST", 1)
    page = moderator.get("/admin/games/move/")
    assert [move.number for move in page.context["cl"].result_list] == [1]
    page = moderator.get("/admin/games/move/", {"q": str(duel.game.pk)})
    assert [move.number for move in page.context["cl"].result_list] == [1, 0]
    monkeypatch.setattr(biglists, "NEWEST", 0)
    Game.objects.filter(pk=duel.game.pk).update(broken_at=timezone.now())
    assert not moderator.get("/admin/games/game/").context["cl"].result_list
    page = moderator.get("/admin/games/game/", {"broken_at__isempty": "0"})
    assert list(page.context["cl"].result_list) == [duel.game]


def test_secrets_show_only_when_the_game_is_over(moderator: Client, duel: Position) -> None:
    after = answer(duel.game.pk, 0)
    secret = bytes(duel.game.seed).hex()
    move = Move.objects.get(game=duel.game, version=after.version)
    start = Move.objects.get(game=duel.game, number=0)
    game_page = f"/admin/games/game/{duel.game.pk}/change/"

    def shown(path: str) -> str:
        return moderator.get(path).content.decode()

    assert secret not in shown(game_page)
    assert "hidden until" in shown(f"/admin/games/move/{move.pk}/change/")
    assert "deck" not in shown(f"/admin/games/move/{start.pk}/change/")
    to_the_end(duel.game.pk)
    assert secret in shown(game_page)
    assert "deck" in shown(f"/admin/games/move/{start.pk}/change/")


def test_players_have_no_business_there(client: Client, anna: User, duel: Position) -> None:
    client.force_login(anna)
    assert client.get("/admin/games/game/").status_code in (302, 403)
