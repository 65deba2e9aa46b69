"""The files of deploy/: what they tell Ray and Kubernetes is what Fairlap expects of machines. Nothing is started."""

import json
import re
import shlex
import tomllib
from typing import Any

import pytest
import yaml
from ray.autoscaler._private.util import prepare_config, validate_config

from fairlap.cluster.groups import plan_groups
from fairlap.cluster.models import RESOURCES, Node
from fairlap.race.stored_request import ClusterChoice
from support import ROOT

DEPLOY = ROOT / "deploy"
LOCKED_RAY = next(
    package["version"]
    for package in tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    if package["name"] == "ray"
)


def read(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


@pytest.fixture
def launched() -> dict[str, Any]:
    """The file of `ray up`, its only document."""
    (config,) = read("ray-cluster.yaml")
    return config


@pytest.fixture
def cluster() -> dict[str, Any]:
    """The specification of the RayCluster."""
    found, _ = read("kuberay.yaml")
    assert (found["apiVersion"], found["kind"]) == ("ray.io/v1", "RayCluster")
    return found["spec"]


def shell_words(parameter: str) -> dict[str, int]:
    """What `ray start` reads when KubeRay puts this behind `--resources=` in a shell's command line."""
    (word,) = shlex.split(parameter)
    return json.loads(word)


def pods(cluster: dict[str, Any]) -> dict[str, dict[str, Any]]:
    workers = {group["groupName"]: group["template"] for group in cluster["workerGroupSpecs"]}
    return {"head": cluster["headGroupSpec"]["template"]} | workers


def container(pod: dict[str, Any]) -> dict[str, Any]:
    (only,) = pod["spec"]["containers"]
    return only


def has_a_group(nodes: list[Node], *, services: bool) -> bool:
    return len(plan_groups(nodes, ClusterChoice(address="auto"), services=services)) == 1


# --- ray up ------------------------------------------------------------------------------------------------------


def test_ray_takes_the_cluster_file(launched):
    validate_config(prepare_config(launched))
    with pytest.raises(Exception, match="min_worker"):
        launched["available_node_types"]["server"]["min_worker"] = 1
        validate_config(prepare_config(launched))


def test_the_machines_of_ray_up_are_one_group(launched):
    types = launched["available_node_types"]
    custom = {name: {key for key in kind["resources"] if key != "CPU"} for name, kind in types.items()}
    assert custom == {"head": set(), "server": {RESOURCES["server"]}, "generator": {RESOURCES["generator"]}}
    nodes = [
        Node(name, {site: kind["resources"].get(key, 0) for site, key in RESOURCES.items()})
        for name, kind in types.items()
        for _ in range(kind.get("min_workers", 1))
    ]
    assert has_a_group(nodes, services=False)
    assert types["server"]["node_config"] == types["generator"]["node_config"]


def test_ray_up_starts_no_machine_later(launched):
    workers = [kind for name, kind in launched["available_node_types"].items() if name != launched["head_node_type"]]
    assert all(kind["min_workers"] == kind["max_workers"] for kind in workers)
    assert launched["max_workers"] == sum(kind["max_workers"] for kind in workers)


def test_ray_up_uses_the_token_everywhere_and_opens_nothing(launched):
    assert launched["file_mounts"]["/home/admin/.ray/auth_token"] == "~/.ray/auth_token"
    for role in ("head", "worker"):
        start = launched[f"{role}_start_ray_commands"][-1]
        assert "ray start" in start
        assert "RAY_AUTH_MODE=token" in start
        assert "dashboard-host" not in start
    assert "--include-dashboard=false" in launched["head_start_ray_commands"][-1]
    assert all(kind["node_config"]["SecurityGroupIds"] for kind in launched["available_node_types"].values())


def test_ray_is_what_the_lock_file_says(launched, cluster):
    pinned = re.compile(r"\bray==(\S+)")
    told = [version for line in launched["setup_commands"] for version in pinned.findall(line)]
    told += pinned.findall((DEPLOY / "Containerfile.node").read_text(encoding="utf-8"))
    assert [*told, cluster["rayVersion"]] == [LOCKED_RAY] * 3


# --- KubeRay -----------------------------------------------------------------------------------------------------


def test_each_group_of_pods_is_one_site(cluster):
    found = {
        group["groupName"]: shell_words(group["rayStartParams"]["resources"]) for group in cluster["workerGroupSpecs"]
    }
    assert found == {site: {resource: 1} for site, resource in RESOURCES.items()}
    assert "resources" not in cluster["headGroupSpec"]["rayStartParams"]
    nodes = [Node(name, {site: had.get(key, 0) for site, key in RESOURCES.items()}) for name, had in found.items()]
    assert has_a_group(nodes, services=True)


def test_what_ray_is_started_with_is_text(cluster):
    for group in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"]):
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())


def test_kuberay_starts_no_pod_later(cluster):
    assert cluster["enableInTreeAutoscaling"] is False
    for group in cluster["workerGroupSpecs"]:
        assert group["replicas"] == group["minReplicas"] == group["maxReplicas"]


def test_each_pod_has_a_machine_and_whole_cpus_of_its_own(cluster):
    for name, pod in pods(cluster).items():
        (rule,) = pod["spec"]["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
        assert rule["topologyKey"] == "kubernetes.io/hostname", name
        assert rule["labelSelector"]["matchLabels"].items() <= pod["metadata"]["labels"].items(), name
        resources = container(pod)["resources"]
        assert resources["requests"] == resources["limits"], name
        assert set(resources["limits"]) == {"cpu", "memory"}, name
        assert int(resources["limits"]["cpu"]) >= 2, name


def test_only_sites_that_host_something_are_privileged(cluster):
    privileged = {
        name for name, pod in pods(cluster).items() if container(pod)["securityContext"].get("privileged") is True
    }
    assert privileged == {"server", "services"}
    assert not any(pod["spec"]["automountServiceAccountToken"] for pod in pods(cluster).values())


def test_probes_ask_ports_that_ray_listens_on(cluster):
    """Not the dashboard's agent: without `ray[default]` it has no port, and Kubernetes would end the pods."""
    for name, pod in pods(cluster).items():
        groups = {group["groupName"]: group for group in cluster["workerGroupSpecs"]}
        port = 6379 if name == "head" else int(groups[name]["rayStartParams"]["node-manager-port"])
        for probe in ("readinessProbe", "livenessProbe"):
            assert container(pod)[probe]["tcpSocket"]["port"] == port, name


def test_the_token_is_a_secret_that_is_not_in_the_file(cluster):
    assert cluster["authOptions"] == {"mode": "token", "secretName": "fairlap-ray-token"}
    assert [document["kind"] for document in read("kuberay.yaml")] == ["RayCluster", "NetworkPolicy"]


def test_only_its_own_pods_may_connect_to_a_pod(cluster):
    policy = read("kuberay.yaml")[1]["spec"]
    chosen = policy["podSelector"]["matchLabels"]
    assert all(chosen.items() <= pod["metadata"]["labels"].items() for pod in pods(cluster).values())
    assert policy["policyTypes"] == ["Ingress"]
    assert policy["ingress"] == [{"from": [{"podSelector": {"matchLabels": chosen}}]}]


# --- what is sent along ------------------------------------------------------------------------------------------


def test_the_catalog_is_in_the_image_and_on_the_machines(launched):
    image = (DEPLOY / "Containerfile.node").read_text(encoding="utf-8")
    for part in ("contestants", "scenarios", "suites"):
        assert f"COPY {part}/ /fairlap/{part}/" in image
        assert launched["file_mounts"][f"/home/admin/fairlap/{part}"] == part
