"""The workflows that a push, a tag and each night start, beside what there is to run."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardgames.supervisor.home import CHECKOUT

WORKFLOWS = sorted((CHECKOUT / ".github/workflows").glob("*.yml"))
TESTS = CHECKOUT / "tests"


def job(workflow: str, name: str) -> dict[str, Any]:
    text = (CHECKOUT / ".github/workflows" / workflow).read_text()
    return dict(yaml.safe_load(text)["jobs"][name])


def test_each_file_of_tests_is_in_one_part_of_the_workflow() -> None:
    tests = job("checks.yml", "tests")
    assert tests["steps"][-1]["run"] == "script/test ${{ matrix.part }}"
    named = " ".join(tests["strategy"]["matrix"]["part"]).split()
    there = {path.relative_to(CHECKOUT).parts[1] for path in TESTS.rglob("test_*.py")}
    assert sorted(named) == sorted(f"tests/{folder}" for folder in there)


def test_tests_run_with_the_oldest_and_the_newest_python() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    oldest, after = re.findall(r"3\.(\d+)", project["requires-python"])
    pythons = job("checks.yml", "tests")["strategy"]["matrix"]["python"]
    assert pythons == [f"3.{oldest}", f"3.{int(after) - 1}"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_unless_a_job_says_otherwise(workflow: Path) -> None:
    assert yaml.safe_load(workflow.read_text())["permissions"] == {"contents": "read"}


def test_each_night_runs_what_there_is() -> None:
    runs = [each["run"] for each in job("nightly.yml", "long")["strategy"]["matrix"]["include"]]
    assert all((CHECKOUT / run.split()[0]).exists() for run in runs)
    drills = {run.split()[1] for run in runs if run.startswith("script/drill")}
    known = re.findall(
        r'^    "([\w-]+)": ', (CHECKOUT / "script/drills/__main__.py").read_text(), re.MULTILINE
    )
    assert drills <= {*known}
    assert job("nightly.yml", "long")["env"]["RANDOM_GAMES"] == "all"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_of_others_are_those_that_were_looked_at(workflow: Path) -> None:
    """Pinned by a commit, since a tag may be moved; its version is beside it."""
    used = re.findall(r"uses: (?!\./)(.+)", workflow.read_text())
    pinned = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [name for name in used if not pinned.fullmatch(name)] == []


# --- A release

RELEASE = CHECKOUT / ".github/workflows/release.yml"
#: What gives something to others, or signs it.
HANDS_OUT = re.compile(
    r"\bcosign\b|\bminisign\b|\bgpg\b|\btwine\b|\bgh release\b|--push\b|docker push|deploy-pages"
)


def written(workflow: Path) -> dict[Any, Any]:
    return dict(yaml.safe_load(workflow.read_text()))


def writes(job: dict[str, Any]) -> bool:
    permissions = job.get("permissions", {})
    return permissions == "write-all" or "write" in dict(permissions).values()


def test_a_release_comes_from_a_tag_alone() -> None:
    assert written(RELEASE)[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}}  # YAML's `on`


def test_no_release_has_an_address_that_is_nobody_s() -> None:
    """The workflow looks into each file that has one."""
    looks = written(RELEASE)["jobs"]["named"]["steps"][-1]["run"]
    listed = subprocess.run(
        ["git", "grep", "--files-with-matches", r"[@./]reihum\.example"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )
    found = {*listed.stdout.split()}
    assert found <= {*re.findall(r"[\w/]+\.\w+", looks.split("' ")[1])}


def test_nothing_is_handed_out_before_all_is_tested() -> None:
    jobs = written(RELEASE)["jobs"]
    assert jobs["checks"] == {"needs": "named", "uses": "./.github/workflows/checks.yml"}
    assert {name: job["needs"] for name, job in jobs.items() if writes(job)} == dict.fromkeys(
        ["image", "rules", "manual"], "checks"
    )
    assert "workflow_call" in written(CHECKOUT / ".github/workflows/checks.yml")[True]


def test_a_job_of_the_release_may_write_only_where_it_does() -> None:
    given = {name: job.get("permissions") for name, job in written(RELEASE)["jobs"].items()}
    assert given == {
        "named": None,
        "checks": None,
        "image": {"contents": "read", "packages": "write", "id-token": "write"},
        "rules": {"contents": "write", "id-token": "write"},
        "manual": {"contents": "read", "pages": "write", "id-token": "write"},
    }


@pytest.mark.parametrize(
    "workflow", [path for path in WORKFLOWS if path != RELEASE], ids=lambda path: path.name
)
def test_no_other_workflow_writes_signs_or_hands_out(workflow: Path) -> None:
    told = written(workflow)
    assert [name for name, job in told["jobs"].items() if writes(job)] == []
    assert HANDS_OUT.findall(workflow.read_text()) == []
    push = told[True].get("push")
    assert push is None or set(push) == {"branches"}


def test_no_program_of_ours_signs() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "script", "boardgames", ".ci"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [CHECKOUT / name for name in listed.stdout.split()]
    text = [path for path in files if path.is_file() and path.suffix not in {".woff2", ".mo"}]
    found = [path for path in text if HANDS_OUT.search(path.read_text(errors="ignore"))]
    assert found == []


def test_the_image_tells_what_it_is_made_of_and_is_signed_as_it_was_pushed() -> None:
    steps = written(RELEASE)["jobs"]["image"]["steps"]
    run = steps[-1]["run"]
    for words in ("--sbom=true", "--provenance=mode=max", "--push", "cosign sign --yes"):
        assert words in run
    assert "containerimage.digest" in run.split("cosign sign")[1]
    assert "--key" not in RELEASE.read_text()


# --- Updates


def test_one_bot_brings_updates_of_all_that_is_pinned() -> None:
    told = yaml.safe_load((CHECKOUT / ".github/dependabot.yml").read_text())
    where = {
        each["package-ecosystem"]: each.get("directories", [each.get("directory")])
        for each in told["updates"]
    }
    assert set(where) == {"uv", "npm", "github-actions", "docker-compose"}
    for folder in where["npm"]:
        assert (CHECKOUT / folder.strip("/") / "package-lock.json").is_file()
    assert not list(CHECKOUT.glob("renovate*"))
    assert not list(CHECKOUT.glob(".github/renovate*"))


@pytest.mark.parametrize(
    "file", sorted(CHECKOUT.glob("requirements*.in")), ids=lambda path: path.name
)
def test_pinned_packages_say_by_which_command_they_are_chosen_anew(file: Path) -> None:
    """The bot reads from it that all systems are meant, from the oldest Python on."""
    pinned = file.with_suffix(".txt")
    assert pinned.read_text().splitlines()[1].lstrip("# ") == (
        "uv pip compile --universal --python-version 3.11 --generate-hashes "
        f"{file.name} -o {pinned.name}"
    )
    wanted = [
        line.replace("[", " [").split(" ")[0].split("==")[0]
        for line in file.read_text().splitlines()
        if line and not line.startswith(("#", "-"))
    ]
    there = re.findall(r"^([\w.-]+)==", pinned.read_text(), re.MULTILINE)
    assert {name.lower() for name in wanted} <= {name.lower() for name in there}


def test_each_push_asks_what_is_known_against_the_packages() -> None:
    assert job("checks.yml", "audit")["steps"][-1]["run"] == "script/audit"
    # What nobody could be asked about is not taken for good.
    assert " --strict " in (CHECKOUT / "script/audit").read_text()
