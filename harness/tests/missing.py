"""Why a test is skipped: packages that are not there."""

import importlib.util
import unittest


def lacks(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return f"{', '.join(missing)} is not there" if missing else ""


def module(name):
    """That of a library; skips the test without it."""
    try:
        found = __import__(name)
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        return found
    except ImportError as reason:
        raise unittest.SkipTest(f"{name} cannot be imported: {reason}") from reason
