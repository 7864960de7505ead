"""Builds and runs the copy of the owner's program."""

import errno
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import threading

from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure

QUIET = 30  # seconds of a run without a word
LIMIT = 900  # of one run of the program
COUNTED = struct.Struct("<5q4d600s2000s")  # struct counted of recorder/moment.c


def shell(command, folder, log, environment=None, limit=None, still=None):
    """The exit status; None after `limit` seconds, when the command is ended with all that it
    started. `still()` is called once it has run for QUIET seconds."""
    with open(log, "wb") as out:
        process = subprocess.Popen(command, shell=True, cwd=folder, stdout=out,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True,
                                   env={**os.environ, **(environment or {})})
        late = []

        def end():
            late.append(limit)
            os.killpg(process.pid, signal.SIGKILL)

        # Timers: a wait with a limit looks at the process every 50 ms, and programs are timed.
        timers = [threading.Timer(seconds, act)
                  for seconds, act in ((QUIET, still), (limit, end)) if seconds and act]
        try:
            for timer in timers:
                timer.start()
            code = process.wait()
            return None if late else code
        finally:
            for timer in timers:
                timer.cancel()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def end_of(log, most=15):
    lines = pathlib.Path(log).read_text(errors="replace").strip().splitlines()
    return "\n".join("  " + line[:200] for line in lines[-most:])


def refuse_full_disk(command, program, log):
    """Where a command that failed says that it had no room, or its log has none."""
    full = os.strerror(errno.ENOSPC)
    if (full in pathlib.Path(log).read_text(errors="replace")
            or shutil.disk_usage(pathlib.Path(log).parent).free < 1e6):
        raise Failure(FILE, f"`{command}` could not write in {program}: {full}; make room, or set "
                            f"XDG_CACHE_HOME to a folder on another disk. Its last lines:\n"
                            f"{end_of(log)}")


def build(command, program, log, left_out, environment=None):
    code = shell(command, program, log, environment)
    if code != 0:
        refuse_full_disk(command, program, log)
        why = (f"; folders that CMake configured were not copied ({', '.join(left_out)}), so the "
               "command must configure too" if left_out else "")
        raise Failure(NOTHING_RAN, f"`{command}` ended with {code} in the copy {program}{why}. Its "
                                   f"last lines:\n{end_of(log)}\nthe whole log: {log}")
    os.utime(log)  # files of the copy that are newer are those of its runs


def recorder_is_in(program, library):
    """Whether some file of the copy was linked with the generated recorder."""
    wanted = str(library).encode()[:60]
    for folder, _, files in os.walk(program):
        for name in files:
            path = pathlib.Path(folder, name)
            if path.suffix.lower().startswith(".f") or path.is_symlink() or not path.is_file():
                continue
            try:
                with open(path, "rb") as file:
                    if file.read(4) == b"\x7fELF" and wanted in file.read():
                        return True
            except OSError:
                continue
    return False


class Counts:
    def __init__(self, data):
        (self.calls, self.recorded, self.bytes_in, self.bytes_out, self.process, self.seconds,
         self.began, self.ended, self.packing, error, shared) = COUNTED.unpack(data)
        self.error = error.split(b"\0")[0].decode(errors="replace")
        lines = shared.split(b"\0")[0].decode(errors="replace").splitlines()
        # (call, name, name)
        self.shared = [tuple(line.split()) for line in lines if len(line.split()) == 3]

    @property
    def total(self):
        return self.ended - self.began


def run(command, program, cache, environment, limit=None, say=None):
    """Counts of one run. Throws where the program failed, or did not end in `limit` seconds."""
    file, log = cache / "counts", cache / "run.log"
    file.write_bytes(bytes(COUNTED.size))
    clean = dict.fromkeys(
        ("LADDER_STAGE", "LADDER_SHADOW", "LADDER_RECORD_TO", "LADDER_CALLS"), "")

    def calls():
        count = Counts(file.read_bytes()).calls
        return f"{count} call{'s' * (count != 1)} so far"

    def still():
        if say:
            ends = f"; it is ended after {limit:g} s" if limit else ""
            say(f"still running: `{command}`, {calls()}{ends}")

    code = shell(command, program, log, {**clean, **environment, "LADDER_COUNT": str(file)}, limit,
                 still)
    if code is None:
        raise Failure(NOTHING_RAN, f"`{command}` had not ended after {limit:g} s in the copy "
                                   f"{program}, {calls()}: give a shorter run, or more time, "
                                   "`ladder record --time-limit=SECONDS`. The last lines that it "
                                   f"printed:\n{end_of(log)}")
    counts = Counts(file.read_bytes())
    if code != 0:
        refuse_full_disk(command, program, log)
        number = code - 128 if code > 128 else -code
        how = f"ended with {code}"
        if code < 0 or code > 128 and number in {each.value for each in signal.Signals}:
            how = f"was ended by {signal.Signals(number).name}"
        raise Failure(NOTHING_RAN, f"`{command}` {how} in the copy {program}, after {counts.calls} "
                                   f"calls. Its last lines:\n{end_of(log)}\n"
                                   f"the whole log: {log}; if it needs other files or folders, "
                                   "give --root=FOLDER with all of them")
    return counts


def memory_available():
    try:
        for line in open("/proc/meminfo"):
            if line.startswith("MemAvailable"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def check_room(size, folder):
    free = shutil.disk_usage(folder).free
    if size > 0.95 * free:
        raise Failure(FILE, f"the calls take {megabytes(size)} and {megabytes(free)} are free at "
                            f"{folder}: record fewer calls, or make room")
    memory = memory_available()
    if memory is not None and 4 * size > memory:
        raise Failure(FILE, f"to compare the calls takes {megabytes(4 * size)} of memory and "
                            f"{megabytes(memory)} are free: record fewer calls")


def megabytes(size):
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def chosen(calls, made):
    numbers = set()
    for each in calls.split(","):
        number = made if each.strip() == "last" else int(each)
        if number > made:
            raise Failure(USAGE, f"call {number} is asked for, and the program makes {made}: set "
                                 "`calls` in ladder.toml")
        numbers.add(number)
    return sorted(numbers)
