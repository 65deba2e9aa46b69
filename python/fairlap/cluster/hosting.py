"""How a site of a cluster hosts: as one machine does, but on an address that the other machines reach."""

from collections.abc import Iterable
from dataclasses import replace

from fairlap.hosting.hosting import Place, ProcessHosting
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.prepared import Prepared, paths_to_read
from fairlap.hosting.process import ProcessHost


class AddressHosting(ProcessHosting):
    """As processes that listen on `address`. There is no private network: generators are elsewhere."""

    def __init__(self, address: str) -> None:
        self._address = address

    def settle(self, prepared: Iterable[Prepared], run: str, *, private: bool) -> Isolation:
        """What works here, tried out."""
        if private:
            raise ValueError("what other machines must reach cannot be in a private network")
        return replace(detect(paths=paths_to_read(prepared), private_network=False), network="cluster")

    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """Of contestants, too."""
        limit, state, address = place.memory_limit_bytes, place.state, self._address
        return ProcessHost(
            isolation, place.run_id, place.cpus, limit, place.logs, state, kind=place.kind, address=address
        )


def isolation_here() -> Isolation:
    """How contestants would be kept apart on this machine."""
    return AddressHosting("").settle((), "doctor", private=False)
