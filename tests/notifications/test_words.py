"""Every kind of notification in words, in both languages, at the table, before the start, alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from accounts.models import User
from accounts.preferences import reading_as
from games.live import chat
from games.lobby import open_games
from games.messages.words import QUOTED, Words, compose
from games.models import Game, Seat, Vote
from games.storage.position import Position
from notifications.models import Kind, Notification, Webhook
from tests.games.times import Times

Say = Callable[..., Words]


@pytest.fixture
def say(times: Times, duel: Position) -> Say:
    """What somebody would be told at that moment."""

    def said(kind: Kind, user: User, game: Game | None = duel.game, **data: Any) -> Words:
        with reading_as(user):
            return compose(Notification(kind=kind, user=user, game=game, data=data))

    return said


def seat(position: Position, user: User) -> Seat:
    return Seat.objects.get(game=position.game, user=user)


def known(kind: Kind, duel: Position, user: User, other: User) -> dict[str, Any]:
    """The data of a notification of this kind."""
    match kind:
        case Kind.INVITED | Kind.JOINED | Kind.LEFT:
            return {"by": other.pk}
        case Kind.CHAT:
            return {"message": chat.post(duel.game.pk, other.pk, "Hi\nyou %(there)s").pk}
        case Kind.TAKEN_BACK | Kind.OFFERED:
            return {"about": seat(duel, other).index}
        case Kind.VOTE:
            closes_at = duel.game.created_at + timedelta(days=2)
            vote, _new = Vote.objects.get_or_create(
                game=duel.game, kind="cancel", defaults={"closes_at": closes_at}
            )
            return {"vote": vote.pk}
        case Kind.MODERATED:
            return {"text": "Please be kind.\n\nThank you."}
        case Kind.WEBHOOK_OFF:
            hook = Webhook.objects.create(user=user, url="https://x.example/", off_reason="404")
            return {"webhook": hook.pk}
        case _:
            return {"seat": seat(duel, user).index}


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_says_something_in_both_languages(
    say: Say, duel: Position, anna: User, ben: User, kind: Kind
) -> None:
    english = say(kind, anna, **known(kind, duel, anna, ben))
    german = say(kind, ben, **known(kind, duel, ben, anna))
    for words in (english, german):
        said = [words.subject, words.heading, words.button, words.short, *words.lines]
        assert all(text.strip() for text in said)
        if kind != Kind.CHAT:
            assert not any("%(" in text for text in said)
        assert "\n" not in words.short + words.subject
        resolve(urlsplit(words.path).path)
    assert english.button != german.button
    assert english.path == german.path


@pytest.mark.parametrize("kind", [Kind.MODERATED, Kind.WEBHOOK_OFF])
def test_news_of_no_game(say: Say, duel: Position, anna: User, ben: User, kind: Kind) -> None:
    words = say(kind, anna, None, **known(kind, duel, anna, ben))
    assert words.subject
    resolve(urlsplit(words.path).path)


def test_news_of_a_game_without_one_is_a_mistake_of_ours(say: Say, anna: User) -> None:
    with pytest.raises(ValueError, match="your_turn"):
        say(Kind.YOUR_TURN, anna, None, seat=0)


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("bot", "a bot plays on for you until you come back"),
        ("replacement", "offered to somebody else"),
        ("forfeit", "the game is lost for you"),
        ("vote", "the others decide"),
    ],
)
def test_a_reminder_says_what_comes_then(
    say: Say, duel: Position, anna: User, policy: str, told: str
) -> None:
    duel.game.clock["policy"] = policy
    words = say(Kind.REMINDER, anna, seat=seat(duel, anna).index)
    assert told in " ".join(words.lines)
    assert "You have time until Nov. 24, 2026" in words.lines[0]


def test_what_became_of_a_seat(say: Say, times: Times, duel: Position, anna: User) -> None:
    def told(**data: bool) -> str:
        return " ".join(say(Kind.TIMED_OUT, anna, seat=seat(duel, anna).index, **data).lines)

    mine = Seat.objects.filter(game=duel.game, user=anna)
    assert "The seat is still yours" in told()
    mine.update(offered_at=times.now)
    assert "Until somebody takes it, it is yours" in told()
    mine.update(resigned_at=times.now)
    assert "forfeits it" in told()
    assert "somebody took over your seat" in told(taken_over=True)


def test_an_absent_player_is_named(
    say: Say, times: Times, duel: Position, anna: User, ben: User
) -> None:
    vote = Vote.objects.create(
        game=duel.game, kind="absent", seat=seat(duel, ben).index, closes_at=times.now
    )
    assert "ben has run out of time." in say(Kind.VOTE, anna, vote=vote.pk).lines


def test_a_long_chat_message_is_cut_in_lists_alone(
    say: Say, duel: Position, anna: User, ben: User
) -> None:
    text = "word " * 100
    words = say(Kind.CHAT, anna, message=chat.post(duel.game.pk, ben.pk, text).pk)
    assert words.lines == [text.strip()]
    assert words.short.endswith("…")
    assert len(words.short) <= len("Lanterns – ben: ") + QUOTED


def test_how_many_seats_are_free(say: Say, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 3).game
    assert "2 seats are free." in say(Kind.LEFT, anna, game, by=ben.pk).lines
    open_games.join(game.pk, ben.pk)
    game.refresh_from_db()
    assert "1 seat is free." in say(Kind.JOINED, anna, game, by=ben.pk).lines


def test_a_webhook_that_is_gone(say: Say, anna: User) -> None:
    assert "switched off" in say(Kind.WEBHOOK_OFF, anna, None, webhook=0).subject
