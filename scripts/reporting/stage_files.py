"""The stages of this tree: their files, and what is at their heads."""

import pathlib
import re
from dataclasses import dataclass

from plots import records, statements
from plots.command import ROOT

FOLDERS = ("fortran/{}/[0-9]*.c", "c_port/{}/[0-9]*.c", "c_port/{}/[0-9]*.cpp",
           "cuda_stages/{}/[0-9]*.cu")
DIRECTIVE = re.compile(r"// (flags|sources|needs|language): (.*)")
INCLUDED = re.compile(r"""(?m)^\s*#?\s*include ["'](.+)["']""")
# What a stage is written in, unless its first lines say it: "// language: Fortran OpenACC".
LANGUAGES = {"fortran": "Fortran", "c_port": "C", "cuda_stages": "CUDA"}


def counts_as_written(path):
    text = path.read_text()
    return "counts.cuh" not in path.name + text and not statements.NO_MATHS.search(text)


def expectation_of(head):
    found = re.search(r"^Expected: .*(?:\n .*)*", head, re.MULTILINE)
    return " ".join(found[0].split()[1:]) if found else None


@dataclass
class StageFile:
    name: str
    path: pathlib.Path
    place: tuple

    @property
    def device(self):
        return ("cuda" if re.search(r"\b(LADDER_ON_CUDA|ON_CUDA|CUDA_KNOBS)\b", self.text)
                else "host")

    @property
    def text(self):
        return self.path.read_text()

    def directive(self, key):
        """What its first lines say of it, such as its flags; empty where they say nothing."""
        found = (DIRECTIVE.match(line) for line in self.text.splitlines()[:4])
        return next((match[2].strip() for match in found if match and match[1] == key), "")

    @property
    def language(self):
        return self.directive("language") or LANGUAGES[self.path.parent.parent.name]

    @property
    def written(self):
        """The files that hold what it says in its language: its sources, with what they include,
        else the file itself, with those headers of its folder that have maths. The rest is the
        contract's."""
        named = ([(self.path.parent / name).resolve() for name in self.directive("sources").split()]
                 or [self.path])
        found = list(named)
        for path in found:
            for name in INCLUDED.findall(path.read_text()):
                other = path.parent / pathlib.Path(name).name
                if (other.exists() and name in (other.name, str(other.relative_to(ROOT)))
                        and other not in found):
                    found.append(other)
        return [path for path in found if path in named or counts_as_written(path)]

    def field(self, name):
        """A string of the contract's table, such as its change; None where it is NULL or not
        written as one. The build takes the expectation from the head."""
        if name == "expectation" and (said := expectation_of(self.head())):
            return said
        found = re.search(rf"\.{name} =\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)", self.text) or re.search(
            rf"static constexpr const char \*{name} =\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)", self.text)
        return ("".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", found.group(1))).replace('\\"', '"')
                if found else None)

    def head(self):
        """The comment that the file begins with, without its marks."""
        lines = self.text.splitlines()
        lines = [line for index, line in enumerate(lines) if index > 3 or not DIRECTIVE.match(line)]
        head = []
        in_block = bool(lines) and lines[0].startswith("/*")
        for line in lines:
            if not in_block and not line.startswith("//"):
                break
            ends = in_block and "*/" in line
            head.append(
                re.sub(r"\s*\*/.*$", "", re.sub(r"^(//|/\*| \*(?!/))\s?", "", line)).rstrip())
            if ends:
                break
        return "\n".join(head).strip()


def every(ladder="wave"):
    """By name, in the order of the ladder."""
    found = []
    for folder in FOLDERS:
        for path in ROOT.glob(folder.format(ladder)):
            name = path.stem.partition("_")[2]
            found.append(StageFile(name.replace("_", "-"), path, records.place_of_file(path)))
    return {one.name: one for one in sorted(found, key=lambda one: (one.place, one.name))}
