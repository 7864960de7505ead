# label: cli
"""Plug-ins that err on purpose: each is rejected for its own reason, before anything is timed."""

import unittest

from command import BUILD, Command, ladder


class BadPlugins(Command):

    def rejected(self, name, code, words, command=()):
        plugin = BUILD / "plugins" / (name + ".so")
        run = ladder(*command, "--stage=%s" % plugin, "--case=small", "--output=%s" % self.output)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertIn(words, run.stdout + run.stderr)

    def test_another_abi_version(self):
        self.rejected("other_abi", 7, "version 3 of the contract")

    def test_does_nothing(self):
        self.rejected("does_nothing", 3, "it wrote nothing")

    def test_transposes(self):
        self.rejected("transposes", 3, "transposed")

    def test_wrong_halo(self):
        self.rejected("wrong_halo", 3, "halo")

    def test_writes_outside_of_its_array(self):
        self.rejected("writes_outside", 3, "out-of-bounds write")

    def test_fails_halfway(self):
        self.rejected("fails_halfway", 3, "it was built to fail")

    def test_nan_halfway(self):
        self.rejected("nan_halfway", 3, "not a finite number")

    def test_not_a_plugin(self):
        text = self.path / "text.so"
        text.write_bytes(b"not a library")
        for words, plugin in (("cannot be loaded", text), ("does not exist", self.path / "none.so")):
            self.ends_with(7, words, "--stage=%s" % plugin, "--output=%s" % self.output)
            self.assertFalse(self.output.exists() and self.output.stat().st_size, "records of a refused run")


if __name__ == "__main__":
    unittest.main()
