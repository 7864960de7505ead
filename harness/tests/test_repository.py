# label: unit
"""What hosts of repositories and tools of outsiders read at the root agrees with the tree."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from source_tree import SOURCE, execute


def text_of(name):
    return (SOURCE / name).read_text(encoding="utf-8")


class Root(unittest.TestCase):
    def test_the_dockerfile_has_the_packages_of_the_lists(self):
        done = execute(SOURCE / "scripts/setup/dockerfile.sh", check=True)
        self.assertEqual(text_of("Dockerfile"), done.stdout,
                         "scripts/setup/dockerfile.sh >Dockerfile writes it anew")
        for name in ("packages.txt", "packages-tests.txt", "packages-optional.txt"):
            for package in re.findall(r"^([a-z0-9+-]+) +(?:yes|no) ", text_of(f"scripts/{name}"),
                                      re.MULTILINE):
                self.assertRegex(done.stdout, rf"\n +{re.escape(package)} \\\n")

    def test_the_newest_version_is_the_same_everywhere(self):
        (version,) = re.findall(r"^project\(ladder VERSION ([\d.]+)", text_of("CMakeLists.txt"),
                                re.MULTILINE)
        self.assertEqual(re.findall(r"^version: (\S+)", text_of("CITATION.cff"), re.MULTILINE),
                         [version])
        released, date = re.findall(r"^## ([\d.]+), (\d{4}-\d\d-\d\d)$", text_of("CHANGELOG.md"),
                                    re.MULTILINE)[0]
        self.assertEqual(released, version)
        self.assertIn(f"date-released: {date}\n", text_of("CITATION.cff"))


class CommitMessage(unittest.TestCase):
    def code_of(self, text):
        with tempfile.TemporaryDirectory() as folder:
            message = pathlib.Path(folder, "message")
            message.write_text(text, encoding="utf-8")
            return subprocess.run([SOURCE / "scripts/hooks/commit-msg",
                                   message], capture_output=True).returncode

    def test_a_first_line_of_72_characters_is_accepted(self):
        for subject in ("Read it once", "x" * 72, "é" * 72, "Merge branch 'a; b'",
                        "Revert \"" + "x" * 80 + '"'):
            self.assertEqual(self.code_of(f"# a comment of git\n{subject}\n\nThe reason.\n"), 0,
                             subject)

    def test_a_first_line_that_is_longer_or_has_two_ideas_is_refused(self):
        for subject in ("x" * 73, "Read it once; write it twice", "Read it once.", "",
                        "Read it\nonce"):
            self.assertEqual(self.code_of(f"{subject}\n\nThe reason.\n"), 1, subject)

    def test_without_a_message_the_hook_says_how_it_is_called(self):
        self.assertEqual(subprocess.run([SOURCE / "scripts/hooks/commit-msg"],
                                        capture_output=True).returncode, 2)
