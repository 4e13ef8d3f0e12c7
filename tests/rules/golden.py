"""Golden games: stored transcripts that stay the same until somebody changes them on purpose.

``REWRITE_GOLDEN=1 script/test tests/rules`` writes them anew; the difference is then there to read.
"""

import os
from pathlib import Path


def check_golden(path: Path, text: str) -> None:
    """Compare a transcript with the stored one, or store it if that is asked for."""
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == text.splitlines()
