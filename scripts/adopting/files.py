"""Files that appear whole or not at all, and where what is compiled is kept."""

import hashlib
import os
import pathlib
import tempfile

from adopting.failure import FILE, Failure

RECORDER = "recorder.so"  # in the cache
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]  # of ladder: stages, cases and scripts
SOURCE = ROOT  # headers
if not (SOURCE / "harness/stage.h").is_file():
    SOURCE = HERE.parents[3] / "include/ladder"  # of an installed one


def write_whole(file, text):
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".ladder-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(text.encode("utf-8", errors="surrogateescape"))
            os.chmod(name, 0o666 & ~umask())
            os.replace(name, file)
        except OSError:
            os.unlink(name)
            raise
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be written: {error.strerror}") from None


def write_new(file, text):
    try:
        with open(file, "x", encoding="utf-8", errors="surrogateescape") as out:
            out.write(text)
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be written: {error.strerror}") from None


def umask():
    now = os.umask(0)
    os.umask(now)
    return now


def cache():
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")


def shared():
    """Of all ladders: what is compiled from our files, and emulated stages by their contents."""
    return cache() / "ladder/shared"


def of_system(error):
    """What the system refuses: a folder that is not to be written to, a disk that is full."""
    name = error.filename2 or error.filename or "a file"
    path = pathlib.Path(os.fsdecode(name))
    cached = path.is_relative_to(cache()) or cache().is_relative_to(path)
    instead = ": set XDG_CACHE_HOME to a folder on another disk" if cached else ""
    return Failure(FILE, f"{name} cannot be used: {error.strerror or error}{instead}")


def cache_of(folder, prefix=""):
    """Of a ladder's folder, or of a program's."""
    folder = folder.resolve()
    return cache() / "ladder" / f"{prefix}{folder.name}-{digest(str(folder))[:10]}"


def in_order(items, before):
    """The items, each behind those that `before` gives of it; of a circle from its first one on."""
    ordered = []

    def visit(item, above):
        if item not in ordered and item not in above:
            for each in before(item):
                visit(each, (*above, item))
            ordered.append(item)

    for item in items:
        visit(item, ())
    return ordered


def digest(text):
    return hashlib.sha256(text.encode("utf-8", errors="surrogateescape")).hexdigest()[:16]
