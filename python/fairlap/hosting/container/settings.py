"""Build settings for the network of this machine: certificates, a proxy, mirrors of package registries."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fairlap.errors import UsageError
from fairlap.hosting.container.engine import Engine

CA_BUNDLE = "FAIRLAP_CA_BUNDLE"
PROXY = "FAIRLAP_PROXY"
MIRRORS = "FAIRLAP_MIRRORS"

CA_INSIDE = "/run/fairlap/ca.pem"
"""Where the bundle is mounted during a build; it does not end up in the image."""

_CA_VARIABLES = (
    *("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "CARGO_HTTP_CAINFO", "GIT_SSL_CAINFO", "CURL_CA_BUNDLE"),
    "COMPOSER_CAFILE",
)
_MIRROR_VARIABLES = {"npm": "NPM_CONFIG_REGISTRY", "pip": "PIP_INDEX_URL", "go": "GOPROXY"}
MIRROR_KINDS = tuple(_MIRROR_VARIABLES)
_PROXY_VARIABLES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """`ca_bundle`: additional trusted certificates, for networks that intercept TLS. `proxy`: a URL.

    `mirrors`: URLs of package registries, by `MIRROR_KINDS`.
    """

    ca_bundle: Path | None = None
    proxy: str | None = None
    mirrors: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        engine: Engine,
        ca_bundle: Path | None = None,
        proxy: str | None = None,
        mirrors: tuple[str, ...] = (),
        environment: Mapping[str, str] = os.environ,
    ) -> "BuildSettings":
        """Take settings from options, otherwise from the environment: FAIRLAP_CA_BUNDLE (or SSL_CERT_FILE) etc.

        Raises:
            UsageError: the file is missing, the engine cannot use it, or a mirror is not KIND=URL.
        """
        path = environment.get(CA_BUNDLE)
        bundle = ca_bundle or (Path(path) if path else None)
        if engine.name == "podman" and bundle is None and environment.get("SSL_CERT_FILE"):
            bundle = Path(environment["SSL_CERT_FILE"])
        if engine.name != "podman" and bundle is not None:
            raise UsageError(
                f"{engine.name} cannot mount a CA bundle during a build",
                where=str(bundle),
                hint="use podman, or a base image that contains it",
            )
        if bundle is not None and not bundle.is_file():
            raise UsageError("no such file", where=f"CA bundle {bundle}", hint="name a PEM file of certificates")
        given = mirrors or tuple(environment.get(MIRRORS, "").split())
        return cls(
            None if bundle is None else bundle.resolve(),
            proxy or environment.get(PROXY) or None,
            dict(_mirror(text) for text in given),
        )

    @property
    def arguments(self) -> tuple[str, ...]:
        """Build arguments (NAME=VALUE), which a Containerfile reads with `ARG`."""
        values = {_MIRROR_VARIABLES[kind]: url for kind, url in self.mirrors.items() if kind in _MIRROR_VARIABLES}
        if self.proxy is not None:
            values |= dict.fromkeys(_PROXY_VARIABLES, self.proxy)
        if self.ca_bundle is not None:
            values |= dict.fromkeys(_CA_VARIABLES, CA_INSIDE)
        return tuple(f"{name}={value}" for name, value in values.items())


def _mirror(text: str) -> tuple[str, str]:
    kind, separator, url = text.partition("=")
    if not separator or kind not in MIRROR_KINDS or "://" not in url:
        raise UsageError(
            f"mirror {text!r} is not KIND=URL", hint=f"use a URL and one of the kinds {', '.join(MIRROR_KINDS)}"
        )
    return kind, url
