"""All external tools by name."""

from fairlap.generators.tools import (
    ab,
    autocannon,
    bombardier,
    h2load,
    hey,
    k6,
    oha,
    plow,
    vegeta,
    webbench,
    wrk,
)
from fairlap.generators.tools.tool import Tool

TOOLS: dict[str, Tool] = {
    module.TOOL.name: module.TOOL
    for module in (ab, plow, webbench, wrk, oha, h2load, hey, k6, autocannon, bombardier, vegeta)
}
