"""Reactions to what is said at a table, and among onlookers."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Sanction, User
from games.errors import Forbidden, Illegal, NotFound, Refused, TooMany
from games.live import chat, reacting
from games.models import ChatMessage, Reaction
from games.storage.position import Position
from notifications.models import Notification
from tests.people import person


@pytest.fixture(autouse=True)
def _nobody_has_written(db: None) -> None:
    cache.clear()


@pytest.fixture
def said(duel: Position, anna: User) -> ChatMessage:
    return chat.post(duel.game.pk, anna.pk, "A stone too many")


def known(said: ChatMessage, reader: User | None = None) -> dict[str, list[str]]:
    """The reactions that somebody is shown."""
    (shown,) = chat.messages(said.game_id, reader.pk if reader else None, onlookers=said.onlookers)
    return chat.reactions_of(shown)


def test_a_press_adds_mine_and_another_takes_it_back(said: ChatMessage, ben: User) -> None:
    shown = reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    assert chat.as_data(shown)["reactions"] == known(said) == {"ouch": ["ben"]}
    reacting.react(said.game_id, ben.pk, said.pk, "thanks")
    assert known(said) == {"thanks": ["ben"], "ouch": ["ben"]}
    reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    assert known(said) == {"thanks": ["ben"]}


def test_what_a_script_sends_twice_counts_once(said: ChatMessage, ben: User) -> None:
    for _again in range(2):
        reacting.react(said.game_id, ben.pk, said.pk, "ouch", on=True)
    assert known(said) == {"ouch": ["ben"]}
    for _again in range(2):
        reacting.react(said.game_id, ben.pk, said.pk, "ouch", on=False)
    assert known(said) == {}


def test_a_player_who_may_not_write_there_does_not_react(
    duel: Position, said: ChatMessage, ben: User, cleo: User
) -> None:
    with pytest.raises(Forbidden):
        reacting.react(said.game_id, cleo.pk, said.pk, "ouch")
    Sanction.objects.create(user=ben, kind=Sanction.Kind.MUTE, reason="Rude")
    with pytest.raises(Forbidden):
        reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    among = chat.post(said.game_id, cleo.pk, "They do not see it", onlookers=True)
    with pytest.raises(NotFound):
        reacting.react(said.game_id, duel.game.created_by_id, among.pk, "ouch")
    dora = person("dora")
    reacting.react(said.game_id, dora.pk, among.pk, "laughing")
    assert known(among, cleo) == {"laughing": ["dora"]}


def test_not_to_own_words_nor_to_hidden_ones(said: ChatMessage, anna: User, ben: User) -> None:
    with pytest.raises(Refused):
        reacting.react(said.game_id, anna.pk, said.pk, "ouch")
    with pytest.raises(Illegal):
        reacting.react(said.game_id, ben.pk, said.pk, "fire")
    reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    ChatMessage.objects.update(hidden_at=timezone.now())
    with pytest.raises(Refused):
        reacting.react(said.game_id, ben.pk, said.pk, "thanks")
    assert known(said) == {}


def test_a_player_who_is_apart_is_neither_shown_nor_counted(
    said: ChatMessage, ben: User, cleo: User
) -> None:
    reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    relationships.block(cleo, ben)
    assert known(said, cleo) == {}
    assert known(said) == {"ouch": ["ben"]}
    client = Client()
    client.force_login(cleo)
    assert "reaction" not in client.get(f"/games/{said.game_id}/").content.decode()


def test_to_words_of_a_player_who_is_apart_there_is_nothing_to_react_to(
    said: ChatMessage, anna: User, ben: User
) -> None:
    relationships.block(anna, ben)
    with pytest.raises(NotFound):
        reacting.react(said.game_id, ben.pk, said.pk, "ouch")


def test_not_too_often_and_nobody_is_notified(
    said: ChatMessage, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Notification.objects.count()
    monkeypatch.setattr(reacting, "PER_MINUTE", 2)
    for kind in ("ouch", "thanks"):
        reacting.react(said.game_id, ben.pk, said.pk, kind)
    with pytest.raises(TooMany):
        reacting.react(said.game_id, ben.pk, said.pk, "laughing")
    assert Notification.objects.count() == before


def test_reactions_go_with_the_message(said: ChatMessage, ben: User) -> None:
    reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    said.delete()
    assert not Reaction.objects.exists()


def test_the_page_has_them_and_an_open_one_learns_of_each(
    said: ChatMessage, anna: User, ben: User
) -> None:
    ben_s, anna_s = Client(), Client()
    ben_s.force_login(ben)
    anna_s.force_login(anna)
    address = f"/games/{said.game_id}/"
    stamps = set()
    for _press in range(2):
        stamps.add(anna_s.get(address).content.decode().split('data-stamp="')[1].split('"')[0])
        ben_s.post(f"{address}chat/react/", {"reaction": f"{said.pk} ouch"})
    assert len(stamps) == 2
    ben_s.post(f"{address}chat/react/", {"reaction": f"{said.pk} ouch", "on": "yes"})
    assert 'data-names="ben"' in ben_s.get(address).content.decode()
    assert 'aria-label="ouch: ben"' in anna_s.get(address).content.decode()
    for nonsense in ("", "x ouch", f"{said.pk}", "9" * 30 + " ouch"):
        assert ben_s.post(f"{address}chat/react/", {"reaction": nonsense}).status_code in (404, 422)


def test_an_export_has_own_ones(said: ChatMessage, ben: User) -> None:
    reacting.react(said.game_id, ben.pk, said.pk, "ouch")
    client = Client()
    client.force_login(ben)
    (own,) = client.get("/accounts/export/").json()["reactions"]
    assert own == {"message__game_id": said.game_id, "message_id": said.pk, "kind": "ouch"}
