"""Statements of a specification part: what they define, and what a use statement brings."""

import re

from adopting import names
from adopting.fortran import f

DECLARES = re.compile(
    r"(use|implicit|import|parameter|integer|real|double\s*precision|double\s*complex|complex|"
    r"character|logical|byte|type|class|procedure|dimension|allocatable|pointer|target|optional|"
    r"intent|save|data|common|equivalence|external|intrinsic|namelist|public|private|protected|"
    r"volatile|asynchronous|bind|contiguous|value|interface|abstract\s+interface|enum|enumerator|"
    r"format|generic|include|end\s*(type|interface|enum)|contains)\b", re.IGNORECASE)


class Declaration:
    """One statement or block of a specification part."""

    def __init__(self, node, first, last, scope):
        self.node, self.first, self.last, self.scope = node, first, last, scope
        self.defines = set()
        self._names = None

    @property
    def kind(self):
        return type(self.node).__name__

    @property
    def names(self):
        if self._names is None:
            self._names = names.names_in(self.node)
        return self._names


class Use:
    def __init__(self, module, only, renames, place, declaration):
        self.module, self.only, self.renames, self.place, self.declaration = (module, only, renames,
                                                                              place, declaration)

    def remote(self, local):
        """Name in the module of what is `local` here; None where this use does not bring it."""
        if local in self.renames:
            return self.renames[local]
        if self.only is not None:
            return local if local in self.only else None
        return None if local in self.renames.values() else local


def flattened(part):
    for node in part.children:
        if isinstance(node, (f.Implicit_Part,)):
            yield from flattened(node)
        elif not isinstance(node, (f.Comment, f.Format_Stmt)):
            yield node
