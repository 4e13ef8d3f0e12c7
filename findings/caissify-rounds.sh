#!/bin/sh
# A tournament report of five rounds of which one was played: their number stands in line 142 in FIDE's form of 2026, and
# in line XXR in what pairing programs used before. What two readers make of the same tournament in both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet caissify-pairings==0.5.0 gacrux==1.11.65 2>/dev/null
cat >"$folder/read.py" <<'PY'
from importlib.metadata import version

from caissify_pairings.fpc import check_trf
from gacrux.trf2json import trf2json

PLAYED = ((1, 3, "w", 1), (2, 4, "b", 0), (3, 1, "b", 0), (4, 2, "w", 1))
players = [
    f"{f'001 {number:4}      Player {number:26} {2000 - number:4}':80}{result:4.1f} {number:4}"
    f"  {other:4} {colour} {result}"
    for number, other, colour, result in PLAYED
]
for tag in ("142", "XXR"):
    text = "".join(f"{line}\r\n" for line in ("012 Autumn", f"{tag} 5", *players))
    reader = trf2json()
    reader.parse_file(text, 0)
    ours = check_trf(text)["total_rounds"]
    print(f"{tag}: gacrux {version('gacrux')} {reader.get_tournament(1)['numRounds']} rounds, ", end="")
    print(f"caissify-pairings {version('caissify-pairings')} {ours}")
PY
"$folder/env/bin/python" "$folder/read.py" | tee "$folder/seen"
grep -qx '142: gacrux 1.11.65 5 rounds, caissify-pairings 0.5.0 1' "$folder/seen"
grep -qx 'XXR: gacrux 1.11.65 5 rounds, caissify-pairings 0.5.0 5' "$folder/seen"
