"""k6 with a generated script: a JSON summary in milliseconds with all digits."""

import json

from fairlap.generators.tools.text import Fields, document
from fairlap.generators.tools.tool import Commands, LoadSpec, Tool, ToolLatency, ToolOutputError, ToolResult

NAME = "k6"
SHARES = (50, 75, 90, 95, 99, 99.9)
SCRIPT = """import http from 'k6/http';
export const options = %(options)s;
const request = %(request)s;
export default function () {
  http.request(request.method, request.url, request.body, { headers: request.headers, timeout: request.timeout });
}
"""


def commands(spec: LoadSpec) -> Commands:
    """Build the command: a virtual user for each connection; discards bodies, does not follow redirects."""
    shared = {"vus": spec.connections, "discardResponseBodies": True, "maxRedirects": 0}
    extent = {"duration": f"{spec.duration_s}s"} if spec.duration_s is not None else {"iterations": spec.requests}
    request = {
        "method": spec.method,
        "url": spec.url,
        "body": spec.body,
        "headers": dict(spec.headers),
        "timeout": f"{spec.timeout_s}s",
    }
    script, summary = spec.folder / "request.js", spec.folder / "summary.json"
    options = {**shared, **extent, "noConnectionReuse": not spec.keepalive}
    script.write_text(SCRIPT % {"options": json.dumps(options), "request": json.dumps(request)}, encoding="utf-8")
    stats = ",".join(["min", "avg", "med", "max", *(f"p({share:g})" for share in SHARES[1:])])
    run = (NAME, "run", "--quiet", "--no-usage-report", "--summary-trend-stats", stats)
    return ((*run, "--summary-export", str(summary), str(script)), ("cat", str(summary)))


def parse(out: str, err: str, spec: LoadSpec) -> ToolResult:
    """Parse the output. `http_req_failed` counts both failures and other statuses, without distinction."""
    metrics = Fields(NAME, document(NAME, out)).part("metrics")
    requests, failed = metrics.part("http_reqs"), metrics.part("http_req_failed")
    count, rate = requests.count("count"), requests.number("rate")
    if failed.count("passes") + failed.count("fails") != count:
        raise ToolOutputError("k6 printed counts that do not add up")
    if count == 0 or rate == 0:
        raise ToolOutputError("k6 sent no request")
    return ToolResult(
        tool=NAME,
        answers=count,
        elapsed_s=count / rate,
        answers_per_s=rate,
        not_2xx=failed.count("passes"),
        failed=None,
        bytes_received=metrics.part("data_received").number("count"),
        latency=_latency(metrics.part("http_req_duration")),
    )


def _latency(times: Fields) -> ToolLatency:
    shares = [(50.0, "med"), *((float(share), f"p({share:g})") for share in SHARES[1:])]
    always = ("med", "p(90)", "p(95)")  # its default percentiles
    return ToolLatency(
        min_us=times.number("min") * 1e3,
        mean_us=times.number("avg") * 1e3,
        max_us=times.number("max") * 1e3,
        percentiles=tuple(
            (share, times.number(name) * 1e3) for share, name in shares if name in always or times.has(name)
        ),
        with_pauses=True,  # a virtual user ends the script and starts it again before its next request
    )


TOOL = Tool(
    name=NAME,
    version_arguments=("version",),
    version_pattern=r"k6(?:\.exe)? v(\S+)",
    install="go install go.k6.io/k6@latest",
    commands=commands,
    parse=parse,
)
