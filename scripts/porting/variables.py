"""Variables of a procedure as C sees them: names, types, bounds, and how a value is reached;
derived types as a whole, by their components."""

import dataclasses
import re

from adopting import header, parsing, values
from adopting.fortran import f, walk
from adopting.names import arguments_of
from porting.refused import Refused
from porting.expression import Type

# Of C's headers: a procedure of such a name gets an underscore.
TAKEN = header.KEYWORDS | set("""div ldiv abs labs exp log pow sqrt sin cos tan floor ceil round
trunc fmin fmax fma hypot gamma lgamma tgamma erf index rindex free malloc calloc abort exit atexit
remove rename time clock signal raise rand srand system random main j0 j1 jn y0 y1 yn min max sign
mod nint modulo dim step copysign nan scalb logb significand drem select fork read write open close
link pipe kill wait sleep pause strtok memset memcpy sum""".split())


@dataclasses.dataclass(eq=False)
class Variable:
    name: str                      # in C; of an array also its index macro
    type: Type
    key: tuple                     # (scope, access)
    axes: list = dataclasses.field(default_factory=list)   # [(lower, extent)] in C
    pointer: bool = False          # a scalar that is reached by its address
    optional: bool = False
    kind: str = "local"            # dummy, state, local, result, constant
    entity: object = None
    declared: tuple = ()           # (lower, extent) of each axis: are they variables of their own?
    needs: list = dataclasses.field(default_factory=list)  # variables that its bounds use
    copies: list = dataclasses.field(default_factory=list)  # [(name, text)] of bounds at the entry
    constant: object = None        # E of a named constant
    value: object = None
    written: bool = True           # may the procedure change it?

    @property
    def rank(self):
        return len(self.axes)

    @property
    def elements(self):
        """How many, in C."""
        return " * ".join(f"({extent})" if " " in extent else extent for _, extent in self.axes)

    @property
    def text(self):
        return f"*{self.name}" if self.pointer else self.name

    def upper(self, axis):
        low, extent = self.axes[axis]
        if low == "1":
            return extent
        return plus(plus(low, extent), "-1")

    def macro(self):
        indices = [f"i{axis}" for axis in range(1, self.rank + 1)]
        text = header.nested([f"({index})" if lower == "0" else f"({index}) - {bracketed(lower)}"
                              for index, (lower, _) in zip(indices, self.axes)],
                             [f"(int64_t){bracketed(extent)}" for _, extent in self.axes])
        return f"#define {self.name}({', '.join(indices)}) {self.name}[{text}]"


def bracketed(text):
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def plus(a, b):
    """a + b in C, numbers added."""
    if not re.fullmatch(r"-?\d+", b):
        return b if a == "0" else f"{a} + {bracketed(b) if ' ' in b else b}"
    amount = int(b)
    if re.fullmatch(r"-?\d+", a):
        return str(int(a) + amount)
    if (match := re.fullmatch(r"(.*[^-+*/ (]) ([-+]) (\d+)", a)) and balanced(match[1]):
        amount += int(match[2] + match[3])
        a = match[1]
    if not amount:
        return a
    return f"{a} {'-' if amount < 0 else '+'} {abs(amount)}"


def minus(a, b):
    if re.fullmatch(r"-?\d+", b):
        return plus(a, str(-int(b)))
    if a == b:
        return "0"
    if match := re.fullmatch(rf"{re.escape(b)} ([-+]) (\w+)", a):
        return match[2] if match[1] == "+" else f"-{match[2]}"
    return f"{a} - {bracketed(b)}" if re.fullmatch(r"\w+", b) else f"{a} - ({b})"


def balanced(text):
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


def access_of(entity, path):
    return "%".join([entity.name, *path])


def flat(closure, entity, scope, role, intent, place):
    """The values of a dummy or of a local variable: a derived type as its components."""
    try:
        return values.flat(closure, entity, scope, role, intent)
    except Exception as failure:
        raise Refused(place, str(failure)) from None


# -- those of a name


def components(frame, name, path=""):
    """All that are behind a name and the components after it: [] of what is one value."""
    entity = frame.entity(name)
    if entity is None or entity.category != "type":
        return []
    owner, real = frame.owner(name)
    before = f"{real}%{path}%" if path else f"{real}%"
    return [value.access[len(before):]
            for value in flat(frame.port.closure, entity, owner, "local", "inout", entity.place)
            if value.access.startswith(before)]


def variables_of(frame, name, node):
    """Those of a name: one, or those of its components."""
    return [frame.find(name, each.split("%") if each else [], node)
            for each in components(frame, name) or [""]]


def sized_by_host(writer, verdict, node):
    """Has each thread an array of its own whose size is no constant?"""
    return any(variable.rank and writer.port.number(variable.elements) is None
               for name in verdict.private for variable in variables_of(writer.frame, name, node))


def assignments(writer, node):
    """Of an assignment of a derived type one for each component."""
    base, path, _ = writer.parts(node.items[0])
    listed = components(writer.frame, base, "%".join(path))
    made = [parsing.read(f.Assignment_Stmt, f"{node.items[0]}%{each} = {value}")
            for each, value in zip(listed, values_of_right(writer, node, listed) if listed else ())]
    for each in made:
        each.item, each.parent = node.item, node.parent
    return made


def values_of_right(writer, node, listed):
    """Of the components of the right side: a variable, or a value of its type with all of them."""
    right = node.items[2]
    base = re.match(r"\w*", str(node.items[0]))[0].lower()
    owner, real = writer.frame.owner(re.match(r"\w*", str(right))[0].lower())
    known = () if isinstance(owner, str) else owner.types.keys() - owner.interfaces.keys()
    made = isinstance(right, (f.Structure_Constructor, f.Part_Ref)) and real in known
    if made and right.items[1]:
        given = [(keyword or name, each)
                 for name, (keyword, each) in zip(listed, arguments_of(right.items[1]))]
        if (sorted(name for name, _ in given) == sorted(listed)
                and base not in {str(name).lower() for name in walk(right, f.Name)}):
            return [dict(given)[name] for name in listed]
    elif not made and isinstance(right, (f.Name, f.Part_Ref, f.Data_Ref)):
        name, path, _ = writer.parts(right)
        if real not in owner.children and components(writer.frame, name, "%".join(path)):
            return [f"{right}%{each}" for each in listed]
    raise Refused(writer.place(node), f"the value '{' '.join(str(right).split())[:60]}' of a "
                                      "derived type")
