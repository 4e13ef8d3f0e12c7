"""A chain of mail programs as others run them, on loopback: a Postfix that takes letters and has
them signed by OpenDKIM, a second one that delivers them, SpamAssassin and Rspamd. Needs root."""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import requests

from script.judges.service import Absent, run

PROGRAMS = ("postfix", "opendkim", "opendkim-genkey", "spamassassin", "rspamd")
SITE, READERS = "games.example.org", "example.org"
SENDER, READER = f"bounces+1-0123456789abcdef@{SITE}", f"anna@{READERS}"
#: From outside, or the scanners would take it for one of their own machines.
CLIENT = "203.0.113.25"
#: What programs act on, so it has to be signed; OpenDKIM's own list lacks some of it.
SIGNED = (
    "from,to,subject,date,message-id,mime-version,content-type,in-reply-to,references,"
    "list-unsubscribe,list-unsubscribe-post,auto-submitted"
)

_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
smtp unix - - n - - smtp
relay unix - - n - - smtp
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""
_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = /var/log/judged-{name}.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {name}.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
smtputf8_enable = no
minimal_backoff_time = 1s
"""


class Score(NamedTuple):
    """What a scanner gives to a letter, and what that is made of."""

    points: float
    symbols: dict[str, float]


class Chain(NamedTuple):
    """Where letters go in, and what judges them."""

    port: int
    arrived: Path
    rspamd: int

    def send(self, letter: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self.port, SITE) as line:
            line.sendmail(SENDER, [READER], letter)

    def letters(self, many: int) -> list[bytes]:
        """What has arrived, as soon as it is so many."""
        end = time.monotonic() + 120
        while len(files := sorted(self.arrived.glob("new/*"))) < many and time.monotonic() < end:
            time.sleep(0.5)
        return [file.read_bytes() for file in files]

    def by_rspamd(self, letter: bytes) -> Score:
        envelope = {"IP": CLIENT, "Hostname": SITE, "Helo": SITE, "From": SENDER, "Rcpt": READER}
        address = f"http://127.0.0.1:{self.rspamd}/checkv2"
        said: dict[str, Any] = requests.post(address, letter, headers=envelope, timeout=60).json()
        symbols = {name: float(one["score"]) for name, one in said["symbols"].items()}
        return Score(float(said["score"]), symbols)

    def by_spamassassin(self, letters: list[bytes]) -> list[Score]:
        """The same of all in one go, as it takes long to load; nothing that asks the network."""
        line = b"From judge@localhost Sun Nov 29 12:00:00 2026\n"
        made = subprocess.run(
            ["spamassassin", "--local", "--test-mode", "--mbox", "--cf=report_safe 0"],
            input=b"".join(line + one.replace(b"\r\n", b"\n") + b"\n" for one in letters),
            capture_output=True,
            check=True,
        )
        said = made.stdout.decode(errors="replace").split(line.decode())[1:]
        assert len(said) == len(letters), made.stderr.decode()[-2000:]
        return [_scored(one) for one in said]


def _scored(text: str) -> Score:
    """What SpamAssassin has written into a letter."""
    score = re.search(r"^X-Spam-Status: \w+, score=(-?[\d.]+)", text, re.MULTILINE)
    assert score, text[:2000]
    rows = re.findall(r"^ *(-?\d+\.\d) (\w+)  ", text, re.MULTILINE)
    return Score(float(score[1]), {name: float(points) for points, name in rows})


@contextmanager
def running(folder: Path) -> Iterator[Chain]:
    """All of it, until the end; ``folder`` has its files."""
    lacking = [program for program in PROGRAMS if not shutil.which(program, path=_path())]
    if lacking or os.geteuid():
        raise Absent(f"the chain needs root and Debian's {', '.join(lacking) or 'programs'}")
    folder.mkdir(exist_ok=True)
    for above in (folder, folder.parent):
        above.chmod(0o755)
    taking, delivering, signing, scanning = (_free_port() for _number in range(4))
    arrived = folder / "mailbox"
    arrived.mkdir()
    shutil.chown(arrived, "postfix", "postfix")
    with ExitStack() as stack:
        key = stack.enter_context(_opendkim(folder / "opendkim", signing))
        stack.enter_context(
            _postfix(
                folder / "judged2",
                delivering,
                f"virtual_mailbox_domains = {READERS}",
                f"virtual_mailbox_base = {folder}",
                f"virtual_mailbox_maps = static:{arrived.name}/",
                f"virtual_uid_maps = static:{arrived.stat().st_uid}",
                f"virtual_gid_maps = static:{arrived.stat().st_gid}",
            )
        )
        stack.enter_context(
            _postfix(
                folder / "judged1",
                taking,
                f"relayhost = [127.0.0.1]:{delivering}",
                f"smtpd_milters = inet:127.0.0.1:{signing}",
                "milter_default_action = tempfail",
            )
        )
        stack.enter_context(_rspamd(folder / "rspamd", scanning, key))
        yield Chain(taking, arrived, scanning)


@contextmanager
def _postfix(folder: Path, port: int, *more: str) -> Iterator[None]:
    (folder / "data").mkdir(parents=True)
    (folder / "queue").mkdir()
    shutil.chown(folder / "data", "postfix")
    main = _MAIN.format(folder=folder, name=folder.name)
    (folder / "main.cf").write_text(main + "\n".join(more) + "\n")
    (folder / "master.cf").write_text(_MASTER.format(port=port))
    (folder / "dynamicmaps.cf").touch()
    _do("postfix", "-c", str(folder), "start")
    try:
        _until_it_listens(port)
        yield
    finally:
        _do("postfix", "-c", str(folder), "stop")


@contextmanager
def _opendkim(folder: Path, port: int) -> Iterator[str]:
    """Gives the key that stands in DNS."""
    folder.mkdir()
    _do("opendkim-genkey", "-b", "2048", "-d", SITE, "-s", "judge", "-D", str(folder))
    public = "".join(re.findall(r'"([^"]*)"', (folder / "judge.txt").read_text()))
    conf = folder / "opendkim.conf"
    conf.write_text(
        f"Mode s\nDomain {SITE}\nSelector judge\nKeyFile {folder}/judge.private\n"
        f"Socket inet:{port}@127.0.0.1\nCanonicalization relaxed/simple\nSyslog no\n"
        f"RequireSafeKeys no\nInternalHosts 127.0.0.1\nSignHeaders {SIGNED}\n"
        "OversignHeaders from\n"
    )
    with _process("opendkim", "-f", "-x", str(conf)):
        _until_it_listens(port)
        yield public


@contextmanager
def _rspamd(folder: Path, port: int, key: str) -> Iterator[None]:
    """It asks no network: DNS has these records alone."""
    records = [
        (SITE, "txt", f"v=spf1 ip4:{CLIENT} -all"),
        (SITE, "a", CLIENT),
        (SITE, "mx", f"10 {SITE}"),
        (f"judge._domainkey.{SITE}", "txt", key),
        (f"_dmarc.{SITE}", "txt", "v=DMARC1; p=reject"),
        (".".join([*reversed(CLIENT.split(".")), "in-addr.arpa"]), "ptr", SITE),
    ]
    fake = "".join(
        f'{{ name = "{name}"; type = "{kind}"; replies = ["{text}"]; }},'
        for name, kind, text in records
    )
    (folder / "local.d").mkdir(parents=True)
    local = {
        "options.inc": f'dns {{ nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1;'
        f" fake_records = [{fake}]; }}\ncontrol_socket = {folder}/control.sock\n"
        'local_addrs = [];\nhs_cache_dir = "/tmp";',
        "worker-normal.inc": f'bind_socket = "127.0.0.1:{port}"; count = 1;',
        "worker-controller.inc": "enabled = false;",
        "worker-proxy.inc": "enabled = false;",
        "logging.inc": 'type = "console"; level = "error";',
        **{f"{name}.conf": "enabled = false;" for name in ("rbl", "fuzzy_check", "surbl", "asn")},
    }
    for name, text in local.items():
        (folder / "local.d" / name).write_text(text)
    shutil.chown(folder, "_rspamd", "_rspamd")
    places = [f"--var={name}={folder}" for name in ("DBDIR", "RUNDIR", "LOGDIR", "LOCAL_CONFDIR")]
    with _process("rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", *places):
        _until_it_listens(port)
        yield


@contextmanager
def _process(*command: str) -> Iterator[None]:
    environment = {**os.environ, "PATH": _path()}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def _do(*command: str) -> None:
    run([*command], PATH=_path())


def _path() -> str:
    return f"{os.environ['PATH']}:/usr/sbin"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _until_it_listens(port: int) -> None:
    end = time.monotonic() + 120
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
