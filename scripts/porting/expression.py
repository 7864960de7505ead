"""A piece of C with its precedence and its type, also of a constant that is written out; types of
Fortran and of C, and kinds as numbers of bytes."""

import re
import shlex
from typing import NamedTuple

from adopting.fortran import f
from porting.refused import Refused

NAMED = {"int8": 1, "int16": 2, "int32": 4, "int64": 8, "real32": 4, "real64": 8, "real128": 16,
         "c_int": 4, "c_long": 8, "c_size_t": 8, "c_int32_t": 4, "c_int64_t": 8, "c_float": 4,
         "c_double": 8, "c_bool": 1, "c_long_long": 8, "c_short": 2, "c_signed_char": 1}


class Type(NamedTuple):
    category: str
    bytes: int


INTEGER, LOGICAL, LONG = Type("integer", 4), Type("logical", 4), Type("integer", 8)


def in_c(kind):
    category, size = kind
    if category == "real" and size in (4, 8, 10):
        return {4: "float", 8: "double", 10: "long double"}[size]
    if category in ("integer", "logical") and size in (1, 2, 4, 8):
        return "int" if size == 4 else f"int{8 * size}_t"
    if category == "complex" and size in (4, 8):
        return {4: "float", 8: "double"}[size] + " _Complex"
    if category == "character":
        return "char"
    raise Refused("", f"{category} of {size} bytes")


def furthest(low, kind):
    """The least number of a type, or the largest."""
    if kind.category == "real":
        return "-INFINITY" if low else "INFINITY"
    return f"INT{8 * kind.bytes}_{'MIN' if low else 'MAX'}"


def first_value(entity):
    """What a declaration gives it, without the `=`."""
    return re.sub(r"^\s*=\s*", "", entity.initial)


class Kinds:
    """Bytes of the kinds that a scope writes."""

    def __init__(self, flags, known):
        words = shlex.split(flags)
        wide_integer = "-fdefault-integer-8" in words
        wide_real = "-fdefault-real-8" in words or "-fdefault-real-10" in words
        self.known = known  # named constants that gfortran gave values
        wide_double = wide_real and "-fdefault-double-8" not in words
        self.usual = {"integer": 8 if wide_integer else 4, "logical": 8 if wide_integer else 4,
                      "real": 8 if wide_real else 4, "complex": 8 if wide_real else 4,
                      "double": 16 if wide_double else 8, "character": 1}

    def of_text(self, text, scope, place=""):
        """`REAL(KIND = wp)`, `DOUBLE PRECISION`, `INTEGER*8`, `real(8)`."""
        low = re.sub(r"\s+", "", text.lower())
        if low.startswith("double"):
            return Type("complex" if "complex" in low else "real", self.usual["double"])
        if low == "byte":
            return Type("integer", 1)
        match = re.match(r"(integer|real|logical|complex|character)(.*)$", low)
        if not match:
            raise Refused(place, f"the type {text}")
        category, rest = match[1], match[2]
        if category == "character":
            return Type(category, 1)
        if star := re.match(r"\*(\d+)", rest):
            return Type(category, int(star[1]) // (2 if category == "complex" else 1))
        if not rest:
            return Type(category, self.usual[category])
        kind = re.sub(r"^kind=", "", rest[1:-1])
        return Type(category, self.number(kind, scope, place))

    def number(self, text, scope, place):
        low = re.sub(r"\s+", "", str(text).lower())
        if low.isdigit():
            return int(low)
        if match := re.fullmatch(r"kind\((.*)\)", low):
            inside = match[1]
            if re.fullmatch(r"[\d.]+d[+-]?\d+", inside):
                return self.usual["double"]
            if literal := re.fullmatch(r"[\d.]+(e[+-]?\d+)?(_(\w+))?", inside):
                category = "real" if "." in inside or "e" in inside.split("_")[0] else "integer"
                return (self.number(literal[3], scope, place) if literal[3]
                        else self.usual[category])
            if inside in (".true.", ".false."):
                return self.usual["logical"]
            found = scope.declaring(inside) if scope is not None else None
            if found and (entity := found[0].entities.get(found[1])) and entity.category:
                return self.of_text(entity.type_text, found[0], place).bytes
        if match := re.fullmatch(r"selected_real_kind\((?:p=)?(\d+)(?:,(?:r=)?(\d+))?\)", low):
            digits, range_ = int(match[1]), int(match[2] or 0)
            return next((size for size, most, wide in ((4, 6, 37), (8, 15, 307), (10, 18, 4931))
                         if digits <= most and range_ <= wide), 16)
        if match := re.fullmatch(r"selected_int_kind\((\d+)\)", low):
            return next((size for size, most in ((1, 2), (2, 4), (4, 9), (8, 18))
                         if int(match[1]) <= most), 16)
        if re.fullmatch(r"\w+", low):
            found = scope.lookup(low) if scope is not None else None
            if found and isinstance(found[0], str):
                low = found[1]
            elif found and (entity := found[0].entities.get(found[1])) and entity.initial:
                return self.number(first_value(entity), found[0], place)
            if low in NAMED:
                return NAMED[low]
            if low in self.known:
                return int(self.known[low][2])
        raise Refused(place, f"the kind {text}")


PRIMARY, UNARY, TIMES, PLUS, LESS, EQUAL, AND, OR, CHOICE = 16, 14, 13, 12, 10, 9, 5, 4, 3
ORDER = {"logical": 0, "integer": 1, "real": 2, "complex": 3}


class E(NamedTuple):
    text: str
    prec: int
    type: Type

    def at(self, least):
        """Its text where operators bind at least this strongly."""
        return self.text if self.prec >= least else f"({self.text})"

    @property
    def category(self):
        return self.type.category

    @property
    def bytes(self):
        return self.type.bytes


def stronger(a, b):
    """The type of a result of operands of two types."""
    if a.category == b.category:
        return Type(a.category, max(a.bytes, b.bytes))
    first, second = (a, b) if ORDER[a.category] > ORDER[b.category] else (b, a)
    if second.category in ("integer", "logical"):
        return first
    return Type(first.category, max(first.bytes, second.bytes))


# -- constants


def literal(node, frame):
    """E of a literal, None of anything else."""
    if isinstance(node, (f.Int_Literal_Constant, f.Signed_Int_Literal_Constant)):
        return integer(str(node.items[0]), kind_of(node, "integer", frame))
    if isinstance(node, (f.Real_Literal_Constant, f.Signed_Real_Literal_Constant)):
        return real(str(node.items[0]).lower(), node, frame)
    if isinstance(node, f.Logical_Literal_Constant):
        return E("1" if "true" in str(node.items[0]).lower() else "0", PRIMARY, LOGICAL)
    if isinstance(node, f.Complex_Literal_Constant):
        raise Refused(frame.place(node), f"the complex constant {node}")
    return None


def kind_of(node, category, frame):
    if node.items[1] is None:
        return frame.port.kinds.usual[category]
    return frame.port.kinds.number(node.items[1], frame.scope, frame.place(node))


def integer(text, size):
    if size == 8 or abs(int(text)) >= 2**31:
        return E(f"INT64_C({text})", PRIMARY, Type("integer", 8))
    return E(text, UNARY if text[0] in "+-" else PRIMARY, Type("integer", size))


def real(text, node, frame):
    size = (frame.port.kinds.usual["double"] if "d" in text else kind_of(node, "real", frame))
    if size not in (4, 8, 10):
        raise Refused(frame.place(node), f"the constant {node} of {size} bytes")
    mantissa, _, exponent = text.replace("d", "e").partition("e")
    mantissa = re.sub(r"\.$", ".0", re.sub(r"^([+-]?)\.", r"\g<1>0.", mantissa))
    if "." not in mantissa and not exponent:
        mantissa += ".0"
    if exponent and not int(exponent):
        exponent = ""
        mantissa += "" if "." in mantissa else ".0"
    suffix = {4: "f", 8: "", 10: "L"}[size]
    return E(mantissa + (f"e{exponent}" if exponent else "") + suffix,
             UNARY if mantissa[0] in "+-" else PRIMARY, Type("real", size))
