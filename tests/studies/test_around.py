"""Around a study: moderators, closed accounts, the file, paper, programs, many writers at once."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts import exporting, people
from accounts.company import relationships
from accounts.models import Act, Sanction, User
from accounts.moderation import sanctions
from community.clubs import founding, joining
from community.clubs.founding import Words
from games.errors import GameError
from games.models import Chapter, Game, Judgement, Report, Study, StudyComment, StudyMember
from games.moderation import reports, roles
from games.studies import chapters, importing, making, membership, writing
from games.studies.marks import Mark
from games.studies.positions import line_of
from notifications import kinds, planning
from notifications.models import Notification
from tests.people import person
from tests.studies.conftest import finished, judged
from tests.studies.test_study import choose, comment, page, read

As = Callable[[User | None], Client]
Show = Callable[[Study, str], None]


@pytest.fixture
def mod(db: None) -> User:
    roles.install()
    user = person("mod", is_staff=True)
    user.groups.set([Group.objects.get(name="Moderators")])
    return user


def act(client: Client, model: str, action: str, number: int) -> str:
    form = {"action": action, "_selected_action": [number]}
    return str(client.post(f"/admin/games/{model}/", form, follow=True).content, "utf-8")


def test_a_comment_is_reported_and_hidden_by_a_moderator(
    as_: As, anna: User, cleo: User, mod: User, chapter: Chapter, show: Show
) -> None:
    show(chapter.study, "public")
    comment(as_(anna), chapter, "Something rude")
    written = StudyComment.objects.get()
    link = f"/report/study-comment/{written.pk}/"
    assert link in read(as_(cleo), page(chapter))
    assert link not in read(as_(anna), page(chapter))
    assert as_(cleo).post(link, {"reason": "insult", "words": "Look"}).status_code == 303
    report = Report.objects.get()
    assert report.person == anna
    assert "anna: Something rude" in report.words
    act(as_(mod), "studycomment", "hide", written.pk)
    assert "Something rude" not in read(as_(cleo), page(chapter))
    again = {"comment": written.pk, "show": "1"}
    assert as_(anna).post(f"{page(chapter)}hide/", again).status_code == 409
    act(as_(mod), "studycomment", "show", written.pk)
    assert "Something rude" in read(as_(cleo), page(chapter))
    assert list(Act.objects.order_by("pk").values_list("action", flat=True)) == ["hide", "show"]


def test_a_reader_who_came_by_the_link_can_report(
    as_: As, anna: User, cleo: User, chapter: Chapter
) -> None:
    comment(as_(anna), chapter, "Something rude")
    html = read(as_(cleo), f"{page(chapter)}?key={chapter.study.key}")
    links = re.findall(r'href="(/report/[^"]*)"', html)
    assert len(links) == 2, "the comment, and the study"
    for link in links:
        assert as_(cleo).get(link).status_code == 200
    assert as_(cleo).post(links[0], {"reason": "insult", "words": ""}).status_code == 303
    assert Report.objects.get().person == anna


def test_what_somebody_cannot_read_cannot_be_reported(
    as_: As, anna: User, cleo: User, chapter: Chapter
) -> None:
    comment(as_(anna), chapter, "Between us")
    number = StudyComment.objects.get().pk
    for link in (f"/report/study-comment/{number}/", f"/report/study/{chapter.study_id}/"):
        assert as_(cleo).get(link).status_code == 404
    with pytest.raises(GameError):
        reports.submit_report("study-comment", number, cleo.pk, "insult", "")


def test_titles_are_reported_and_removed_but_not_by_a_member(
    as_: As, anna: User, cleo: User, mod: User, chapter: Chapter, show: Show
) -> None:
    show(chapter.study, "public")
    making.rename_study(chapter.study_id, anna.pk, "A rude title")
    assert as_(cleo).post(
        f"/report/study/{chapter.study_id}/", {"reason": "insult", "words": ""}
    ).status_code == 303  # fmt: skip
    assert "A rude title" in Report.objects.get().words
    member = StudyMember.objects.create(study=chapter.study, user=mod, role=2)
    assert "another moderator" in act(as_(mod), "study", "clear_titles", chapter.study_id)
    member.delete()
    act(as_(mod), "study", "clear_titles", chapter.study_id)
    assert Study.objects.get().name == f"Study {chapter.study_id}"


def test_the_export_has_what_a_person_wrote_and_closing_the_account_removes_it(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    comment(as_(anna), chapter, "Mine")
    comment(as_(ben), chapter, "His")
    told: Any = exporting.everything(anna)["studies"]
    assert [one["text"] for one in told["comments"]] == ["Mine"]
    assert [one["study__title"] for one in told["studies"]] == ["How it went"]
    people.close_account(anna)
    assert StudyMember.objects.get().user == ben
    assert StudyMember.objects.get().role == 0
    assert [each.text for each in StudyComment.objects.all()] == ["His"]
    people.close_account(ben)
    assert not Study.objects.exists()


def test_members_of_a_club_read_its_studies_and_study_its_games(
    as_: As, anna: User, ben: User, cleo: User, over: Game, chapter: Chapter
) -> None:
    club = founding.found(anna.pk, Words("The Thursday club", "open"))
    making.show_to(chapter.study_id, anna.pk, "club", club.pk)
    assert as_(cleo).get(page(chapter)).status_code == 404
    joining.join_club(club.pk, cleo.pk)
    assert as_(cleo).get(page(chapter)).status_code == 200
    assert "How it went" in read(as_(cleo), "/studies/")
    Game.objects.filter(pk=over.pk).update(club=club, visibility="private")
    own = making.make_study(cleo.pk, "For us")
    with pytest.raises(GameError, match="Only its players"):
        chapters.add_chapter(own.pk, cleo.pk, over.pk, 0)
    making.show_to(own.pk, cleo.pk, "club", club.pk)
    assert not chapters.add_chapter(own.pk, cleo.pk, over.pk, 0).shared


def everything_in(study: Study) -> list[Any]:
    """What an import must bring back."""
    return [
        (
            *(chapter.title, chapter.at, chapter.tree, chapter.marks),
            [
                (each.node, each.written_by or each.by.username, each.text, each.at)
                for each in chapter.comments.order_by("pk")
            ],
            list(chapter.judgements.order_by("pk").values("node", "seat", "found", "best")),
        )
        for chapter in study.chapters.order_by("pk")
    ]


@pytest.fixture
def written(as_: As, anna: User, over: Game) -> Study:
    """A study with choices, comments and marks."""
    study = making.make_study(anna.pk, "To be saved")
    chapter = chapters.add_chapter(study.pk, anna.pk, over.pk, 2, title="First")
    node = choose(as_(anna), chapter, 1)
    comment(as_(anna), chapter, "Ümlaut <b> & “quotes”\nand a second line", node)
    things = {"a", "b"}
    for mark in (Mark("a", "red"), Mark("a", "blue", "b")):
        writing.add_mark(study.pk, anna.pk, chapter.pk, node, mark, things)
    judged(chapter)
    chapters.add_chapter(study.pk, anna.pk, over.pk, over.number, followed=False)
    return study


@pytest.mark.django_db(transaction=True)
def test_a_saved_study_is_imported_without_a_loss(
    as_: As, anna: User, written: Study, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "study.json"
    file.write_bytes(as_(anna).get(f"/studies/{written.pk}/study.json").content)
    before = everything_in(written)
    call_command("import_study", str(file), "--owner", "anna")
    made = Study.objects.get(pk=int(capsys.readouterr().out))
    assert made.pk != written.pk
    assert made.visibility == "link"
    assert everything_in(made) == before
    assert_judgements_are_marked(as_(anna), made)
    assert [each.game_id for each in made.chapters.all()] == [
        each.game_id for each in written.chapters.all()
    ]
    # Where the game is missing its record comes with the study.
    Game.objects.update(seed_hash="0" * 64)
    call_command("import_study", str(file), "--owner", "anna")
    other = Study.objects.get(pk=int(capsys.readouterr().out))
    assert everything_in(other) == before
    games = Game.objects.filter(pk__in=other.chapters.values("game"))
    assert [game.visibility for game in games] == ["private"], "imported once, and not shown to all"
    assert all(chapter.shared for chapter in other.chapters.all())
    known = set(made.chapters.values_list("game", flat=True))
    assert not known & set(other.chapters.values_list("game", flat=True))


def assert_judgements_are_marked(reader: Client, made: Study) -> None:
    """A file can say anything: its judgements are not shown as those of programs."""
    first = made.chapters.order_by("pk")[0]
    assert all(one.imported for one in first.judgements.all())
    html = read(reader, page(first))
    assert "No program of this site has judged this position" in html
    assert "Two kinds of programs agree" not in html
    saved = reader.get(f"/studies/{made.pk}/study.json").json()
    assert [one["imported"] for one in saved["chapters"][0]["judgements"]] == [True]


def test_programs_can_be_asked_about_an_imported_judgement(
    as_: As, anna: User, chapter: Chapter
) -> None:
    known = judged(chapter)
    Judgement.objects.update(imported=True)
    address = f"{page(chapter, 0)[:-1]}-{known.seat}/judge/"
    assert address in read(as_(anna), page(chapter))
    assert as_(anna).post(address).status_code == 303
    new = Judgement.objects.get()
    assert (new.pk != known.pk, new.imported, new.done_at) == (True, False, None)


def test_a_file_that_somebody_else_saved_has_no_record(
    as_: As, cleo: User, anna: User, written: Study, show: Show
) -> None:
    show(written, "public")
    saved = as_(cleo).get(f"/studies/{written.pk}/study.json").json()
    assert [chapter["record"] for chapter in saved["chapters"]] == [None, None]
    assert saved["members"] == []
    saved["chapters"][0]["game"]["seed_hash"] = "0" * 64
    with pytest.raises(GameError, match="not on this site"):
        importing.import_study(json.dumps(saved).encode(), anna.pk)


def test_a_private_game_of_others_is_not_found_by_an_import(
    as_: As, anna: User, cleo: User, private: Game
) -> None:
    study = making.make_study(anna.pk, "Ours")
    chapters.add_chapter(study.pk, anna.pk, private.pk, 0, followed=False)
    saved = as_(anna).get(f"/studies/{study.pk}/study.json").json()
    saved["chapters"][0]["record"] = None
    with pytest.raises(GameError, match="not on this site"):
        importing.import_study(json.dumps(saved).encode(), cleo.pk)


def test_damaged_files_are_refused_with_the_reason(as_: As, anna: User, written: Study) -> None:
    saved = as_(anna).get(f"/studies/{written.pk}/study.json").json()
    first = saved["chapters"][0]
    node = max(each["id"] for each in first["nodes"])

    def damaged(**more: Any) -> bytes:
        return json.dumps({**saved, "chapters": [{**first, **more}]}).encode()

    told, thought = first["comments"][0], first["judgements"][0]
    best = thought["choices"][0]
    for content, why in (
        (b"[" * 100_000, "cannot be imported"),
        (b"{", "no JSON"),
        (b"[]", "Expected"),
        (b" " * (importing.LONGEST_FILE + 1), "20 MB"),
        (json.dumps({**saved, "format": 2}).encode(), "format 1"),
        (json.dumps({**saved, "chapters": [first] * 33}).encode(), "32 chapters"),
        (json.dumps({**saved, "title": ""}).encode(), "title"),
        (json.dumps({**saved, "title": "a\u0000b"}).encode(), "NUL"),
        (damaged(at=10**6), "no move"),
        (damaged(at=-1), "no move"),
        (damaged(nodes=[{"id": 1, "parent": 7, "seat": 0, "choice": []}]), "parent"),
        (damaged(nodes=[{"id": 1, "parent": 0, "seat": 0, "choice": ["x"]}]), "not possible"),
        (damaged(nodes=[{"id": 1, "parent": 0, "seat": 99, "choice": ["x"]}]), "not possible"),
        (damaged(comments=[{**told, "node": node + 9}]), "not there"),
        (damaged(comments=[{**told, "text": "a" * 2001}]), "too long"),
        (damaged(comments=[{**told, "at": "yesterday"}]), "no time"),
        (damaged(comments=[{**told, "at": "1815-06-18T12:00:00+00:00"}]), "no time"),
        (damaged(comments=[told] * 501), "500 comments"),
        (damaged(marks={"x": []}), "not there"),
        (damaged(marks={"1": [{"on": "a", "colour": "pink"}]}), "impossible mark"),
        (damaged(marks={"1": [{"on": "a", "colour": "red", "x": 1}]}), "unknown field"),
        (damaged(marks={"1": [{"on": "a" * 999, "colour": "red"}]}), "too long"),
        (damaged(judgements=[{**thought, "node": node + 9}]), "no choice"),
        (damaged(judgements=[{**thought, "seat": 99}]), "no choice"),
        (damaged(judgements=[{**thought, "choices": []}]), "no choice"),
        (damaged(judgements=[thought, thought]), "twice"),
        (damaged(judgements=[{**thought, "best": ["x"]}]), "another best choice"),
        (
            damaged(judgements=[{**thought, "puzzle": True, "seat": seat} for seat in range(2)]),
            "two puzzles",
        ),
        (
            damaged(judgements=[{**thought, "choices": [{**best, "choice": ["x"]}], "best": None}]),
            "not possible there",
        ),
        (damaged(judgements=[{**thought, "choices": [{**best, "lead": float("nan")}]}]), "figures"),
        (damaged(game={**first["game"], "seed_hash": "0" * 64}, record={"format": 1}), "the game"),
    ):
        with pytest.raises(GameError, match=why):
            importing.import_study(content, anna.pk)
    assert Study.objects.count() == 1


def test_an_import_needs_an_owner_and_a_file(anna: User, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("import_study", str(tmp_path / "x"), "--owner", "nobody")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_study", str(tmp_path / "x"), "--owner", "anna")


def test_what_was_said_is_printed_with_its_board(as_: As, anna: User, written: Study) -> None:
    html = read(as_(anna), f"/studies/{written.pk}/print/")
    assert "a second line" in html
    assert "Ring around a" in html
    assert "Arrow from a to b" in html
    assert "What the programs think" in html
    assert "expected to finish" in html
    assert "Two kinds of programs agree: the first choice" in html


def test_programs_start_list_and_read_studies(as_: As, anna: User, over: Game) -> None:
    client = as_(anna)
    made = client.post(
        "/api/v1/studies", {"title": "By a program", "game": over.pk}, "application/json"
    ).json()
    assert made["chapters"][0]["game"]["id"] == over.pk
    assert len(made["chapters"][0]["nodes"]) > 1
    listed = client.get("/api/v1/studies").json()
    assert [each["title"] for each in listed["mine"]] == ["By a program"]
    assert client.get(f"/api/v1/studies/{made['id']}").json() == made
    wrong = client.post("/api/v1/studies", {"title": "x", "game": 10**9}, "application/json")
    assert wrong.status_code == 404
    assert Study.objects.count() == 1


def test_programs_of_others_find_no_study_and_nonsense_starts_none(
    as_: As, cleo: User, chapter: Chapter
) -> None:
    own = f"/api/v1/studies/{chapter.study_id}"
    assert as_(cleo).get(own).status_code == 404
    assert as_(None).get(own).status_code in (401, 404)
    assert as_(None).post("/api/v1/studies", {"title": "x"}, "application/json").status_code == 401
    for number in ("0", "99999999999999999999", "x"):
        assert as_(cleo).get(f"/api/v1/studies/{number}").status_code in (404, 422)
    for body in ({}, {"title": ""}, {"title": 7}, {"title": "a" * 81}, {"title": "x", "at": "y"}):
        sent = as_(cleo).post("/api/v1/studies", body, "application/json")
        assert sent.status_code in (400, 422), body
    assert as_(cleo).get("/api/v1/studies").json()["mine"] == []
    assert Study.objects.count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_when_several_people_write_at_once(
    anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=True)
    game = line_of(chapter).reach(0).game
    seat = game.to_move()[0]
    decision = game.decision(seat)
    assert decision is not None
    choices = [decision.example(choice) for choice in decision.choices]
    start, failures = threading.Barrier(4), []
    where = chapter.study_id, chapter.pk

    def write(user: User, seed: int) -> None:
        rng = random.Random(seed)
        try:
            start.wait()
            for number in range(10):
                study, own = where
                choice = rng.choice(choices)
                node = writing.add_choice(study, user.pk, own, 0, seat, choice)
                writing.write_comment(study, user.pk, own, node, f"{seed}/{number}", f"{number}")
                mark = Mark(f"t{seed}{number}", "red")
                writing.add_mark(study, user.pk, own, node, mark, {mark.on})
        except Exception as error:  # noqa: BLE001
            failures.append(error)
        finally:
            connection.close()

    writing.PER_MINUTE, per_minute = 1000, writing.PER_MINUTE
    threads = [
        threading.Thread(target=write, args=(user, seed))
        for seed, user in enumerate((anna, ben, anna, ben))
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    writing.PER_MINUTE = per_minute
    assert failures == []
    chapter.refresh_from_db()
    assert len({json.dumps(node["choice"]) for node in chapter.tree}) == len(chapter.tree)
    texts = set(StudyComment.objects.values_list("text", flat=True))
    assert texts == {f"{seed}/{number}" for seed in range(4) for number in range(10)}
    assert sum(len(marks) for marks in chapter.marks.values()) == 40
    assert Study.objects.get().version >= 1 + 80


def test_a_practice_game_of_ones_own_can_be_studied_once_it_is_over(
    anna: User, ben: User, lanterns: None
) -> None:
    practice = finished(anna, ben, visibility="private")
    Game.objects.filter(pk=practice.pk).update(practice=True, created_by=anna)
    study = making.make_study(anna.pk, "Practice")
    assert chapters.add_chapter(study.pk, anna.pk, practice.pk, 0)
    Game.objects.filter(pk=practice.pk).update(lesson="first")
    with pytest.raises(GameError, match="once it is over"):
        chapters.add_chapter(study.pk, anna.pk, practice.pk, 0)


def test_a_new_member_is_told_once_but_not_by_muted_or_blocked_people(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None
) -> None:
    def add(*, writes: bool = True) -> None:
        membership.set_member(chapter.study_id, anna.pk, "ben", writes=writes)

    def told() -> list[str]:
        planning.plan_due()
        found = Notification.objects.filter(user=ben, kind="study_added")
        return [kinds.kind_of(one).words(one).subject for one in found]

    sanctions.impose(anna, Sanction.Kind.MUTE, by=None, reason="Loud", until=None)
    add()
    assert told() == []
    Sanction.objects.all().delete()
    membership.remove_member(chapter.study_id, anna.pk, "ben")
    add()
    add(writes=False)
    assert told() == ["anna has added you to the study “How it went”"]
    assert "“How it went”" in as_(ben).get("/notifications/").content.decode()
    membership.remove_member(chapter.study_id, anna.pk, "ben")
    add()
    assert len(told()) == 1
    one = Notification.objects.get(user=ben, kind="study_added")
    assert kinds.kind_of(one).why_not(one) == ""
    Study.objects.all().delete()
    assert kinds.kind_of(one).why_not(one) == "no member any more"
    assert "Study" in kinds.kind_of(one).words(one).subject
    relationships.block(anna, ben)
    assert kinds.kind_of(one).why_not(one) == "apart"


def test_guests_are_not_offered_a_study_of_their_game(as_: As, anna: User, over: Game) -> None:
    address = f"/games/{over.pk}/"
    assert "/studies/new/" in read(as_(anna), address)
    assert "/studies/new/" in read(as_(anna), f"{address}play-on/?at=1")
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    assert "/studies/new/" not in read(as_(anna), address)
    assert "/studies/new/" not in read(as_(anna), f"{address}play-on/?at=1")
