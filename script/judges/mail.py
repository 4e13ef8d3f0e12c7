"""Postfix, OpenDKIM, SpamAssassin and Rspamd take every letter there is, and give it a score."""

from __future__ import annotations

import re
import sys
import tempfile
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from script.judges import chain
from script.judges.service import Absent, Service, Verdict, run

#: Above these a letter is nearer to spam (5 and 6) than it need be.
MOST_SPAMASSASSIN, MOST_RSPAMD = 1.0, 2.0
#: Without these signed, programs show no button to unsubscribe.
SIGNED = {"list-unsubscribe", "list-unsubscribe-post", "message-id"}
#: Rspamd's words for SPF, DKIM and DMARC that hold.
HOLD = {"R_SPF_ALLOW", "R_DKIM_ALLOW", "DMARC_POLICY_ALLOW"}


def judge(service: Service) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="judged-mail-") as name:
        folder = Path(name)
        written = _letters(folder / "letters")
        with chain.running(folder / "chain") as programs:
            for letter in written.values():
                programs.send(letter)
            arrived = programs.letters(len(written))
            found = [] if len(arrived) == len(written) else [f"{len(arrived)} have arrived"]
            kinds = {_name(letter): kind for kind, letter in written.items()}
            arrived.sort(key=lambda letter: kinds[_name(letter)])
            for letter, score in zip(arrived, programs.by_spamassassin(arrived), strict=True):
                found += _of(kinds[_name(letter)], letter, score, _by_rspamd(programs, letter))
    return Verdict(f"{len(written)} letters, {len(arrived)} arrived", found)


def _by_rspamd(programs: chain.Chain, letter: bytes) -> chain.Score:
    """Asked again where its made-up DNS has not answered in time."""
    for _time in range(5):
        score = programs.by_rspamd(letter)
        if score.symbols.keys() >= HOLD:
            break
    return score


def _of(kind: str, letter: bytes, spamassassin: chain.Score, rspamd: chain.Score) -> list[str]:
    """What is wrong with one; its scores are printed as a row."""
    symbols = sorted((spamassassin.symbols | rspamd.symbols).items(), key=lambda one: -one[1])
    raising = ", ".join(f"{name} {points:g}" for name, points in symbols if points > 0)
    scores = f"{spamassassin.points:.1f} | {rspamd.points:.1f}"
    print(f"| `{kind}` | {len(letter) // 1024} kB | {scores} | {raising} |", flush=True)
    found = [f"{kind}: {name} is missing" for name in HOLD - rspamd.symbols.keys()]
    headers = message_from_bytes(letter, policy=default)
    signature = re.findall(r";\s*h=([^;]*)", str(headers["DKIM-Signature"]))[0]
    signed = {name.strip().lower() for name in signature.split(":")}
    missing = {name for name in SIGNED - signed if name in headers}
    found += [f"{kind}: {name} is not signed" for name in sorted(missing)]
    if spamassassin.points > MOST_SPAMASSASSIN or rspamd.points > MOST_RSPAMD:
        found.append(f"{kind}: {scores} points: {raising}")
    return found


def _letters(folder: Path) -> dict[str, bytes]:
    """Every letter in both languages, as they go to a mail server."""
    folder.mkdir()
    tests = ["tests/notifications/test_all_letters.py", "-q", "--numprocesses", "0"]
    said = run([sys.executable, "-m", "pytest", *tests], LETTERS=str(folder))
    letters = {file.stem: file.read_bytes() for file in sorted(folder.glob("*.eml"))}
    if not letters:
        raise Absent(f"no letters were written: {said[-500:]}")
    return letters


def _name(letter: bytes) -> str:
    return str(message_from_bytes(letter, policy=default)["Message-ID"])
