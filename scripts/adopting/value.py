"""A value that goes in or out of a routine: an argument, its result or a variable that outlives a
call, or a component of one of these. Arrays of derived types whose elements have storage of their
own: each element is passed by itself."""

import dataclasses
import re

from adopting.failure import USAGE, Failure

INTRINSIC = ("integer", "real", "complex", "logical", "character")
PREFIX = {"integer": "int", "real": "float", "logical": "logical", "complex": "complex"}
MOST = 64  # elements that are passed one by one


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

    @property
    def kind_name(self):
        """In ladder.toml and in NumPy: float64, int32, logical32, complex128, character."""
        category, kind = self.leaf.category, self.kind
        if category == "character":
            return "character"
        bits = 8 * kind * (2 if category == "complex" else 1)
        if category in ("real", "complex") and kind == 10:
            bits = 80 if category == "real" else 160
        return f"{PREFIX[category]}{bits}"

    @property
    def c_types(self):
        """(in C, in C++)"""
        kind = self.kind_name
        plain = {"float32": "float", "float64": "double", "float80": "long double",
                 "float128": "__float128", "character": "char"}
        if kind in plain:
            return plain[kind], plain[kind]
        if kind.startswith(("int", "logical")):
            bits = int("".join(letter for letter in kind if letter.isdigit()))
            if bits > 64:
                raise Failure(USAGE, f"{self.leaf.place}: integers of 128 bits are not read: adopt "
                                     "a routine without them")
            return f"int{bits}_t", f"int{bits}_t"
        parts = {"complex64": "float", "complex128": "double", "complex160": "long double",
                 "complex256": "__float128"}[kind]
        return f"{parts} _Complex", f"ladder_{kind}"

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


def stated(scope, entity):
    """How many elements the declaration of an array of types says; 0 where it does not."""
    if entity.rank != 1:
        return 0
    low, high = (constant(scope, side) for side in entity.shape[0])
    return high - low + 1 if low is not None and high is not None else 0


def constant(scope, text):
    """An integer that is written out or is a parameter; else None."""
    if re.fullmatch(r"[-+]?\d+", text.strip()):
        return int(text)
    owner, real = scope.declaring(text.strip().lower()) or (None, None)
    entity = owner and owner.entities.get(real)
    return (constant(owner, entity.initial.lstrip("= ")) if entity and entity.has("parameter")
            else None)


def elements_of(closure, path, array):
    """A path for each element of `array`, which is on the path."""
    at = path.index(array)
    key = re.sub(r"\([^)]*\)", "", designators(path[:at + 1])[-1])
    if array.rank > 1:
        closure.no(array.place, f"'{key}' is an array of derived types with {array.rank} axes "
                                "whose elements hold arrays, which is not read: adopt the routine "
                                "that is called for one element")
    count = array.count or closure.elements.get(key, 1)
    if count > MOST:
        closure.no(array.place, f"each of the {count} elements of '{key}' has storage of its own; "
                                f"at most {MOST} are passed one by one: adopt the routine that is "
                                "called for one element")
    closure.counted[key] = count if not array.count else 0
    low = array.shape[0][0]
    low = int(low) if re.fullmatch(r"-?\d+", low) else 1
    return [[*path[:at], dataclasses.replace(array, shape=[], element=(low + index, low, count)),
             *path[at + 1:]] for index in range(count)]


def checks(values):
    """{array: (conditions under which it is there, lower bound, elements)} of what these values
    are elements of."""
    found = {}
    for value in values:
        names = designators(value.path)
        for at, (each, name) in enumerate(zip(value.path, names)):
            if each.element:
                guards = dataclasses.replace(value, path=value.path[:at + 1]).guards()[:-1]
                found[without_index(name, each)] = (guards, *each.element[1:])
    return found
