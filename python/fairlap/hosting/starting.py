"""Starts a prepared contestant in a host, with the values of its manifest's variables."""

from dataclasses import replace

from fairlap.errors import StartError
from fairlap.hosting.hosted import HostedProcess
from fairlap.hosting.hosts import Host
from fairlap.hosting.ports import free_ports
from fairlap.hosting.prepared import Prepared
from fairlap.hosting.variables import Variables, expand, expand_env


def start(host: Host, prepared: Prepared, port: int, variables: Variables, *, secure: bool) -> HostedProcess:
    """Start a contestant that will be asked at `port`, over TLS if `secure`. Raises StartError.

    That is its `{port_tls}` if its manifest has one, and its `{port}` is then another one that is free; and vice versa.
    """
    contestant, certificate = prepared.contestant, host.certificate
    if secure and not {"cert", "key"} <= contestant.variables:
        hint = "start its server with them, at {port_tls} or {port}"
        raise StartError("is asked over TLS, and uses neither {cert} nor {key}", where=contestant.name, hint=hint)
    other = free_ports(1)[0] if "port_tls" in contestant.variables else port
    variables = replace(
        variables,
        host=host.listens_on,
        port=other if secure else port,
        port_tls=port if secure else other,
        build=prepared.folder,
        cert=None if certificate is None else certificate.cert,
        key=None if certificate is None else certificate.key,
    )
    command, env = expand(contestant.start, variables), expand_env(contestant.env, variables)
    hosted = host.start(contestant.name, command, prepared.folder, env, port)
    if secure and certificate is not None:
        hosted.authority = certificate.authority
    return hosted
