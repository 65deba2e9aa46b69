"""Hosting on a site of a cluster: contestants listen on an address that other machines can reach."""

from collections.abc import Iterable
from dataclasses import replace

from fairlap.hosting.hosting import Place, ProcessHosting
from fairlap.hosting.hosts import Host
from fairlap.hosting.isolation import Isolation, detect
from fairlap.hosting.prepared import Prepared, paths_to_read
from fairlap.hosting.process import ProcessHost


class AddressHosting(ProcessHosting):
    """Hosting as processes that listen on `address`, without a private network."""

    def __init__(self, address: str) -> None:
        self._address = address

    def settle(self, prepared: Iterable[Prepared], run: str, *, private: bool) -> Isolation:
        """Try out which isolation works here."""
        if private:
            raise ValueError("other machines cannot reach a private network")
        return replace(detect(paths=paths_to_read(prepared), private_network=False), network="cluster")

    def services_host(self, isolation: Isolation, place: Place) -> Host:
        """Return a host for services or contestants."""
        limit, state, address = place.memory_limit_bytes, place.state, self._address
        return ProcessHost(
            isolation, place.run_id, place.cpus, limit, place.logs, state, kind=place.kind, address=address
        )


def isolation_here() -> Isolation:
    """Return the isolation that contestants would have on this machine."""
    return AddressHosting("").settle((), "doctor", private=False)
