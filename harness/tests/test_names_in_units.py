# label: unit
"""Sources that harness/cmake/unity.cmake compiles as one unit define no name twice: a second type
is an error there, but a second function of other arguments silently takes part in the calls of
both."""

import collections
import pathlib
import re
import unittest

HARNESS = pathlib.Path(__file__).resolve().parents[1]
NOT_IN_UNITS = ("machine/canary", "machine/floor", "tests/", "cmake/")  # but tests/test_*.cpp
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
RAW_TEXT = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
REPEATABLE = re.compile(r"(using|namespace|template)\b|TEST|INSTANTIATE_TEST")
TOGETHER = re.search(r"foreach\(letters ([a-z ]+)\)",
                     (HARNESS / "cmake/unity.cmake").read_text())[1].split()
TYPE = re.compile(r"(?:struct|class|enum(?: class)?) (\w+)")
FUNCTION_OR_CONSTANT = re.compile(r"(\w+) ?[(={;[]")


def unit_of(source: pathlib.Path) -> str:
    """The room, the problem, or the initial letter of a test and those that share its unit."""
    parts = source.relative_to(HARNESS).parts
    if parts[0] == "tests":
        letter = source.name.removeprefix("test_")[0]
        return f"tests/{next((letters for letters in TOGETHER if letter in letters), letter)}"
    return "/".join(parts[:2]) if parts[0] == "problems" else parts[0]


def defined_in(text: str) -> set[str]:
    """The names that unnamed namespaces define; definitions begin at the margin."""
    names = set()
    for body in UNNAMED.findall(RAW_TEXT.sub('""', text)):
        for line in re.findall(r"^[a-zA-Z[].*", body, re.MULTILINE):
            if not REPEATABLE.match(line):
                found = TYPE.match(line) or FUNCTION_OR_CONSTANT.search(line)
                names |= {found[1]} if found else set()
    return names


def defined_twice(texts: dict[pathlib.Path, str]) -> list[str]:
    sources = collections.defaultdict(list)
    for source, text in texts.items():
        for name in defined_in(text):
            sources[unit_of(source), name].append(source.name)
    return [f"{unit}: {name} in {', '.join(sorted(of))}"
            for (unit, name), of in sorted(sources.items()) if len(of) > 1]


def sources_in_units():
    for source in HARNESS.rglob("*.cpp"):
        name = source.relative_to(HARNESS).as_posix()
        if not name.startswith(NOT_IN_UNITS) or re.match(r"tests/test_\w+\.cpp", name):
            yield source


class NamesInUnits(unittest.TestCase):
    maxDiff = None

    def test_no_name_of_an_unnamed_namespace_is_defined_twice_in_a_unit(self):
        texts = {source: source.read_text(encoding="utf-8") for source in sources_in_units()}
        self.assertEqual(defined_twice(texts), [])

    def test_a_second_function_of_that_name_is_found_within_a_unit_only(self):
        def source(line):
            return f"namespace ladder {{\nnamespace {{\n{line}\n}}  // namespace\n}}\n"

        one = source("std::string shown(double x) { return {}; }")
        other = source("int shown(const Json &json) {\n  return 0;\n}")
        same = {HARNESS / "bench/run/a.cpp": one, HARNESS / "bench/trace/b.cpp": other}
        self.assertEqual(defined_twice(same), ["bench: shown in a.cpp, b.cpp"])
        two = {HARNESS / "problems/heat/a.cpp": one, HARNESS / "problems/wave/b.cpp": other}
        self.assertEqual(defined_twice(two), [])


if __name__ == "__main__":
    unittest.main()
