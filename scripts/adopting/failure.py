"""Errors that end a command: what failed, why, what to do; with the exit code of their kind."""

USAGE, WRONG, INCONCLUSIVE, NOT_COMPARABLE, NOTHING_RAN, FILE, DEVICE = 2, 3, 4, 5, 6, 7, 8


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Broken(Failure):
    """A stage's file does not compile; `errors`: as diagnostics.py lists them."""

    def __init__(self, stage, message, errors):
        super().__init__(FILE, message)
        self.stage, self.errors = stage, errors


def answer(failure):
    """What the program that asked gets."""
    said = {"failed": str(failure), "exit": failure.code}
    return said | ({"stage": failure.stage, "errors": failure.errors}
                   if isinstance(failure, Broken) else {})
