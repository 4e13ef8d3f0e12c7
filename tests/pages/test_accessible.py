"""The pages about games: accessible, valid, nothing inline, ids unique; pictures to look at."""

import os
import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from accounts.company import relationships
from accounts.models import User
from boardgames.models import Trouble
from community.clubs import founding, joining, talk
from community.clubs.founding import Words
from community.messages import sending
from community.models import Profile
from games.clubs import events
from games.lessons import following
from games.live import chat
from games.lobby import open_games, standing
from games.models import (
    Analysis,
    Chapter,
    ClubEncounter,
    ClubTally,
    FaultReport,
    Game,
    Milestone,
    Move,
    Package,
    Trial,
)
from games.moves import actions, pausing, seat_holders
from games.rules.engine.play import ask_bot, random_choice
from games.storage.position import Position, load, locked, newest
from games.studies import chapters, making, membership, writing
from games.studies.marks import Mark
from games.tournaments import entering, opening
from games.tournaments.plan import Plan
from games.tournaments.series import series
from games.votes import voting
from notifications.models import When
from script.judges import markup
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.games import playing
from tests.notifications.test_mail_looks import delivery, shown
from tests.pages.accessible import faults
from tests.pages.reading import mover

PAGES = (
    "/",
    "/games/",
    "/games/types/imhotep/",
    "/games/types/imhotep/first/",
    "/about/",
    "/lobby/",
    "/lobby/?show=offered",
    "/tournaments/",
    "/news/",
    "TOURNAMENT",
    "SERIES",
    "OFFERED",
)
OWN = (
    "/tournaments/new/",
    "/tournaments/new/?kind=league&type=imhotep",
    "/lobby/standing/",
    *("/my/", "/lobby/", "/next/", "/games/types/bali/new/", "TABLE", "ROOM", "OVER", "LOG"),
    *("/notifications/", "/notifications/settings/", "PEOPLE", "/friends/"),
    *("/messages/", "MESSAGES", "/people/me/", "PLAYER", "PLAYER'S GAMES"),
    *("/clubs/", "/clubs/new/", "CLUB", "CLUB'S EDIT", "CLUB'S MEMBERS", "CLUB'S TALK"),
    *("CLUB'S GAMES", "CLUB'S EVENT"),
    *("LESSON", "/practice/", "BETTER", "/tournaments/", "TOURNAMENT", "TOURNAMENT LOG"),
    *("TOURNAMENT IMPORT", "SERIES", "SERIES CHANGE", "BETA", "WRONG"),
    *("/upkeep/", "/upkeep/bora_bora/"),
    *("/studies/", "STUDY", "STUDY NEW", "STUDY SHARE", "STUDY PRINT"),
)


#: What is pressed and has a name of its own beside its words; the forms of a page, their buttons.
NAMED = re.compile(
    r'<(?P<tag>a|button|summary)\b(?=[^>]* aria-label="([^"]*)")[^>]*>(.*?)</(?P=tag)>', re.DOTALL
)
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
BUTTON = re.compile(r"<button\b([^>]*)>(.*?)</button>", re.DOTALL)
UNSEEN = re.compile(r'<(\w+) class="visually-hidden">.*?</\1>', re.DOTALL)
LABEL = re.compile(r' aria-label="([^"]*)"')
#: Tables of each game type, which have colours of their own, by day and by night.
BOARDS = ("TABLE", "bali", "bora_bora", "bomarzo")


def begun(slug: str, users: list[User]) -> str:
    """The address of a table where the bots have played a little for both."""
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join_game(game.pk, users[1].pk)
    rng = random.Random(3)
    for _move in range(14):
        position = newest(game.pk)
        assert position
        running = position.running()
        decision = running.decisions()[0]
        choice = ask_bot(random_choice, running, decision, rng)
        user = position.seats[decision.seat].user_id
        assert user
        actions.choose(game.pk, user, choice, version=position.version)
    return f"/games/{game.pk}/"


def judged(game: Game, user: User) -> None:
    """What this player could have done better in a game that is over, found already."""
    moves = Move.objects.filter(game=game, user=user, action=Move.Action.CHOOSE)
    lost = moves.latest("version")
    plain = {"lead": 1.0, "doubt": 0.5, "disputed": False, "loss": 0.0}
    dear = {"loss": 3.5, "loss_doubt": 0.8, "better": lost.choice, "sources": [["market", 2.5]]}
    Analysis.objects.create(
        game=game, user=user, seat=lost.seat or 0, moves=[move.number for move in moves],
        judged={str(move.number): plain | (dear if move == lost else {}) for move in moves},
        done_at=timezone.now(),
    )  # fmt: skip


def known(user: User, game: Game) -> None:
    """This person shows everything that people can show."""
    links = ["https://boardgamegeek.com/user/anna", "https://example.org/people/anna"]
    Profile.objects.create(user=user, about="Mostly evenings.", favourites=["bali"], links=links)
    for kind, type_ in (("won", "imhotep"), ("comeback", "bali"), ("hundred", "")):
        Milestone.objects.create(user=user, kind=kind, type=type_, game=game, at=timezone.now())


def club_of(owner: User, other: User) -> str:
    """The address of a club of two, in which something was said, and an event is planned."""
    said = "Good luck"
    club = founding.found(owner.pk, Words(said, about=said, rules=said, languages=("en",)))
    joining.invite_member(club.pk, owner.pk, other.username)
    joining.join_club(club.pk, other.pk)
    talk.write_message(club.pk, other.pk, said)
    open_games.create(other.pk, "bali", 2, club=club.pk)
    for one, two, ahead in ((owner, other, 2), (other, owner, 1)):
        ClubTally.objects.create(club=club, user=one, type="bali", games=3, wins=ahead)
        ClubEncounter.objects.create(
            club=club, user=one, other=two, type="bali", games=3, ahead=ahead, behind=3 - ahead
        )
    at = timezone.now() + timedelta(days=3)
    events.plan(
        club.pk, owner.pk, events.Plan(said, at, "bali", 4, {"kind": "per_turn", "days": 1})
    )
    return f"/clubs/{club.pk}/"


def study_of(owner: User, writer: User, over: Game) -> str:
    """The address of a study of two, in which something was said and marked at a choice."""
    study = making.make_study(owner.pk, "Good luck")
    membership.set_member(study.pk, owner.pk, writer.username, writes=True)
    chapter = chapters.add_chapter(study.pk, owner.pk, over.pk, 0)
    for by in (owner, writer):
        writing.write_comment(study.pk, by.pk, chapter.pk, 1, "Good luck!")
    for mark in (Mark("quarry", "red"), Mark("quarry", "blue", "boat-1")):
        writing.add_mark(study.pk, owner.pk, chapter.pk, 1, mark, {"quarry", "boat-1"})
    return f"/studies/{study.pk}/"


def looked_after(user: User, table: str) -> None:
    """This person looks after the type of this table, which is a beta of which all is told."""
    game = Game.objects.get(pk=int(table.split("/")[2]))
    Game.objects.filter(pk=game.pk).update(stage="beta")
    Package.objects.create(type=game.type, stage="beta").maintainers.add(user)
    said = {"type": game.type, "by": user}
    told = {**said, "game": game, "seat": 0, "version": 1, "number": 3, "rules_version": 1}
    FaultReport.objects.create(**told, kept={"view": {"luck": 3}}, words="Good luck!")
    FaultReport.objects.create(**told, kept={}, words="Good luck!", done_at=timezone.now())
    Trouble.note(game.type, "good", "Good luck!", version=1, trace="Good luck!")
    lines = [[game.pk + 100, "Good luck!"]]
    Trial.objects.create(**said, over_at=timezone.now(), games=3, failing=1, said=lines)


@pytest.fixture
def addresses(anna: User, ben: User, started: Position) -> dict[str, str]:
    """Addresses of a table, a room and a finished game, for the person who is to move."""
    table = started.game
    user = mover(table)
    actions.choose(table.pk, user.pk, ("get",), version=load(table.pk, user.pk).version)
    chat.post(table.pk, user.pk, "Good luck!")
    over = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(over.pk, ben.pk)
    for _move in range(6):
        playing.answer(over.pk, playing.asked(over.pk)[0])
    actions.resign(over.pk, mover(over).pk)
    reader = mover(table)
    judged(over, reader)
    friend = anna if reader == ben else ben
    known(friend, over)
    relationships.befriend(friend, reader)
    relationships.befriend(reader, friend)
    study = study_of(reader, friend, over)
    sending.send_message(friend, reader, "Good luck!")
    clock = {"kind": "per_turn", "days": 2}
    cup = opening.open_(ben.pk, Plan("Good luck", "robin", "imhotep", clock=clock)).pk
    for each in (anna, ben):
        entering.join_tournament(cup, each.pk)
    monthly = Plan("Good luck", "robin", "imhotep", clock=clock)
    regular = series.start_series(User.objects.get(username=reader).pk, monthly, "month", 7).pk
    asking = replace(monthly, by_invitation=True)
    asked = opening.open_(User.objects.get(username=reader).pk, asking).pk
    club = club_of(reader, friend)
    voting.call(table.pk, user.pk, "pause")
    offered = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(offered.pk, ben.pk)
    with locked(offered.pk) as here:
        seat_holders.offer(here, here.seats[0], timezone.now())
        pausing.pause_game(here, timezone.now(), by="vote")
    room = open_games.create(anna.pk, "bali", 4, bots=1).game
    standing.make(reader.pk, "bali", 2, "medium", most=3)
    boards = {slug: begun(slug, [anna, ben]) for slug in BOARDS[1:]}
    looked_after(reader, boards["bora_bora"])
    return {
        **boards,
        "BETA": boards["bora_bora"],
        "WRONG": f"{boards['bora_bora']}wrong/",
        "CLUB": club,
        **{
            f"CLUB'S {name.upper()}": f"{club}{name}/"
            for name in ("edit", "members", "talk", "games")
        },
        "CLUB'S EVENT": f"{club}events/bali/",
        "STUDY": f"{study}{Chapter.objects.get().pk}/1/",
        "STUDY NEW": f"/studies/new/?game={over.pk}",
        "STUDY SHARE": f"{study}share/",
        "STUDY PRINT": f"{study}print/",
        "TABLE": f"/games/{table.pk}/",
        "ROOM": f"/games/{room.pk}/",
        "OVER": f"/games/{over.pk}/",
        "OFFERED": f"/games/{offered.pk}/",
        "LOG": f"/games/{table.pk}/log/",
        "LESSON": f"/games/{following.begin_lesson(reader.pk, 'imhotep').game.pk}/",
        "PEOPLE": f"/people/?q={friend}",
        "MESSAGES": f"/messages/{friend}/",
        "PLAYER": f"/players/{friend}/",
        "PLAYER'S GAMES": f"/players/{friend}/games/",
        "BETTER": f"/games/{over.pk}/better/",
        "TOURNAMENT": f"/tournaments/{cup}/",
        "TOURNAMENT LOG": f"/tournaments/{cup}/log/",
        "TOURNAMENT IMPORT": f"/tournaments/{asked}/import/",
        "SERIES": f"/tournaments/series/{regular}/",
        "SERIES CHANGE": f"/tournaments/series/{regular}/change/",
    }


@pytest.mark.slow
def test_pages_and_letters_are_valid_with_nothing_inline(
    as_: Callable[[User | None], Client], addresses: dict[str, str], anna: User, tmp_path: Path
) -> None:
    game_id = int(addresses["TABLE"].split("/")[2])
    browser = as_(mover(Game.objects.get(pk=game_id)))
    answers = {
        page: client.get(addresses.get(page, page), follow=True)
        for client, pages in ((as_(None), PAGES), (browser, (*OWN, *BOARDS)))
        for page in pages
    }
    assert {page for page, answer in answers.items() if answer.status_code != 200} == set()
    told = {page: answer.content.decode() for page, answer in answers.items()}
    for page, html in told.items():
        assert not re.search(r"""<(?:[^>"']|"[^"]*"|'[^']*')+?\sstyle\s*=""", html), page
        assert not re.search(r"<[^>]+\s(on\w+|hx-on[^=]*)\s*=\s*[\"']", html), page
        data = "application/json|speculationrules"
        assert not re.search(rf"<script(?![^>]*(\ssrc=|{data}))", html), page
        ids = re.findall(r'<[^>]*\sid="([^"]+)"', html)
        assert sorted(ids) == sorted(set(ids)), page
        for _tag, name, inner in NAMED.findall(html):
            assert words(UNSEEN.sub("", inner)) <= words(name), (page, name, "lacks what is seen")
        for target in re.findall(r'<[^>]+\saria-describedby="([^"]+)"', html):
            assert set(target.split()) <= set(ids), (page, target)
        assert faults(html) == [], page
    alike = {page: said for page, html in told.items() if (said := ambiguous(html))}
    assert alike == {}, "forms are told apart by their buttons, or by names of their own"
    at_once, later = (delivery(anna, "your_turn", game_id, batch) for batch in ("", When.DAILY))
    letters = {"a letter": shown(anna, [at_once]), "a digest": shown(anna, [later])}
    assert found_by_the_validator(told | letters, tmp_path) == []


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def words(html: str) -> set[str]:
    """What is said in letters: numbers and signs drawn on a thing are said in its name in words."""
    return set(re.findall(r"[^\W\d_]+", text(html).lower()))


def ambiguous(html: str) -> list[str]:
    """Buttons of several forms that are called the same, where the forms have no names either."""
    said: dict[str, set[str]] = {}
    for form, inside in FORM.findall(html):
        whose = LABEL.search(form)
        fields = re.sub(r'name="csrfmiddlewaretoken"[^>]*', "", inside)
        for button, inner in BUTTON.findall(inside):
            own = LABEL.search(button)
            name = f"{whose[1] if whose else ''}: {own[1] if own else text(inner)}"
            said.setdefault(name, set()).add(form + fields)
    return [name for name, forms in said.items() if len(forms) > 1]


def found_by_the_validator(told: dict[str, str], folder: Path) -> list[str]:
    if lacking := markup.lacks():
        assert os.environ.get("CI") != "true" or os.environ.get("JUDGE_LEFT_OUT"), lacking
        pytest.skip(lacking)
    files = {folder / f"{number}.html": page for number, page in enumerate(told)}
    for file, page in files.items():
        file.write_text(told[page], encoding="utf-8")
    return [f"{files[file]}: {said}" for file, said in markup.read([*files])]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing(people: People, addresses: dict[str, str]) -> None:
    """Each page on a phone by night and on a desk by day, boards on a desk by night as well."""
    user = mover(Game.objects.get(pk=int(addresses["TABLE"].split("/")[2])))
    page = people.page(PHONE)
    found = {}
    for address in (*PAGES, *OWN, *BOARDS[1:]):
        if address == OWN[0]:
            people.sign_in(page, user)
        show(page, PHONE, dark=True)
        page.goto(addresses.get(address, address))
        looks = [] if address in BOARDS[1:] else [(PHONE, True), (DESK, False)]
        for size, dark in (*looks, *([(DESK, True)] if address in BOARDS else [])):
            show(page, size, dark=dark)
            name = re.sub(r"\W+", "-", address).strip("-") or "start"
            look = f"{'dark' if dark else 'light'}-{size[0]}"
            picture(page, f"games-{name}-{look}")
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
            if violations := run_axe(page).response["violations"]:
                found[address, look] = [
                    (each["id"], [node["html"][:300] for node in each["nodes"]][:3])
                    for each in violations
                ]
    assert found == {}


def show(page: Page, size: tuple[int, int], *, dark: bool) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if dark else "light")
