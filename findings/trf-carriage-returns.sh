#!/bin/sh
# FIDE's definition ends each line of a tournament report (TRF) by a carriage return, and pairing programs write it alone.
# The same two players in a file with such ends and with ends of today: read as a file, and as a string.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet trf==1.1.1 2>/dev/null
cat >"$folder/read.py" <<'PY'
import pathlib
import sys
from importlib.metadata import version

import trf


def line(number, name, other, colour, result):
    text = f"001 {number:4}      {name:33} {1500:4}"
    return f"{text:80}{float(result):4.1f} {2 - int(result):4}  {other:4} {colour} {result}"


lines = ["012 Autumn", line(1, "Lee, Ann", 2, "w", 1), line(2, "Ray, Bo", 1, "b", 0)]
print("trf", version("trf"))
for name, end in (("CR", "\r"), ("CR LF", "\r\n")):
    text = "".join(each + end for each in lines)
    path = pathlib.Path(sys.argv[1], "cup.trf")
    path.write_bytes(text.encode())
    with path.open() as file:
        loaded = trf.load(file)
    said = trf.loads(text)
    print(f"{name}: load {len(loaded.players)} players, loads {len(said.players)}, name of {len(said.name)} letters")
PY
"$folder/env/bin/python" "$folder/read.py" "$folder" | tee "$folder/seen"
grep -qx 'CR: load 2 players, loads 0, name of 2[0-9][0-9] letters' "$folder/seen"
grep -qx 'CR LF: load 2 players, loads 2, name of 6 letters' "$folder/seen"
