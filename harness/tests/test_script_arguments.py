# label: cli
"""The arguments of the scripts, and the progress of a build."""

import sys
import tempfile
import unittest

from source_tree import SOURCE, execute



class Progress(unittest.TestCase):
    """The lines of a build, as they are shown on a pipe."""

    def shown(self, *lines):
        script = f"""set -euo pipefail
        log=/dev/null; say() {{ echo "$*" >&2; }}; . {SOURCE}/scripts/setup/build.sh
        show_progress 3 90"""
        return execute("bash", "-c", script, input="\n".join(lines) + "\n").stderr

    def test_it_says_how_many_units_are_done_and_what_is_being_built(self):
        shown = self.shown("ninja: Entering directory",
                           "[1/3] Building CUDA object CMakeFiles/stage_tma.dir/tma.cu.o")
        self.assertEqual(shown, "building: 1 of 3 units, 44 % (CUDA stages)\n")

    def test_it_is_silent_where_nothing_is_to_be_built(self):
        self.assertEqual(self.shown("ninja: Entering directory",
                                    "[0/2] Re-checking globbed directories...",
                                   "[1/8] cd build && cmake -P "
                                   "harness/cmake/write_build_info.cmake",
                                   "[2/8] Hashing the sources of c-O3"), "")


class Arguments(unittest.TestCase):
    def test_an_unknown_option_is_refused_before_anything_is_set_up(self):
        for script in ("test", "format"):
            done = execute(SOURCE / "scripts" / script, "--nonsense")
            self.assertEqual(done.returncode, 2, script)
            self.assertIn("--nonsense" if script == "test" else "usage", done.stderr)

    def test_the_fast_tests_are_a_part_and_no_part_of_others(self):
        for more in ("--gpu", "--prebuilt=build"):
            done = execute(SOURCE / "scripts/test", "--fast", more)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--fast", done.stderr)

    def test_lint_needs_a_configured_build(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(execute(SOURCE / "scripts/lint", empty).returncode, 6)
        self.assertEqual(execute(SOURCE / "scripts/lint", "--nonsense").returncode, 2)

    def test_prebuilt_needs_a_build(self):
        with tempfile.TemporaryDirectory() as empty:
            done = execute(SOURCE / "scripts/test", "--prebuilt", empty)
        self.assertEqual(done.returncode, 2)
        self.assertIn("ladder_tests", done.stderr)

    def test_every_experiment_finds_its_modules(self):
        for script in sorted((SOURCE / "scripts/experiments").iterdir()):
            if script.is_file() and script.read_bytes().startswith(b"#!/usr/bin/env python3"):
                with self.subTest(script.name):
                    done = execute(sys.executable, "-B", script, "--help")
                    self.assertNotIn("Error", done.stderr)

    def test_gpu_checks_needs_a_build(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(execute(SOURCE / "scripts/gpu_checks", empty, empty).returncode, 2)
