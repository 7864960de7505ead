"""Expressions of declarations: bounds, first values (those of DATA, too), named constants."""

import re

from adopting.statements import split
from porting.arrays import Arrays
from porting.calls import Calls
from porting.expressions import Expressions
from porting.frame import Frame
from porting.intrinsics import Intrinsics
from porting.refused import Refused


class Reader(Expressions, Intrinsics, Arrays, Calls):
    def __init__(self, port, frame, scope, node):
        self.port, self.frame, self.scope = port, Within(frame, scope, node), scope
        self.before, self.no_lines_before, self.index_names = [], True, []
        self.calls, self.handed, self.constants = [], set(), frame.constants

    def place(self, _):
        return self.scope.unit.place


class Within:
    """A frame whose names are those of another scope: a module's, for a constant of it."""

    def __init__(self, frame, scope, node):
        self.frame, self.scope, self.node = frame, scope, node
        self.port, self.stage = frame.port, frame.stage

    def __getattr__(self, name):
        return getattr(self.frame, name)

    def alias(self, name):
        return None

    def place(self, node):
        return self.scope.unit.place

    entity, owner = Frame.entity, Frame.owner

    def find(self, name, path, node):
        owner, real = self.owner(name)
        if isinstance(owner, str):
            raise Refused(self.scope.unit.place, f"'{name}' of the module {owner}")
        if owner is self.frame.scope or not owner.whole:
            return self.frame.found_in(owner, real, path, self.node)
        return self.frame.find(name, path, self.node)


def values_of(scope, entity, count):
    """Texts of the values that DATA gives to a variable with so many elements."""
    for declaration in scope.declarations:
        if declaration.kind != "Data_Stmt" or entity.name not in declaration.defines:
            continue
        text = re.sub(r"^\s*data\b", "", str(declaration.node), flags=re.IGNORECASE)
        for listed, given in re.findall(r"([^/]+)/([^/]*)/", text):
            names = [each.strip().lower() for each in split(listed.strip(" ,"))]
            values = repeated(given)
            if names == [entity.name] and len(values) == count:
                return values
            if entity.name in names and len(names) == len(values):
                if all(name in scope.entities and not scope.entities[name].rank for name in names):
                    return [values[names.index(entity.name)]]
    raise Refused(entity.place, f"the DATA of '{entity.name}'")


def repeated(text):
    """`3*0.0, 1.0` as four values."""
    found = []
    for each in split(text):
        match = re.fullmatch(r"\s*(\d+)\s*\*\s*(.+)", each)
        found += [match[2].strip()] * int(match[1]) if match else [each.strip()]
    return found
