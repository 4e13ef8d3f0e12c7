"""A finished game to study, and a study of it."""

import random
from collections.abc import Callable

import msgspec
import pytest
from django.utils import timezone

from accounts.company.relationships import befriend
from accounts.models import User
from games.lobby import open_games
from games.models import Chapter, Game, Judgement, Study
from games.rules.engine.search.hints import Hinted
from games.studies import chapters, making
from games.studies.positions import line_of
from tests.games.playing import answer, asked


def finished(*people: User, slug: str = "lanterns", visibility: str = "public") -> Game:
    """A game that these people have played to its end, at random but always the same."""
    game_id = open_games.create(people[0].pk, slug, len(people), visibility=visibility).game.pk
    Game.objects.filter(pk=game_id).update(seed=bytes(32))
    key = Game.objects.get(pk=game_id).key
    for each in people[1:]:
        open_games.join_game(game_id, each.pk, key=key)
    rng = random.Random(7)
    while seats := asked(game_id):
        answer(game_id, seats[0], rng.choice)
    game = Game.objects.get(pk=game_id)
    assert game.status == "finished"
    return game


@pytest.fixture
def over(lanterns: None, anna: User, ben: User) -> Game:
    """A public game that anna and ben have finished."""
    return finished(anna, ben)


@pytest.fixture
def private(lanterns: None, anna: User, ben: User) -> Game:
    """A private one."""
    return finished(anna, ben, visibility="private")


@pytest.fixture
def friends(anna: User, ben: User) -> None:
    befriend(anna, ben)
    befriend(ben, anna)


@pytest.fixture
def chapter(over: Game, anna: User) -> Chapter:
    """The only chapter of anna's study: the start of the game, and nothing tried yet."""
    study = making.make_study(anna.pk, "How it went")
    return chapters.add_chapter(study.pk, anna.pk, over.pk, 0, followed=False)


@pytest.fixture
def show(anna: User) -> Callable[[Study, str], None]:
    """`show(study, "public")`: who can read anna's study."""
    return lambda study, visibility: making.show_to(study.pk, anna.pk, visibility)


def judged(chapter: Chapter, node: int = 0, *, best: int | None = 0) -> Judgement:
    """A judgement as if programs had found it: of three choices that one is surely the best."""
    game = line_of(chapter).reach(node).game
    decision = game.decision(game.to_move()[0])
    assert decision is not None
    choices = [decision.example(choice) for choice in decision.choices[:3]]
    found = [
        Hinted(choice, 9.0 - number, 0.5, equal=best in (None, number), games=48)
        for number, choice in enumerate(choices)
    ]
    return Judgement.objects.create(
        chapter=chapter,
        node=node,
        seat=decision.seat,
        steps=4,
        found=msgspec.to_builtins(found),
        best=None if best is None else msgspec.to_builtins(choices[best]),
        done_at=timezone.now(),
    )
