"""The workflows that a push and each night start, beside what there is to run."""

import re
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
