"""Where the sources and the build are, whose scripts tests import, folders that last as long as a
test, and why one is skipped: packages or tools that are not there."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
BUILD = pathlib.Path(os.environ.get("LADDER_BUILD") or SOURCE / "build")
LADDER = BUILD / "ladder"
os.environ.setdefault("LADDER_PYTHON", sys.executable)
sys.path[:0] = [str(SOURCE / "scripts" / folder) for folder in ("", "peers", "languages")]


def execute(*words, code=None, says="", **options):
    """A program that ends by itself, with its exit code and what it printed: with this code where
    one is given, and with these words (a regular expression) on either stream."""
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if code not in (None, done.returncode):
        raise AssertionError(f"{words} ended with {done.returncode}, not with {code}:\n"
                             f"{done.stdout}{done.stderr}")
    if not re.search(says, done.stdout + done.stderr):
        raise AssertionError(f"{words} did not print '{says}':\n{done.stdout}{done.stderr}")
    return done


def folder_of(test):
    """A folder that is removed after the test, or after all tests of a class."""
    folder = tempfile.TemporaryDirectory()
    (test.addClassCleanup if isinstance(test, type) else test.addCleanup)(folder.cleanup)
    return pathlib.Path(folder.name)


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
