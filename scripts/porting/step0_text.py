"""Step 0 as it is in a ladder's folder: its procedures, and the owner's places of its lines."""

import re

from adopting import built, calls, coverage, description, units
from adopting.entities import KEPT
from adopting.failure import FILE, Failure
from adopting.program import Program

LOOKED_INTO = ("subroutine", "function")


class Step0Text:
    """`procedures`: scopes in source order; `places`: line of step 0 -> place of the owner."""

    def __init__(self, folder):
        self.folder, self.described = folder, description.load(folder)
        file = folder.resolve() / "step0.f90"
        self.lines = built.read(file).splitlines()
        self.places = coverage.owner_places(self.lines)
        self.program = Program(folder.resolve(), "", self.described["compiler"], [file])
        self.procedures = [
            self.program.scope(unit)
            for unit in units.every(self.program.units(file))
            if unit.kind in LOOKED_INTO and not unit.name.startswith("ladder_")
        ]
        self._file = file
        self._commons = {}  # block -> (scope, names) of the first procedure that declares it
        self.program.storage = self.storage
        self._mark_temporaries()

    def _mark_temporaries(self):
        """Variables of a main program that are no values of the routine."""
        values = {each["name"].split("%")[0] for each in self.described.get("value", ())}
        for scope in self._scopes():
            for name, entity in scope.entities.items() if not scope.whole else ():
                if entity.category and not (entity.rank or entity.common or entity.initial
                                            or entity.procedure or name in values
                                            or entity.attributes & KEPT):
                    entity.attributes.add("temporary")

    def storage(self, owner, name):
        """(scope, name) that is the same for one memory: of a COMMON block that of the procedure
        that declares it first, and the block itself where another divides it otherwise."""
        entity = owner.entities.get(name)
        block = entity.common.strip("/") if entity is not None and entity.common else None
        if block is None:
            return owner, name
        if block not in self._commons:
            every = [each for each in self._scopes() if block in each.commons]
            first = every[0]
            shapes = [[each.entities[one].shape for one in each.commons[block]] for each in every]
            alike = all(each == shapes[0] for each in shapes)
            self._commons[block] = first, list(first.commons[block]) if alike else None
        first, names = self._commons[block]
        members = list(owner.commons.get(block, ()))
        if names is None or name not in members:
            return first, f"/{block}/"
        return first, names[members.index(name)]

    def _scopes(self):
        for unit in units.every(self.program.units(self._file)):
            if unit.kind in (*LOOKED_INTO, "module"):
                yield self.program.scope(unit)

    def pointing(self):
        """Names of components that are pointers; whether operators or assignments are defined."""
        names, defined = set(), False
        for scope in self._scopes():
            for kind in scope.types.values():
                names |= {each.name for each in kind.components.values() if each.has("pointer")}
            defined = defined or any(each.startswith(("operator", "assignment"))
                                     for each in scope.interfaces)
        return names, defined

    def line_of(self, scope, node):
        """Line of step 0 (from 1); of an included file: that of the first line after it."""
        place = scope.place(node)
        return place.line if place.file == self._file else 0

    def owner(self, line):
        """(file, line) of the owner; of a generated line step 0's own."""
        file, _, number = self.places.get(line, f"step0.f90:{line}").rpartition(":")
        return file, int(number)

    def shown(self, line):
        return ":".join(map(str, self.owner(line)))

    def scratch(self):
        return {each["name"] for each in self.described.get("value", ())
                if each.get("intent") == "scratch"}

    def aliased(self):
        """Names of values that share memory in a recorded call."""
        try:
            index = calls.load_index(self.folder)
        except Failure:
            return set()
        return {name for pair in index.get("aliased", ()) for name in pair.split(" and ")}

    def owners_word(self, line):
        """("serial" or "independent", words) of a comment before a loop or of ladder.toml."""
        shown = self.shown(line)
        for key, value in self.described.get("loops", {}).items():
            if value not in ("serial", "independent"):
                raise Failure(FILE, f"{self.folder / 'ladder.toml'}: [loops] has {key!r} = "
                                    f"{value!r}: say \"serial\" or \"independent\"")
            if key in (shown, shown.rpartition("/")[2]):
                return value, f"[loops] of ladder.toml says {value}"
        at = line - 2
        while at >= 0 and (not self.lines[at].strip() or self.lines[at].lstrip().startswith("!")):
            match = re.match(r"\s*!\s*ladder\s*:\s*(serial|independent)\b", self.lines[at],
                             re.IGNORECASE)
            if match:
                return match[1].lower(), (f"the owner's word: '! ladder: {match[1].lower()}' at "
                                          f"{self.shown(at + 1)}")
            at -= 1
        return None
