"""Where the sources and the build are, whose scripts tests import, and folders that last as long as
a test."""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
BUILD = pathlib.Path(os.environ.get("LADDER_BUILD") or SOURCE / "build")
LADDER = BUILD / "ladder"
os.environ.setdefault("LADDER_PYTHON", sys.executable)
sys.path[:0] = [str(SOURCE / "scripts" / folder) for folder in ("", "peers", "languages")]


def execute(*words, **options):
    """A program that ends by itself, with its exit code and what it printed."""
    return subprocess.run(words, capture_output=True, text=True, **options)


def folder_of(test):
    """A folder that is removed after the test, or after all tests of a class."""
    folder = tempfile.TemporaryDirectory()
    (test.addClassCleanup if isinstance(test, type) else test.addCleanup)(folder.cleanup)
    return pathlib.Path(folder.name)
