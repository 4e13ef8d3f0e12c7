"""The workflow that a push starts, beside the tests that there are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_each_folder_of_tests_is_in_a_shard_of_the_workflow() -> None:
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    workflow = (ROOT / ".github/workflows/checks.yml").read_text().split()
    assert {word for word in workflow if word.startswith("tests/")} == {
        f"tests/{folder}" for folder in folders
    }
