"""Verifies answers: before measurements, and for `fairlap check`."""

from fairlap.verify.answer import judge, without_case
from fairlap.verify.client import Response
from fairlap.verify.contract import ask, check_once, verify
from fairlap.verify.login import log_in
from fairlap.verify.problem import Problem
from fairlap.verify.questions import UNKNOWN, Question, between_laps
from fairlap.verify.ready import wait_until_answers

__all__ = [
    "UNKNOWN",
    "Problem",
    "Question",
    "Response",
    "ask",
    "between_laps",
    "check_once",
    "judge",
    "log_in",
    "verify",
    "wait_until_answers",
    "without_case",
]
