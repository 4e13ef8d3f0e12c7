"""The files in deploy/kubernetes: what they promise, and that the tools take them.

Those are asked where they are on the machine (kustomize; pip install kubernetes-validate).
"""

import re
import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
import yaml

from boardgames.supervisor import upgrade
from boardgames.supervisor.home import CHECKOUT
from script.image import trial

FOLDER = CHECKOUT / "deploy" / "kubernetes"
OURS = ("web", "worker", "beat", "thinking")
#: Kinds that the operator brings: no schema of them is at hand.
BROUGHT = ("postgresql.cnpg.io", "barmancloud.cnpg.io")

Thing = dict[str, Any]


def read(*names: str) -> list[Thing]:
    """All things in these files."""
    return [thing for name in names for thing in yaml.safe_load_all((FOLDER / name).read_text())]


@pytest.fixture(scope="module")
def base() -> dict[tuple[str, str], Thing]:
    """All that stands in the base, by kind and name."""
    (named,) = read("base/kustomization.yaml")
    assert named["components"] == ["../ours"]
    things = read(*(f"base/{name}" for name in named["resources"]))
    return {(thing["kind"], thing["metadata"]["name"]): thing for thing in things}


def container(thing: Thing) -> Thing:
    (only,) = thing["spec"]["template"]["spec"]["containers"]
    return dict(only)


def test_it_is_told_the_commands_that_the_image_is_tried_with(
    base: dict[tuple[str, str], Thing],
) -> None:
    for name in OURS:
        started = container(base["Deployment", f"boardgames-{name}"])
        assert started["resources"]["limits"]["memory"]
        words, _variables = trial.PARTS[name]
        assert [word for word in started.get("command", []) if not word.isdigit()] == [
            word for word in words if not word.isdigit()
        ]


def test_all_that_runs_our_image_has_the_same_settings_and_no_rights(
    base: dict[tuple[str, str], Thing],
) -> None:
    common = yaml.safe_load((FOLDER / "ours/rights.yaml").read_text())
    given = {step["path"].removeprefix("/spec/template/spec/"): step["value"] for step in common}
    assert given["securityContext"]["runAsNonRoot"]
    assert given["automountServiceAccountToken"] is False
    assert given["containers/0/securityContext"] == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    ours = [*base.values(), *read("upgrade/trial.yaml")]
    runs = [thing for thing in ours if thing["kind"] in ("Deployment", "Job")]
    names = {
        thing["metadata"]["name"]
        for thing in runs
        if container(thing)["image"] == "boardgames"
        and thing["metadata"]["labels"] == {"ours": "yes"}
    }
    parts = (*OURS, "prepare", "trial")
    assert names == {f"boardgames-{part}" for part in parts}
    assert len(runs) == len(names) + 1, "Valkey alone runs another image"
    valkey = base["Deployment", "valkey"]["spec"]["template"]["spec"]
    assert valkey["securityContext"]["runAsNonRoot"]
    assert (
        container(base["Deployment", "valkey"])["securityContext"]
        == (given["containers/0/securityContext"])
    )


def test_it_is_told_of_the_settings_that_a_site_says() -> None:
    """And of all that compose.yaml says itself."""
    compose = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())
    told = {name.removesuffix("_FILE") for name in compose["services"]["web"]["environment"]}
    told |= {
        *("EMAIL_FROM", "EMAIL_BOUNCES", "BOUNCES_TOKEN", "CONTACT", "SOURCE_URL", "SITE_NAME"),
        *("METRICS_TOKEN", "SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT", "ALLOWED_HOSTS"),
        *("HSTS_SECONDS", "HSTS_SUBDOMAINS", "TRUSTED_PROXIES", "ACCESS_LOG_DAYS"),
    }
    known = "\n".join(
        (FOLDER / "base" / name).read_text() for name in ("settings.yaml", "web.yaml")
    )
    assert [name for name in sorted(told) if f"{name}:" not in known and name not in known] == []
    assert "NOTICES: /srv/notices" in known


def test_it_ends_spreads_and_grows_its_parts(base: dict[tuple[str, str], Thing]) -> None:
    web = base["Deployment", "boardgames-web"]
    wait = int(container(web)["lifecycle"]["preStop"]["exec"]["command"][1])
    # What uvicorn gives open requests, by the image's own command, comes on top.
    assert wait + 10 < web["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
    for name in ("boardgames-web", "boardgames-worker"):
        assert base["PodDisruptionBudget", name]["spec"]["minAvailable"] == 1
        scaled = base["HorizontalPodAutoscaler", name]["spec"]
        assert scaled["scaleTargetRef"]["name"] == name
        assert scaled["minReplicas"] == 2
        deployed = base["Deployment", name]["spec"]
        assert "replicas" not in deployed, "each release would undo what the autoscaler has done"
        (spread,) = deployed["template"]["spec"]["topologySpreadConstraints"]
        assert spread["labelSelector"]["matchLabels"] == {"app": name}


def test_all_that_may_run_at_once_has_connections(base: dict[tuple[str, str], Thing]) -> None:
    """Web through the pooler, workers and the rest directly."""
    pooler = base["Pooler", "database-pooler"]["spec"]
    pooled = pooler["instances"] * int(pooler["pgbouncer"]["parameters"]["default_pool_size"])
    most = base["HorizontalPodAutoscaler", "boardgames-worker"]["spec"]["maxReplicas"]
    command = container(base["Deployment", "boardgames-worker"])["command"]
    processes = int(command[command.index("--concurrency") + 1]) + 1
    webs = base["HorizontalPodAutoscaler", "boardgames-web"]["spec"]["maxReplicas"]
    listening = 2 * webs  # processes, each with one connection beside the pooler
    others = 10  # beat, thinking, jobs, the operator and somebody who looks
    settings = base["Cluster", "database"]["spec"]["postgresql"]["parameters"]
    assert pooled + most * processes + listening + others <= int(settings["max_connections"])
    env = container(base["Deployment", "boardgames-web"])["env"]
    urls = {each["name"]: each.get("value", "") for each in env}
    assert "@database-pooler:5432/" in urls["DATABASE_POOLER_URL"]
    pgbouncer = (CHECKOUT / "deploy/pgbouncer/pgbouncer.ini").read_text()
    (first,) = base["Cluster", "database"]["spec"]["bootstrap"].values()
    for limit in first["postInitApplicationSQL"]:
        name, _equals, value = limit.removeprefix("ALTER ROLE boardgames SET ").split(" ", 2)
        assert f"SET {name} = '{value}'" in pgbouncer


def test_it_lets_nobody_else_in(base: dict[tuple[str, str], Thing]) -> None:
    everybody = {f"boardgames-{part}" for part in (*OURS, "prepare")}
    (come,) = base["NetworkPolicy", "valkey"]["spec"]["ingress"]
    (named,) = come["from"][0]["podSelector"]["matchExpressions"]
    assert set(named["values"]) == everybody
    reach = base["NetworkPolicy", "boardgames"]["spec"]
    (named,) = reach["podSelector"]["matchExpressions"]
    assert set(named["values"]) == everybody
    (web, _mail) = base["NetworkPolicy", "boardgames-worker"]["spec"]["egress"]
    assert [port["port"] for port in web["ports"]] == [443, 8443]
    assert "10.0.0.0/8" in web["to"][0]["ipBlock"]["except"]


def test_a_release_is_tried_as_it_is_elsewhere() -> None:
    job, reach = read("upgrade/trial.yaml")
    steps = re.findall(r"python manage\.py (?!help)[^\n;]+", upgrade.TRIES)
    assert container(job)["command"][-1].split(" && ") == steps
    (copied,) = read("upgrade/copy.yaml")
    env = {each["name"]: each for each in container(job)["env"]}
    url = env["DATABASE_URL"]["valueFrom"]["secretKeyRef"]["name"]
    assert url == f"{copied['metadata']['name']}-app"
    # Nothing of the site's is touched, and nothing leaves: as compose's trial.
    for name in ("EMAIL_URL", "OUTSIDE_PORTS"):
        assert env[name]["value"] == upgrade.SHUT[name]
    (valkey,) = job["spec"]["template"]["spec"]["initContainers"]
    assert valkey["restartPolicy"] == "Always", "it runs beside the trial"
    assert env["REDIS_URL"]["value"] == "redis://127.0.0.1:6379/0", "its own, in the same pod"
    _names, data = reach["spec"]["egress"]
    labels = job["spec"]["template"]["metadata"]["labels"]
    assert reach["spec"]["podSelector"]["matchLabels"] == labels
    assert data["to"] == [{"podSelector": {"matchLabels": {"cnpg.io/cluster": "trial"}}}]


@pytest.mark.parametrize("folder", ["base", "site", "upgrade"])
def test_the_tools_take_it(folder: str) -> None:
    if kustomize := shutil.which("kustomize"):
        built = subprocess.run(
            [kustomize, "build", str(FOLDER / folder)], capture_output=True, text=True, check=True
        )
        things = list(yaml.safe_load_all(built.stdout))
        ours = [thing for thing in things if thing["metadata"].get("labels", {}).get("ours")]
        assert ours
        assert all(container(thing)["securityContext"]["readOnlyRootFilesystem"] for thing in ours)
    else:
        (named,) = read(f"{folder}/kustomization.yaml")
        things = read(*(f"{folder}/{name}" for name in named["resources"] if name != "../base"))
    if find_spec("kubernetes_validate"):
        for thing in things:
            if not thing["apiVersion"].startswith(BROUGHT):
                tool = "kubernetes_validate"
                import_module(tool).validate(thing, "1.33", strict=True)
