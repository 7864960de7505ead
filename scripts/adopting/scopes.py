"""A module, program or procedure with what it declares and uses; finds the scope that declares a
name."""

import re

from adopting import parsing
from adopting.failure import USAGE, Failure
from adopting.fortran import f
from adopting.specification import Specification


class Scope(Specification):
    def __init__(self, unit, parent, program, entire=False):
        """`entire`: the statements of a main program are read too."""
        self.unit, self.parent, self.program = unit, parent, program
        self.name, self.source = unit.name, unit.source
        self.entities, self.types, self.interfaces, self.uses, self.declarations = ({}, {}, {}, [],
                                                                                    [])
        self.dummies, self.result, self.implicit, self.private_default, self.access = (
            [], None, None, False, {})
        self.commons, self.statement_functions = {}, set()
        # Functions that are declared by their type alone: name -> entity.
        self.functions = {"external": {}, "intrinsic": {}}
        self.children = {child.name: child for child in unit.children}
        self.whole, self.entire = unit.is_procedure, entire
        self._read()

    def spelled(self, name):
        """A name with the letters that its declaration has."""
        for one in self.declarations:
            if name in one.defines:
                text = "\n".join(self.source.lines[one.first:one.last + 1])
                if found := re.search(rf"\b{name}\b", text, re.IGNORECASE):
                    return found[0]
        return name

    def place(self, node):
        """Of a node; of None the scope's own."""
        if node is None:
            return self.unit.place
        at = min(parsing.line_of(node), len(self._lines) - 1)
        return self.source.places[self.unit.first + at]

    def first_action(self):
        """Index of the source line before which a statement can be put that is executed first."""
        for part in self.execution:
            for node in part.children:
                statement_function = (isinstance(node, f.Assignment_Stmt)
                                      and isinstance(node.items[0], f.Part_Ref)
                                      and str(node.items[0].items[0]).lower()
                                      in self.statement_functions)
                if not statement_function and not isinstance(node, f.Comment):
                    return self.unit.first + parsing.span(node)[0]
        return self.unit.contains if self.unit.contains is not None else self.unit.last

    def dummy_at(self, position, keyword):
        """Name of the dummy argument that an actual one is for; None where there is none."""
        return keyword or (self.dummies[position] if position < len(self.dummies) else None)

    def of_each_thread(self):
        """{name, or block between slashes: place} of THREADPRIVATE directives."""
        found = {}
        for at in range(self.unit.first, self.unit.last + 1):
            if match := re.match(r"\s*!\$omp\s+threadprivate\s*\((.*)\)", self.source.lines[at],
                                 re.IGNORECASE):
                found.update({name.strip().lower(): self.source.places[at]
                              for name in match[1].split(",")})
        return found

    def keeps_all(self):
        """Whether a SAVE statement without a list keeps all of its variables."""
        return any(each.kind == "Save_Stmt" and not each.defines for each in self.declarations)

    # -- finding

    def is_public(self, name):
        entity = self.entities.get(name)
        if entity and (entity.has("private") or entity.has("public")):
            return entity.has("public")
        if name in self.types and self.types[name].access:
            return self.types[name].access == "public"
        return self.access.get(name, "private" if self.private_default else "public") == "public"

    def declares(self, name):
        return (name in self.entities or name in self.types or name in self.interfaces
                or name in self.children
                or name in self.statement_functions)

    def around(self):
        """This scope and those that hold it."""
        scope = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def lookup(self, name):
        """(scope, name there, use) that declares `name`; scope is a str where a module's source is
        not known; or None.

        `use` is the statement, with the scope that holds it, that brings the name."""
        for scope in self.around():
            if scope.declares(name):
                return scope, name, None
            found = scope.through_use(name, set())
            if found:
                return found[0], found[1], (scope, found[2])
        return None

    def declaring(self, name):
        """(scope, name there) that declares `name`; None where that is not known."""
        found = self.lookup(name)
        return found[:2] if found and not isinstance(found[0], str) else None

    def entity_of(self, name):
        """The entity of a name, wherever it is declared; None where that is not known."""
        found = self.declaring(name)
        return found and found[0].entities.get(found[1])

    def through_use(self, name, seen):
        unknown = None
        for use in self.uses:
            remote = use.remote(name)
            if remote is None:
                continue
            module = self.program.module(use.module, self)
            if module is None:
                if use.only is not None or name in use.renames:
                    return use.module, remote, use
                unknown = unknown or (use.module, remote, use)
                continue
            if (module, remote) in seen:
                continue
            seen.add((module, remote))
            if module.declares(remote) and module.is_public(remote):
                return module, remote, use
            inner = module.through_use(remote, seen) if module.is_public(remote) else None
            if inner and not isinstance(inner[0], str):
                return inner[0], inner[1], use
            if inner:
                unknown = unknown or (inner[0], inner[1], use)
        return unknown if unknown and self.program.may_hold(unknown[0], name) else None

    def type_named(self, name, place):
        found = self.declaring(name)
        if not found or name not in found[0].types and found[1] not in found[0].types:
            raise Failure(USAGE, f"{place}: the derived type '{name}' is defined in no source of "
                                 "this program's folder")
        return found[0], found[0].types[found[1]]
