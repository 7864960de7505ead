# label: cli
# cost: 25
# serial: it decides whether times differ
"""The workflows of scripts/ci, step by step, in a repository that is made on the spot: from nothing
to a red build, without what needs a network."""

import json
import os
import pathlib
import re
import shutil
import textwrap

import adopted_program
from adopted_program import slowed
from command import LADDER
from source_tree import execute

CI = pathlib.Path(__file__).resolve().parents[2] / "scripts/ci"
SETTINGS = {"SOURCE": "smooth.f90", "ROUTINE": "smooth", "STAGES": "original",
            "ADOPT": "--build=make --run=./model --flags=-O2", "BUDGET": "20",
            "LEAST_EFFECT": "0.5"}

def blocks(workflow):
    """The scripts of a workflow's steps (`run: |`, `- |`)."""
    lines = (CI / workflow).read_text().splitlines()
    for at, line in enumerate(lines):
        if begin := re.fullmatch(r"( *)(run:|-) \|", line):
            inner = []
            for one in lines[at + 1:]:
                if one.strip() and len(one) - len(one.lstrip()) <= len(begin[1]):
                    break
                inner.append(one)
            script = textwrap.dedent("\n".join(inner))
            if "apt-get" not in script:
                yield script


class Workflows(adopted_program.Adopting):
    def git(self, *words):
        return execute("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words,
                       cwd=self.tree, check=True)

    def setUp(self):
        super().setUp()
        if not shutil.which("git"):
            self.skipTest("git is missing")
        bin_folder = self.path / "bin"
        bin_folder.mkdir()
        (bin_folder / "ladder").symlink_to(LADDER)
        self.environment |= {**SETTINGS, "PATH": f"{bin_folder}:{os.environ['PATH']}",
                             "GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": str(
                                 self.path / "summary.md"),
                             "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
        self.git("init", "--initial-branch=main")
        (self.tree / ".gitignore").write_text("calls/\n*.o\n*.mod\nmodel\ncheck.xml\n")
        self.adopt("smooth.f90", "smooth")
        self.git("add", ".")
        self.git("commit", "-m", "Adopt smooth")
        self.git("update-ref", "refs/remotes/origin/main", "main")

    def build_of(self, workflow):
        """Code and words of the first step that fails, or of the last."""
        words = ""
        for script in blocks(workflow):
            done = execute("bash", "-eo", "pipefail", "-c", script, cwd=self.tree,
                           env=self.environment, timeout=300)
            words += done.stdout + done.stderr
            if done.returncode != 0:
                break
        return done.returncode, words

    def make_slower(self):
        source = self.tree / "smooth.f90"
        source.write_text(slowed(source.read_text(), 4000))

    def test_an_unchanged_branch_passes_and_a_slower_one_fails(self):
        code, words = self.build_of("github.yml")
        self.assertEqual(code, 0, words)
        self.assertRegex(words, "origin/main is [0-9a-f]{12}")
        self.make_slower()
        code, words = self.build_of("github.yml")
        self.assertEqual(code, 1, words)
        line = next(number for number, text in enumerate(
            (self.tree / "smooth.f90").read_text().splitlines(), 1) if "smooth(" in text)
        self.assertIn(f"::error file=smooth.f90,line={line},", words)
        hashes = re.search(r"source (\w{16}) then, (\w{16}) now", words)
        self.assertNotEqual(hashes[1], hashes[2])
        self.assertIn("SLOWER", (self.path / "summary.md").read_text())
        self.assertIn("<failure", (self.tree / "check.xml").read_text())
        self.environment["XDG_CACHE_HOME"] = str(self.tree / ".cache")  # as the workflow says
        code, words = self.build_of("gitlab.yml")
        self.assertEqual(code, 1, words)
        found, = json.loads((self.tree / "quality.json").read_text())
        self.assertEqual(found["location"], {"path": "smooth.f90", "lines": {"begin": line}})
