"""A group of machines whose sites do not all start: one clear error, and everything that was started is released."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from ray.exceptions import RayTaskError

from fairlap.cluster import on_ray
from fairlap.cluster.groups import Group, Placed
from fairlap.cluster.models import RESOURCES, GroupSetup, Node, SiteLostError
from fairlap.cluster.on_ray import RayGroup
from fairlap.cluster.pool import Built, Pool
from fairlap.errors import UsageError
from fairlap.race.stored_request import ClusterChoice
from support import ignore

SERVER = Node("10.0.0.2", {"server": 1})
GENERATOR = Node("10.0.0.3", {"generator": 1})
SERVICES = Node("10.0.0.4", {"services": 1})
GROUP = Group((Placed("server", SERVER), Placed("generator", GENERATOR), Placed("services", SERVICES)))
SETUP = GroupSetup(run="run", workers=1, connections=8, engine="epoll", with_services=("from-redis",))
NO_REDIS = UsageError("redis-server is not installed", where="scenario from-redis", hint="apt-get install redis-server")
REFUSAL = "10.0.0.4: scenario from-redis: redis-server is not installed (apt-get install redis-server)"


@dataclass
class FakeRay:
    """Actors whose methods answer with a value, or raise what is in `failing`; says what was asked and ended.

    Both are by the kind of site.
    """

    failing: dict[tuple[str, str], Exception] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    alive: list["Actor"] = field(default_factory=list)
    claims: list[object] = field(default_factory=list)
    free_claims: int = 9

    def remote(self, kind: type) -> SimpleNamespace:
        def options(resources: dict[str, float], **_: object) -> SimpleNamespace:
            (site,) = [site for site, name in RESOURCES.items() if name in resources]

            def start() -> Actor:
                self.alive.append(Actor(self, site))
                return self.alive[-1]

            return SimpleNamespace(remote=start)

        return SimpleNamespace(options=options)

    def get(self, reference: object, timeout: float) -> object:
        if isinstance(reference, Exception):
            raise RayTaskError("start", "traceback", reference)
        return reference

    def kill(self, actor: "Actor") -> None:
        self.alive.remove(actor)

    def claim(self, *_: object, **__: object) -> SimpleNamespace:
        self.free_claims -= 1
        free = self.free_claims >= 0
        self.claims.append(SimpleNamespace(wait=lambda bound_s: free))
        return self.claims[-1]


@dataclass(eq=False)
class Actor:
    """A handle: any method of it, or of its site, is noted, and answers as `FakeRay` says."""

    ray: FakeRay
    site: str

    def __getattr__(self, method: str) -> SimpleNamespace:
        def call(*arguments: object) -> object:
            asked = self.site, str(arguments[0]) if method == "ask" else method
            self.ray.asked.append(asked)
            return self.ray.failing.get(asked, SimpleNamespace(address="10.0.0.9"))

        return SimpleNamespace(remote=call)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setattr(on_ray, "ray", fake)
    monkeypatch.setattr(on_ray, "placement_group", fake.claim)
    monkeypatch.setattr(on_ray, "remove_placement_group", fake.claims.remove)
    monkeypatch.setattr(on_ray, "PlacementGroupSchedulingStrategy", lambda *_: None)
    return fake


def new_group() -> RayGroup:
    return RayGroup(GROUP, SETUP, SimpleNamespace(handle=None))


def test_what_a_site_lacks_is_reported_with_the_address_of_its_machine(ray: FakeRay) -> None:
    ray.failing["services", "start"] = NO_REDIS
    group = new_group()
    with pytest.raises(UsageError) as caught:
        group.await_start()
    assert caught.value.line() == REFUSAL


def test_a_group_that_could_not_start_is_let_go(ray: FakeRay) -> None:
    ray.failing["services", "start"] = NO_REDIS
    group = new_group()
    assert len(ray.alive) == 3
    with pytest.raises(UsageError):
        group.await_start()
    group.quit(1.0)
    assert (ray.alive, ray.claims) == ([], [])


def test_a_group_that_is_no_longer_awaited_is_released(ray: FakeRay) -> None:
    ray.failing["server", "quit"] = AttributeError("'SiteActor' object has no attribute '_site'")
    new_group().quit(1.0)
    assert (ray.alive, ray.claims) == ([], [])


def test_the_server_of_a_group_that_started_is_asked_to_end_what_it_runs(ray: FakeRay) -> None:
    group = new_group()
    group.await_start()
    group.quit(1.0)
    assert ray.asked[-1] == ("server", "quit")
    assert (ray.alive, ray.claims) == ([], [])


class Machines:
    """A cluster of so many groups' machines."""

    def __init__(self, groups: int) -> None:
        self.groups = groups

    def nodes(self) -> tuple[Node, ...]:
        sites = ("server", "generator", "services")
        return tuple(Node(f"10.0.{group}.{site}", {site: 1}) for group in range(self.groups) for site in sites)

    def desk(self) -> SimpleNamespace:
        return SimpleNamespace(handle=None, take=lambda: None, stop=lambda: None)


def new_pool(groups: int) -> Pool:
    return Pool(Machines(groups), ClusterChoice(address="10.0.0.1:6379"), SETUP, ignore)


def test_a_race_whose_machine_lacks_something_leaves_nothing_on_any_machine(ray: FakeRay) -> None:
    ray.failing["services", "start"] = NO_REDIS
    pool = new_pool(2)
    with pytest.raises(UsageError, match="redis-server is not installed"):
        pool.start(most=2)
    assert len(ray.alive) == 6
    pool.stop()
    assert (ray.alive, ray.claims) == ([], [])


def test_groups_before_one_whose_machines_are_taken_are_let_go(ray: FakeRay) -> None:
    ray.free_claims = 1
    pool = new_pool(2)
    with pytest.raises(SiteLostError, match="another race uses them"):
        pool.start(most=2)
    assert len(ray.alive) == 3
    pool.stop()
    assert (ray.alive, ray.claims) == ([], [])


def test_a_lost_group_comes_back_when_its_machines_do(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    for check in (
        "_await",
        "_require_same_builds",
        "_require_same_isolation",
    ):  # what is asked of a group that has started
        monkeypatch.setattr(Pool, check, lambda *_: None)
    machines, built = Machines(2), Built({}, {}, {})
    pool = Pool(machines, ClusterChoice(address="10.0.0.1:6379"), SETUP, ignore)
    pool.start(most=2)
    machines.groups = 1
    pool.drop(pool.groups[1])
    assert pool.grow(built) is None
    machines.groups = 2
    assert pool.grow(built) is pool.groups[1]
    assert len(ray.alive) == 6
    machines.groups = 3
    assert pool.grow(built) is None, "no more than at the start"


def test_machines_on_which_no_group_can_start_are_tried_once(ray: FakeRay) -> None:
    machines, built = Machines(2), Built({}, {}, {})
    pool = Pool(machines, ClusterChoice(address="10.0.0.1:6379"), SETUP, ignore)
    pool.start(most=2)
    pool.drop(pool.groups[1])
    ray.failing["services", "start"] = NO_REDIS
    asked = len(ray.asked)
    assert pool.grow(built) is None
    assert len(ray.asked) > asked
    asked = len(ray.asked)
    assert pool.grow(built) is None
    assert (len(ray.asked), len(ray.alive)) == (asked, 3)
