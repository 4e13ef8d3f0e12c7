"""A turn that is made from an e-mail: step by step, on pages that need no sign-in, and no longer
than the turn lasts."""

import random
import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from django.conf import settings
from django.core import mail as outbox
from django.test import Client

from accounts.models import User
from games.messages import turn_by_mail
from games.messages.one_tap import FEW
from games.messages.turn_by_mail import Turn
from games.models import Game, Move, Seat
from games.pages.table.reader import Reader
from games.storage.position import load
from tests.games.playing import answer, asked, user_of
from tests.games.times import Times
from tests.notifications.telling import tell
from tests.notifications.test_mail_looks import begun

STILL = "still your turn"
LINK = re.escape(settings.SITE_URL) + r"(/mail/(?:choose|turn)/\S+)"
ENDED = ("Your turn is complete", "Your choice is made")


class Recipient:
    """Somebody with an e-mail and a browser in which nobody has signed in."""

    def __init__(self, rng: random.Random) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.rng = rng
        self.path, self.main = "", ""

    def open(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        self.path = path
        return self._read(answer.content.decode())

    def send(self, form: str) -> str:
        """Press one of the form's buttons."""
        action = re.search(r'action="([^"]+)"', form.split(">")[0])
        data = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        if values := re.findall(r'name="choice" value="([^"]*)"', form):
            data["choice"] = unescape(self.rng.choice(values))
        answer = self.client.post(action[1] if action else self.path, data, follow=True)
        assert answer.status_code == 200, answer.content
        if answer.redirect_chain:
            self.path = answer.redirect_chain[-1][0]
        return self._read(answer.content.decode())

    def form(self, about: str) -> str:
        """The form that is sent to an address with this in it; empty without one."""
        found = [form for form in self.forms if about in form.split(">")[0]]
        return found[0] if found else ""

    @property
    def forms(self) -> list[str]:
        return re.findall(r"<form.*?</form>", self.main, re.S)

    @property
    def heading(self) -> str:
        found = re.search(r"<h1>(.*?)</h1>", self.main, re.S)
        assert found
        return " ".join(unescape(found[1]).split())

    def go_on(self) -> str:
        """Give some answer to what the page asks, a part of it at a time."""
        form = self.form("/choose/") or self.form("/confirm/") or self.forms[0]
        further = re.findall(r'href="([^"]*\?prefix=[^"]*)"', form)
        buttons = re.findall(r"<button", form)
        if further and self.rng.random() < len(further) / len(further + buttons):
            return self.open(unescape(self.rng.choice(further)))
        return self.send(form)

    def _read(self, html: str) -> str:
        self.main = html.split("<main")[1].split("</main>")[0]
        return self.main


def mailed(times: Times) -> Iterator[tuple[str, str]]:
    """To whom the e-mails go that are due now, and the first way to move that each offers."""
    times.go(minutes=3)
    outbox.outbox.clear()
    tell()
    for message in outbox.outbox:
        found = re.search(LINK, str(message.body))
        if found:
            yield message.to[0].split("@")[0], found[1]


@pytest.fixture
def bali(times: Times, anna: User, ben: User) -> int:
    User.objects.filter(pk=ben.pk).update(language="en")
    return begun("bali", [anna, ben])


def turn_of(game_id: int) -> Turn:
    """That of the person whom the game waits for."""
    user = User.objects.get(pk=user_of(game_id, asked(game_id)[0]))
    turn = turn_by_mail.find_decision(Reader(load(game_id, user.pk), user.pk), user)
    assert turn is not None
    return turn


def made(game_id: int) -> int:
    return Move.objects.filter(game=game_id, action=Move.Action.CHOOSE, undone_by=None).count()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["bali", "imhotep", "bora_bora", "bomarzo"])
def test_whole_turns_are_made_from_the_mail_without_signing_in(
    slug: str, times: Times, anna: User, ben: User
) -> None:
    User.objects.filter(pk=ben.pk).update(language="en")
    game, turns, many = begun(slug, [anna, ben]), 0, 0
    while turns < 6:
        waiting = Seat.objects.filter(game=game, to_move=True).values_list("user__username")
        links = [link for link in mailed(times) if (link[0],) in waiting]
        assert links, "the mail offers no way to move"
        for name, link in links:
            reader = Recipient(random.Random(turns))
            reader.open(link)
            before, seat = made(game), Seat.objects.get(game=game, user__username=name)
            while reader.heading not in ENDED:
                reader.go_on()
                times.go(seconds=5)
                seat.refresh_from_db()
                many += STILL in reader.heading
                assert seat.to_move != (reader.heading in ENDED)
            assert made(game) > before
            turns += 1
    assert many or slug == "imhotep", "no turn had several steps"


def test_a_step_that_ends_no_turn_says_so_and_asks_the_next_question(
    bali: int, times: Times
) -> None:
    _name, link = next(mailed(times))
    reader = Recipient(random.Random(1))
    reader.open(link)
    while made(bali) == 0:
        reader.go_on()
    assert (
        Seat.objects.get(game=bali, to_move=True).index
        == Move.objects.get(game=bali, action=Move.Action.CHOOSE).seat
    )
    assert "Your choice is made" not in reader.main
    assert STILL in reader.heading
    assert reader.form("/choose/")


def test_looking_makes_no_step(bali: int) -> None:
    path = turn_of(bali).path
    before = list(Game.objects.values()), list(Seat.objects.order_by("pk").values())
    for act in ("choose", "undo", "confirm"):
        assert Client().get(f"{path}{act}/").status_code == 405
    assert Client().get(path).status_code == 200
    assert Client().head(path).status_code == 200
    assert before == (list(Game.objects.values()), list(Seat.objects.order_by("pk").values()))


def test_no_step_is_made_by_a_foreign_page(bali: int) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"{turn_of(bali).path}choose/", {"choice": "[]"}).status_code == 403
    assert made(bali) == 0


def played_on(game_id: int, times: Times, until: Callable[[], bool]) -> None:
    rng = random.Random(3)
    while not until():
        times.go(minutes=1)
        answer(game_id, asked(game_id)[0], rng.choice)


def test_the_link_of_a_turn_opens_no_later_turn(bali: int, times: Times) -> None:
    turn = turn_of(bali)
    mine = asked(bali)[0]
    played_on(bali, times, lambda: asked(bali) != [mine])
    played_on(bali, times, lambda: asked(bali) == [mine])
    before = made(bali)
    reader = Recipient(random.Random(1))
    reader.open(turn.path)
    assert not reader.forms
    later = turn_of(bali)
    assert later.path != turn.path
    reader.open(later.path)
    # A link is signed with its second: the form's may differ from that link's.
    asks = re.sub(r"/mail/turn/[^/]+/", turn.path, reader.form("/choose/"))
    for version in ("0", "999999999", "x"):
        form = re.sub(r'(name="version" value=)"\d+"', rf'\1"{version}"', asks)
        reader.send(form)
    assert made(bali) == before
    assert "The game has moved on" in reader.main


def test_a_turn_that_is_to_be_confirmed_is_confirmed_there(bali: int, times: Times) -> None:
    User.objects.update(confirm_turns=True)
    turn, mine = turn_of(bali), asked(bali)[0]
    reader = Recipient(random.Random(2))
    reader.open(turn.path)
    while "not yet confirmed" not in reader.heading:
        times.go(seconds=5)
        reader.go_on()
    assert asked(bali) == [mine]
    ready = made(bali)
    reader.send(reader.form("/undo/"))
    assert made(bali) == ready - 1
    while "not yet confirmed" not in reader.heading:
        times.go(seconds=5)
        reader.go_on()
    reader.send(reader.form("/confirm/"))
    assert reader.heading == "Your turn is complete"
    assert asked(bali) != [mine]


def test_an_answer_of_the_letter_waits_for_confirming_too(bali: int, times: Times) -> None:
    """Players who confirm turns can take back what was tapped by mistake."""
    User.objects.update(confirm_turns=True)
    rng, mine = random.Random(5), asked(bali)[0]
    for _turn in range(40):
        for name, link in mailed(times):
            if (
                "/mail/choose/" not in link
                or not Seat.objects.get(game=bali, user__username=name).to_move
            ):
                continue
            reader = Recipient(rng)
            reader.open(link)
            reader.send(reader.forms[0])
            while STILL in reader.heading:
                reader.go_on()
            assert "not yet confirmed" in reader.heading
            return
        mine = asked(bali)[0]
        played_on(bali, times, lambda mine=mine: asked(bali) != [mine])  # type: ignore[misc]
    raise AssertionError("no letter has offered an answer")


def test_a_step_taken_back_is_asked_anew(bali: int, times: Times) -> None:
    reader = Recipient(random.Random(1))
    reader.open(turn_of(bali).path)
    while not reader.form("/undo/"):
        times.go(seconds=5)
        reader.go_on()
    before = made(bali)
    reader.send(reader.form("/undo/"))
    assert made(bali) == before - 1
    assert reader.form("/choose/")


def test_the_same_step_sent_twice_is_made_once(bali: int, times: Times) -> None:
    reader = Recipient(random.Random(1))
    reader.open(turn_of(bali).path)
    while made(bali) == 0:
        times.go(seconds=5)
        form, rng = reader.form("/choose/"), reader.rng.getstate()
        reader.go_on()
    reader.rng.setstate(rng)
    reader.send(form)
    assert made(bali) == 1


def new_password(user: User) -> int:
    user.set_password("another-harbour-8")
    user.save()
    return user.pk


@pytest.mark.parametrize(
    "end",
    [
        lambda game: Seat.objects.filter(game=game).update(bot="random"),
        lambda game: User.objects.update(is_active=False),
        lambda game: [new_password(user) for user in User.objects.all()],
        lambda game: Game.objects.filter(pk=game).update(
            broken_at=Game.objects.get(pk=game).created_at
        ),
    ],
    ids=["a bot plays on", "the account is closed", "a new password", "the game is stopped"],
)
def test_the_link_ends_with_what_gave_the_right(bali: int, end: Callable[[int], object]) -> None:
    path = turn_of(bali).path
    reader = Recipient(random.Random(1))
    reader.open(path)
    form = reader.form("/choose/")
    end(bali)
    page = reader.client.get(path)
    assert 'class="decision-choices"' not in page.content.decode()
    data = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    reader.client.post(f"{path}choose/", {**data, "choice": "[]"})
    assert made(bali) == 0


@pytest.mark.parametrize("token", ["x", "WzEsMl0:1:2", "a:b:c"])
def test_links_that_are_not_ours(db: None, token: str) -> None:
    assert Client().get(f"/mail/turn/{token}/").status_code == 410
    assert Client().post(f"/mail/turn/{token}/choose/").status_code == 410


def test_an_answer_opens_no_turn_and_a_turn_no_answer(bali: int) -> None:
    """Each link is worth what it says."""
    turn = turn_of(bali).path.split("/")[-2]
    assert Client().get(f"/mail/choose/{turn}/").status_code == 410


def test_what_happened_in_a_private_game_is_told_to_no_stranger(bali: int, times: Times) -> None:
    Game.objects.filter(pk=bali).update(visibility=Game.Visibility.PRIVATE)
    turn, mine = turn_of(bali), asked(bali)[0]
    played_on(bali, times, lambda: asked(bali) != [mine])
    assert "<li>" not in Recipient(random.Random(1)).open(turn.path)


def test_the_letter_of_a_question_with_many_answers_leads_to_the_turn(
    times: Times, anna: User, ben: User
) -> None:
    game, rng = begun("bora_bora", [anna, ben]), random.Random(1)
    while True:
        seat = asked(game)[0]
        user = User.objects.get(pk=user_of(game, seat))
        decision = load(game, user.pk).running().decision(seat)
        assert decision is not None
        if len(decision.choices) > FEW:
            break
        answer(game, seat, rng.choice)
    assert "/mail/turn/" in dict(mailed(times))[user.username]
