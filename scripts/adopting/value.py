"""A value that goes in or out of a routine: an argument, its result or a variable that outlives a
call, or a component of one of these."""

import dataclasses

INTRINSIC = ("integer", "real", "complex", "logical", "character")


@dataclasses.dataclass
class Value:
    name: str             # state%u
    top: object           # the entity that is declared
    leaf: object          # the component's entity, or top
    kind_scope: object    # scope in which the leaf's kind is written
    role: str             # argument, result, state, saved: a local variable that keeps its value
    scope: object         # that declares it
    intent: str           # in, out, inout, scratch
    path: list            # entities from top to leaf
    shape: list           # of the array part
    ranked: object        # the entity that has the array part, or None
    kind: int = 0         # bytes of an element's kind; filled by the probe
    note: str = ""

    @property
    def access(self):
        return "%".join(each.name for each in self.path)

    @property
    def c_name(self):
        return self.name.replace("%", "_")

    @property
    def file(self):
        return self.name.replace("%", ".")

    @property
    def rank(self):
        return len(self.shape)

    @property
    def group(self):
        """What passes it: the argument itself, or the scope of a variable."""
        return self.top.name if self.role != "state" else self.scope

    def guards(self):
        """Fortran conditions under which it is there."""
        found, access = [], []
        for each in self.path:
            access.append(each.name)
            if len(access) == 1 and self.role == "argument" and each.has("optional"):
                found.append(f"present({each.name})")
            if each.has("allocatable"):
                found.append(f"allocated({'%'.join(access)})")
            elif each.has("pointer"):
                found.append(f"associated({'%'.join(access)})")
        return found
