# label: cli
"""A build that leaves out rooms compiles nothing of them, and has no test that needs one."""

import json
import pathlib
import re
import shutil
import unittest

from source_tree import BUILD, SOURCE, execute, folder_of

ROOMS = ("seismic", "predict")
# Where this build found what it needs.
KEPT = r"(CMAKE_PREFIX_PATH|CMAKE_GENERATOR|LADDER_VENDOR|CMAKE_\w+_COMPILER|\w+_DIR):(\w+)=(.*)"


def included(file, seen):
    """The file and all that it includes, directly or not."""
    seen.add(file)
    for name in re.findall(r'(?m)^#include "([^"]+)"', file.read_text()):
        for header in (SOURCE / name, file.parent / name):
            if header.is_file() and header not in seen:
                included(header, seen)
    return seen


def room_of(file):
    """The room that a file of the tree is in, or an empty word."""
    parts = file.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "harness" and parts[1] in ROOMS else ""


@unittest.skipIf(shutil.which("cmake") is None, "cmake is missing")
@unittest.skipUnless((BUILD / "CMakeCache.txt").is_file(), "the build was not configured here")
class WithoutRooms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.build = folder_of(cls)
        cache = (BUILD / "CMakeCache.txt").read_text(errors="replace")
        known = {key: f"-D{key}:{kind}={value}" for key, kind, value in re.findall(KEPT, cache)
                 if value and not value.endswith("-NOTFOUND")}
        generator = re.search(r"CMAKE_GENERATOR:INTERNAL=(.*)", cache)[1]
        known.pop("CMAKE_GENERATOR", None)
        left_out = [f"-DLADDER_{name}=OFF" for name in ("SEISMIC", "PREDICT", "CUDA")]
        run = execute("cmake", "-S", SOURCE, "-B", cls.build, "-G", generator, *known.values(),
                      *left_out, "-DBUILD_TESTING=ON", "-DLADDER_UNITY=OFF")
        if run.returncode != 0:
            raise AssertionError(run.stdout + run.stderr)
        commands = json.loads((cls.build / "compile_commands.json").read_text())
        files = (pathlib.Path(one["file"]) for one in commands)
        cls.compiled = [file for file in files if file.is_relative_to(SOURCE)]

    def test_no_source_of_them_is_compiled_and_what_is_there_in_their_place_is(self):
        self.assertEqual([file for file in self.compiled if room_of(file)], [])
        names = {file.name for file in self.compiled}
        self.assertLessEqual({f"without_{room}.cpp" for room in ROOMS}, names)

    def test_no_test_that_is_compiled_includes_anything_of_them(self):
        tests = [file for file in self.compiled if "tests" in file.relative_to(SOURCE).parts]
        self.assertTrue(tests)
        needed = {file.name for file in tests if any(map(room_of, included(file, set())))}
        self.assertEqual(needed, set())

    def test_tests_that_say_a_room_are_not_registered_and_all_others_are(self):
        shown = execute("ctest", "--test-dir", self.build, "--show-only=json-v1", check=True).stdout
        registered = {one["name"] for one in json.loads(shown)["tests"]}
        for file in sorted((SOURCE / "harness/tests").glob("test_*.py")):
            head = "\n".join(file.read_text().splitlines()[:5])
            says = re.search(r"(?m)^# room: .*\b(seismic|predict)\b", head)
            with self.subTest(file.name):
                self.assertEqual(file.stem in registered, not says)
