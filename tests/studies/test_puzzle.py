"""A puzzle in a study: readers look for the best choice before they see what follows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from games.errors import Refused
from games.models import Chapter, Game, Judgement, Study
from games.studies import chapters, judging, making, membership
from tests.studies.conftest import judged
from tests.studies.test_study import choices_in, comment, page, read

As = Callable[[User | None], Client]


@pytest.fixture
def puzzle(as_: As, anna: User, over: Game) -> Judgement:
    """A puzzle at the second choice of a public study, which goes on after it."""
    study = making.make_study(anna.pk, "How it went")
    chapter = chapters.add_chapter(study.pk, anna.pk, over.pk, 0, followed=True)
    making.show_to(study.pk, anna.pk, "public")
    known = judged(chapter, 2)
    where = study.pk, anna.pk, chapter.pk, 2
    judging.set_puzzle(*where, known.seat, puzzle=True)
    known.refresh_from_db()
    return known


def answer(client: Client, puzzle: Judgement, *, right: bool, **more: Any) -> Any:
    """Send a choice for it."""
    address = page(puzzle.chapter, puzzle.node)
    choices = choices_in(read(client, address))
    chosen = next(one for one in choices if (json.loads(one) == puzzle.best) == right)
    return client.post(f"{address}choose/", {"choice": chosen}, **more)


def test_a_reader_does_not_see_what_follows_before_the_answer_is_right(
    as_: As, anna: User, puzzle: Judgement
) -> None:
    chapter = puzzle.chapter
    comment(as_(anna), chapter, "The temple, of course", 3)
    reader = as_(None)
    html = read(reader, page(chapter, 2))
    assert "Find the best choice" in html
    assert page(chapter, 2) in html
    assert page(chapter, 3) not in html
    assert "expected to finish" not in html
    assert "What the programs think" not in html
    start = read(reader, page(chapter))
    assert page(chapter, 2) in start
    assert page(chapter, 3) not in start
    below = read(reader, page(chapter, 4))
    assert "Find the best choice" in below, "an address further on leads to the puzzle"
    assert "The temple" not in below
    paper = read(reader, f"/studies/{chapter.study_id}/print/")
    assert "Find the best choice" in paper
    assert "The temple" not in paper
    assert "expected to finish" not in paper
    news = reader.get(f"{page(chapter, 3)}news/").json()
    assert news["place"] == page(chapter, 2)

    wrong = answer(reader, puzzle, right=False)
    assert wrong.status_code == 409
    assert "Not this one." in wrong.content.decode()
    assert "Find the best choice" in read(reader, page(chapter, 2))
    right = answer(reader, puzzle, right=True)
    assert right.status_code == 303
    html = read(reader, page(chapter, 2))
    assert "Right! This is the best choice." in html
    assert "Two kinds of programs agree: the first choice" in html
    assert page(chapter, 3) in html
    assert "The temple" in read(reader, page(chapter, 3))
    assert "The temple" in read(reader, f"/studies/{chapter.study_id}/print/")
    assert "Find the best choice" in read(as_(None), page(chapter, 2)), "others still look for it"
    assert Chapter.objects.get(pk=chapter.pk).tree == chapter.tree, "readers add nothing"


def test_the_answer_is_shown_to_whoever_gives_up(as_: As, ben: User, puzzle: Judgement) -> None:
    reader, address = as_(ben), page(puzzle.chapter, puzzle.node)
    assert reader.post(f"{address}reveal/").status_code == 303
    html = read(reader, address)
    assert "Two kinds of programs agree" in html
    assert "Right!" not in html
    assert page(puzzle.chapter, 3) in html
    assert reader.post(f"{address}choose/", {"choice": "[]"}).status_code == 409, "a reader again"


def test_a_right_answer_that_is_sent_again_is_right_again(
    as_: As, ben: User, puzzle: Judgement
) -> None:
    """Its reply may have been lost on the way."""
    for reader in (as_(ben), as_(None)):
        address = page(puzzle.chapter, puzzle.node)
        for _time in range(2):
            sent = reader.post(f"{address}choose/", {"choice": json.dumps(puzzle.best)})
            assert sent.status_code == 303
            assert "Right!" in read(reader, sent["Location"])


def test_a_choice_that_the_programs_do_not_name_is_not_called_wrong(
    as_: As, ben: User, puzzle: Judgement
) -> None:
    named = [each for each in puzzle.found if each["choice"] == puzzle.best]
    Judgement.objects.filter(pk=puzzle.pk).update(found=named)
    other = answer(as_(ben), puzzle, right=False)
    assert other.status_code == 409
    assert "do not name this choice" in other.content.decode()


def test_a_puzzle_that_has_ended_meanwhile_says_so_to_everybody(
    as_: As, anna: User, ben: User, puzzle: Judgement
) -> None:
    where = puzzle.chapter.study_id, anna.pk, puzzle.chapter_id, puzzle.node
    for reader in (as_(ben), as_(None)):
        judging.set_puzzle(*where, puzzle.seat, puzzle=True)
        html = read(reader, page(puzzle.chapter, puzzle.node))
        assert "Find the best choice" in html
        judging.set_puzzle(*where, puzzle.seat, puzzle=False)
        late = reader.post(
            f"{page(puzzle.chapter, puzzle.node)}choose/", {"choice": choices_in(html)[0]}
        )
        if json.loads(choices_in(html)[0]) != puzzle.best:
            assert late.status_code == 409
            assert "No puzzle is here any more." in late.content.decode()


def test_scripts_get_the_same_parts(as_: As, ben: User, puzzle: Judgement) -> None:
    reader = as_(ben)
    wrong = answer(reader, puzzle, right=False, HTTP_ACCEPT="application/json")
    assert wrong.status_code == 409
    assert wrong.json()["message"].startswith("Not this one")
    right = answer(reader, puzzle, right=True, HTTP_ACCEPT="application/json").json()
    assert right["message"] == ""
    assert "Right!" in right["regions"]["judgement"]["html"]


def test_what_is_not_possible_is_no_answer(as_: As, ben: User, puzzle: Judgement) -> None:
    address = f"{page(puzzle.chapter, puzzle.node)}choose/"
    for nonsense in ('["x"]', "", "{", "null"):
        assert as_(ben).post(address, {"choice": nonsense}).status_code in (400, 409, 422)


def test_a_puzzle_needs_a_sure_judgement_and_somebody_who_writes(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    known = judged(chapter, best=None)
    where = chapter.study_id, anna.pk, chapter.pk, 0
    with pytest.raises(Refused, match="sure of the best"):
        judging.set_puzzle(*where, known.seat, puzzle=True)
    assert "Make it a puzzle" not in read(as_(anna), page(chapter))
    known.delete()
    with pytest.raises(Refused):
        judging.set_puzzle(*where, known.seat, puzzle=True)
    known = judged(chapter)
    assert "Make it a puzzle" in read(as_(anna), page(chapter))
    address = f"/studies/{chapter.study_id}/{chapter.pk}/0-{known.seat}/puzzle/"
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=False)
    assert as_(ben).post(address).status_code == 403
    assert as_(anna).post(address).status_code == 303
    assert Judgement.objects.get().puzzle
    assert "End the puzzle" in read(as_(anna), page(chapter)), "people who write see all"
    assert "Find the best choice" in read(as_(ben), page(chapter))
    assert as_(anna).post(address, {"end": "1"}).status_code == 303
    assert not Judgement.objects.get().puzzle
    assert "Find the best choice" not in read(as_(ben), page(chapter))


def test_a_puzzle_is_in_the_file_and_comes_back(as_: As, anna: User, puzzle: Judgement) -> None:
    saved = as_(anna).get(f"/studies/{puzzle.chapter.study_id}/study.json").json()
    assert [one["puzzle"] for one in saved["chapters"][0]["judgements"]] == [True]


def test_link_readers_solve_it_too(as_: As, puzzle: Judgement, anna: User) -> None:
    study = Study.objects.get(pk=puzzle.chapter.study_id)
    making.show_to(study.pk, anna.pk, "link")
    reader, address = as_(None), page(puzzle.chapter, puzzle.node)
    assert reader.get(address).status_code == 404
    assert "Find the best choice" in read(reader, f"{address}?key={study.key}")
    html = read(reader, f"{address}?key={study.key}")
    assert not Session.objects.exists(), "looking writes nothing"
    own = page(puzzle.chapter, f"{puzzle.node}~{study.key}")
    assert f'action="{own}choose/"' in html
    narrowed = read(reader, f"{own}?prefix={quote(json.dumps(list(puzzle.best or ())[:1]))}")
    assert f'action="{own}choose/"' in narrowed
    assert f'href="{own}"' in narrowed, "back to all choices"
    answered = reader.post(f"{own}choose/", {"choice": json.dumps(puzzle.best)})
    assert answered.status_code == 303
    assert "Right!" in read(reader, answered["Location"])
    making.renew_link(study.pk, anna.pk)
    for old in (own, f"{address}?key={study.key}"):
        assert reader.get(old).status_code == 404, "the old link opens it no longer"
