"""Every kind of notification in words, in both languages, at the table, before the start, alone."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from django.utils import timezone

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.models import Trouble
from community.messages import sending
from community.models import Club, News
from games.live import chat
from games.lobby import open_games
from games.messages.gathering import QUOTED
from games.models import (
    Case,
    Challenge,
    ClubEvent,
    Entrant,
    FaultReport,
    Game,
    ReleaseRequest,
    Rematch,
    Report,
    Seat,
    Series,
    Study,
    StudyMember,
    Tournament,
    Vote,
)
from games.storage.position import Position
from notifications import registry
from notifications.content import Words
from notifications.kinds import kind_of
from notifications.models import Notification, Webhook
from tests.games.times import Times
from tests.tournaments.playing import opened
from tests.tournaments.seasons import CUP, begun

Say = Callable[..., Words]


@pytest.fixture
def say(times: Times, duel: Position) -> Say:
    """What somebody would be told at that moment."""

    def said(kind: str, user: User, game: Game | None = duel.game, **data: Any) -> Words:
        with reading_as(user):
            told = Notification(kind=kind, user=user, game=game, data=data)
            return kind_of(told).words(told)

    return said


def seat(position: Position, user: User) -> Seat:
    return Seat.objects.get(game=position.game, user=user)


def _challenged(here: Tournament, other: User, user: User) -> dict[str, Any]:
    """As if the tournament were a ladder: the words ask no more."""
    one, two = (Entrant.objects.get(tournament=here, user=each) for each in (other, user))
    asked, _new = Challenge.objects.get_or_create(
        tournament=here, challenger=one, challenged=two, defaults={"answer_by": timezone.now()}
    )
    return {"tournament": here.pk, "challenge": asked.pk}


def known(kind: str, duel: Position, user: User, other: User) -> dict[str, Any]:
    """The data of a notification of this kind."""
    match kind:
        case "invited" | "joined" | "left" | "friend_asks" | "friend_agreed":
            return {"by": other.pk}
        case "private_message":
            return {"message": sending.send_message(other, user, "Hi\nyou").pk, "by": other.pk}
        case "site_news":
            news = News.objects.create(published_at=timezone.now())
            news.texts.create(language="en", title="Bali is here", text="Play it.")
            return {"news": news.pk}
        case "ready_check":
            return {"by": duel.game.created_at.isoformat()}
        case "standing_lapsed":
            return {"type": "lanterns", "players": 2}
        case "invitation_over":
            return {"by": other.pk, "lapsed": True}
        case "chat":
            return {"message": chat.post(duel.game.pk, other.pk, "Hi\nyou %(there)s").pk}
        case "taken_back" | "offered":
            return {"about": seat(duel, other).index}
        case "vote":
            closes_at = duel.game.created_at + timedelta(days=2)
            vote, _new = Vote.objects.get_or_create(
                game=duel.game, kind="cancel", defaults={"closes_at": closes_at}
            )
            return {"vote": vote.pk}
        case "rematch":
            offer = Rematch.objects.create(game=duel.game, offered_by=0, closed_at=timezone.now())
            return {"rematch": offer.pk, "by": 0}
        case "plan_ended":
            return {"seat": 0, "why": "other"}
        case "plan_answered":
            return {"seat": 0, "version": 3, "words": ["Light the red lantern"]}
        case "answer_off":
            return {"seat": 0, "decision": "object"}
        case "game_broken":
            return {"reason": "ZeroDivisionError()"}
        case "moderated":
            return {"text": "Please be kind.\n\nThank you."}
        case "sanctioned":
            until = duel.game.created_at + timedelta(days=2)
            return {"what": "mute", "reason": "Be kind.", "until": until.isoformat()}
        case "fault_reported" | "fault_answered":
            fault, _new = FaultReport.objects.get_or_create(
                type="lanterns", game=duel.game, seat=0, version=1, number=3, rules_version=1,
                kept={}, words="The lantern is gone.", answer="It hangs again.",
            )  # fmt: skip
            return {"report": fault.pk}
        case "package_slip":
            Trouble.note("lanterns", "table.log", "KeyError: 3", version=2)
            return {"trouble": Trouble.objects.get().pk, "type": "lanterns"}
        case "release_asked" | "release_answered":
            asked, _new = ReleaseRequest.objects.get_or_create(
                type="lanterns", stage="beta", words="Ten games.", answer="granted"
            )
            return {"request": asked.pk}
        case "reported" | "report_closed" | "appeal_decided":
            case, _new = Case.objects.get_or_create(key="game", about="game", game=duel.game)
            report, _new = Report.objects.get_or_create(
                about="game", game=duel.game, reason="other", case=case
            )
            return {"report": report.pk}
        case (
            "tournament_soon"
            | "tournament_began"
            | "tournament_round"
            | "tournament_over"
            | "tournament_decided"
            | "tournament_invited"
            | "tournament_opened"
            | "challenged"
            | "ladder_news"
        ):
            here = Tournament.objects.first() or opened(user, [user, other])
            more: dict[str, dict[str, Any]] = {
                "tournament_soon": {"begins": "2026-12-24T19:00:00Z"},
                "tournament_round": {"stage": 0, "round": 1},
                "tournament_decided": {"what": "out", "reason": "too_few"},
                "tournament_invited": {"by": other.pk},
                "ladder_news": {"what": "sank", "by": other.pk, "rung": 3},
            }
            if kind == "challenged":
                return _challenged(here, other, user)
            return {"tournament": here.pk, **more.get(kind, {})}
        case "series_stuck":
            series = Series.objects.first() or begun(user, "month", **CUP)
            return {"series": series.pk, "why": "bad_options"}
        case "club_asks" | "club_accepted" | "club_invited":
            club = Club.objects.first() or Club.objects.create(name="Elm Street", about="Bali")
            return {"club": club.pk, **({} if kind == "club_accepted" else {"by": other.pk})}
        case "study_added":
            study = Study.objects.first() or Study.objects.create(title="How it went")
            StudyMember.objects.create(study=study, user=user, role=StudyMember.Role.WRITER)
            return {"study": study.pk, "by": other.pk}
        case "club_event" | "club_event_soon" | "club_event_off" | "club_tables":
            club = Club.objects.first() or Club.objects.create(name="Elm Street")
            event, _new = ClubEvent.objects.get_or_create(
                club=club, title="Evening", at=duel.game.created_at, type="lanterns", players=2,
                clock={"kind": "none"}, defaults={"by": user},
            )  # fmt: skip
            return {"event": event.pk, **({"table": 0} if kind == "club_tables" else {})}
        case "webhook_off":
            hook = Webhook.objects.create(user=user, url="https://x.example/", off_reason="404")
            return {"webhook": hook.pk}
        case _:
            deadline = duel.game.created_at + timedelta(days=2)
            return {"seat": seat(duel, user).index, "version": 1, "deadline": deadline.isoformat()}


@pytest.mark.parametrize("kind", registry.names())
def test_every_kind_says_something_in_both_languages(
    say: Say, duel: Position, anna: User, ben: User, kind: str
) -> None:
    english = say(kind, anna, **known(kind, duel, anna, ben))
    german = say(kind, ben, **known(kind, duel, ben, anna))
    for words in (english, german):
        said = [words.subject, words.heading, words.button, words.short, *words.lines]
        assert all(text.strip() for text in said)
        if kind != "chat":
            assert not any("%(" in text for text in said)
        assert "\n" not in words.short + words.subject
        resolve(urlsplit(words.path).path)
    assert english.button != german.button
    if kind not in ("private_message", "site_news"):  # which lead to what was written
        assert english.path == german.path


@pytest.mark.parametrize("kind", ["moderated", "webhook_off", "friend_asks", "friend_agreed"])
def test_news_of_no_game(say: Say, duel: Position, anna: User, ben: User, kind: str) -> None:
    words = say(kind, anna, None, **known(kind, duel, anna, ben))
    assert words.subject
    resolve(urlsplit(words.path).path)


def test_news_of_a_game_without_one_is_a_mistake_of_ours(say: Say, anna: User) -> None:
    with pytest.raises(ValueError, match="your_turn"):
        say("your_turn", anna, None, seat=0)


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("bot", "a bot plays on for you until you come back"),
        ("replacement", "offered to other players"),
        ("forfeit", "you lose the game"),
        ("vote", "the other players decide"),
    ],
)
def test_a_reminder_says_what_comes_then(
    say: Say, duel: Position, anna: User, policy: str, told: str
) -> None:
    duel.game.clock["policy"] = policy
    words = say("reminder", anna, **known("reminder", duel, anna, anna))
    assert told in " ".join(words.lines)
    assert "You have time until Nov. 24, 2026" in words.lines[0]


def test_what_became_of_a_seat(say: Say, times: Times, duel: Position, anna: User) -> None:
    def told(**data: bool) -> str:
        return " ".join(say("timed_out", anna, seat=seat(duel, anna).index, **data).lines)

    mine = Seat.objects.filter(game=duel.game, user=anna)
    assert "The seat is still yours" in told()
    mine.update(offered_at=times.now)
    assert "Until somebody does, it is yours" in told()
    mine.update(resigned_at=times.now)
    assert "you have lost it" in told()
    assert "another player took over your seat" in told(taken_over=True)


def test_an_absent_player_is_named(
    say: Say, times: Times, duel: Position, anna: User, ben: User
) -> None:
    vote = Vote.objects.create(
        game=duel.game, kind="absent", seat=seat(duel, ben).index, closes_at=times.now
    )
    assert "ben ran out of time." in say("vote", anna, vote=vote.pk).lines


def test_a_long_chat_message_is_cut_in_lists_alone(
    say: Say, duel: Position, anna: User, ben: User
) -> None:
    text = "word " * 100
    words = say("chat", anna, message=chat.post(duel.game.pk, ben.pk, text).pk)
    assert words.lines == [text.strip()]
    assert words.short.endswith("…")
    assert len(words.short) <= len(f"Lanterns {duel.game.pk} – ben: ") + QUOTED


def test_how_many_seats_are_free(say: Say, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 3).game
    assert "2 seats are free." in say("left", anna, game, by=ben.pk).lines
    open_games.join_game(game.pk, ben.pk)
    game.refresh_from_db()
    assert "1 seat is free." in say("joined", anna, game, by=ben.pk).lines


def test_a_webhook_that_is_gone(say: Say, anna: User) -> None:
    assert "switched off" in say("webhook_off", anna, None, webhook=0).subject


@pytest.mark.parametrize(
    "kind",
    [
        "club_event",
        "club_event_soon",
        "club_event_off",
        "club_tables",
        "challenged",
        "ladder_news",
        "tournament_invited",
        "tournament_opened",
    ],
)
def test_letters_of_clubs_ladders_and_tournaments_say_what_and_when_with_the_zone(
    say: Say, duel: Position, anna: User, ben: User, kind: str
) -> None:
    data = known(kind, duel, anna, ben)
    Tournament.objects.update(starts_at=duel.game.created_at + timedelta(days=3))
    lines = " ".join(say(kind, anna, None, **data).lines)
    assert "Lanterns" in lines, "what"
    assert re.search(r"\d{1,2}:\d\d UTC\b", lines), "when"
