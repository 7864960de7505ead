"""Why a test is skipped: packages or tools that are not there."""

import importlib.util
import os
import shutil
import unittest


def lacks(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return f"{', '.join(missing)} is not there" if missing else ""


def compiles_nothing(*tools):
    """Why nothing can be built with these; empty where it can."""
    if os.environ.get("LADDER_PREBUILT"):
        return "nothing is compiled when a build from another machine is tested"
    return next((f"there is no {tool} on this machine" for tool in tools if not shutil.which(tool)),
                "")


def module(name):
    """That of a library; skips the test without it."""
    try:
        found = __import__(name)
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        return found
    except ImportError as reason:
        raise unittest.SkipTest(f"{name} cannot be imported: {reason}") from reason
