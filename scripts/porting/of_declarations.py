"""Expressions of declarations: bounds, first values, named constants."""

from porting.arrays import Arrays
from porting.calls import Calls
from porting.expressions import Expressions
from porting.intrinsics import Intrinsics
from porting.refused import Refused


class Reader:
    """Expressions of declarations."""

    def __new__(cls, port, frame, scope, node):
        class OfDeclarations(Expressions, Intrinsics, Arrays, Calls):
            def place(self, _):
                return scope.unit.place

        made = OfDeclarations()
        made.port, made.frame, made.scope = port, Within(frame, scope, node), scope
        made.before, made.no_lines_before, made.index_names = [], True, []
        made.calls, made.constants = [], frame.constants_seen
        return made


class Within:
    """A frame whose names are those of another scope: a module's, for a constant of it."""

    def __init__(self, frame, scope, node):
        self.frame, self.inner, self.node = frame, scope, node
        self.port, self.stage = frame.port, frame.stage

    @property
    def scope(self):
        return self.inner

    def __getattr__(self, name):
        return getattr(self.frame, name)

    def alias(self, name):
        return None

    def place(self, node):
        return self.inner.unit.place

    def entity(self, name):
        owner, real = self.owner(name)
        return None if isinstance(owner, str) else owner.entities.get(real)

    def owner(self, name):
        found = self.inner.lookup(name)
        return (found[0], found[1]) if found else (self.inner, name)

    def find(self, name, path, node):
        owner, real = self.owner(name)
        if isinstance(owner, str):
            raise Refused(self.inner.unit.place, f"'{name}' of the module {owner}")
        if owner is self.frame.scope or not owner.whole:
            outer, self.frame.aliases = self.frame.aliases, []
            try:
                return self.frame.found_in(owner, real, path, self.node)
            finally:
                self.frame.aliases = outer
        return self.frame.find(name, path, self.node)
