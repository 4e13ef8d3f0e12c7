"""icalendar reads the feed of somebody's deadlines."""

from __future__ import annotations

import re

from script.judges.service import ROOT, Service, Verdict, first_json, run

_READ = """
import json, sys, icalendar
calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
events = list(calendar.walk("VEVENT"))
found = [] if calendar.subcomponents else ["a calendar without a component"]
found += [str(error) for part in calendar.walk() for error in part.errors]
wanted = ("DTSTART", "DTSTAMP", "SUMMARY", "DESCRIPTION", "TRANSP")
found += [f"{each['UID']}: no {name}" for each in events for name in wanted if name not in each]
print(json.dumps({"events": len(events), "found": found}))
"""


def judge(service: Service) -> Verdict:
    owner, page = service.signed_in(), f"{service.address}/accounts/exports/"
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', owner.get(page).text)
    assert token
    shown = owner.post(page, {"csrfmiddlewaretoken": token[1]}, timeout=60).text
    address = re.search(r"/feeds/[\w-]+\.ics", shown)
    assert address
    file = service.folder / "feed.ics"
    file.write_bytes(service.browser().get(service.address + address[0], timeout=60).content)
    said = first_json(run([str(ROOT / ".venv-judge/bin/python"), "-c", _READ, str(file)]))
    assert isinstance(said, dict)
    return Verdict(f"{said['events']} events", said["found"])
