"""What is said at a table as it is read: phrases in the own language, moves as links."""

from collections.abc import Callable

from django.test import Client
from django.utils import translation

from accounts.models import User
from games.live import chat, quick_phrases
from games.models import ChatMessage
from games.pages.table import talk
from games.storage.position import Position, load
from tests.games.playing import answer, asked

Browser = Callable[[User | None], Client]


def told(duel: Position, *said: str) -> list[str]:
    for text in said:
        ChatMessage.objects.create(game=duel.game, user=duel.game.created_by, text=text)
    here = load(duel.game.pk, None)
    known = talk.messages(here, None, 9, lambda number: f"?at={number}&key=a-b")
    return [str(message["text"]) for message in known]


def test_a_phrase_is_read_in_the_own_language(as_: Browser, duel: Position, anna: User) -> None:
    page = as_(anna).get(f"/games/{duel.game.pk}/").content.decode()
    for phrase in quick_phrases.PHRASES:
        assert f'name="text" value="{phrase}"' in page
    as_(anna).post(f"/games/{duel.game.pk}/chat/", {"text": "Well played!"})
    assert chat.messages(duel.game.pk)[0].text == "Well played!"
    with translation.override("de"):
        assert told(duel, "Well played! Or not") == ["Gut gespielt!", "Well played! Or not"]


def test_a_move_that_is_named_leads_to_its_position(duel: Position) -> None:
    (said,) = told(duel, "Look at #3 and (#9), not #10, #0, #٣ or #123456")
    assert 'href="?at=3&amp;key=a-b"' in said
    assert ">#9</a>)" in said
    assert said.count("<a ") == 2
    for plain in ("#10", "#0", "#٣", "#123456"):
        assert f">{plain}<" not in said
        assert plain in said


def test_a_number_beside_letters_is_no_move(duel: Position) -> None:
    for said in told(duel, "a#3", "#3a", "##3", "R&#3", "é#3", "#3_"):
        assert "<a " not in said


def test_what_is_said_is_never_more_than_text(duel: Position) -> None:
    said = told(duel, "<b>#4</b> '#5' <a href=\"?at=6\">#6</a> &#39;")
    assert "<b>" not in said[0]
    assert said[0].count("<a ") == said[0].count('<a href="?at=') == 3
    assert "&amp;#39;" in said[0]


def test_from_an_earlier_position_later_moves_are_links_too(
    as_: Browser, duel: Position, anna: User
) -> None:
    first = duel.game.pk
    while load(first, anna.pk).game.number < 3:
        answer(first, asked(first)[0])
    chat.post(first, anna.pk, "#3 and #4")
    for address in (f"/games/{first}/", f"/games/{first}/?at=1"):
        page = as_(anna).get(address).content.decode()
        assert f'<a href="/games/{first}/?at=3"' in page
        assert 'at=4"' not in page.split('class="chat"')[1].split("</ol>")[0]


def test_somebody_who_only_watches_says_nothing_by_one_press(
    as_: Browser, duel: Position, cleo: User
) -> None:
    address = f"/games/{duel.game.pk}/"
    for reader in (cleo, None):
        assert "chat-quick" not in as_(reader).get(address).content.decode()
    assert as_(cleo).post(f"{address}chat/", {"text": "Good luck!"}).status_code == 403
    assert not ChatMessage.objects.exists()
