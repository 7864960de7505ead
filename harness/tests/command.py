"""What the tests of the command line share."""

import json
import pathlib
import re
import signal
import struct
import subprocess
import time
import unittest

from source_tree import BUILD, LADDER, execute, folder_of


def ladder(*arguments, **options):
    return execute(LADDER, *arguments, timeout=300, **options)


def share_compiled(cache):
    """A cache of a test's own: what is compiled for all ladders is compiled once for all tests."""
    shared = BUILD / "shared"
    shared.mkdir(exist_ok=True)
    (cache / "ladder").mkdir(parents=True, exist_ok=True)
    (cache / "ladder/shared").symlink_to(shared)


def wait_until_it_catches(number, process):
    """Until a program that was started has got as far as its handler of a signal."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    caught = re.compile(r"^SigCgt:\s*(\w+)", re.MULTILINE)
    while (process.poll() is None
           and not int(caught.search(status.read_text())[1], 16) >> (number - 1) & 1):
        time.sleep(0.001)


def children_of(pid):
    """The processes that it started, in any of its threads."""
    found = []
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in path.read_text().split()]
        except OSError:
            pass
    return sorted(found)


def started(*words, **options):
    return subprocess.Popen([LADDER, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **options)


def stopped_when(ready, run, number=signal.SIGINT):
    """Exit code, output and words of a command that gets a signal as soon as it is so far."""
    while run.poll() is None and not ready():
        time.sleep(0.0005)
    run.send_signal(number)
    out, err = run.communicate(timeout=300)
    return run.returncode, out, err


def lines_of(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def write_lines(path, records):
    pathlib.Path(path).write_text("".join(json.dumps(record) + "\n" for record in records))


def json_lines(*arguments, **options):
    """What a command prints with --json, a value a line."""
    printed = ladder(*arguments, "--json", **options).stdout
    return [json.loads(line) for line in printed.splitlines()]


def npy(values, shape):
    """A NumPy file of float32, the last index fastest, by hand: the program's reader must not
    depend on a writer."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
            + struct.pack(f"<{len(values)}f", *values))


class Command(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        self.output = self.path / "records.jsonl"

    def exits(self, code, *arguments, **options):
        """In the folder of the test, where files have short names."""
        return ladder(*arguments, code=code, **{"cwd": self.path, **options})

    def case_file(self, text, *changes, name="mine.toml"):
        """The path of a case file with this text, in which each (before, after) is replaced."""
        for before, after in changes:
            self.assertIn(before, text)
            text = text.replace(before, after)
        (self.path / name).write_text(text)
        return self.path / name

    def ends_with(self, code, words, *arguments, **options):
        """The exit code, and the words (a regular expression) on either stream."""
        return self.exits(code, *arguments, says=words, **options)
