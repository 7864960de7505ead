"""Intrinsic functions of Fortran in C."""

import functools

from adopting import originals
from adopting.fortran import f
from adopting.names import arguments_of
from porting.callees import OF_ARRAYS
from porting.expression import (CHOICE, E, EQUAL, INTEGER, LOGICAL, OR, PLUS, PRIMARY, TIMES,
                                UNARY, Type, in_c, stronger)
from porting.refused import Refused

# Of one argument, with the same name in C; others with the name that C has.
MATH = {name: name for name in "sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh "
        "acosh atanh erf erfc".split()}
MATH |= {"gamma": "tgamma", "log_gamma": "lgamma", "aint": "trunc", "anint": "round",
         "bessel_j0": "j0", "bessel_j1": "j1", "bessel_y0": "y0", "bessel_y1": "y1"}
# Specific names of FORTRAN 77, and the generic ones; those of complex numbers are not written.
SPECIFIC = {name: generic for name, generic in originals.SPECIFIC.items() if name[0] != "c"} | {
    "iabs": "abs", "isign": "sign", "idim": "dim", "max0": "max", "min0": "min", "ifix": "int",
    "float": "real", "sngl": "real"}
BITS = {"iand": "&", "ior": "|", "ieor": "^"}
REDUCTIONS = {"sum", "product", "maxval", "minval", "count", "any", "all", "dot_product"}
ROUNDED = {"nint": "lround", "floor": "floor", "ceiling": "ceil"}
TESTS = {"isnan": "isnan", "ieee_is_nan": "isnan", "ieee_is_finite": "isfinite"}
CASTS = {"real": "real", "int": "integer"}
HELPERS = {"dim": "dim", "ishft": "shift"}
INQUIRIES = {"size", "lbound", "ubound", "present", "allocated", "associated", "kind", "huge",
             "tiny", "epsilon", "digits", "is_contiguous"}


def math(name, kind):
    return name + {4: "f", 8: "", 10: "l"}[kind.bytes]


class Intrinsics:
    """Part of Expressions."""

    def intrinsic_rank(self, node):
        name, arguments = self.intrinsic_parts(node)
        if name in REDUCTIONS:
            self.of_all_axes(arguments, node)
        if name in REDUCTIONS or name in INQUIRIES:
            return 0
        return max([self.rank(each) for each in arguments.values()], default=0)

    def of_all_axes(self, arguments, node):
        if arguments.get("dim") or isinstance(arguments.get(1), f.Int_Literal_Constant):
            raise Refused(self.place(node), f"'{node}', along one axis")

    def plain(self, arguments):
        return [each for key, each in arguments.items() if isinstance(key, int)]

    def intrinsic_parts(self, node):
        name = str(node.items[0]).lower()
        arguments = {keyword or at: each
                     for at, (keyword, each) in enumerate(arguments_of(node.items[1]))}
        return SPECIFIC.get(name, name), arguments

    def intrinsic(self, node, index):
        name, arguments = self.intrinsic_parts(node)
        if self.is_array(str(node.items[0]).lower()):  # an array has the name of an intrinsic
            return self.designator(node, index)
        if name in REDUCTIONS:
            return self.reduction(name, arguments, node)
        if name in INQUIRIES:
            return self.inquiry(name, arguments, node)
        if name in OF_ARRAYS:
            raise Refused(self.place(node), f"the intrinsic function {name}")
        plain = [self.e(each, index) for each in self.plain(arguments)]
        if any(each.category == "complex" for each in plain) or name in ("cmplx", "dcmplx"):
            raise Refused(self.place(node), f"the intrinsic function {name} of complex numbers")
        handler = getattr(self, f"in_{name}", None)
        if handler is not None:
            return handler(*plain)
        if name in CASTS:
            return self.cast(self.kind_given(arguments, CASTS[name], node), plain[0])
        if name == "atan" and len(plain) == 2:
            name = "atan2"
        kind = plain[0].type if plain else None
        if name in ("atan2", "hypot") or name in MATH and len(plain) == 1 \
                and kind.category == "real":
            return self.call(math(MATH.get(name, name), kind), plain, kind)
        if name in ("max", "min"):
            return self.extreme(name, plain)
        if name in TESTS:
            return self.call(TESTS[name], plain, LOGICAL)
        if name in HELPERS:
            return self.call(self.port.helpers(HELPERS[name], kind), plain, kind)
        if name in ROUNDED:
            kind = self.kind_given(arguments, "integer", node)
            made = self.call(math(ROUNDED[name], plain[0].type), plain[:1], Type("integer", 0))
            return E(f"({in_c(kind)}){made.text}", UNARY, kind)
        if name in BITS:
            kind = stronger(plain[0].type, plain[1].type)
            return E(f"({plain[0].at(PLUS)} {BITS[name]} {plain[1].at(PLUS)})", PRIMARY, kind)
        raise Refused(self.place(node), f"the intrinsic function {name}")

    def call(self, name, arguments, kind):
        return E(f"{name}({', '.join(each.text for each in arguments)})", PRIMARY, kind)

    def in_abs(self, one):
        kind = one.type
        if kind.category == "integer":
            return self.call("labs" if kind.bytes == 8 else "abs", [one], kind)
        return self.call(math("fabs", kind), [one], kind)

    def extreme(self, name, plain):
        kind = functools.reduce(stronger, (each.type for each in plain))
        helper = self.port.helpers(name, kind)
        result = plain[0]
        for each in plain[1:]:
            result = E(f"{helper}({result.text}, {each.text})", PRIMARY, kind)
        return result

    def in_mod(self, one, by):
        kind = stronger(one.type, by.type)
        if kind.category == "integer":
            return E(f"{one.at(TIMES)} % {by.at(UNARY)}", TIMES, kind)
        return self.call(math("fmod", kind), [one, by], kind)

    def in_modulo(self, one, by):
        kind = stronger(one.type, by.type)
        return self.call(self.port.helpers("modulo", kind), [one, by], kind)

    def in_sign(self, one, of):
        kind = one.type
        name = (math("copysign", kind) if kind.category == "real"
                else self.port.helpers("sign", kind))
        return self.call(name, [one, of], kind)

    def kind_given(self, arguments, category, node):
        given = arguments.get("kind", arguments.get(1))
        if given is None:
            return Type(category, self.port.kinds.usual[category])
        return Type(category, self.port.kinds.number(given, self.frame.scope, self.place(node)))

    def in_dble(self, one):
        return self.cast(Type("real", self.port.kinds.usual["double"]), one)

    def in_logical(self, one, kind=None):
        return one

    def in_merge(self, first, second, mask):
        return E(f"{mask.at(OR)} ? {first.at(OR)} : {second.at(OR)}", CHOICE,
                 stronger(first.type, second.type))

    def in_not(self, one):
        return E(f"~{one.at(UNARY)}", UNARY, one.type)

    def in_btest(self, one, at):
        return E(f"({one.at(PLUS)} >> {at.at(PLUS)} & 1)", PRIMARY, LOGICAL)

    # -- about variables and kinds

    def inquiry(self, name, arguments, node):
        first = arguments[0]
        if name in ("present", "allocated", "associated"):
            if len(arguments) > 1:
                raise Refused(self.place(node), f"'{node}'")
            return self.there(first, node)
        if name in ("huge", "tiny", "epsilon", "kind", "digits"):
            kind = self.e(first, [("0", "0", "1")] * 7).type
            if name == "kind":
                return E(str(kind.bytes), PRIMARY, INTEGER)
            return limit(name, kind, self.place(node))
        return self.extent(name, first, arguments, node)

    def there(self, node, whole):
        base, path, subscripts = self.parts(node)
        entity = self.frame.entity(base)
        if entity is not None and entity.category == "type" and not path:
            raise Refused(self.place(whole), f"'{whole}' of a derived type")
        variable = self.frame.use(self.frame.find(base, path, node))
        if not (variable.rank or variable.pointer or variable.type.category == "character"):
            return E("1", PRIMARY, LOGICAL)
        return E(f"{variable.name} != NULL", EQUAL, LOGICAL)

    def extent(self, name, first, arguments, node):
        base, path, subscripts = self.parts(first)
        if subscripts is not None:
            raise Refused(self.place(node), f"'{node}' of a section")
        variable = self.frame.use(self.frame.find(base, path, first))
        if variable.entity is not None and variable.entity.assumed_size:
            raise Refused(self.place(node), f"'{node}' of an array whose size is not known")
        dim = arguments.get("dim", arguments.get(1))
        if dim is None:
            if name != "size":
                raise Refused(self.place(node), f"'{node}' of all axes")
            texts = [E(extent, PLUS if " " in extent else PRIMARY, INTEGER).at(TIMES)
                     for _, extent in variable.axes]
            return E(" * ".join(texts), TIMES if len(texts) > 1 else UNARY, INTEGER)
        number = str(self.port.number(self.value(dim)))
        if not number.isdigit() or not 1 <= int(number) <= variable.rank:
            raise Refused(self.place(node), f"'{node}', whose axis is no constant")
        axis = int(number) - 1
        text = {"size": variable.axes[axis][1], "lbound": variable.axes[axis][0],
                "ubound": variable.upper(axis)}[name]
        # A bound is an integer of any size in C, in Fortran of the usual one.
        return E(text, PLUS if " " in text or text.startswith("-") else PRIMARY, INTEGER)


def limit(name, kind, place):
    if kind.category == "integer" and name == "huge":
        return E(f"INT{8 * kind.bytes}_MAX", PRIMARY, kind)
    prefix = {4: "FLT", 8: "DBL", 10: "LDBL"}.get(kind.bytes)
    word = {"huge": "MAX", "tiny": "MIN", "epsilon": "EPSILON"}.get(name)
    if kind.category != "real" or not prefix or not word:
        raise Refused(place, f"{name} of {kind.category}")
    return E(f"{prefix}_{word}", PRIMARY, kind)
