"""Starts a prepared contestant in a host, with the values of its manifest's variables."""

from dataclasses import replace

from fairlap.catalog import OwnImage, Request
from fairlap.errors import StartError
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosts import Host
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.variables import Variables, expand, expand_env, without_absent


def start(host: Host, prepared: Prepared, port: int, variables: Variables, request: Request) -> HostedProcess:
    """Start a contestant that will be asked this at `port`; an image has its own instead. Raises StartError.

    Over TLS, that is its `{port_tls}` if its manifest has one, and its `{port}` is then another one that is free; and
    vice versa.
    """
    contestant, certificate, secure = prepared.contestant, host.certificate, request.secure
    told = contestant.env
    if contestant.image is not None:
        port = own_port(contestant.name, contestant.image, request)
        told = without_absent(told, variables)
    if secure and not {"cert", "key"} <= contestant.variables:
        hint = "start its server with them, at {port_tls} or {port}"
        raise StartError("is asked over TLS, and uses neither {cert} nor {key}", where=contestant.name, hint=hint)
    other = free_ports(1)[0] if "port_tls" in contestant.variables else port
    shown = None if certificate is None else host.shown(certificate)
    variables = replace(
        variables,
        host=host.listens_on,
        port=other if secure else port,
        port_tls=port if secure else other,
        build=prepared.folder,
        cert=None if shown is None else shown.cert,
        key=None if shown is None else shown.key,
    )
    command, env = expand(contestant.start, variables), expand_env(told, variables)
    hosted = host.start(contestant.slug, command, prepared.folder, env, port)
    if secure and certificate is not None:
        hosted.trust = certificate.trust
    return hosted


def own_port(name: str, image: OwnImage, request: Request) -> int:
    """Return the port of an image for a request. Raises StartError if it does not speak that protocol."""
    port = image.ports.get(request.protocol)
    if port is None:
        known = ", ".join(image.ports)
        raise StartError(f"its image has no port for {request.protocol}", where=name, hint=f"it speaks {known}")
    return port
