"""Where in the owner's sources samples are: routines, and the DO loops around a line."""

import collections
import os
import pathlib
import re

from adopting import units
from adopting.failure import Failure
from adopting.source import ENDINGS, Source

DIRECTIVE = re.compile(r"\s*!\$(omp|acc)\b(?!\s*end)", re.IGNORECASE)


def kept(method):
    """Computed once for each set of arguments of one object."""
    def of(self, *arguments):
        key = (method.__name__, *arguments)
        if key not in self.kept:
            self.kept[key] = method(self, *arguments)
        return self.kept[key]
    return of


class Part:
    """A routine, or a loop of one: lines `first` to `last` of its file; `own` and `all` are
    samples in it alone and with what it calls, of a loop with the loops inside too. `depth` is the
    sum of how many places of the program lead to it."""

    def __init__(self, kind, name, file, first, last, routine=None, outer=None):
        self.kind, self.name, self.file, self.first, self.last = kind, name, file, first, last
        self.routine, self.outer, self.own, self.all, self.depth = routine, outer, 0, 0, 0

    @property
    def place(self):
        return f"{self.file}:{self.first}-{self.last}"


class Places:
    """`program` is the built copy; `flags`: {source: flags of its compilation}."""

    def __init__(self, program, flags, usual=""):
        self.program, self.flags, self.usual = program, flags, usual
        self.kept = {}

    def count(self, stacks):
        """Routines and loops that have samples."""
        known = {stack: [found for place in stack if (found := self.of(*place))[0]]
                 for stack in stacks}
        callers = self._callers(known, stacks)
        parts = {}
        for stack, chain in known.items():
            if not chain:
                continue
            number, seen = stacks[stack], set()
            chain = [*chain, *callers.get(chain[-1][0], ())]
            for part in (chain[0][0], *chain[0][1][:1]):
                part.own += number
            for depth, (routine, around) in zip(range(len(chain), 0, -1), chain):
                for part in {routine, *around} - seen:
                    part.all += number
                    part.depth += depth * number
                seen |= {routine, *around}
            parts.update((part, True) for part in seen)
        return ([part for part in parts if part.kind != "loop"],
                [part for part in parts if part.kind == "loop"])

    def _callers(self, known, stacks):
        """{routine: what leads to it}, from samples of the first thread: one that OpenMP started
        knows none of its callers."""
        found = {}
        for stack, chain in known.items():
            if chain and chain[-1][0].kind == "program":
                for at, (routine, _) in enumerate(chain[:-1]):
                    found.setdefault(routine, collections.Counter())[
                        tuple(chain[at + 1:])] += stacks[stack]
        return {routine: chains.most_common(1)[0][0] for routine, chains in found.items()}

    @kept
    def of(self, file, line):
        """(routine, loops around the line, the innermost first)."""
        path = pathlib.Path(os.path.normpath(file))
        if not path.is_relative_to(self.program):
            return None, ()
        source, at = self._found(path, line)
        if source is None:
            return None, ()
        unit = next(reversed([unit for unit in self._units(source)
                              if unit.first <= at <= unit.last]), None)
        if unit is None or unit.kind == "module":
            return None, ()
        routine, found = self._parts_of(source, unit)
        loop = units.innermost(list(found), at)
        around = [each for each in loop.chain() if each.kind == "do"] if loop else []
        return routine, tuple(found[each] for each in around)

    def _found(self, path, line):
        """The source and the index of its line; of an included file, the source that has it."""
        if path.suffix.lower() in ENDINGS:
            source = self._source(path)
            candidates = [path]
        else:
            candidates = list(self.flags)
        for each in candidates:
            source = self._source(each)
            if source and (path, line) in self._lines(source):
                return source, self._lines(source)[(path, line)]
        return None, None

    @kept
    def _source(self, path):
        flags = self.flags.get(path.resolve())
        flags = " ".join(flags) if flags is not None else self.usual
        try:
            return Source(path, self.program, flags)
        except Failure:
            return None

    @kept
    def _lines(self, source):
        return {(pathlib.Path(os.path.normpath(place.file)), place.line): at
                for at, place in enumerate(source.places)}

    @kept
    def _units(self, source):
        try:
            return list(units.every(units.units_of(source)))
        except Failure:
            return []

    @kept
    def _parts_of(self, source, unit):
        named = collections.Counter(each.name for each in self._units(source))
        name = unit.name if named[unit.name] == 1 else unit.path().strip("/")
        routine = self._part(source, unit.kind, name, unit.first, unit.last)
        end = unit.contains if unit.contains is not None else unit.last
        _, found = units.blocks_of(source, unit.first + bool(unit.head), end - 1)
        loops = {}
        for block in found:
            outer = next((each for each in list(block.chain())[1:] if each in loops), None)
            loops[block] = (self._part(source, "loop", "", block.first, block.last, routine,
                                       loops.get(outer)) if block.kind == "do" else
                            loops.get(outer))
            while DIRECTIVE.match(source.lines[block.first - 1]):  # whose code is the loop's
                block.first -= 1
        return routine, loops

    def _part(self, source, kind, name, first, last, routine=None, outer=None):
        begin, end = source.places[first], source.places[last]
        return Part(kind, name, os.path.relpath(begin.file, self.program), begin.line, end.line,
                    routine, outer)
