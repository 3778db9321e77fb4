"""deploy/kubernetes: its files fit together, and fit the image, the settings and the contract.

`make manifests` holds them against the schemas of Kubernetes.
"""

import re
from typing import Any

import pytest
import yaml

from service import VERSION
from service.auth.file import digests_in
from service.operators.file import operators_in
from service.settings import PREFIX, VARIABLES, InvalidSettings, Settings
from tests.architecture.test_image import image_environment
from tests.dockerfile import PROJECT, last
from tests.figures import figures, page
from tests.openapi import operations

FOLDER = PROJECT / "deploy" / "kubernetes"
LABELS = {"app.kubernetes.io/name": "destiny"}
MARGIN_S = 5
"""What a pod has left to end in, after everything that it waits for."""


def documents() -> dict[str, Any]:
    """Every object, by its kind and name."""
    files = (path for path in sorted(FOLDER.glob("*.yaml")) if path.name != "kustomization.yaml")
    found = [one for path in files for one in yaml.safe_load_all(path.read_text("utf-8"))]
    return {f"{one['kind']}/{one['metadata']['name']}": one for one in found}


OBJECTS = documents()
POD = OBJECTS["Deployment/destiny"]["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
PROBES = ("startupProbe", "livenessProbe", "readinessProbe")


def test_kustomization__lists_every_file_but_the_example_of_secrets() -> None:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text("utf-8"))

    files = {path.name for path in FOLDER.glob("*.yaml")}
    assert set(listed["resources"]) == files - {"kustomization.yaml", "secret.example.yaml"}
    (image,) = listed["images"]
    assert (image["name"], image["newTag"]) == (CONTAINER["image"], VERSION)
    assert f"--tag {image['name']} " in (PROJECT / "Makefile").read_text("utf-8")


def test_selectors__of_every_object__find_the_pods() -> None:
    assert OBJECTS["Deployment/destiny"]["spec"]["template"]["metadata"]["labels"] == LABELS
    selectors = [
        OBJECTS["Deployment/destiny"]["spec"]["selector"]["matchLabels"],
        OBJECTS["PodDisruptionBudget/destiny"]["spec"]["selector"]["matchLabels"],
        OBJECTS["NetworkPolicy/destiny"]["spec"]["podSelector"]["matchLabels"],
        OBJECTS["Service/destiny"]["spec"]["selector"],
        POD["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"],
    ]
    assert all(selector == LABELS for selector in selectors)
    target = OBJECTS["HorizontalPodAutoscaler/destiny"]["spec"]["scaleTargetRef"]
    assert f"{target['kind']}/{target['name']}" in OBJECTS
    assert all(one["metadata"]["labels"] == LABELS for one in OBJECTS.values())


def test_ports__of_every_object__are_the_one_of_the_image() -> None:
    (port,) = CONTAINER["ports"]

    assert str(port["containerPort"]) == image_environment()["DESTINY_PORT"]
    assert [one["targetPort"] for one in OBJECTS["Service/destiny"]["spec"]["ports"]] == [port["name"]]
    (ingress,) = OBJECTS["NetworkPolicy/destiny"]["spec"]["ingress"]
    assert [one["port"] for one in ingress["ports"]] == [port["name"]]
    assert {CONTAINER[probe]["httpGet"]["port"] for probe in PROBES} == {port["name"]}


@pytest.mark.parametrize("probe", PROBES)
def test_probe__its_path__is_in_the_contract_and_needs_no_token(probe: str) -> None:
    path = CONTAINER[probe]["httpGet"]["path"]
    (found,) = [one for one in operations() if one.path == path]

    assert (found.method, found.content["security"]) == ("GET", [])
    assert path == ("/health/ready" if probe == "readinessProbe" else "/health/live")


def test_readiness__of_all_pods_together__outlasts_a_short_outage_of_the_store() -> None:
    probe = CONTAINER["readinessProbe"]

    assert figures(page("operators/kubernetes.md"), "outage of # seconds") == {
        probe["periodSeconds"] * probe["failureThreshold"]
    }


def test_environment__of_the_pods__is_one_that_the_settings_take() -> None:
    given = dict(OBJECTS["ConfigMap/destiny"]["data"]) | OBJECTS["Secret/destiny"]["stringData"]

    assert all(isinstance(value, str) for value in given.values())
    assert set(given) <= set(VARIABLES)
    settings = Settings.from_env({**image_environment(), **given})
    assert settings.redis_url
    assert settings.workers == int(CONTAINER["resources"]["limits"]["cpu"])
    sources = [(kind, one[kind]["name"]) for one in CONTAINER["envFrom"] for kind in one]
    assert sources == [("configMapRef", "destiny"), ("secretRef", "destiny")]
    public = OBJECTS["ConfigMap/destiny"]["data"]
    assert [name for name in public if VARIABLES[name].kind.secret] == []


@pytest.mark.parametrize(("name", "value"), [("PORT", "tcp://10.0.0.1:8000"), ("SERVICE_HOST", "10.0.0.1")])
def test_environment__that_kubernetes_would_add_for_the_service__is_refused_and_switched_off(
    name: str, value: str
) -> None:
    with pytest.raises(InvalidSettings):
        Settings.from_env({PREFIX + name: value})
    assert POD["enableServiceLinks"] is False


def test_volumes__of_the_pods__are_what_the_image_writes_and_the_settings_name() -> None:
    mounts = {one["mountPath"]: one for one in CONTAINER["volumeMounts"]}
    volumes = {one["name"]: one for one in POD["volumes"]}

    assert {one["name"] for one in mounts.values()} == set(volumes)
    assert {image_environment()["DESTINY_DATA_DIR"], "/tmp"} < set(mounts)  # noqa: S108
    (secret,) = [one["secret"]["secretName"] for one in volumes.values() if "secret" in one]
    files = OBJECTS[f"Secret/{secret}"]["stringData"]
    settings = OBJECTS["ConfigMap/destiny"]["data"]
    for setting in ("DESTINY_OPERATORS_FILE", "DESTINY_API_TOKENS_FILE"):
        folder, _, name = settings[setting].rpartition("/")
        assert name in files
        assert mounts[folder]["readOnly"] is True
        assert "subPath" not in mounts[folder]  # such a file would never change


def test_files__of_the_example_of_secrets__are_ones_that_the_service_takes() -> None:
    files = OBJECTS["Secret/destiny-tokens"]["stringData"]

    assert len(digests_in(files["tokens"])) == 1
    assert [one.name for one in operators_in(files["operators.toml"]).values()] == ["ann"]


def test_pods__in_what_they_may_do__are_as_restricted_as_can_be() -> None:
    user, group = map(int, last("USER").arguments.split(":"))

    assert POD["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": user,
        "runAsGroup": group,
        "fsGroup": group,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert POD["automountServiceAccountToken"] is False
    assert {"cpu", "memory"} == set(CONTAINER["resources"]["requests"]) == set(CONTAINER["resources"]["limits"])


def test_end__of_a_pod__has_time_for_all_that_it_waits_for() -> None:
    (graceful,) = re.findall(
        r"^graceful_timeout = (\d+)$", (PROJECT / "config" / "gunicorn.conf.py").read_text("utf-8"), re.MULTILINE
    )
    before = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]

    assert before > 0
    assert POD["terminationGracePeriodSeconds"] == before + int(graceful) + MARGIN_S


def test_pods__while_others_end__are_never_too_few() -> None:
    scaler = OBJECTS["HorizontalPodAutoscaler/destiny"]["spec"]
    budget = OBJECTS["PodDisruptionBudget/destiny"]["spec"]

    assert "replicas" not in OBJECTS["Deployment/destiny"]["spec"]  # the autoscaler decides
    assert scaler["minReplicas"] > budget["maxUnavailable"] == 1
    assert OBJECTS["Deployment/destiny"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
