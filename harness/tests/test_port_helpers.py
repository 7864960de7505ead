# label: cli
"""Small functions of the C and CUDA that `ladder port` writes, compiled and run."""

import unittest

from source_tree import execute, folder_of
from porting.expression import Type
from porting.helpers import SAME, Helpers
from porting.rung_cuda import CudaHelpers


class Written(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)

    def result(self, text, compiler="gcc", suffix="c"):
        (self.folder / f"text.{suffix}").write_text("#include <stdint.h>\n" + text)
        execute(compiler, f"text.{suffix}", "-o", "text", cwd=self.folder, code=0)
        return execute("./text", cwd=self.folder).returncode

    def test_characters_are_a_text_with_blanks_behind_it(self):
        self.assertEqual(self.result(
            SAME.format(prefix="static ") + "\nint main() {\n"
            '  return same_text("a ", 2, "a\\0x") + 2 * same_text("ax", 2, "a");\n}\n'), 1)

    def test_a_constant_may_be_an_argument_that_is_changed(self):
        for helpers, *how in ((Helpers(),), (CudaHelpers(), "g++", "cpp")):
            made = helpers.address_of(Type("integer", 4), "6")
            self.assertEqual(self.result(
                "\n".join(helpers.lines()) + "\nint less(int *n) { return --*n; }\n"
                f"int main() {{ return less({made}); }}\n", *how), 5)
