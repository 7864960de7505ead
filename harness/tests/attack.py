"""What the tests of attacks share: a plug-in is run, timed and verified, and what it must come
to."""

import functools
import os
import re
import tempfile
from unittest import mock

from command import BUILD, LADDER, Command, ladder, lines_of
from option_bases import CASE

DEVICE_FAILED, REFUSED_FILE, WRONG, RIGHT = 8, 7, 3, 0


@functools.cache
def helpers_are_counted():
    """Whether a plug-in gets a PID namespace here."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as output:
        plugin = BUILD / "plugins" / "honest_loop.so"
        ladder("--stage=%s" % plugin, "--case=small", "--nt=3", "--repetitions=1",
               "--output=%s" % output.name, code=RIGHT)
        return lines_of(output.name)[-1]["verdict"]["helpers_counted"]


class Attack(Command):
    def setUp(self):
        super().setUp()
        folder = mock.patch.dict(os.environ, LADDER_TEST_FOLDER=str(self.path))
        folder.start()
        self.addCleanup(folder.stop)

    def run_with(self, plugin, *arguments, command=(), **expected):
        """Runs the plug-in, or each of several, on the small case; where it is timed, twice unless
        the arguments say otherwise. `expected`: its code and words."""
        plugins = [plugin] if isinstance(plugin, str) else plugin
        timed = [] if command else ["--output=%s" % self.output]
        if timed and not any(one.startswith("--repetitions") for one in arguments):
            timed.append("--repetitions=2")
        case = ([] if any(one.startswith(("--size", "--case")) for one in arguments)
                else ["--case=small"])
        files = ",".join(str(BUILD / "plugins" / (one + ".so")) for one in plugins)
        words = [*command, "--stage=%s" % files, *case, *timed, *arguments]
        return ladder(*words, **expected)

    def records(self, plugin):
        if not self.output.exists():
            return []
        return [record for record in lines_of(self.output)
                if record["stage"]["name"] == re.sub("[_/]", "-", plugin)]

    def rejected(self, plugin, words, *arguments, code=WRONG, verify=True):
        """The words are a regular expression. No record of the plug-in may say that it passed."""
        self.run_with(plugin, *arguments, code=code, says=words)
        for record in self.records(plugin):
            self.assertFalse(record["verdict"]["passed"], "a record says that it passed")
        if verify:
            self.rejected_by_verify(plugin, words, *arguments, code=code)

    def rejected_by_verify(self, plugin, words, *arguments, code=WRONG):
        self.run_with(plugin, *arguments, command=["verify"], code=code, says=words)

    def found_by_check(self, plugin, words):
        """Each side's first run in a process is honest: a case so short that several follow it on
        any machine."""
        case = self.path / "tiny.toml"
        case.write_text(CASE)
        self.run_with(plugin, "--case=%s" % case, "--budget=10",
                      command=["check", "--against=%s" % LADDER], code=WRONG, says=words)

    def each_rejected(self, words_of, *arguments, command=(), recorded=True):
        """One command for all of them, a process for each: the row of each has its words (a regular
        expression), no record says that it passed, and the original is right whatever they did."""
        run = self.run_with(list(words_of), *arguments, command=command, code=WRONG)
        rows = {}
        for line in filter(str.split, run.stdout.splitlines()):
            rows.setdefault(line.split()[0], line)
        for plugin, words in words_of.items():
            with self.subTest(plugin):
                self.assertRegex(rows.get(plugin.replace("_", "-"), run.stdout + run.stderr), words)
                self.assertEqual([r for r in self.records(plugin) if r["verdict"]["passed"]
                                  or not recorded], [])
        if not command:
            self.assertTrue(self.records("fortran")[0]["verdict"]["passed"])

    def accepted(self, plugin, *arguments):
        run = self.run_with(plugin, *arguments, code=RIGHT)
        self.assertTrue(self.records(plugin)[0]["verdict"]["passed"])
        self.run_with(plugin, *arguments, command=["verify"], code=RIGHT)
        return run

    def in_a_namespace(self):
        if not helpers_are_counted():
            self.skipTest("the system allows no PID namespace")
