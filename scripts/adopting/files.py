"""Files that appear whole or not at all."""

import os
import tempfile

from adopting.failure import FILE, Failure


def write_whole(file, text):
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".ladder-")
        with os.fdopen(handle, "wb") as out:
            out.write(text.encode("utf-8", errors="surrogateescape"))
        os.chmod(name, 0o666 & ~umask())
        os.replace(name, file)
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be written: {error.strerror}") from None


def umask():
    now = os.umask(0)
    os.umask(now)
    return now
