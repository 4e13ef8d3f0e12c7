"""Two people sign up, find each other, and play Imhotep to its end by the real pages.

They have left them, and decide as the bot does, between the first round and the last.
"""

import random
import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import account_mail
from accounts.models import User
from games.models import Game, Move
from games.rules.imhotep import rules
from games.storage.position import load
from notifications import registry
from notifications.models import Notification
from tests.browser import DESK, PHONE, People
from tests.notifications.telling import tell
from tests.whole_games.playing import (
    How,
    Item,
    Sitter,
    open_drawer,
    pictures,
    play_without_pages,
    shows_what_it_may,
    turn,
)
from tests.workers import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

PASSWORD = "a-quiet-harbour-7"
#: The round in which both leave their pages, and the one in which they come back.
AWAY = (2, 6)
WAYS: tuple[How, ...] = ("board", "board", "bar", "keys")


def newest_letter(address: str) -> str:
    """The text of the newest letter to this address, once the worker has sent what is due."""
    account_mail.send_due()
    return [str(message.body) for message in mail.outbox if message.to == [address]][-1]


def sign_up(page: Page, name: str, words: str) -> None:
    """``words`` lead from the start page to the form and are on its button."""
    page.goto("/")
    page.get_by_role("link", name=words).first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.locator("#id_email").fill(f"{name}@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name=words).click()


def link_in(text: str, pattern: str) -> str:
    """The path of the first link of this kind in a letter."""
    found = re.search(rf"https?://\S*{pattern}\S*", text)
    assert found, text
    return urlsplit(found[0]).path


def test_two_people_play_imhotep_to_its_end(people: People) -> None:
    anna_page, ben_page = people.page(DESK, motion=True), people.page(PHONE, language="de-DE")

    # Two accounts: Anna follows the link in her mail, Ben the one that the local set-up shows.
    sign_up(anna_page, "anna", "Sign up")
    anna_page.goto(link_in(newest_letter("anna@example.org"), "confirm-email"))
    anna_page.get_by_role("button", name="Yes, confirm it").click()
    sign_up(ben_page, "ben", "Registrieren")
    ben_page.get_by_role("link", name="Adresse bestätigen").click()
    ben_page.get_by_role("button", name="Ja, bestätigen").click()
    assert {str(user.confirmed_email) for user in User.objects.all()} == {
        "anna@example.org",
        "ben@example.org",
    }
    # Ben wants his turns to end without being asked.
    ben_page.goto("/accounts/profile/")
    ben_page.locator("#id_confirm_turns").uncheck()
    ben_page.get_by_role("button", name="Speichern").click()

    # Anna makes a game, Ben finds it.
    anna_page.goto("/")
    anna_page.goto("/games/types/imhotep/")
    anna_page.get_by_role("link", name="Start a game").first.click()
    anna_page.get_by_label("Players").select_option("2")
    anna_page.get_by_role("button", name="Create the game").click()
    expect(anna_page.get_by_text("The game begins when one more player joins.")).to_be_visible()
    ben_page.goto("/lobby/")
    ben_page.get_by_role("button", name="Mitspielen").click()
    game = Game.objects.get()
    expect(anna_page.locator("[data-table]")).to_have_count(1)  # her waiting room became the table
    expect(ben_page.locator("[data-table]")).to_have_count(1)

    anna, ben = Sitter("anna", anna_page), Sitter("ben", ben_page)
    for sitter in (anna, ben):
        expect(sitter.page.locator("html")).to_have_attribute("data-live", "yes")
    pictures(anna, "imhotep-begin")
    pictures(ben, "imhotep-begin-de", "phone-light", "desk-dark")

    talk(anna, ben)
    answer_a_mail(anna, ben, game)
    play_on(game, anna, ben)

    both_see_the_result(anna, ben, game)
    pictures(anna, "imhotep-result")
    pictures(ben, "imhotep-result-de", "phone-light", "desk-dark")
    moves = Move.objects.filter(game=game)
    chosen = moves.filter(action=Move.Action.CHOOSE, undone_by=None)
    assert chosen.count() > 30
    assert {"take_action", "take_market_card"} <= set(chosen.values_list("kind", flat=True))
    actions = {choice[0] for choice in chosen.values_list("choice", flat=True) if choice}
    assert {"get", "place", "sail"} <= actions
    assert undone(game)
    confirmed = moves.filter(action=Move.Action.CONFIRM).values_list("seat", flat=True)
    assert set(confirmed) == {game.seats.get(user__username="anna").index}
    game_over_is_told(game)


def talk(anna: Sitter, ben: Sitter) -> None:
    for sitter in (anna, ben):
        open_drawer(sitter.page, "chat")
    ben.page.locator("#chat-text").fill("Viel Glück!")
    ben.page.locator("#chat-text").press("Enter")
    expect(anna.page.locator(".chat")).to_contain_text("Viel Glück!")
    for sitter in (anna, ben):
        sitter.page.locator("#chat > summary").click()


def answer_a_mail(anna: Sitter, ben: Sitter, game: Game) -> None:
    """Whoever is to move next has gone: a mail tells them, and its link leads to the table."""
    mover, other = (anna, ben) if anna.asked else (ben, anna)
    other.page.goto("/games/")
    turn(mover, choose(mover), "bar")
    due(game, "your_turn")
    (message,) = mail.outbox
    assert message.to == [f"{other.name}@example.org"]
    if other is anna:
        assert message.subject == f"Imhotep {game.pk} with ben: your turn"
        assert "It is your turn" in str(message.body)
    else:
        assert message.subject == f"Imhotep {game.pk} mit anna: Du bist am Zug"
        assert "Du bist am Zug" in str(message.body)
    link = re.search(r"https?://\S*(/games/\d+/)", str(message.body))
    assert link, message.body
    other.page.goto(link[1])
    expect(other.page.locator(".decision-yours")).to_have_count(1)


def due(game: Game, *kinds: str) -> None:
    """Time passes until mails of these kinds are due, and they are delivered."""
    mail.outbox.clear()
    Notification.objects.filter(game=game, kind__in=kinds).update(due_at=timezone.now())
    tell()


def play_on(game: Game, anna: Sitter, ben: Sitter) -> None:
    """To the end; now and then a turn is taken back, and pictures are taken on the way."""
    seen_at = away_at = 0
    for number in range(200):
        if anna.over and ben.over:
            assert away_at
            return
        if number and not away_at and load(game.pk, None).running().state.round == AWAY[0]:
            away_at = number
            play_without_pages(
                game, (anna, ben), rules.bots["builder"], to=lambda state: state.round == AWAY[1]
            )
        mover, watcher = (anna, ben) if anna.asked else (ben, anna)
        item = choose(mover)
        if number in (9, 20):
            pictures(mover, f"imhotep-turn-{number}-{mover.name}", "phone-light", "desk-light")
        how = WAYS[number % len(WAYS)]
        turn(mover, item, how, undo=number % 5 == 2 or not undone(game))
        if mover.asked and not mover.over:
            continue  # a card asks for more, or another stone waits for its owner
        shows_what_it_may(game, [watcher])
        if number in (10, 21):
            pictures(watcher, f"imhotep-after-{number}-{watcher.name}", "phone-dark", "desk-dark")
        if number > 10 and not seen_at:
            seen_at = number
            help_is_there(watcher)
    raise AssertionError("the game did not end")


def undone(game: Game) -> bool:
    """A move has been taken back."""
    return Move.objects.filter(game=game).exclude(undone_by=None).exists()


def choose(sitter: Sitter) -> Item:
    """What this person has not done yet, if there is something; else sail rather than load, load
    rather than take stones, so that the game gets on."""
    rank = {"sail": 0, "card": 1, "place": 2, "get": 3}

    def wish(item: Item) -> tuple[bool, bool, int]:
        choice = item["choice"]
        return (named(item) in sitter.done, choice[-1] != "market", rank.get(choice[0], 0))

    items = sitter.items()
    random.shuffle(items)
    best = min(items, key=wish)
    sitter.done.add(named(best))
    return best


def named(item: Item) -> str:
    """What a choice is called, wherever it is made: "sail market", "card lever"."""
    return " ".join(part for part in item["choice"] if isinstance(part, str))


def help_is_there(sitter: Sitter) -> None:
    open_drawer(sitter.page, "help")
    expect(sitter.page.locator("#help .prose h3, #help .prose h2").first).to_be_visible()
    pictures(sitter, f"imhotep-help-{sitter.name}", "phone-light", "desk-light")
    sitter.page.locator("#help > summary").click()


def both_see_the_result(anna: Sitter, ben: Sitter, game: Game) -> None:
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    scores = {seat.user.username: seat.score for seat in game.seats.all() if seat.user}
    for sitter in (anna, ben):
        result = sitter.page.locator(".result-places")
        expect(result).to_be_in_viewport()  # wherever one was on the page when it ended
        totals = sitter.page.locator(".breakdown tfoot tr").first
        for name, score in scores.items():
            row = result.locator("li", has_text=name)
            expect(row.locator(".result-score")).to_contain_text(str(score))
            expect(totals).to_contain_text(str(score))
        # Each column of the breakdown adds up to its total.
        for seat in (1, 2):
            column = [
                int(row.locator("td").nth(seat - 1).inner_text())
                for row in sitter.page.locator(".breakdown tbody tr").all()
            ]
            assert sum(column) == int(totals.locator("td").nth(seat - 1).inner_text())


def game_over_is_told(game: Game) -> None:
    """Both saw the end, so no mail goes out about it, nor about any turn."""
    unseen = game.seats.filter(seen_version__lt=game.version)
    until(lambda: not unseen.exists(), 15)  # what a page shows is noted once in a few seconds
    due(game, *registry.names())
    assert [message.subject for message in mail.outbox] == []
