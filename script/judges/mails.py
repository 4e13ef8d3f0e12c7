"""Letters: valid pages, and nothing in them that the mail programs of most people do not know."""

from __future__ import annotations

from script.judges import nu
from script.judges.service import ROOT, Service, Verdict, first_json, run


def judge(service: Service) -> Verdict:
    folder = service.folder / "letters"
    service.manage("mail_preview", str(folder))
    letters = sorted(folder.glob("*.html"))
    found = [f"{file}: {words}" for file, words in nu.errors(folder)]
    script = str(ROOT / "script" / "judges" / "caniemail.mjs")
    said = first_json(run(["node", script, *map(str, letters)]))
    assert isinstance(said, list)
    return Verdict(f"{len(letters)} letters", found + [str(one) for one in said])
