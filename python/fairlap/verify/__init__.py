"""Verifies answers: before measurements, and for `fairlap check`."""

from fairlap.verify.answer import judge
from fairlap.verify.client import Response
from fairlap.verify.contract import ask, check_once, unknown_path, verify
from fairlap.verify.login import log_in
from fairlap.verify.problem import Problem
from fairlap.verify.ready import wait_until_answers

__all__ = [
    "Problem",
    "Response",
    "ask",
    "check_once",
    "judge",
    "log_in",
    "unknown_path",
    "verify",
    "wait_until_answers",
]
