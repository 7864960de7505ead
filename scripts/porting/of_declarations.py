"""Expressions of declarations: bounds, first values, named constants."""

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
        self.calls, self.constants = [], frame.constants_seen

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
            outer, self.frame.aliases = self.frame.aliases, []
            try:
                return self.frame.found_in(owner, real, path, self.node)
            finally:
                self.frame.aliases = outer
        return self.frame.find(name, path, self.node)
