"""What the rules and the dashboard in deploy/watching ask for is what /metrics has."""

import http.client
import json
import re
import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
import yaml
from django.conf import LazySettings, settings
from django.test import Client
from django.urls import resolve

from boardgames.database import servers
from boardgames.http.gauges import POOL
from boardgames.models import Heartbeat, Trouble
from boardgames.redis import figures
from boardgames.supervisor.home import CHECKOUT
from script.browser import must_be_whole
from tests.platform.server import Server, eventually, production, remove, used_home

FOLDER = CHECKOUT / "deploy" / "watching"
#: What Prometheus makes itself, functions, words and labels.
WORDS = {
    *("abs", "absent", "max_over_time"),
    *("up", "job", "le", "max", "min", "sum", "by", "or", "and", "for", "count", "time"),
    *("unless", "on"),
    *("rate", "increase", "histogram_quantile"),
}
#: Of the machine and of the certificate, by Prometheus's own exporters.
EXPORTED = {
    *("node_filesystem_avail_bytes", "node_filesystem_size_bytes"),
    *("node_memory_MemAvailable_bytes", "node_memory_MemTotal_bytes"),
    *("probe_ssl_earliest_cert_expiry", "probe_success"),
}
#: Labels of theirs, and of what is not there in a test: a standby.
LABELS = {"mountpoint", "fstype", "instance", "replica"}
#: Where PostgreSQL has an archive and standbys, which that of the tests has not.
ARCHIVE = {
    *("database_archive_failures_total", "database_archive_age_seconds"),
    "database_replica_late_seconds",
}
#: More would be looked at by nobody.
MOST_PAGES = 12
#: What is counted when it happens, by the labels that it has then.
COUNTED: dict[str, list[str]] = {
    "tasks_total": ["task"],
    "task_seconds_total": ["task"],
    "task_failures_total": ["task"],
    "tasks_dropped_total": ["task"],
    "deliveries_total": ["channel", "outcome"],
    "failed_tries_total": ["channel"],
    "letters_total": ["outcome"],
    "bot_seconds_total": ["game", "bot"],
    "sign_ins_refused_total": [],
}


def asked() -> dict[str, str]:
    """Every expression, by its title."""
    rules = (FOLDER / "rules.yml").read_text()
    found = dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)\n", rules))
    dashboard = json.loads((FOLDER / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for number, target in enumerate(panel["targets"]):
            found[f"{panel['title']} {number}"] = target["expr"]
    return found


@pytest.mark.django_db
def test_rules_and_dashboard_ask_for_what_there_is(client: Client) -> None:
    redis.Redis.from_url(settings.REDIS_URL).delete(figures.HASH)
    source = "".join(path.read_text() for path in CHECKOUT.glob("[abgn]*/**/*.py"))
    for name, known in COUNTED.items():
        assert f'"{name}"' in source
        figures.add_to_figure(name, 1, **dict.fromkeys(known, "x"))
    Heartbeat.note("worker")
    Trouble.note("imhotep", "board", "a slip")
    POOL.labels("used").set(0)
    client.get("/healthz")
    text = client.get("/metrics").content.decode()
    there = set(re.findall(r"^(\w+)[ {]", text, re.MULTILINE))
    labels_there = set(re.findall(r'[{,](\w+)="', text))
    expressions = asked()
    assert len(expressions) > 30
    for title, expression in expressions.items():
        bare = re.sub(r'"[^"]*"', "", expression)
        labels = set(re.findall(r"(\w+)\s*(?:=|!=|!~)", bare))
        for listed in re.findall(r"by \(([^)]*)\)", bare):
            labels.update(listed.split(", "))
        names = set(re.findall(r"[a-z_]\w+", re.sub(r"\[\w+\]", "", bare)))
        assert names - WORDS - labels - EXPORTED - ARCHIVE <= there, title
        assert labels - {"job"} - LABELS <= labels_there, title


def test_every_alarm_says_what_people_notice_and_what_to_type() -> None:
    """What is typed is there: a service of compose, a command of ours, a page of the admin."""
    services = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())["services"]
    (group,) = yaml.safe_load((FOLDER / "rules.yml").read_text())["groups"]
    commands = {path.stem for path in CHECKOUT.glob("*/management/commands/*.py")}
    assert len(group["rules"]) > 30
    for rule in group["rules"]:
        said = rule["annotations"]
        assert set(said) == {"summary", "people", "type"}, rule["alert"]
        assert rule["labels"]["severity"] in ("page", "ticket"), rule["alert"]
        typed = said["type"]
        for script in re.findall(r"script/[\w-]+", typed):
            assert (CHECKOUT / script).exists(), rule["alert"]
        assert set(re.findall(r"manage\.py (\w+)", typed)) <= commands, rule["alert"]
        assert set(re.findall(r"docker compose (?:exec|restart) (\w+)", typed)) <= set(services)
        for page in re.findall(r"/admin/[\w/]+", typed):
            assert resolve(page).view_name.startswith("admin:"), rule["alert"]
            assert resolve(page).view_name.endswith("_changelist"), rule["alert"]


def test_no_more_than_twelve_alarms_get_somebody_out_of_bed() -> None:
    (group,) = yaml.safe_load((FOLDER / "rules.yml").read_text())["groups"]
    paging = {rule["alert"] for rule in group["rules"] if rule["labels"]["severity"] == "page"}
    assert len(paging) <= MOST_PAGES
    assert {"SiteUnreachable", "LettersLate", "DiskFull", "FiguresVanish"} <= paging


def test_what_is_missing_of_a_server_that_archives_and_has_standbys_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    assert "database_replicas 0.0" in client.get("/metrics").content.decode()
    monkeypatch.setattr(servers, "archive", lambda: servers.Archive(3, 7200.0))
    monkeypatch.setattr(servers, "standbys", lambda: {"two": 0.5})
    text = client.get("/metrics").content.decode()
    for line in (
        "database_archive_failures_total 3.0",
        "database_archive_age_seconds 7200.0",
        "database_replicas 1.0",
        'database_replica_late_seconds{replica="two"} 0.5',
    ):
        assert line in text


def test_that_valkey_is_away_is_a_figure(client: Client, db: None, settings: LazySettings) -> None:
    assert "redis_up 1.0" in client.get("/metrics").content.decode()
    settings.REDIS_URL = "redis://127.0.0.1:1"
    assert "redis_up 0.0" in client.get("/metrics").content.decode()


@pytest.mark.slow
def test_prometheus_takes_the_rules(tmp_path: Path) -> None:
    """And the dashboard's expressions as rules; where its own tool is not there, at least that each
    opens as many brackets as it closes."""
    lines = [
        f"      - record: x{number}\n        expr: {json.dumps(expression)}"
        for number, expression in enumerate(asked().values())
    ]
    rules = tmp_path / "rules.yml"
    rules.write_text("\n".join(["groups:", "  - name: x", "    rules:", *lines, ""]))
    assert all(each.count("(") == each.count(")") for each in asked().values())
    tool = shutil.which("promtool")
    assert tool or not must_be_whole(), "script/browser.py installs it"
    if tool:
        for words in (
            ("check", "rules", str(rules), "rules.yml"),
            ("check", "config", "--syntax-only", "prometheus.yml"),
            ("test", "rules", "rules_test.yml"),
        ):
            subprocess.run([tool, *words], cwd=FOLDER, check=True, capture_output=True, timeout=60)


def test_grafana_knows_all_that_the_dashboard_says() -> None:
    """By its own package of what a dashboard may be (grafana-foundation-sdk), where that is there:
    what it does not know is not in what it writes."""
    said = json.loads((FOLDER / "grafana.json").read_text())
    panels = said["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels)
    if find_spec("grafana_foundation_sdk"):
        sdk = "grafana_foundation_sdk"
        import_module(f"{sdk}.cog.plugins").register_default_plugins()
        read = import_module(f"{sdk}.models.dashboard").Dashboard.from_json(said)
        written = import_module(f"{sdk}.cog.encoder").JSONEncoder().encode(read)
        assert_within(said, json.loads(written))


def assert_within(said: Any, known: Any, where: str = "") -> None:
    if isinstance(said, dict):
        assert said.keys() <= known.keys(), where
        for key, value in said.items():
            assert_within(value, known[key], f"{where}/{key}")
    elif isinstance(said, list):
        assert len(said) == len(known), where
        for number, value in enumerate(said):
            assert_within(value, known[number], f"{where}/{number}")
    else:
        assert said == known, where


def job(name: str) -> dict[str, Any]:
    """What the shipped file says of whom Prometheus asks."""
    jobs = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    (found,) = [each for each in jobs if each["job_name"] == name]
    return dict(found)


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_prometheus_gets_figures_as_it_asks_by_the_file_that_is_shipped(tmp_path: Path) -> None:
    """Of a service in production, from another address than the machine's own, by the machine's
    name, without TLS, with the token."""
    asking = job("boardgames")
    assert (asking["scheme"], list(asking["authorization"])) == ("http", ["credentials_file"])
    ((target,),) = [each["targets"] for each in asking["static_configs"]]
    home = used_home()
    server = Server(home, **production(tmp_path), METRICS_TOKEN="a-token-for-figures")
    try:
        server.ready()
        port = urlsplit(server.url).port or 0
        told = scrape(port, asking["metrics_path"], target, "Bearer a-token-for-figures")
        assert told[0] == 200
        assert eventually(
            lambda: (
                b'heartbeat_timestamp_seconds{name="worker"}'
                in scrape(port, asking["metrics_path"], target, "Bearer a-token-for-figures")[1]
            )
        )
        assert scrape(port, asking["metrics_path"], target, "Bearer another")[0] == 404
        assert scrape(port, "/", target, "Bearer a-token-for-figures")[0] == 400
    finally:
        server.end()
        remove(home)


def scrape(port: int, path: str, host: str, authorization: str) -> tuple[int, bytes]:
    elsewhere = ("127.0.0.2", 0)  # which is not the machine's own address
    connection = http.client.HTTPConnection("127.0.0.1", port, 20, source_address=elsewhere)
    connection.request("GET", path, headers={"Host": host, "Authorization": authorization})
    answer = connection.getresponse()
    return answer.status, answer.read()
