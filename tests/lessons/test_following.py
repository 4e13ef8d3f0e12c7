"""Following a lesson: it is played to its end, taken up again, gone back in, and left."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from accounts.models import User
from games.bots import playing as bots
from games.errors import Illegal, NotFound, Refused, Stale
from games.lessons import following, script
from games.lessons.following import NotMeant
from games.models import BY_HAND, Game, Move, Seat
from games.rules import registry
from games.storage import position
from games.storage.position import Position
from games.words.table_package import lessons as lessons_of


@pytest.fixture
def begun(anna: User) -> Position:
    return following.begin_lesson(anna.pk, "bali")


def course(here: Position) -> script.Script:
    found = script.find_script(here)
    assert found is not None
    return found


def do_what_is_asked(here: Position, user: User) -> Position:
    """The next choice of the lesson, of whoever's it is."""
    step = course(here).choices[here.number]
    if step.seat or not step.choice:
        return following.continue_lesson(here.game.pk, user.pk)
    return following.choose(here.game.pk, user.pk, step.choice, version=here.version)


def to_number(here: Position, user: User, number: int) -> Position:
    while here.number < number:
        before, here = here.number, do_what_is_asked(here, user)
        assert here.number > before, f"nothing happens after {before}"
    return here


def test_it_is_a_real_game_that_is_nobody_elses(begun: Position, anna: User, ben: User) -> None:
    game = begun.game
    assert (game.practice, game.rated, game.visibility) == (True, False, "private")
    assert (game.lesson, game.clock["kind"], game.status) == ("first", "none", "running")
    assert [(seat.user_id, seat.bot) for seat in begun.seats] == [(anna.pk, ""), (None, BY_HAND)]
    with pytest.raises(NotFound):
        position.load(game.pk, ben.pk)
    with pytest.raises(NotFound):
        following.back(game.pk, ben.pk)
    with pytest.raises(NotFound):
        following.continue_lesson(game.pk, ben.pk)


def test_nobody_reads_there_that_they_are_away(begun: Position, anna: User) -> None:
    client = Client()
    client.force_login(anna)
    page = client.get(f"/games/{begun.game.pk}/").content.decode()
    assert "player-name" in page
    assert "data-presence" not in page


def test_it_is_played_to_the_end_where_it_says(begun: Position, anna: User) -> None:
    here = to_number(begun, anna, len(course(begun).choices))
    place = script.find_place(here, course(here), said=99)
    assert place.over
    assert not place.astray
    view = here.running().view(0)
    assert view["seats"][0]["offerings"]["rice"] == 6


def test_others_wait_until_what_was_said_is_heard_and_no_bot_moves_for_them(
    begun: Position, anna: User
) -> None:
    here = to_number(begun, anna, 2)
    assert here.running().to_move() == [1]
    assert not bots.play_one(here.game.pk)
    assert script.find_place(here, course(here)).frame.after
    here = following.continue_lesson(here.game.pk, anna.pk)
    assert here.number == 4, "both of their choices"
    assert here.running().to_move() == [0]


def test_another_page_takes_it_up_where_one_was(begun: Position, anna: User) -> None:
    here = to_number(begun, anna, 5)
    again = following.begin_lesson(anna.pk, "bali", "first")
    assert (again.game.pk, again.number) == (here.game.pk, here.number)
    anew = following.begin_lesson(anna.pk, "bali", "first", anew=True)
    assert anew.game.pk != here.game.pk
    assert Game.objects.get(pk=here.game.pk).status == Game.Status.CANCELLED


def test_what_is_not_meant_is_said_and_done_only_on_demand(begun: Position, anna: User) -> None:
    game_id = begun.game.pk
    with pytest.raises(NotMeant) as refused:
        following.choose(game_id, anna.pk, ("play", "rice", 1), version=begun.version)
    assert refused.value.choice == ("play", "rice", 1)
    with pytest.raises(NotMeant):  # the lesson could not go on after it
        following.choose(game_id, anna.pk, ("play", "rice", 1), version=begun.version, anyway=True)
    with pytest.raises(Illegal):
        following.choose(game_id, anna.pk, ("play", "gold"), version=begun.version)
    assert position.load(game_id, anna.pk).number == 0


def test_a_welcome_choice_does_as_well(begun: Position, anna: User) -> None:
    steps = course(begun).choices
    at = next(number for number, step in enumerate(steps) if step.welcome)
    here = to_number(begun, anna, at)
    following.choose(here.game.pk, anna.pk, steps[at].welcome[0], version=here.version)
    here = to_number(position.load(here.game.pk, anna.pk), anna, len(steps))
    assert script.find_place(here, course(here), said=99).over


def test_back_and_forth_is_the_same_again(begun: Position, anna: User) -> None:
    here = to_number(begun, anna, 5)
    view = here.running().view(0)
    back, said = following.back(here.game.pk, anna.pk)
    assert back.number == 4
    assert said == 0
    assert back.running().view(0) == position.load(here.game.pk, anna.pk, 4).running().view(0)
    again = do_what_is_asked(position.load(here.game.pk, anna.pk), anna)
    assert again.running().view(0) == view, "by the same chance"
    assert Move.objects.filter(game=here.game, undone_by=None).count() == 6
    for _step in range(9):
        if not position.load(here.game.pk, anna.pk).number:
            break
        following.back(here.game.pk, anna.pk)
    with pytest.raises(Refused, match="beginning"):
        following.back(here.game.pk, anna.pk)


def test_it_shows_what_is_asked(begun: Position, anna: User) -> None:
    here = following.play_for_pupil(begun.game.pk, anna.pk)
    assert here.number == 1
    here = to_number(here, anna, 2)
    with pytest.raises(Refused, match="There is nothing to choose"):
        following.play_for_pupil(begun.game.pk, anna.pk)


def test_playing_on_from_the_same_position_with_bots(begun: Position, anna: User) -> None:
    here = to_number(begun, anna, 2)
    view = here.running().view(0)
    left = following.leave_lesson(here.game.pk, anna.pk)
    assert left.game.pk == here.game.pk
    assert left.running().view(0) == view
    assert Seat.objects.get(game=left.game, index=1).bot == registry.get("bali").best_bot
    assert Game.objects.get(pk=left.game.pk).practice
    assert bots.play_one(left.game.pk)
    with pytest.raises(Refused, match="not a lesson"):
        following.leave_lesson(left.game.pk, anna.pk)


def test_an_old_page_changes_nothing(begun: Position, anna: User) -> None:
    here = to_number(begun, anna, 5)
    step = course(here).choices[5]
    assert step.choice is not None
    with pytest.raises(Stale):
        following.choose(here.game.pk, anna.pk, step.choice, version=begun.version)


def test_there_is_no_lesson_where_none_is(anna: User) -> None:
    for type_, name in (("chess", ""), ("bali", "second"), ("lanterns", "")):
        with pytest.raises(NotFound):
            following.begin_lesson(anna.pk, type_, name)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all() if lessons_of(rules)])
def test_the_page_shows_every_step_to_the_end(slug: str, anna: User) -> None:
    client = Client()
    client.force_login(anna)
    here = following.begin_lesson(anna.pk, slug)
    frames = course(here).frames
    while True:
        place = script.find_place(here, course(here))
        for said in range(max(1, len(place.here))):
            page = client.get(f"/games/{here.game.pk}/?said={said}")
            assert page.status_code == 200
        if script.find_place(here, course(here), said=99).number == len(frames) - 1:
            break
        here = do_what_is_asked(here, anna)
    assert "speech-over" in page.content.decode()


def test_where_the_pupil_finds_the_choice_nothing_shows_which_it_is(
    begun: Position, anna: User
) -> None:
    choices = course(begun).choices
    here = to_number(begun, anna, next(n for n, step in enumerate(choices) if step.finds))
    client = Client()
    client.force_login(anna)
    page = client.get(f"/games/{here.game.pk}/").content.decode()
    spots = html.unescape(re.findall(r'data-spots="([^"]*)"', page)[0])
    assert json.loads(spots) == ["row-0", "row-1", "row-2", "row-3"]
    assert 'data-path="[]"' in page
    assert following.play_for_pupil(here.game.pk, anna.pk).number > here.number


def asked_last(user: User, slug: str) -> Position:
    """Where a question stands after something else that is said there, and another choice than the
    meant one is legal."""
    here = following.begin_lesson(user.pk, slug)
    for number, step in enumerate(course(here).choices):
        frames = course(here).beside(number)
        asks = len(frames) > 1 and course(here).frames[frames[-1]].asks
        if asks and step.also:
            return to_number(here, user, number)
    raise AssertionError(f"the lesson of {slug} has no such place")


def sent(here: Position, user: User, choice: object, **more: object) -> str:
    """The page after this choice in a form of it, as a browser without scripts gets it."""
    client = Client()
    client.force_login(user)
    form = {"version": here.version, "choice": json.dumps(choice), **more}
    return client.post(f"/games/{here.game.pk}/lesson/choose/", form, follow=True).content.decode()


@pytest.mark.parametrize("slug", ["imhotep", "bali"])
def test_a_choice_that_is_not_meant_is_answered_where_it_is_asked(slug: str, anna: User) -> None:
    here = asked_last(anna, slug)
    page = sent(here, anna, course(here).choices[here.number].also[0][0])
    assert "speech-also" in page
    assert "That works, too" in page
    last = len(course(here).beside(here.number)) - 1
    assert f'data-here="/games/{here.game.pk}/?said={last}"' in page


def test_what_is_refused_is_said_beside_what_was_said_last(anna: User) -> None:
    here = asked_last(anna, "imhotep")
    last = len(course(here).beside(here.number)) - 1
    page = sent(here, anna, ["play"], said=last)
    assert f'data-here="/games/{here.game.pk}/?said={last}"' in page
    assert "Choose one of the options on offer" in page
    assert "of the choice" not in page


def test_a_form_sent_twice_counts_once_and_an_old_one_says_that_the_game_has_moved_on(
    begun: Position, anna: User
) -> None:
    first = course(begun).choices[0].choice
    assert first is not None
    here = following.choose(begun.game.pk, anna.pk, first, version=begun.version, key="once")
    again = following.choose(begun.game.pk, anna.pk, first, version=begun.version, key="once")
    assert again.number == here.number
    with pytest.raises(Stale):
        following.choose(begun.game.pk, anna.pk, first, version=begun.version)
