"""Declared things: variables with type, shape and attributes; derived types; read from the
statements of a unit, which are here too: what they define, and what a use statement brings."""

import dataclasses
import functools
import re

from adopting import names
from adopting.fortran import f
from adopting.statements import split

DECLARES = re.compile(
    r"(use|implicit|import|parameter|integer|real|double\s*precision|double\s*complex|complex|"
    r"character|logical|byte|type|class|procedure|dimension|allocatable|pointer|target|optional|"
    r"intent|save|data|common|equivalence|external|intrinsic|namelist|public|private|protected|"
    r"volatile|asynchronous|bind|contiguous|value|interface|abstract\s+interface|enum|enumerator|"
    r"format|generic|include|end\s*(type|interface|enum)|contains)\b", re.IGNORECASE)
# `hmean(x, y) = x * y / (x + y)`, or an assignment to an element.
OF_ARGUMENTS = re.compile(r"([a-z]\w*)\s*\(([a-z][\w\s,]*|\s*)\)\s*=(?![=>])", re.IGNORECASE)
# What has storage that a second declaration would not be, or a first value.
KEPT = {"save", "target", "pointer", "allocatable", "equivalence", "volatile", "asynchronous",
        "parameter", "data"}


@dataclasses.dataclass
class Entity:
    name: str
    place: object
    type_text: str = ""       # `real(wp)`, as it is written
    category: str = ""        # integer, real, complex, logical, character, type, class
    type_name: str = ""       # of a derived type
    # [lower, upper] of each dimension, as written; '' where left out
    shape: list = dataclasses.field(default_factory=list)
    attributes: set = dataclasses.field(default_factory=set)
    intent: str = ""
    initial: str = ""
    length: str = ""          # of characters
    common: str = ""          # block's name
    procedure: bool = False   # EXTERNAL or PROCEDURE(...)
    element: tuple = ()       # (index, lower bound, elements): one element of an array of types
    count: int = 0            # elements of an array of types, where the source says it

    @property
    def rank(self):
        return len(self.shape)

    def has(self, attribute):
        return attribute in self.attributes

    @property
    def assumed_size(self):
        return bool(self.shape) and self.shape[-1][1] == "*"

    @property
    def deferred(self):
        return self.has("allocatable") or self.has("pointer")


@dataclasses.dataclass
class DerivedType:
    name: str
    place: object
    components: dict
    parent: str = ""          # of an extended type
    access: str = ""          # public or private, where the type itself says so


class Declaration:
    """One statement or block of a specification part."""

    def __init__(self, node, first, last, scope):
        self.node, self.first, self.last, self.scope = node, first, last, scope
        self.defines = set()

    @property
    def kind(self):
        return type(self.node).__name__

    @functools.cached_property
    def names(self):
        return names.names_in(self.node)


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


def bounds_of(text):
    """[[lower, upper], ...] of the text in brackets; `:` is [lower, ':'], `*` is [lower, '*']."""
    shape = []
    for part in split(text):
        part = part.strip()
        sides = [side.strip() for side in split(part, ":")]
        if len(sides) == 1:
            shape.append(["1", sides[0]])
        else:
            shape.append([sides[0] or "1", sides[1] or ":"])
    return shape


def written(shape):
    """The text in brackets of bounds, without lower ones of 1."""
    return ", ".join(high if low == "1" else f"{low}:{high}".replace("::", ":")
                     for low, high in shape)


def type_of(node):
    """type_text, category, type_name, length."""
    text = str(node)
    head = re.match(r"\s*(DOUBLE PRECISION|DOUBLE COMPLEX|\w+)", text, re.IGNORECASE)[1].lower()
    if head in ("type", "class"):
        inner = text[text.index("(") + 1:text.rindex(")")].strip().lower()
        return text, head, inner, ""
    category = {"double precision": "real", "double complex": "complex",
                "byte": "integer"}.get(head, head)
    return text, category, "", length_of(text) if category == "character" else ""


def length_of(text):
    """The length of `CHARACTER(LEN = n, KIND = 1)`, `CHARACTER*8`, `CHARACTER`."""
    if match := re.match(r"character\s*\*\s*\(?([^)]*)\)?$", text, re.IGNORECASE):
        return match[1].strip()
    if "(" not in text:
        return "1"
    parts = split(text[text.index("(") + 1:text.rindex(")")])
    for part in parts:
        if match := re.match(r"\s*len\s*=\s*(.*)$", part, re.IGNORECASE):
            return match[1].strip()
    return "1" if re.match(r"\s*kind\s*=", parts[0], re.IGNORECASE) else parts[0].strip()


def declared(node, place):
    """Entities of a type declaration statement or of a component definition."""
    type_node, attributes, names = node.items
    text, category, type_name, length = type_of(type_node)
    common, shape, intent = set(), [], ""
    for attribute in (attributes.items if attributes is not None else ()):
        word = str(attribute).strip()
        low = word.lower()
        if low.startswith("dimension"):
            shape = bounds_of(word[word.index("(") + 1:word.rindex(")")])
        elif low.startswith("intent"):
            intent = re.sub(r"[\s()]", "", low[6:])
        else:
            common.add(low.split("(")[0].strip())
    for each in names.items:
        name, array, char_length, initial = each.items[:4]
        one = Entity(str(name).lower(), place, text, category, type_name,
                     [list(pair) for pair in shape], set(common), intent,
                     str(initial) if initial is not None else "", length,
                     procedure="external" in common)
        if array is not None:
            one.shape = bounds_of(str(array))
        if char_length is not None:
            one.length = re.sub(r"^\*\s*\(?|\)$", "", str(char_length)).strip()
            one.type_text = f"CHARACTER(LEN = {one.length})"
        yield one


def derived_type(node, place_of):
    head = node.items[0] if getattr(node, "items", None) else node.children[0]
    components, unread = {}, []
    for part in node.children[1:]:
        if isinstance(part, f.Component_Part):
            for statement in part.children:
                if isinstance(statement, f.Data_Component_Def_Stmt):
                    for one in declared(statement, place_of(statement)):
                        components[one.name] = one
                elif isinstance(statement, f.Proc_Component_Def_Stmt):
                    unread.append(statement)
    for statement in unread:
        for name in re.findall(r"::\s*(.*)$", str(statement)):
            for word in re.findall(r"[a-z]\w*", name.split("=>")[0].lower()):
                components[word] = Entity(word, place_of(statement), procedure=True)
    extends = re.search(r"EXTENDS\s*\(\s*(\w+)\s*\)", str(head), re.IGNORECASE)
    access = re.match(r"TYPE\s*,.*\b(PUBLIC|PRIVATE)\b.*::", str(head), re.IGNORECASE)
    return DerivedType(str(head.items[1]).lower(), place_of(node), components,
                       extends[1].lower() if extends else "", access[1].lower() if access else "")
