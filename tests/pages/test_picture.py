"""The board as a picture: each game that has one, what it shows, and how large it is."""

import random
import struct
import time
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from accounts.models import User
from games.lobby import open_games
from games.pages.table import picture
from games.pages.table.reader import Reader
from games.rules.engine import Json
from games.storage import position
from tests.games.playing import answer, asked, to_the_end

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("anna", "ben", "cleo", "dora")]


def begun(slug: str, people: list[User], options: Json | None = None) -> int:
    game = open_games.create(people[0].pk, slug, len(people), options=options or {}).game
    for person in people[1:]:
        open_games.join_game(game.pk, person.pk)
    return game.pk


def table(game_id: int, person: User | None) -> Reader:
    user_id = person.pk if person else None
    return Reader(position.load(game_id, user_id), user_id)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bali", "bora_bora", "bomarzo"])
def test_a_small_picture_at_every_stage(slug: str, people: list[User]) -> None:
    game_id = begun(slug, people)
    rng = random.Random(7)
    for _stage in range(3):
        started = time.process_time()
        drawn = picture.draw(table(game_id, people[0]))
        assert time.process_time() - started < 3  # the first; others take a tenth of a second
        assert drawn is not None
        assert len(drawn.png) <= picture.LIMIT
        assert struct.unpack(">I", drawn.png[16:20])[0] in picture.WIDTHS
        for _move in range(12):
            answer(game_id, asked(game_id)[0], rng.choice)
    to_the_end(game_id, rng)
    drawn = picture.draw(table(game_id, people[0]))
    assert drawn is not None
    assert len(drawn.png) <= picture.LIMIT


@pytest.mark.parametrize(
    ("slug", "regions"), [("imhotep", 8), ("bali", 4), ("bora_bora", 7), ("bomarzo", 13)]
)
def test_the_drawing_stands_alone(slug: str, regions: int, people: list[User]) -> None:
    drawn = picture.drawing(table(begun(slug, people[:2]), people[0]))
    assert drawn is not None
    root = ET.fromstring(drawn)  # well-formed, or nothing would be drawn
    assert len(root.findall(f"{SVG}svg")) == regions
    assert root.find(f".//{SVG}a") is None  # nothing can be chosen in a picture
    known = {element.get("id") for element in root.iter()}
    for used in root.iter(f"{SVG}use"):
        assert (used.get("href") or "")[1:] in known


def test_a_region_may_have_several_drawings_or_none(people: list[User]) -> None:
    """Imhotep's expansions stand one below the other, beside the board of the base game."""
    whole = table(begun("imhotep", people, {"preset": "everything"}), people[0])
    plain = table(begun("imhotep", people), people[0])
    widths = []
    for each, parts in ((whole, 8 + 4), (plain, 8)):
        drawn = picture.drawing(each)
        assert drawn is not None
        root = ET.fromstring(drawn)
        found = root.findall(f"{SVG}svg")
        places = {(one.get("x"), one.get("y")) for one in found}
        assert len(found) == len(places) == parts
        widths.append(float(root.attrib["viewBox"].split()[2]))
    assert widths[0] == widths[1] + 340 + picture.GAP
    smallest = picture.draw(whole)
    assert smallest is not None
    assert len(smallest.png) <= picture.LIMIT


def test_parts_of_a_column_lie_beside_each_other_where_there_is_room(people: list[User]) -> None:
    """Bora Bora's picture is as wide as high, so that a card or a letter shows it large."""
    drawn = picture.drawing(table(begun("bora_bora", people), people[0]))
    assert drawn is not None
    root = ET.fromstring(drawn)
    rows = Counter((part.get("y"), part.get("x")) for part in root.findall(f"{SVG}svg"))
    assert len(rows) == 7  # nothing lies upon another
    _left, _top, width, height = map(float, root.attrib["viewBox"].split())
    assert width > height


def test_it_shows_what_its_reader_may_see(people: list[User]) -> None:
    game_id = begun("bali", people[:2])
    own, others = (picture.drawing(table(game_id, person)) for person in people[:2])
    assert own is not None
    assert own != others
    watching = picture.drawing(table(game_id, None))
    assert watching is not None
    assert "Your hand" in own
    assert "Your hand" not in watching


def test_it_says_the_essentials_in_words(people: list[User]) -> None:
    drawn = picture.draw(table(begun("imhotep", people[:2]), people[0]))
    assert drawn is not None
    assert drawn.text.startswith("The board of Imhotep: ")
    assert "anna 0 points" in drawn.text


def test_what_is_too_large_is_drawn_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    large, middle, small = picture.WIDTHS
    sizes = {large: 300_000, middle: 280_000, small: 271_000}
    monkeypatch.setattr(picture, "png", lambda svg, width: bytes(sizes[width]))
    assert len(picture.smallest("")) == 271_000
    sizes[middle] = picture.LIMIT
    assert len(picture.smallest("")) == picture.LIMIT
