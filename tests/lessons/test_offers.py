"""Where somebody is offered a lesson: before a first game, and while they wait for others."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lessons import following
from games.lobby import open_games
from games.models import Game
from games.storage.position import Position, load
from tests.people import browser_of as as_

pytestmark = pytest.mark.django_db
OFFER = "While you wait for your first turn"


def page(user: User, game: Game) -> str:
    return as_(user).get(f"/games/{game.pk}/").content.decode()


@pytest.fixture
def waiting(anna: User, ben: User) -> tuple[Position, User, User]:
    """A game of Bali, the player asked in it, and the one who waits."""
    made = open_games.create(anna.pk, "bali", 2).game
    here = open_games.join_game(made.pk, ben.pk)
    [asked] = [user for user in (anna, ben) if _is_asked(here, user)]
    return here, asked, ben if asked == anna else anna


def _is_asked(here: Position, user: User) -> bool:
    seat = here.seat_of(user.pk)
    assert seat is not None
    return seat.to_move


def test_the_page_of_a_type_offers_lesson_rules_and_a_game_at_once() -> None:
    shown = as_(None).get("/games/types/bali/").content.decode()
    for offered in ("Learn by playing (", "Read the rules", "Try it now"):
        assert offered in shown


def test_a_stranger_who_tries_a_game_is_offered_its_lesson_and_skips_it_by_one_press() -> None:
    client = as_(None)
    answer = client.post("/play/", {"type": "bali", "level": "good", "offer": "1"})
    assert (answer.status_code, answer["Location"]) == (303, "/games/types/bali/first/?level=good")
    offer = client.get(answer["Location"]).content.decode()
    assert not User.objects.exists(), "nobody is made for a question"
    assert 'name="level" value="good"' in offer
    assert "about 7 minutes" in offer
    begun = client.post("/play/", {"type": "bali", "level": "good"})
    game = Game.objects.get()
    assert begun["Location"] == f"/games/{game.pk}/"
    again = client.post("/play/", {"type": "bali", "offer": "1"})
    assert again["Location"] != answer["Location"], "who has played is not asked again"


def test_members_and_guests_who_have_learned_begin_at_once(anna: User) -> None:
    assert "/first/" not in as_(anna).post("/play/", {"type": "bali", "offer": "1"})["Location"]
    client = as_(None)
    client.post("/lessons/", {"type": "bali"})
    assert "/first/" not in client.post("/play/", {"type": "bali", "offer": "1"})["Location"]
    assert "/first/" in client.post("/play/", {"type": "imhotep", "offer": "1"})["Location"]


def test_nonsense_leads_to_no_lesson(lanterns: None) -> None:
    assert as_(None).get("/games/types/chess/first/").status_code == 404
    assert as_(None).get("/games/types/lanterns/first/")["Location"] == "/games/types/lanterns/"
    assert 'value="easy"' in as_(None).get("/games/types/bali/first/?level=x").content.decode()


def test_somebody_who_waits_in_the_room_is_offered_it_until_they_have_played(anna: User) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    assert "While you wait" in page(anna, game)
    assert "While you wait" not in as_(None).get(f"/games/{game.pk}/").content.decode()
    following.begin_lesson(anna.pk, "bali")
    assert "While you wait" not in page(anna, game)


def test_somebody_who_waits_for_their_first_turn_is_offered_it_and_puts_it_off_by_a_press(
    waiting: tuple[Position, User, User],
) -> None:
    here, asked, other = waiting
    game = here.game
    assert OFFER in page(other, game)
    assert OFFER not in page(asked, game), "who is asked is told why one would choose"
    assert as_(other).post(f"/games/{game.pk}/first-time/", {}).status_code == 303
    assert User.objects.get(pk=other.pk).explained == ["bali."]
    assert OFFER not in page(other, game)
    assert 'class="first-time"' in page(asked, game)


def test_whoever_has_played_before_or_wants_no_explanations_is_not_offered_it(
    waiting: tuple[Position, User, User],
) -> None:
    here, _asked, other = waiting
    User.objects.filter(pk=other.pk).update(explain_first=False)
    assert OFFER not in page(other, here.game)
    User.objects.filter(pk=other.pk).update(explain_first=True)
    assert OFFER in page(other, here.game)
    following.begin_lesson(other.pk, "bali")
    assert OFFER not in page(other, here.game)
    assert OFFER not in page(other, load(here.game.pk, other.pk).game)
