"""Sources of one folder can be compiled as one unit (LADDER_UNITY): what they define for themselves has names of its own."""

import collections
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
OUTSIDE = ("tests", "plugin_example", "cmake")
# clang-format leaves each definition of a namespace at the beginning of a line.
FUNCTION = re.compile(r"^(?!return\b|using\b|else\b)[A-Za-z_][\w:<>,&* ]*?[ &*](\w+)\(")
CONSTANT = re.compile(r"^(?:inline |static )?(?:constexpr|const) .*")
CONSTANT_NAME = re.compile(r"(\w+)(?:\[\w*\])? = ")
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (\w+)")
ALIAS = re.compile(r"^using (\w+) =|^namespace (\w+) =")


def own_names(text):
    """The names in the unnamed namespaces of a source; a namespace's alias to the same thing may be repeated."""
    names = set()
    for part in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.S | re.M):
        for line in part.splitlines():
            if line.startswith("namespace "):
                continue
            if CONSTANT.match(line) and "(" not in line.split(" = ")[0]:
                names.update(CONSTANT_NAME.findall(line))
                continue
            for pattern in (TYPE, ALIAS, FUNCTION):
                found = pattern.match(line)
                if found:
                    names.add(next(group for group in found.groups() if group))
                    break
    return names


def repeated(files):
    """{name: files} of the names that more than one file defines for itself."""
    where = collections.defaultdict(list)
    for name, text in files.items():
        for one in own_names(text):
            where[one].append(name)
    return {name: sorted(files) for name, files in where.items() if len(files) > 1}


class OneUnitAFolder(unittest.TestCase):
    def test_no_two_sources_of_a_folder_define_one_name(self):
        folders = collections.defaultdict(dict)
        for file in [*SOURCE.glob("harness/**/*.cpp"), *SOURCE.glob("data/*.cpp")]:
            if not any(part in OUTSIDE for part in file.relative_to(SOURCE).parts):
                folders[file.parent.relative_to(SOURCE)][file.name] = file.read_text()
        self.assertGreater(len(folders), 20)
        clashes = {str(folder): clash for folder, files in folders.items() if (clash := repeated(files))}
        self.assertEqual(clashes, {}, "give one of them another name: in one unit they are the same, or an overload")


class TheReader(unittest.TestCase):
    def source(self, line):
        return f"namespace ladder {{\nnamespace {{\n\n{line}\n\n}}  // namespace\n}}  // namespace ladder\n"

    def test_it_sees_functions_constants_and_types(self):
        for line, name in (("int up(int value) {", "up"), ("std::vector<int> &all_of(const Json &json) {", "all_of"),
                           ("constexpr int warp = 32, parts = 4;", "warp"), ("struct Row {", "Row"),
                           ("const char *words(int n) { return \"\"; }", "words"), ("using Words = int;", "Words")):
            self.assertIn(name, own_names(self.source(line)), line)

    def test_an_overload_counts_as_the_same_name(self):
        files = {"a.cpp": self.source("int up(int value) {"), "b.cpp": self.source("double up(double value) {")}
        self.assertEqual(repeated(files), {"up": ["a.cpp", "b.cpp"]})

    def test_what_is_inside_of_a_function_is_nobody_elses(self):
        self.assertEqual(own_names(self.source("int f() {\n  const int inside = 2;\n  return inside;\n}")), {"f"})


if __name__ == "__main__":
    unittest.main()
