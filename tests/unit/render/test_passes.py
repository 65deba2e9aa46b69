"""How the passes of the classic method are told."""

from fairlap.catalog.suites import WarmUpPass
from fairlap.render.classic import passes
from fairlap.report.classic_models import Procedure


def test_warm_up_comes_before_each_pass_or_once() -> None:
    by_count = Procedure(connections=(4,), keepalive=True, requests=10_000)
    assert passes(by_count) == "a pass of 10,000 requests for warm-up, one for the result"
    once = (WarmUpPass(connections=8, duration_s=5), WarmUpPass(connections=512, duration_s=15))
    by_time = Procedure(connections=(16, 512), keepalive=True, duration_s=15, warm_up=once)
    assert passes(by_time) == "5.0 s with 8 and 15 s with 512 connections for warm-up, then passes of 15 s"
