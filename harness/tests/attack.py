"""What the tests of attacks share: a plug-in is run, timed and verified, and what it must come to."""

from command import BUILD, Command, ladder, lines_of

DEVICE_FAILED, REFUSED_FILE, WRONG, RIGHT = 8, 7, 3, 0


class Attack(Command):
    def run_with(self, plugin, *arguments, command=()):
        """Runs the plug-in on the small case; where it is timed, twice unless the arguments say otherwise."""
        timed = [] if command else ["--output=%s" % self.output]
        if timed and not any(one.startswith("--repetitions") for one in arguments):
            timed.append("--repetitions=2")
        case = [] if any(one.startswith(("--size", "--case")) for one in arguments) else ["--case=small"]
        return ladder(*command, "--stage=%s" % (BUILD / "plugins" / (plugin + ".so")), *case, *timed, *arguments)

    def records(self, plugin):
        if not self.output.exists():
            return []
        return [record for record in lines_of(self.output) if record["stage"]["name"] == plugin.replace("_", "-")]

    def rejected(self, plugin, words, *arguments, code=WRONG, verify=True):
        """The words are a regular expression. No record of the plug-in may say that it passed."""
        run = self.run_with(plugin, *arguments)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertRegex(run.stdout + run.stderr, words)
        for record in self.records(plugin):
            self.assertFalse(record["verdict"]["passed"], "a record says that it passed")
        if verify:
            self.rejected_by_verify(plugin, words, *arguments, code=code)

    def rejected_by_verify(self, plugin, words, *arguments, code=WRONG):
        run = self.run_with(plugin, *arguments, command=["verify"])
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertRegex(run.stdout + run.stderr, words)

    def accepted(self, plugin, *arguments):
        run = self.run_with(plugin, *arguments)
        self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)
        self.assertTrue(self.records(plugin)[0]["verdict"]["passed"])
        verified = self.run_with(plugin, *arguments, command=["verify"])
        self.assertEqual(verified.returncode, RIGHT, verified.stdout + verified.stderr)
        return run
