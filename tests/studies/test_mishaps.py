"""Studies when something goes wrong: old pages, choices that cannot be played, lost answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.company import relationships
from accounts.models import User
from community.clubs import founding
from community.clubs.founding import Words
from games.errors import NoBoard, Refused
from games.models import Chapter, Game, Study, StudyComment
from games.moderation import studies as moderating
from games.pages.studies import printing
from games.studies import chapters, making, membership
from games.studies.positions import Line, line_of
from tests.people import person
from tests.studies.test_study import choose, comment, page, read

As = Callable[[User | None], Client]
Show = Callable[[Study, str], None]
NONSENSE = [{"id": 1, "parent": 0, "seat": 0, "choice": ["nonsense"]}]


def removal(client: Client, address: str) -> dict[str, str]:
    """What the form that removes a choice sends."""
    found = re.findall(r'name="(last_node|last_comment)" value="([^"]*)"', read(client, address))
    return dict(found)


def test_the_number_of_a_removed_choice_is_not_used_again(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    node = choose(as_(anna), chapter)
    as_(anna).post(f"{page(chapter, node)}remove/", {"last_node": node, "last_comment": 0})
    other = choose(as_(ben), chapter, 0, 1)
    assert other != node
    assert comment(as_(anna), chapter, "About what was removed", node).status_code == 409
    as_(anna).post(f"{page(chapter, node)}remove/", {"last_node": node, "last_comment": 0})
    assert [each["id"] for each in Chapter.objects.get().tree] == [other]


def test_a_choice_that_cannot_be_played_any_more_closes_only_itself(
    as_: As, anna: User, over: Game, chapter: Chapter
) -> None:
    other = chapters.add_chapter(chapter.study_id, anna.pk, over.pk, 0, followed=False)
    Chapter.objects.filter(pk=chapter.pk).update(tree=NONSENSE)
    assert "not possible any more" in read(as_(anna), page(chapter))
    there = as_(anna).get(page(chapter, 1))
    assert there.status_code == 422
    assert page(chapter) in str(there.content)
    assert page(other) in str(there.content)
    assert as_(anna).get(page(other)).status_code == 200
    comment(as_(anna), other, "Still to be read")
    assert "Still to be read" in read(as_(anna), f"/studies/{chapter.study_id}/print/")


def test_a_chapter_without_a_board_leads_to_the_others(
    as_: As, anna: User, over: Game, chapter: Chapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = chapters.add_chapter(chapter.study_id, anna.pk, over.pk, 0, followed=False)
    comment(as_(anna), other, "Still to be read")

    def broken(asked: Chapter) -> Line:
        if asked.pk == chapter.pk:
            raise NoBoard
        return line_of(asked)

    monkeypatch.setattr("games.pages.studies.place.line_of", broken)
    first = as_(anna).get(f"/studies/{chapter.study_id}/", follow=True)
    assert first.status_code == 503
    assert page(other) in str(first.content)
    assert "Still to be read" in read(as_(anna), f"/studies/{chapter.study_id}/print/")


def test_printing_ends_after_some_positions_and_is_counted(
    as_: As, anna: User, chapter: Chapter, monkeypatch: pytest.MonkeyPatch, show: Show
) -> None:
    show(chapter.study, "public")
    node = 0
    for text in ("One", "Two", "Three"):
        comment(as_(anna), chapter, text, node)
        node = choose(as_(anna), chapter, node)
    monkeypatch.setattr(printing, "MOST_POSITIONS", 2)
    monkeypatch.setattr(printing, "PER_MINUTE", 3)
    html = read(as_(None), f"/studies/{chapter.study_id}/print/")
    assert "Two" in html
    assert "Three" not in html
    assert "At most 2 positions" in html
    read(as_(None), f"/studies/{chapter.study_id}/print/")
    read(as_(None), f"/studies/{chapter.study_id}/study.json")
    for way in ("print/", "study.json"):
        assert as_(None).get(f"/studies/{chapter.study_id}/{way}").status_code == 429


def test_the_link_of_a_study_that_is_now_of_a_club_opens_it_no_longer(
    as_: As, anna: User, cleo: User, chapter: Chapter
) -> None:
    with_key = f"{page(chapter)}?key={chapter.study.key}"
    assert as_(cleo).get(with_key).status_code == 200
    club = founding.found(anna.pk, Words("The Thursday club", "open"))
    making.show_to(chapter.study_id, anna.pk, "club", club.pk)
    assert as_(cleo).get(with_key).status_code == 404


def test_a_form_that_is_sent_twice_starts_one_study_and_adds_one_chapter(
    as_: As, anna: User, over: Game
) -> None:
    html = read(as_(anna), f"/studies/new/?game={over.pk}")
    once = re.findall(r'name="once" value="([^"]+)"', html)[0]
    form = {"game": over.pk, "at": 0, "title": "Ours", "once": once}
    to = {as_(anna).post("/studies/new/", form)["Location"] for _ in range(2)}
    assert len(to) == 1
    assert (Study.objects.count(), Chapter.objects.count()) == (1, 1)
    assert as_(anna).post("/studies/new/", {**form, "at": 2}).status_code == 303
    assert Chapter.objects.count() == 2, "another position with the same key"
    share = f"/studies/{Study.objects.latest('pk').pk}/"
    once = re.findall(r'name="once" value="([^"]+)"', read(as_(anna), f"{share}share/"))[0]
    for _ in range(2):
        as_(anna).post(f"{share}chapters/add/", {"game": over.pk, "at": 1, "once": once})
    assert Chapter.objects.filter(at=1).count() == 1


def test_a_program_that_repeats_its_call_starts_one_study(as_: As, anna: User, over: Game) -> None:
    body, key = {"title": "By a program", "game": over.pk}, {"Idempotency-Key": "k1"}
    made = [
        as_(anna).post("/api/v1/studies", body, "application/json", headers=key).json()["id"]
        for _ in range(2)
    ]
    assert made == [Study.objects.get().pk] * 2


def test_what_would_be_refused_is_said_before_the_form_and_leaves_no_study(
    as_: As, cleo: User, private: Game
) -> None:
    form = {"game": private.pk, "at": 0, "title": "Theirs", "key": private.key}
    asked = as_(cleo).get(f"/studies/new/?game={private.pk}&key={private.key}")
    assert asked.status_code == 403
    assert "Only its players" in str(asked.content)
    assert as_(cleo).post("/studies/new/", form).status_code == 403
    assert not Study.objects.exists()
    guest = as_(person("visitor", is_guest=True)).get("/studies/new/")
    assert guest.status_code == 403
    assert "keep your account" in str(guest.content)


def test_a_chapter_is_removed_only_by_its_author_or_the_owner_and_not_by_mistake(
    as_: As, anna: User, ben: User, over: Game, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    share = f"/studies/{chapter.study_id}/share/"
    act = f"{share}remove-chapter/"
    form = {"chapter": chapter.pk, "last_node": 0, "last_comment": 0, "sure": "1"}
    as_(ben).post(act, form)
    as_(anna).post(act, {**form, "sure": ""})
    assert Chapter.objects.filter(pk=chapter.pk).exists()
    choose(as_(ben), chapter)
    as_(anna).post(act, form)
    assert Chapter.objects.filter(pk=chapter.pk).exists(), "something was added since"
    seen = removal(as_(anna), share)
    as_(anna).post(act, {**form, **seen})
    assert not Chapter.objects.filter(pk=chapter.pk).exists()
    own = chapters.add_chapter(chapter.study_id, ben.pk, over.pk, 0, followed=False)
    as_(ben).post(act, {**form, "chapter": own.pk})
    assert not Chapter.objects.filter(pk=own.pk).exists()


@pytest.fixture
def mod(db: None) -> User:
    return person("mod", is_staff=True)


def test_titles_that_moderators_removed_stay_removed(
    as_: As, anna: User, mod: User, over: Game, chapter: Chapter
) -> None:
    moderating.clear_titles(chapter.study_id, mod.pk)
    assert f"Study {chapter.study_id}" in read(as_(anna), page(chapter))
    german = as_(anna).get(page(chapter), headers={"Accept-Language": "de"})
    assert f"Studie {chapter.study_id}" in str(german.content)
    with pytest.raises(Refused):
        making.rename_study(chapter.study_id, anna.pk, "Rude again")
    with pytest.raises(Refused):
        chapters.rename_chapter(chapter.study_id, anna.pk, chapter.pk, "Rude again")
    with pytest.raises(Refused):
        chapters.add_chapter(chapter.study_id, anna.pk, over.pk, 0, title="Rude again")


def test_a_moderator_hides_a_comment_that_was_deleted_meanwhile(
    as_: As, anna: User, mod: User, chapter: Chapter
) -> None:
    comment(as_(anna), chapter, "Soon gone")
    known = StudyComment.objects.get()
    StudyComment.objects.all().delete()
    with pytest.raises(Refused):
        moderating.set_hidden(known, mod.pk, hidden=True)


def test_authors_hide_their_comments_also_when_they_are_no_members_any_more(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    comment(as_(ben), chapter, "Mine")
    membership.remove_member(chapter.study_id, anna.pk, "ben")
    html = read(as_(ben), f"{page(chapter)}?key={chapter.study.key}")
    action = re.findall(r'action="([^"]*/hide/[^"]*)"', html)[0]
    form = {"comment": StudyComment.objects.get().pk}
    assert as_(ben).post(action, form).status_code == 303
    assert StudyComment.objects.get().hidden_at is not None


def test_authors_hide_their_comments_from_a_page_that_they_can_read_no_longer(
    as_: As, anna: User, ben: User, cleo: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    comment(as_(ben), chapter, "Mine")
    membership.remove_member(chapter.study_id, anna.pk, "ben")
    form = {"comment": StudyComment.objects.get().pk}
    assert as_(cleo).post(f"{page(chapter)}hide/", form).status_code == 404
    assert as_(ben).get(page(chapter)).status_code == 404
    by_script = {"Accept": "application/json"}
    answer = as_(ben).post(f"{page(chapter)}hide/", form, headers=by_script)
    assert answer.json() == {"to": "/studies/"}
    assert StudyComment.objects.get().hidden_at is not None
    assert as_(ben).post(f"{page(chapter)}hide/", form).status_code == 303


def test_open_pages_hear_that_a_study_ended_with_its_owners_account(
    anna: User, chapter: Chapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(membership, "changed", told.append)
    membership.forget_person(anna)
    assert not Study.objects.exists()
    assert len(told) == 1


def test_comments_of_people_apart_do_not_keep_a_branch_for_ever(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    node = choose(as_(anna), chapter)
    comment(as_(ben), chapter, "Not seen by anna", node)
    relationships.block(anna, ben)
    seen = removal(as_(anna), page(chapter, node))
    assert as_(anna).post(f"{page(chapter, node)}remove/", seen).status_code == 303
    assert Chapter.objects.get().tree == []


def test_lists_do_not_load_what_is_in_the_chapters(as_: As, anna: User, chapter: Chapter) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert "1 chapter" in read(as_(anna), "/studies/")
        read(as_(anna), f"/studies/{chapter.study_id}/share/")
    assert not [each["sql"] for each in queries.captured_queries if '"tree"' in each["sql"]]
