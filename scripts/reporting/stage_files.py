"""The stages of this tree: their files, and what is at their heads."""

import pathlib
import re
from dataclasses import dataclass

from plots import records
from plots.command import ROOT

FOLDERS = ("fortran/{}/[0-9]*.c", "c_port/{}/[0-9]*.c", "cuda_stages/{}/[0-9]*.cu")


@dataclass
class StageFile:
    name: str
    path: pathlib.Path
    place: tuple

    @property
    def device(self):
        return "cuda" if re.search(r"\b(LADDER_ON_CUDA|ON_CUDA|CUDA_KNOBS)\b", self.text) else "host"

    @property
    def text(self):
        return self.path.read_text()

    def field(self, name):
        """A string of the contract's table, such as its change; None where it is NULL or not written as one."""
        found = re.search(rf"\.{name} =\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)", self.text) or re.search(
            rf"static constexpr const char \*{name} =\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)", self.text)
        return "".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", found.group(1))).replace('\\"', '"') if found else None

    def head(self):
        """The comment that the file begins with, without its marks."""
        lines = self.text.splitlines()
        lines = [line for index, line in enumerate(lines) if index > 3 or not re.match(r"// (flags|sources|needs): ", line)]
        head = []
        in_block = bool(lines) and lines[0].startswith("/*")
        for line in lines:
            if not in_block and not line.startswith("//"):
                break
            ends = in_block and "*/" in line
            head.append(re.sub(r"\s*\*/.*$", "", re.sub(r"^(//|/\*| \*(?!/))\s?", "", line)).rstrip())
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
