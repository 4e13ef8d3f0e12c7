"""The chat of a table: permissions, length, frequency."""

import pytest
from django.core.cache import cache

from accounts.models import User
from games.errors import Forbidden, Illegal, NotFound, TooMany
from games.live import chat
from games.lobby import open_games
from games.storage.position import Position


@pytest.fixture(autouse=True)
def _nobody_has_written(db: None) -> None:
    cache.clear()


def test_players_write_and_read(duel: Position, anna: User, ben: User) -> None:
    first = chat.post(duel.game.pk, anna.pk, "  hello\n")
    second = chat.post(duel.game.pk, ben.pk, "<script>")
    assert [chat.as_data(message) for message in chat.messages(duel.game.pk)] == [
        {
            "id": first.pk,
            "user": "anna",
            "text": "hello",
            "at": first.at.isoformat(timespec="seconds"),
            "hidden": False,
            "moderator": False,
            "onlookers": False,
            "reactions": {},
        },
        {
            "id": second.pk,
            "user": "ben",
            "text": "<script>",
            "at": second.at.isoformat(timespec="seconds"),
            "hidden": False,
            "moderator": False,
            "onlookers": False,
            "reactions": {},
        },
    ]
    assert [m.pk for m in chat.messages(duel.game.pk, after=first.pk)] == [second.pk]


def test_before_the_start_too(anna: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    assert chat.post(game.pk, anna.pk, "anybody?").text == "anybody?"


def test_a_spectator_only_reads(duel: Position, cleo: User) -> None:
    with pytest.raises(Forbidden):
        chat.post(duel.game.pk, cleo.pk, "may I?")


def test_what_one_may_not_see_is_not_there(anna: User, cleo: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, visibility="private").game
    for game_id in (game.pk, 10**9):
        with pytest.raises(NotFound):
            chat.post(game_id, cleo.pk, "hello")


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (chat.MAX_LENGTH + 1)])
def test_too_little_and_too_much_text(duel: Position, anna: User, text: str) -> None:
    with pytest.raises(Illegal):
        chat.post(duel.game.pk, anna.pk, text)
    assert chat.messages(duel.game.pk) == []


def test_not_too_often(duel: Position, anna: User, ben: User) -> None:
    for number in range(chat.PER_MINUTE):
        chat.post(duel.game.pk, anna.pk, str(number))
    with pytest.raises(TooMany):
        chat.post(duel.game.pk, anna.pk, "one more")
    chat.post(duel.game.pk, ben.pk, "I have said nothing yet")


def test_the_last_messages_are_shown(
    duel: Position, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "PAGE", 2)
    for text in "abc":
        chat.post(duel.game.pk, anna.pk, text)
    assert [message.text for message in chat.messages(duel.game.pk)] == ["b", "c"]
