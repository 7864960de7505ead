# label: unit
"""What hosts of repositories and tools of outsiders read at the root agrees with the tree; what
pip builds from, pyproject.toml and scripts/packaging/, fits it."""

import ast
import os
import pathlib
import re
import sys
import unittest

from source_tree import SOURCE, execute, folder_of

PACKAGING = SOURCE / "scripts/packaging"
INSTALLED = tuple(f"scripts/{name}" for name in ("plots", "reporting", "adopting", "emulating",
                                                "judging", "porting", "predicting", "profiling"))
# Of modules that have another name than their package, or come with another one.
PACKAGES = {"jinja2": "Jinja2", "markupsafe": "Jinja2", "PIL": "matplotlib"}
OPTIONAL = {"pip"}


def text_of(name):
    return (SOURCE / name).read_text(encoding="utf-8")


def version():
    return re.search(r"^project\(ladder VERSION ([\d.]+)", text_of("CMakeLists.txt"), re.M)[1]


def dependencies():
    """name -> oldest version, of the wheel."""
    listed = re.search(r"^dependencies = \[(.*?)^\]", text_of("pyproject.toml"), re.M | re.S)[1]
    return dict(re.findall(r"\"([\w.-]+)>=([\d.]+)", listed))


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


class Root(unittest.TestCase):
    def test_the_dockerfile_has_the_packages_of_the_lists(self):
        done = execute(SOURCE / "scripts/setup/dockerfile.sh", check=True)
        self.assertEqual(text_of("Dockerfile"), done.stdout,
                         "scripts/setup/dockerfile.sh >Dockerfile writes it anew")
        for name in ("packages.txt", "packages-tests.txt", "packages-optional.txt"):
            for package in re.findall(r"^([a-z0-9+-]+) +(?:yes|no) ", text_of(f"scripts/{name}"),
                                      re.M):
                self.assertRegex(done.stdout, rf"\n +{re.escape(package)} \\\n")

    def test_the_newest_version_is_the_same_everywhere(self):
        self.assertEqual(re.findall(r"^version: (\S+)", text_of("CITATION.cff"), re.M),
                         [version()])
        released, date = re.findall(r"^## ([\d.]+), (\d{4}-\d\d-\d\d)$", text_of("CHANGELOG.md"),
                                    re.M)[0]
        self.assertEqual(released, version())
        self.assertIn(f"date-released: {date}\n", text_of("CITATION.cff"))


class CommitMessage(unittest.TestCase):
    def code_of(self, text):
        message = folder_of(self) / "message"
        message.write_text(text, encoding="utf-8")
        return execute(SOURCE / "scripts/hooks/commit-msg", message).returncode

    def test_a_first_line_has_one_idea_in_72_characters(self):
        for code, *subjects in (
                (0, "Read it once", "x" * 72, "é" * 72, "Merge branch 'a; b'",
                 "Revert \"" + "x" * 80 + '"'),
                (1, "x" * 73, "Read it once; write it twice", "Read it once.", "",
                 "Read it\nonce")):
            for subject in subjects:
                self.assertEqual(self.code_of(f"# a comment of git\n{subject}\n\nThe reason.\n"),
                                 code, subject)

    def test_without_a_message_the_hook_says_how_it_is_called(self):
        self.assertEqual(execute(SOURCE / "scripts/hooks/commit-msg").returncode, 2)


class Wheel(unittest.TestCase):
    def test_it_depends_on_what_its_scripts_import_and_on_nothing_else(self):
        files = [*(SOURCE / "scripts").glob("*.py")]
        for folder in INSTALLED:
            files += (SOURCE / folder).rglob("*.py")
        own = {file.stem for file in files} | {pathlib.Path(folder).name for folder in INSTALLED}
        trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
        modules = {name for tree in trees for name in imported(tree)}
        others = modules - own - OPTIONAL - set(sys.stdlib_module_names) | {"tomli"}
        self.assertEqual({PACKAGES.get(name, name) for name in others}, set(dependencies()))

    def test_it_takes_the_oldest_version_that_the_set_up_takes(self):
        pinned = re.findall(r"^([\w.-]+)==([\d.]+)", text_of("scripts/requirements.txt"), re.M)

        def in_numbers(of_version):
            return [int(part) for part in of_version.split(".")]

        for name, oldest in dependencies().items():
            of_set_up = [one for other, one in pinned if other == name]
            self.assertEqual(min(of_set_up, key=in_numbers), oldest, name)

    def test_its_version_is_read_from_cmake(self):
        pattern = re.search(r"^regex = '(.*)'$", text_of("pyproject.toml"), re.M)[1]
        self.assertEqual(re.search(pattern, text_of("CMakeLists.txt"))["value"], version())


class Launcher(unittest.TestCase):
    def setUp(self):
        self.site = folder_of(self)
        package = self.site / "ladder"
        (package / "bin").mkdir(parents=True)
        for file in (PACKAGING / "ladder").glob("*.py"):
            (package / file.name).write_text(file.read_text(encoding="utf-8"))
        self.program = package / "bin/ladder"

    def run_it(self, *words, code=0, **variables):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("LADDER_", "LD_"))}
        return execute(sys.executable, "-B", "-m", "ladder", *words, cwd=self.site,
                       env={**environment, **variables}, code=code)

    def program_is(self, text):
        self.program.write_text(f"#!/bin/sh\n{text}\n")
        self.program.chmod(0o755)

    def test_the_program_gets_its_arguments_and_gives_its_exit_code(self):
        self.program_is('printf "<%s>" "$@"; exit 5')
        done = self.run_it("plot", "a b", "--x=*", code=5)
        self.assertEqual(done.stdout, "<plot><a b><--x=*>")

    def test_it_finds_its_cases_its_python_and_the_libraries_that_pip_installed(self):
        (self.site / "nvidia/cu13/lib").mkdir(parents=True)
        self.program_is('echo "$LADDER_HOME|$LADDER_PYTHON|$LD_LIBRARY_PATH"')
        home, python, libraries = self.run_it(LD_LIBRARY_PATH="/first").stdout.strip().split("|")
        self.assertEqual(pathlib.Path(home), self.site.resolve() / "ladder/share/ladder")
        self.assertEqual(python, sys.executable)
        self.assertEqual(libraries, f"/first:{self.site.resolve()}/nvidia/cu13/lib")

    def test_what_the_user_has_set_stays(self):
        self.program_is('echo "$LADDER_HOME|$LADDER_PYTHON"')
        self.assertEqual(self.run_it(LADDER_HOME="/a", LADDER_PYTHON="/b").stdout, "/a|/b\n")

    def test_a_program_that_cannot_be_started_is_named(self):
        done = self.run_it("list", code=6)
        self.assertIn("ladder/bin/ladder", done.stderr)


class Scripts(unittest.TestCase):
    def test_wrong_arguments_are_refused(self):
        for words in ([], ["none.whl"], ["--nothing", "a.whl"]):
            done = execute(PACKAGING / "try_wheel", *words, code=2)
            self.assertNotIn("Traceback", done.stderr)
