"""Is the answer right? Before anything is measured, and whenever somebody asks `fairlap check`."""

from fairlap.verify.contract import ask_once, verify
from fairlap.verify.problem import Problem
from fairlap.verify.ready import wait_until_answers

__all__ = ["Problem", "ask_once", "verify", "wait_until_answers"]
