"""Where the sources are, and folders that last as long as a test."""

import os
import pathlib
import tempfile

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])


def folder_of(test):
    """A folder that is removed after the test, or after all tests of a class."""
    folder = tempfile.TemporaryDirectory()
    (test.addClassCleanup if isinstance(test, type) else test.addCleanup)(folder.cleanup)
    return pathlib.Path(folder.name)
