"""A value that goes in or out of a routine: an argument, its result or a variable that outlives a
call, or a component of one of these."""

import dataclasses
import re

INTRINSIC = ("integer", "real", "complex", "logical", "character")


@dataclasses.dataclass
class Value:
    name: str             # state%u, tiles(1)%u
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

    @property
    def access(self):
        return designators(self.path)[-1]

    @property
    def c_name(self):
        return re.sub(r"\W+", "_", self.name)

    @property
    def file(self):
        """Of recorder/files.c too."""
        return re.sub(r"[%(]", ".", self.name).replace(")", "")

    @property
    def rank(self):
        return len(self.shape)

    def guards(self):
        """Fortran conditions under which it is there."""
        found = []
        for at, (each, name) in enumerate(zip(self.path, designators(self.path))):
            whole = without_index(name, each)
            if at == 0 and self.role == "argument" and each.has("optional"):
                found.append(f"present({each.name})")
            if each.has("allocatable"):
                found.append(f"allocated({whole})")
            elif each.has("pointer"):
                found.append(f"associated({whole})")
            if each.element:
                found.append(f"size({whole}) == {each.element[2]}")
        return found


def designators(path, first=""):
    """Of the entities along a path, whose first one may have another name."""
    names = []
    for each in path:
        index = f"({each.element[0]})" if each.element else ""
        names.append((f"{names[-1]}%{each.name}" if names else first or each.name) + index)
    return names


def without_index(name, entity):
    """The array of which a designator names an element."""
    return name[:name.rindex("(")] if entity.element else name
