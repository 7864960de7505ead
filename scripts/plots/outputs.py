"""Files that scripts write: none of the user's is lost, each appears whole or not at all, one
process at a time.

The same rules as the program's own, in harness/formats/new_file.h.
"""

import contextlib
import fcntl
import os
import pathlib
import stat
import tempfile

from plots.failure import UNUSABLE, Failure


def inputs_of(arguments):
    """Every file that the command line names, but for the output."""
    named = []
    for name, value in vars(arguments).items():
        if name != "output":
            named += value if isinstance(value, list) else [value]
    return [path for path in map(pathlib.Path,
                                 (one for one in named if isinstance(one, (str, os.PathLike))))
            if path.is_file()]


def refuse_taken(path, overwrite, inputs=()):
    """Fails where a product may not take this name."""
    def refuse(words):
        raise Failure(UNUSABLE, f"{path} {words}")

    if not path.parent.is_dir():
        raise Failure(UNUSABLE, f"{path.parent}: there is no such folder to write {path.name} to")
    if any(path.exists() and path.samefile(one) for one in inputs):
        refuse("is an input of this command and cannot be its output as well: choose another name")
    if not os.path.lexists(path):
        return
    if path.is_symlink():
        refuse(f"is a link to {os.readlink(path)} and is not replaced: name a file, or "
               "remove the link")
    if path.is_dir():
        refuse("is not written: a folder has this name")
    if not overwrite:
        refuse("exists and is not replaced: add --overwrite, or choose another name")
    if not path.is_file():
        refuse("is not a regular file and is not replaced: choose another name")
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        refuse("is read-only and is not replaced: allow writing (chmod u+w), or choose "
               "another name")


def refuse_no_file(path):
    """Fails where a name that endings are added to is a device's, a pipe's or a dangling link's: no
    picture is meant to be next to it."""
    if os.path.lexists(path) and not (path.is_file() or path.is_dir()):
        raise Failure(UNUSABLE, f"{path} is not a regular file, so no file is named after it: "
                                "choose another name")


def lock(path, held):
    """Until `held` is left no other process writes it. The lock is an empty file next to it, as of
    harness/formats/claim."""
    name = path.with_name(f".{path.name}.lock")
    while True:
        try:
            file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        except OSError as problem:
            raise Failure(UNUSABLE, f"{path} cannot be created: {problem.strerror}; choose "
                                    "another folder") from problem
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            os.close(file)
            raise Failure(UNUSABLE, f"{path} is being written by another ladder process: wait for "
                                    "it, or choose another name") \
                from problem
        except OSError:
            pass  # a file system without locks
        if os.fstat(file).st_size:
            os.close(file)
            raise Failure(UNUSABLE, f"{path} cannot be locked: {name} is not empty, so it is not a "
                                    "lock file of ladder; move it away")
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), os.lstat(name)):
                held.callback(os.close, file)
                held.callback(name.unlink, missing_ok=True)
                return
        os.close(file)  # its last holder has removed the name


@contextlib.contextmanager
def claimed(paths, overwrite, inputs=()):
    """Before anything is computed: all of them can be written, and nobody else writes them."""
    with contextlib.ExitStack() as held:
        for path in paths:
            refuse_taken(path, overwrite, inputs)
            lock(path, held)
            refuse_taken(path, overwrite, inputs)  # another process may have finished it since
        yield


def write(contents, overwrite):
    """Bytes by path: all are written under temporary names, and get their own when every one is
    whole."""
    made = {}
    try:
        for path, content in contents.items():
            try:
                file, made[path] = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
                with os.fdopen(file, "wb") as out:
                    out.write(content)
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(made[path], 0o666 & ~mask)
            except OSError as problem:
                raise Failure(UNUSABLE, f"{path} could not be written completely and was removed: "
                                        f"{problem.strerror}") \
                    from problem
        for path in contents:
            refuse_taken(path, overwrite)
            os.replace(made.pop(path), path)
    finally:
        for part in made.values():
            os.unlink(part)
