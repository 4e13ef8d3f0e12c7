"""A study by HTTP: who makes, reads and writes it, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from games.lobby import open_games
from games.models import Chapter, Game, Study, StudyComment, StudyMember
from games.studies import making, membership
from games.trees.tree import MOST_DEPTH
from tests.people import person
from tests.studies.conftest import finished

As = Callable[[User | None], Client]
Show = Callable[[Study, str], None]


def page(chapter: Chapter, node: int | str = 0) -> str:
    return f"/studies/{chapter.study_id}/{chapter.pk}/{node}/"


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return str(answer.content, "utf-8")


def choices_in(html: str) -> list[str]:
    """The choices that the bar offers, as forms send them."""
    found = re.findall(r'name="choice" value="([^"]*)"', html)
    return [unescape(value) for value in found]


def choose(client: Client, chapter: Chapter, node: int = 0, which: int = 0) -> int:
    """Choose at a node, and return the number of the node where that leads."""
    choice = choices_in(read(client, page(chapter, node)))[which]
    answer = client.post(f"{page(chapter, node)}choose/", {"choice": choice})
    assert answer.status_code == 303, answer.content
    return int(answer["Location"].rstrip("/").rpartition("/")[2])


def comment(client: Client, chapter: Chapter, text: str, node: int = 0, **more: Any) -> Any:
    return client.post(f"{page(chapter, node)}comment/", {"text": text, **more})


def test_a_finished_game_becomes_a_study_with_the_choices_that_were_made(
    as_: As, anna: User, over: Game
) -> None:
    html = read(as_(anna), f"/games/{over.pk}/")
    assert f"/studies/new/?game={over.pk}" in html
    form = {"game": over.pk, "at": 0, "title": "Our game", "followed": "1"}
    answer = as_(anna).post("/studies/new/", form)
    assert answer.status_code == 303
    chapter = Chapter.objects.get()
    assert answer["Location"] == page(chapter)
    assert 0 < len(chapter.tree) <= MOST_DEPTH
    html = read(as_(anna), page(chapter, len(chapter.tree)))
    assert "The game is over here" in html
    assert "Our game" in read(as_(anna), "/studies/")


def test_a_game_that_runs_and_one_that_is_unknown_cannot_be_studied(
    as_: As, anna: User, cleo: User, lanterns: None
) -> None:
    running = open_games.create(anna.pk, "lanterns", 2).game.pk
    assert as_(anna).get(f"/studies/new/?game={running}").status_code == 409
    form = {"game": running, "title": "No"}
    assert as_(anna).post("/studies/new/", form).status_code == 409
    assert as_(anna).post("/studies/new/", {**form, "game": 10**17}).status_code == 404
    assert as_(anna).post("/studies/new/", {**form, "game": "x", "title": ""}).status_code == 422
    assert as_(None).post("/studies/new/", form).status_code == 302
    assert not Study.objects.exists()


def test_a_choice_leads_to_a_node_and_the_same_again_to_the_same_one(
    as_: As, anna: User, chapter: Chapter
) -> None:
    first = choose(as_(anna), chapter)
    assert choose(as_(anna), chapter) == first
    other = choose(as_(anna), chapter, which=1)
    assert other != first
    deeper = choose(as_(anna), chapter, first)
    assert [node["parent"] for node in Chapter.objects.get().tree] == [0, 0, first]
    html = read(as_(anna), page(chapter, deeper))
    assert html.count('class="study-choice seat-') == 3
    assert html.count('aria-current="step"') == 1


def test_a_choice_that_is_not_possible_is_refused_on_the_page(
    as_: As, anna: User, chapter: Chapter
) -> None:
    for nonsense in ('["nothing"]', "{", "[]", "", '["\\u0000"]', "[" * 5000):
        answer = as_(anna).post(f"{page(chapter)}choose/", {"choice": nonsense})
        assert answer.status_code == 422, nonsense
    assert Chapter.objects.get().tree == []


def test_comments_and_choices_are_written_only_by_members_who_write(
    as_: As, anna: User, ben: User, cleo: User, chapter: Chapter, friends: None, show: Show
) -> None:
    show(chapter.study, "public")
    assert comment(as_(cleo), chapter, "Hello").status_code == 403
    choice = choices_in(read(as_(anna), page(chapter)))[0]
    tried = as_(cleo).post(f"{page(chapter)}choose/", {"choice": choice})
    assert tried.status_code in (403, 409)
    assert "data-comment" not in read(as_(cleo), page(chapter))
    assert not choices_in(read(as_(cleo), page(chapter)))
    share = f"/studies/{chapter.study_id}/share/"
    as_(anna).post(f"{share}let/", {"name": "ben", "role": "reads"})
    assert comment(as_(ben), chapter, "Hello").status_code == 403
    as_(anna).post(f"{share}let/", {"name": "ben", "role": "writes"})
    assert comment(as_(ben), chapter, "Hello").status_code == 303
    assert comment(as_(None), chapter, "Hello").status_code == 302
    assert [each.text for each in StudyComment.objects.all()] == ["Hello"]
    assert "Hello" in read(as_(None), page(chapter))


def test_only_friends_are_made_members(as_: As, anna: User, ben: User, chapter: Chapter) -> None:
    share = f"/studies/{chapter.study_id}/share/"
    answer = as_(anna).post(f"{share}let/", {"name": "ben nobody", "role": "writes"}, follow=True)
    assert "not one of your friends" in str(answer.content)
    assert StudyMember.objects.count() == 1
    assert as_(ben).post(f"{share}let/", {"name": "ben"}).status_code == 404


@pytest.mark.parametrize("way", ["page", "news", "share", "list", "comment", "socket"])
def test_a_study_by_link_is_unknown_to_everybody_else(
    as_: As, anna: User, cleo: User, chapter: Chapter, way: str
) -> None:
    for client in (as_(cleo), as_(None)):
        if way == "page":
            assert client.get(page(chapter)).status_code == 404
            assert client.get(f"{page(chapter)}?key=wrong").status_code == 404
            assert client.get(f"/studies/{chapter.study_id}/").status_code == 404
            key = f"?key={chapter.study.key}"
            assert client.get(page(chapter) + key).status_code == 200
            assert client.get(f"/studies/{chapter.study_id}/{key}").status_code == 303
        elif way == "news":
            assert client.get(f"{page(chapter)}news/").status_code == 404
        elif way == "share":
            assert client.get(f"/studies/{chapter.study_id}/share/").status_code in (302, 404)
        elif way == "list":
            assert chapter.study.title not in read(client, "/studies/")
        elif way == "comment":
            assert comment(client, chapter, "x").status_code in (302, 404)


def test_the_links_of_a_page_opened_by_link_open_too(
    as_: As, cleo: User, anna: User, chapter: Chapter
) -> None:
    node = choose(as_(anna), chapter)
    html = read(as_(cleo), f"{page(chapter)}?key={chapter.study.key}")
    links = [unescape(link) for link in re.findall(r'href="([^"]*)"[^>]*data-place', html)]
    assert page(chapter, f"{node}~{chapter.study.key}") in links
    for link in links:
        assert as_(cleo).get(link).status_code == 200
    renewed = as_(anna).post(f"/studies/{chapter.study_id}/share/new-link/")
    assert renewed.status_code == 303
    assert as_(cleo).get(links[0]).status_code == 404


def test_a_private_game_is_shown_only_as_its_player_decides(
    as_: As, anna: User, ben: User, cleo: User, private: Game, show: Show
) -> None:
    form = {"game": private.pk, "at": 0, "title": "Ours"}
    assert as_(cleo).post("/studies/new/", form).status_code == 404
    # With the game's link she sees it, but cannot pass it on.
    with_link = {**form, "key": private.key}
    assert as_(cleo).post("/studies/new/", with_link).status_code == 403
    assert as_(anna).post("/studies/new/", form).status_code == 303
    chapter = Chapter.objects.get()
    share = f"/studies/{chapter.study_id}/share/show-to/"
    answer = as_(anna).post(share, {"visibility": "public"}, follow=True)
    assert "is private" in str(answer.content)
    assert as_(cleo).get(page(chapter)).status_code == 404
    assert as_(cleo).get(f"{page(chapter)}?key={chapter.study.key}").status_code == 200
    public = making.make_study(ben.pk, "For all")
    making.show_to(public.pk, ben.pk, "public")
    added = as_(ben).post(f"/studies/{public.pk}/chapters/add/", {"game": private.pk}, follow=True)
    assert "This game is private" in str(added.content)
    assert public.chapters.count() == 0


def test_a_type_that_is_an_alpha_hides_its_chapters(
    as_: As, anna: User, cleo: User, chapter: Chapter, show: Show
) -> None:
    from games.models import Package

    show(chapter.study, "public")
    assert as_(cleo).get(page(chapter)).status_code == 200
    Package.objects.update_or_create(type="lanterns", defaults={"stage": "alpha"})
    assert as_(cleo).get(page(chapter)).status_code == 404
    assert as_(anna).get(page(chapter)).status_code == 200  # she has played it


def test_a_repeated_comment_is_written_once_and_another_text_is_never_lost(
    as_: As, anna: User, chapter: Chapter
) -> None:
    for text in ("One", "One", "Two"):
        assert comment(as_(anna), chapter, text, key="0-0").status_code == 303
    assert [each.text for each in StudyComment.objects.order_by("pk")] == ["One", "Two"]


def test_what_cannot_be_written_stays_on_the_page_with_the_reason(
    as_: As, anna: User, chapter: Chapter
) -> None:
    assert comment(as_(anna), chapter, "  ").status_code == 422
    long = comment(as_(anna), chapter, "a" * 2001)
    assert long.status_code == 422
    assert "a" * 2001 in str(long.content)
    node = choose(as_(anna), chapter)
    form = {"last_node": node, "last_comment": 0}
    assert as_(anna).post(f"{page(chapter, node)}remove/", form).status_code == 303
    assert as_(anna).post(f"{page(chapter, node)}remove/", form).status_code in (303, 409)
    gone = comment(as_(anna), chapter, "What I wrote meanwhile", node)
    assert gone.status_code == 409
    assert "What I wrote meanwhile" in str(gone.content)
    sanctions.impose(anna, Sanction.Kind.MUTE, by=None, reason="Loud", until=None)
    assert comment(as_(anna), chapter, "Hello").status_code == 409
    assert not StudyComment.objects.exists()


def test_an_edited_comment_is_not_overwritten_by_an_older_page(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    comment(as_(anna), chapter, "First")
    written = StudyComment.objects.get()
    form = {"comment": written.pk, "was": written.at.isoformat(), "text": "Second"}
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    assert as_(ben).post(f"{page(chapter)}edit/", form).status_code == 409
    assert as_(anna).post(f"{page(chapter)}edit/", form).status_code == 303
    older = as_(anna).post(f"{page(chapter)}edit/", {**form, "text": "Third"})
    assert older.status_code == 409
    assert "Third" in str(older.content)
    assert "changed this comment elsewhere" in str(older.content)
    assert StudyComment.objects.get().text == "Second"


def test_a_branch_is_not_removed_over_what_somebody_has_just_added(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    node = choose(as_(ben), chapter)
    seen = {"last_node": node, "last_comment": 0}
    comment(as_(anna), chapter, "Wait", node)
    remove = f"{page(chapter, node)}remove/"
    assert "just added something" in str(as_(ben).post(remove, seen).content)
    seen["last_comment"] = StudyComment.objects.get().pk
    assert "Others have written here" in str(as_(ben).post(remove, seen).content)
    deeper = choose(as_(ben), chapter, node)
    assert as_(anna).post(remove, seen).status_code == 409
    assert as_(anna).post(remove, {**seen, "last_node": deeper}).status_code == 303
    assert Chapter.objects.get().tree == []
    assert not StudyComment.objects.exists()


def test_comments_of_blocked_people_are_not_shown(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None, show: Show
) -> None:
    show(chapter.study, "public")
    comment(as_(anna), chapter, "Something of mine")
    assert "Something of mine" in read(as_(ben), page(chapter))
    relationships.block(ben, anna)
    assert "Something of mine" not in read(as_(ben), page(chapter))
    assert chapter.study.title not in read(as_(ben), "/studies/")


def test_the_owner_hides_comments_and_shows_them_again(
    as_: As, anna: User, cleo: User, chapter: Chapter, show: Show
) -> None:
    relationships.befriend(anna, cleo)
    relationships.befriend(cleo, anna)
    show(chapter.study, "public")
    membership.set_member(chapter.study_id, anna.pk, "cleo", writes=True)
    comment(as_(cleo), chapter, "A loud word")
    form = {"comment": StudyComment.objects.get().pk}
    assert as_(cleo).post(f"{page(chapter)}hide/", {"comment": 10**9}).status_code == 404
    assert as_(anna).post(f"{page(chapter)}hide/", form).status_code == 303
    assert "A loud word" not in read(as_(cleo), page(chapter))
    assert as_(cleo).post(f"{page(chapter)}hide/", {**form, "show": "1"}).status_code == 409
    assert as_(anna).post(f"{page(chapter)}hide/", {**form, "show": "1"}).status_code == 303
    assert "A loud word" in read(as_(None), page(chapter))


def test_nonsense_in_addresses_is_not_found(as_: As, anna: User, chapter: Chapter) -> None:
    study = chapter.study_id
    for address in (
        f"/studies/{10**30}/",
        f"/studies/{study}/{10**30}/0/",
        f"/studies/{study}/{chapter.pk}/0-9/",
        f"/studies/{study + 1}/{chapter.pk}/0/",
        f"/studies/{study}/{chapter.pk}/x/",
        f"/studies/{study}/{chapter.pk}/0-/",
        f"/studies/{study}/share/nothing/",
    ):
        assert as_(anna).get(address).status_code in (404, 405), address
    assert as_(anna).get(page(chapter, 77)).status_code == 409  # it may have been removed
    gone = as_(anna).get(f"{page(chapter, 77)}news/").json()
    assert "removed" in gone["gone"]
    assert gone["place"] == page(chapter)


def test_guests_read_and_do_not_write(as_: As, anna: User, chapter: Chapter, show: Show) -> None:
    show(chapter.study, "public")
    guest = person("visitor", is_guest=True)
    assert as_(guest).get(page(chapter)).status_code == 200
    assert as_(guest).post("/studies/new/", {"title": "Mine"}).status_code == 403


def test_a_member_leaves_and_a_study_is_handed_over(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    share = f"/studies/{chapter.study_id}/share/"
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    assert as_(ben).post(f"{share}remove/", {"name": "anna"}).status_code == 404
    assert as_(ben).post(f"{share}delete/", {"sure": "1"}).status_code == 403
    as_(anna).post(f"{share}hand-over/", {"name": "ben"})
    assert StudyMember.objects.get(role=0).user == ben
    as_(anna).post(f"{share}remove/", {"name": "anna"})
    assert as_(anna).get(page(chapter)).status_code == 404
    as_(ben).post(f"{share}delete/", {})
    assert Study.objects.exists()
    as_(ben).post(f"{share}delete/", {"sure": "1"})
    assert not Study.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bora_bora", "bomarzo", "bali"])
def test_every_game_type_can_be_studied_from_its_start_to_its_end(
    as_: As, anna: User, ben: User, slug: str
) -> None:
    over = finished(anna, ben, slug=slug)
    made = as_(anna).post(
        "/studies/new/", {"game": over.pk, "at": 0, "title": slug, "followed": "1"}
    )
    assert made.status_code == 303
    chapter = Chapter.objects.get()
    assert len(chapter.tree) > 10
    for node in (0, 1, len(chapter.tree) // 2, len(chapter.tree)):
        html = read(as_(anna), page(chapter, node))
        assert 'data-target="' in html
        assert "could not be drawn" not in html
    chooses = choose(as_(anna), chapter, 1) if choices_in(read(as_(anna), page(chapter, 1))) else 0
    assert read(as_(anna), page(chapter, chooses))
