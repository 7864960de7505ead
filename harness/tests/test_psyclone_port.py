# label: unit
"""What PSyclone made of the originals (scripts/languages/psyclone_port.py) is still of them."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["LADDER_SOURCE"])
PORT = SOURCE / "scripts" / "languages" / "psyclone_port.py"


def sums(path):
    """Assignments to cells of a loop over z, without spaces and continuations."""
    text = re.sub(r"&\n\s*&?", "", (SOURCE / path).read_text().lower())
    lines = ("".join(line.split()) for line in text.splitlines())
    return {line for line in lines if re.match(r"\w+\(iz,ix,iy\)=", line)}


class Ported(unittest.TestCase):
    def test_its_arithmetic_is_the_originals(self):
        for ladder, original, name in (
            ("wave", "convolution", "convolution_psyclone"),
            ("heat", "step", "step_psyclone"),
        ):
            for to in ("omp", "acc"):
                with self.subTest(ladder=ladder, to=to):
                    expected = sums(f"fortran/{ladder}/{original}.inc")
                    ported = sums(f"fortran/{ladder}/{name}_{to}.f90")
                    self.assertEqual({one.replace("kind=", "") for one in ported}, expected)
                    self.assertTrue(expected)


class Port(unittest.TestCase):
    def test_wrong_arguments_are_refused(self):
        for words in ([], ["wave"], ["wave", "cuda"], ["imaging", "omp"]):
            done = subprocess.run([sys.executable, PORT, *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("usage:", done.stdout)


if __name__ == "__main__":
    unittest.main()
