"""A function in a child process, so that a crash is a sentence. The child is forked, with all that
is imported already: to start Python and NumPy takes longer than most calls."""

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import traceback

FORKED = multiprocessing.get_context("fork")
PR_SET_PDEATHSIG = 1  # of <sys/prctl.h>


def run(action, request, timeout=None):
    """How `action(request)` ended and what it wrote, as of subprocess.run."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        returned = FORKED.RawValue("b", 0)
        child = FORKED.Process(target=alone, args=(action, request, out, err, returned))
        try:
            child.start()
            child.join(timeout)
            if child.exitcode is None:
                raise subprocess.TimeoutExpired(action.__module__, timeout)
        finally:
            child.kill()
            child.join()
        words = []
        for each in out, err:
            each.seek(0)
            words.append(each.read().decode(errors="replace"))
        code = child.exitcode
        if code == 0 and not returned.value:  # STOP ends a process, and calls that success
            code = 1
            words[1] = f"{words[1].strip()} (a STOP, or what else ends the program)".strip()
        return subprocess.CompletedProcess(action.__module__, code, *words)


def alone(action, request, out, err, returned):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # the parent may be killed
    for number in signal.SIGINT, signal.SIGTERM:
        signal.signal(number, signal.SIG_DFL)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    code = 0
    try:
        action(request)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    returned.value = 1
    sys.stdout.flush()
    sys.stderr.flush()
    ctypes.CDLL(None).exit(code)  # with what Fortran's units and gcov's counters still hold
