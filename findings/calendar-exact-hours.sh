#!/bin/sh
# RFC 5545 (3.3.6): a duration of a day is a day by the calendar, one of hours is that many hours, also in the night in
# which clocks are put back. Two events begin at noon before that night; one lasts P1D, the other PT24H.
set -eu
command -v npm >/dev/null || { echo "needs Node with npm (20 was tried)"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet icalendar==7.3.2 vobject==0.9.9 2>/dev/null
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 >/dev/null
cat >write.py <<'PY'
events = [("day", "P1D"), ("hours", "PT24H")]
lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin"]
for kind, start, offset, to, month in (
    ("DAYLIGHT", "19810329T020000", "+0100", "+0200", 3),
    ("STANDARD", "19961027T030000", "+0200", "+0100", 10),
):
    lines += [f"BEGIN:{kind}", f"DTSTART:{start}", f"TZOFFSETFROM:{offset}", f"TZOFFSETTO:{to}"]
    lines += [f"RRULE:FREQ=YEARLY;BYMONTH={month};BYDAY=-1SU", f"END:{kind}"]
lines.append("END:VTIMEZONE")
for name, duration in events:
    lines += ["BEGIN:VEVENT", f"UID:{name}", "DTSTAMP:20261001T000000Z"]
    lines += ["DTSTART;TZID=Europe/Berlin:20261024T120000", f"DURATION:{duration}", "END:VEVENT"]
open("two.ics", "w", newline="").write("\r\n".join([*lines, "END:VCALENDAR", ""]))
PY
cat >read.py <<'PY'
from datetime import UTC
from importlib.metadata import version

import icalendar
import vobject

text = open("two.ics", newline="").read()
for event in icalendar.Calendar.from_ical(text).walk("VEVENT"):
    print("icalendar", version("icalendar"), event["UID"], "ends", event.end.astimezone(UTC).strftime("%H:%M UTC"))
for event in vobject.readOne(text).vevent_list:
    end = event.dtstart.value + event.duration.value
    print("vobject", version("vobject"), event.uid.value, "ends", end.astimezone(UTC).strftime("%H:%M UTC"))
PY
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const { version } = JSON.parse(readFileSync("node_modules/ical.js/package.json", "utf8"));
const calendar = new ICAL.Component(ICAL.parse(readFileSync("two.ics", "utf8")));
ICAL.TimezoneService.register(calendar.getFirstSubcomponent("vtimezone"));
for (const each of calendar.getAllSubcomponents("vevent")) {
  const event = new ICAL.Event(each);
  const end = new Date(1000 * event.endDate.toUnixTime()).toISOString().slice(11, 16);
  console.log(`ical.js ${version} ${event.uid} ends ${end} UTC`);
}
JS
env/bin/python write.py
{ env/bin/python read.py; node read.mjs; } | tee seen
# A day after noon in summer time (10:00 UTC) is noon in winter time (11:00 UTC); 24 hours after it, it is 10:00 UTC.
[ "$(grep -c 'day ends 11:00 UTC$' seen)" = 3 ]
[ "$(grep -c 'hours ends 11:00 UTC$' seen)" = 3 ]
