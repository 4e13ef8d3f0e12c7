"""Three libraries read the feed of somebody's deadlines, and read the same: icalendar and vobject
in Python, and ical.js, by which Thunderbird and Nextcloud read calendars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from script.judges.service import ROOT, Service, Verdict, first_json, run

FIELDS = ("UID", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "URL", "SEQUENCE", "TRANSP")
_PYTHON = str(ROOT / ".venv-judge/bin/python")
_ICALENDAR = """
import json, sys, icalendar
file, *fields = sys.argv[1:]
events = icalendar.Calendar.from_ical(open(file, "rb").read()).walk("VEVENT")
said = lambda value: f"{value.dt:%Y%m%dT%H%M%SZ}" if hasattr(value, "dt") else str(value)
print(json.dumps([[said(each.get(name, "")) for name in fields] for each in events]))
"""
_VOBJECT = """
import json, sys, vobject
file, *fields = sys.argv[1:]
calendar = vobject.readOne(open(file, encoding="utf-8", newline="").read())
said = lambda value: value if isinstance(value, str) else f"{value:%Y%m%dT%H%M%SZ}"
print(json.dumps([
    [said(each.getChildValue(name.lower(), "")) for name in fields]
    for each in calendar.contents.get("vevent", [])
]))
"""
_READERS = {
    "icalendar": [_PYTHON, "-c", _ICALENDAR],
    "vobject": [_PYTHON, "-c", _VOBJECT],
    "ical.js": ["node", str(ROOT / "script/judges/calendar.mjs")],
}

#: The fields of each event, as a library reads them.
Events = list[list[str]]


def judge(service: Service) -> Verdict:
    owner, page = service.signed_in(), f"{service.address}/accounts/exports/"
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', owner.get(page).text)
    assert token
    shown = owner.post(page, {"csrfmiddlewaretoken": token[1]}, timeout=60).text
    address = re.search(r"/feeds/[\w-]+\.ics", shown)
    assert address
    file = service.folder / "feed.ics"
    file.write_bytes(service.browser().get(service.address + address[0], timeout=60).content)
    read: dict[str, Any] = {
        name: first_json(run([*reader, str(file), *FIELDS])) for name, reader in _READERS.items()
    }
    return Verdict(f"{len(read['icalendar'])} events, each by three libraries", list(faults(read)))


def faults(read: dict[str, Events]) -> Iterator[str]:
    """What an event lacks, and what a library reads in another way than icalendar."""
    wanted = read["icalendar"]
    for event in wanted:
        fields = zip(FIELDS, event, strict=True)
        yield from (f"{event[0]}: no {name}" for name, value in fields if not value)
    for reader, events in read.items():
        if len(events) != len(wanted):
            yield f"{reader} reads {len(events)} events, icalendar {len(wanted)}"
        for ours, theirs in zip(wanted, events, strict=False):
            if theirs != ours:
                yield f"{ours[0]}: {reader} reads {theirs}, icalendar {ours}"
