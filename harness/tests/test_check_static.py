# label: cli
# room: predict
"""`ladder check --static`: kernels of two builds, without a GPU."""

import json
import unittest

from command import BUILD, LADDER, Command


@unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
class Static(Command):
    def setUp(self):
        super().setUp()
        self.kept = self.path / "compiled.json"
        self.ends_with(0, "kept in", "check", "--static", "--write-baseline=%s" % self.kept)

    def changed(self, key, value):
        whole = json.loads(self.kept.read_text())
        whole["kernels"][0][key] += value
        self.kept.write_text(json.dumps(whole))

    def check(self, code, words, *arguments):
        self.ends_with(code, words, "check", "--static", "--baseline=%s" % self.kept, *arguments)

    def test_the_same_build_is_the_same(self):
        self.check(0, "kernels? as before")
        self.ends_with(0, "as before", "check", "--static", "--against=%s" % LADDER)

    def test_more_registers_than_before(self):
        self.changed("registers", -1)
        self.check(1, "SLOWER *worse: registers")

    def test_a_kernel_that_is_gone(self):
        whole = json.loads(self.kept.read_text())
        whole["kernels"].append(dict(whole["kernels"][0], kernel="gone"))
        self.kept.write_text(json.dumps(whole))
        self.check(5, "gone")

    def test_nothing_is_overwritten(self):
        self.ends_with(7, "exists and is not replaced", "check", "--static",
                       "--write-baseline=%s" % self.kept)

    def test_a_stage_of_the_host(self):
        self.check(6, "none of these stages has compiled kernels", "--stage=c-O3")
