"""What is said at a table as it is read: phrases in the own language, moves as links."""

from collections.abc import Callable

from django.test import Client
from django.utils import translation

from accounts.models import User
from games.live import chat, phrases
from games.models import ChatMessage
from games.pages.table import talk
from games.storage.position import Position, load

Browser = Callable[[User | None], Client]


def told(duel: Position, *said: str, number: int = 9, as_whom: str = "") -> list[str]:
    for text in said:
        ChatMessage.objects.create(game=duel.game, user=duel.game.created_by, text=text)
    here = load(duel.game.pk, None)
    here.number = number
    return [str(message["text"]) for message in talk.messages(here, None, as_whom)]


def test_a_phrase_is_read_in_the_own_language(as_: Browser, duel: Position, anna: User) -> None:
    page = as_(anna).get(f"/games/{duel.game.pk}/").content.decode()
    for phrase in phrases.PHRASES:
        assert f'name="text" value="{phrase}"' in page
    as_(anna).post(f"/games/{duel.game.pk}/chat/", {"text": "Well played!"})
    assert chat.messages(duel.game.pk)[0].text == "Well played!"
    with translation.override("de"):
        assert told(duel, "Well played! Or not") == ["Gut gespielt!", "Well played! Or not"]


def test_a_move_that_is_named_leads_to_its_position(duel: Position) -> None:
    said = told(duel, "Look at #3 and #9, not #10 or #0", "a#3 &#39; <b>#4</b>", as_whom="key=a-b")
    assert 'href="?at=3&amp;key=a-b"' in said[0]
    assert ">#9</a>" in said[0]
    assert ">#10<" not in said[0]
    assert ">#0<" not in said[0]
    assert "<b>" not in said[1]
    assert said[1].count("<a ") == 1


def test_who_only_watches_says_nothing_by_one_press(
    as_: Browser, duel: Position, cleo: User
) -> None:
    address = f"/games/{duel.game.pk}/"
    for reader in (cleo, None):
        assert "chat-quick" not in as_(reader).get(address).content.decode()
    assert as_(cleo).post(f"{address}chat/", {"text": "Good luck!"}).status_code == 403
    assert not ChatMessage.objects.exists()
