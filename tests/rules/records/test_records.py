"""Records of games: their form, what is wrong with damaged ones, and their text for people."""

from __future__ import annotations

import copy
import gzip
import json
import lzma
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from games.rules import registry
from games.rules.records import (
    BadDocument,
    Document,
    Unfair,
    dataset,
    documents,
    schema,
    sheet,
    verify,
)
from games.rules.records import __main__ as records
from games.rules.records.reading import checked
from games.rules.records.wording import NoLanguage
from tests.rules.golden import check_golden

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = ("en", "de")


@pytest.fixture(scope="module")
def stored() -> dict[str, Document]:
    """A game of each type, as files have it."""
    for slug in registry.OWN:
        made = dataset.play(registry.get(slug), random.Random(f"golden/{slug}"))
        check_golden(GOLDEN / f"{slug}.json", json.dumps(made) + "\n")
    return {slug: next(documents(GOLDEN / f"{slug}.json")) for slug in registry.OWN}


def run(main: Callable[[], None], *words: str | Path) -> str | None:
    """What the command says before it fails; None where it does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["command", *map(str, words)])
        try:
            main()
        except SystemExit as ended:
            return str(ended.code)
    return None


class TestForm:
    @pytest.mark.parametrize("slug", registry.OWN)
    def test_a_record_fits_the_schema_that_is_published(
        self, stored: dict[str, Document], slug: str
    ) -> None:
        jsonschema_rs.validate(schema(), json.loads(json.dumps(stored[slug])))

    def test_the_schema_is_one(self) -> None:
        jsonschema_rs.meta.validate(schema("https://example.org/record-1.schema.json"))

    @pytest.mark.parametrize(
        "forge",
        [
            lambda d: d.update(format=2),
            lambda d: d.pop("moves"),
            lambda d: d.update(players="two"),
            lambda d: d["moves"][0].pop("number"),
            lambda d: d["moves"][0]["draws"].append(["stones", 0, 1, 6]),
            lambda d: d["moves"][1]["events"].append({"data": {}}),
            lambda d: d["moves"][1]["events"].append({"kind": "x", "private": {"0": 3}}),
            lambda d: d["seats"][0].update(index=-1),
            lambda d: d["result"].pop("ranks"),
        ],
    )
    def test_schema_and_reader_refuse_the_same(
        self, stored: dict[str, Document], forge: Callable[[Any], Any]
    ) -> None:
        forged = copy.deepcopy(stored["imhotep"])
        forge(forged)
        assert not jsonschema_rs.is_valid(schema(), json.loads(json.dumps(forged)))
        with pytest.raises(BadDocument):
            checked(forged)

    def test_fields_that_a_later_release_adds_are_passed_over(
        self, stored: dict[str, Document]
    ) -> None:
        later: Any = {**stored["bali"], "venue": "Elm Street"}
        jsonschema_rs.validate(schema(), json.loads(json.dumps(later)))
        assert verify(checked(later)).replayed


class TestDamage:
    """The first thing that is wrong is named."""

    @pytest.mark.parametrize("slug", registry.OWN)
    @pytest.mark.parametrize(
        ("forge", "word"),
        [
            (lambda d: d["moves"][9].update(choice=["no such thing"]), "move 9 is against"),
            (lambda d: d["moves"][9].update(seat=17), "move 9 is against the rules"),
            (lambda d: d["moves"].pop(9), "move "),
            (lambda d: d["moves"].pop(), "move|the moves lead to"),
            (lambda d: d["moves"][9]["events"].append({"kind": "won"}), "move 9: its events"),
            (lambda d: d["result"]["scores"].reverse(), "result"),
            (lambda d: d.update(seed="00" * 32), "hash"),
        ],
    )
    def test_a_record_that_somebody_changed(
        self, stored: dict[str, Document], slug: str, forge: Callable[[Any], Any], word: str
    ) -> None:
        forged = copy.deepcopy(stored[slug])
        forge(forged)
        assert forged != stored[slug], "choose another golden game: nothing was changed"
        with pytest.raises(Unfair, match=word):
            verify(forged)

    @pytest.mark.parametrize(
        ("forge", "line"),
        [
            (
                lambda d: [row.update(rules_version=1) for row in d["moves"]],
                "it was played by version 1 of the rules of imhotep, and this package has version",
            ),
            (lambda d: d["moves"][2].update(rules_version=1), "it was played by version 1"),
            (lambda d: d.update(type="chess"), "there is no game type 'chess'"),
            (lambda d: d.update(format=7), "no document of format 1, but of 7"),
            (lambda d: d.update(seed=None, status="running"), "the document holds no seed"),
            (lambda d: d["moves"][3].update(choice=["?"]), "move 3 is against the rules"),
        ],
    )
    def test_the_command_says_in_a_line_what_is_wrong(
        self,
        stored: dict[str, Document],
        tmp_path: Path,
        forge: Callable[[Any], Any],
        line: str,
    ) -> None:
        forged = copy.deepcopy(stored["imhotep"])
        forge(forged)
        file = tmp_path / "game.json"
        file.write_text(json.dumps(forged))
        said = run(records.main, file)
        assert said is not None
        assert said.startswith(f"{file}: ")
        assert line in said
        assert "\n" not in said

    def test_a_file_that_was_cut_off(self, stored: dict[str, Document], tmp_path: Path) -> None:
        whole = json.dumps(stored["bali"]).encode()
        for name, content in {
            "game.json": whole[: len(whole) // 2],
            "games.jsonl": whole + b"\n" + whole[:100],
            "game.json.gz": gzip.compress(whole)[:500],
            "games.jsonl.xz": lzma.compress(whole)[:500],
        }.items():
            (tmp_path / name).write_bytes(content)
            with pytest.raises(BadDocument, match=r"no JSON|cut off"):
                list(documents(tmp_path / name))


class TestText:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("slug", registry.OWN)
    def test_a_game_is_told_by_the_words_of_its_log(
        self, stored: dict[str, Document], slug: str, language: str
    ) -> None:
        text = sheet(stored[slug], language)
        check_golden(GOLDEN / f"{slug}.{language}.txt", text)
        numbers = [line.split(".")[0] for line in text.splitlines() if line[4:5] == "."]
        assert [int(number) for number in numbers] == [
            row["number"] for row in stored[slug]["moves"]
        ]

    @pytest.mark.slow
    def test_no_move_of_random_games_is_told_by_its_name_in_the_code(self) -> None:
        """Every line has words, in both languages: none falls back on the kind of its event."""
        for number in range(12):
            rules = registry.get(registry.OWN[number % 4])
            made = checked(json.loads(json.dumps(dataset.play(rules, random.Random(number)))))
            kinds = {event["kind"] for row in made["moves"] for event in row["events"]}
            for language in LANGUAGES:
                told = sheet(made, language).split()
                assert not {word for word in told if word in kinds and "_" in word}
                assert "{" not in "".join(told)

    def test_a_language_without_words_is_refused(self, stored: dict[str, Document]) -> None:
        with pytest.raises(NoLanguage, match="'eo'"):
            sheet(stored["bali"], "eo")

    def test_a_game_by_older_rules_is_told_without_playing_it(
        self, stored: dict[str, Document]
    ) -> None:
        older = copy.deepcopy(stored["bomarzo"])
        for row in older["moves"]:
            row["rules_version"] = 1
        older["moves"][4]["events"] = [{"kind": "gone_since", "data": {"seat": 0, "stones": 3}}]
        older["moves"][5]["events"] = [{"kind": "drew"}]
        text = sheet(older)
        assert len(text.splitlines()) > len(older["moves"])
        assert "drew" in text


class TestDataSet:
    def test_the_same_seed_gives_the_same_bytes(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("a.jsonl.xz", "b.jsonl.xz", "c.jsonl.xz")]
        for file, seed in zip(files, ("5", "5", "6"), strict=True):
            run(dataset.main, file, "--games", "4", "--seed", seed)
        first, second, third = (file.read_bytes() for file in files)
        assert first == second != third
        found = list(documents(files[0]))
        assert [document["type"] for document in found] == list(registry.OWN)
        assert all(verify(document).replayed for document in found)

    def test_the_command_checks_all_of_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "games.jsonl.gz"
        run(dataset.main, file, "--games", "4")
        assert run(records.main, file, "--check") is None
        assert capsys.readouterr().out.startswith("games: 4, ")
        lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
        forged = json.loads(lines[2])
        forged["moves"][7]["choice"] = ["nothing"]
        lines[2] = json.dumps(forged).encode() + b"\n"
        file.write_bytes(gzip.compress(b"".join(lines)))
        said = run(records.main, file, "--check")
        assert said is not None
        assert "game 3: move 7 is against the rules" in said
        assert run(records.main, file, "--game", "2", "--check") is None
        assert capsys.readouterr().out.startswith("games: 1, ")
        assert "no such game" in str(run(records.main, file, "--game", "9", "--check"))
