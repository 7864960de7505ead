# label: unit
"""The reference of the contract is what the headers say now, and leaves nothing of them out."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])


def run(*arguments):
    script = SOURCE / "scripts/contract_reference.py"
    return subprocess.run([sys.executable, "-B", script, *map(str, arguments)], capture_output=True,
                          text=True)


class ContractReference(unittest.TestCase):
    def test_it_is_up_to_date(self):
        done = run("--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_name_of_the_headers_is_in_it(self):
        headers = [SOURCE / "harness/stage.h", SOURCE / "harness/counts.h",
                   *(SOURCE / "harness/problems").glob("*/*.h")]
        contract = [path for path in headers if path.stem in ("stage", path.parent.name)]
        self.assertGreater(len(contract), 1)
        whole = "".join(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
                        for path in contract)
        types = "".join(re.findall(r"typedef (?:enum|struct) \w+ \{.*?\n?\} \w+;", whole,
                                   re.DOTALL))
        names = set(re.findall(r"(\w+)(?:\[\w+\](?:\[\d\])?)?[;,]|\(\*(\w+)\)|(LADDER_\w+) =",
                               types))
        text = (SOURCE / "harness/CONTRACT.md").read_text()
        missing = [name for found in names
                   for name in found if name and not re.search(rf"\b{name}\b", text)]
        self.assertEqual(missing, [])

    def test_a_change_of_the_header_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "harness/problems/wave").mkdir(parents=True)
            for name in ("stage.h", "counts.h", "problems/wave/wave.h"):
                shutil.copy(SOURCE / "harness" / name, root / "harness" / name)
            # which makes the folder a problem
            (root / "harness/problems/wave/wave_problem.cpp").touch()
            self.assertEqual(run("--root", root).returncode, 0)
            self.assertEqual(run("--check", "--root", root).returncode, 0)
            header = root / "harness/problems/wave/wave.h"
            header.write_text(header.read_text().replace("float dt; ", "float delta_t; "))
            self.assertEqual(run("--check", "--root", root).returncode, 1)
            self.assertEqual(run("--root", root).returncode, 0)
            self.assertIn("delta_t", (root / "harness/CONTRACT.md").read_text())
            header.unlink()
            self.assertEqual(run("--root", root).returncode, 7)


if __name__ == "__main__":
    unittest.main()
