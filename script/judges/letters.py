"""caniemail names what mail programs do not know of what is in our letters."""

from __future__ import annotations

from script.judges.service import ROOT, Service, Verdict, first_json, run


def judge(service: Service) -> Verdict:
    letters = service.letters()
    tool = ["node", str(ROOT / "script" / "judges" / "mail.mjs"), *map(str, letters)]
    found = first_json(run(tool))
    assert isinstance(found, list)
    return Verdict(f"{len(letters)} letters", found)
