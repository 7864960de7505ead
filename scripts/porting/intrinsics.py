"""Intrinsic functions of Fortran in C."""

from adopting.fortran import f
from porting.expression import CHOICE, E, OR, PLUS, PRIMARY, TIMES, UNARY, stronger
from porting.inquiries import INQUIRIES, Inquiries
from porting.refused import Refused
from porting.kinds_in_c import LOGICAL, Type, in_c

# Of one argument, with the same name in C; others with the name that C has.
MATH = {name: name for name in "sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh "
        "acosh atanh erf erfc".split()}
MATH |= {"gamma": "tgamma", "log_gamma": "lgamma", "aint": "trunc", "anint": "round",
         "bessel_j0": "j0", "bessel_j1": "j1", "bessel_y0": "y0", "bessel_y1": "y1"}
# Specific names of FORTRAN 77: the generic name, and the kind of the result where they say it.
SPECIFIC = {"iabs": "abs", "dabs": "abs", "dsqrt": "sqrt", "dexp": "exp", "alog": "log",
            "dlog": "log", "alog10": "log10", "dlog10": "log10", "dsin": "sin", "dcos": "cos",
            "dtan": "tan", "dasin": "asin", "dacos": "acos", "datan": "atan", "datan2": "atan2",
            "dsinh": "sinh", "dcosh": "cosh", "dtanh": "tanh", "amod": "mod", "dmod": "mod",
            "isign": "sign", "dsign": "sign", "idim": "dim", "ddim": "dim", "max0": "max",
            "amax1": "max", "dmax1": "max", "min0": "min", "amin1": "min", "dmin1": "min",
            "idnint": "nint", "dint": "aint", "dnint": "anint", "ifix": "int", "idint": "int",
            "float": "real", "sngl": "real", "dfloat": "dble"}
BITS = {"iand": "&", "ior": "|", "ieor": "^"}
REDUCTIONS = {"sum", "product", "maxval", "minval", "count", "any", "all", "dot_product"}
def math(name, kind):
    return name + {4: "f", 8: "", 10: "l"}[kind.bytes]


class Intrinsics(Inquiries):
    """Part of Expressions."""

    def intrinsic_rank(self, node):
        name, arguments = self.intrinsic_parts(node)
        if name in REDUCTIONS or name in INQUIRIES:
            if name in REDUCTIONS and (arguments.get("dim") or (
                    name not in ("dot_product",) and len(self.plain(arguments)) > 1
                    and name not in ("any", "all", "count")
                    and self.e_type_is_integer(arguments.get(1)))):
                raise Refused(self.place(node), f"'{node}', along one axis")
            return 0
        return max([self.rank(each) for each in arguments.values()], default=0)

    def e_type_is_integer(self, node):
        return isinstance(node, f.Int_Literal_Constant)

    def plain(self, arguments):
        return [each for key, each in arguments.items() if isinstance(key, int)]

    def intrinsic_parts(self, node):
        name = str(node.items[0]).lower()
        listed = node.items[1]
        listed = (() if listed is None else listed.items
                  if type(listed).__name__.endswith("_List") else (listed,))
        arguments = {}
        for at, each in enumerate(listed):
            if isinstance(each, f.Actual_Arg_Spec):
                arguments[str(each.items[0]).lower()] = each.items[1]
            else:
                arguments[at] = each
        return SPECIFIC.get(name, name), arguments

    def intrinsic(self, node, index):
        name, arguments = self.intrinsic_parts(node)
        if self.is_array(str(node.items[0]).lower()):  # an array has the name of an intrinsic
            return self.designator(node, index)
        if name in REDUCTIONS:
            return self.reduction(name, arguments, node)
        if name in INQUIRIES:
            return self.inquiry(name, arguments, node)
        plain = [self.e(each, index) for each in self.plain(arguments)]
        if any(each.category == "complex" for each in plain) or name in ("cmplx", "dcmplx"):
            return self.complex_intrinsic(name, plain, node)
        handler = getattr(self, f"in_{name}", None)
        if handler is not None:
            return handler(plain, arguments, node)
        if name in MATH and len(plain) == 1 and plain[0].category == "real":
            return self.call(math(MATH[name], plain[0].type), plain, plain[0].type)
        if name in BITS:
            kind = stronger(plain[0].type, plain[1].type)
            return E(f"({plain[0].at(PLUS)} {BITS[name]} {plain[1].at(PLUS)})", PRIMARY, kind)
        raise Refused(self.place(node), f"the intrinsic function {name}")

    def call(self, name, arguments, kind):
        return E(f"{name}({', '.join(each.text for each in arguments)})", PRIMARY, kind)

    def complex_intrinsic(self, name, plain, node):
        raise Refused(self.place(node), f"the intrinsic function {name} of complex numbers")

    def in_abs(self, plain, arguments, node):
        kind = plain[0].type
        if kind.category == "integer":
            return self.call("labs" if kind.bytes == 8 else "abs", plain, kind)
        return self.call(math("fabs", kind), plain, kind)

    def in_atan(self, plain, arguments, node):
        name = "atan2" if len(plain) == 2 else "atan"
        return self.call(math(name, plain[0].type), plain, plain[0].type)

    def in_atan2(self, plain, arguments, node):
        return self.call(math("atan2", plain[0].type), plain, plain[0].type)

    def in_hypot(self, plain, arguments, node):
        return self.call(math("hypot", plain[0].type), plain, plain[0].type)

    def extreme(self, name, plain):
        kind = plain[0].type
        for each in plain[1:]:
            kind = stronger(kind, each.type)
        helper = self.port.extreme(name, kind)
        result = plain[0]
        for each in plain[1:]:
            result = E(f"{helper}({self.port.exact(result, kind)}, {self.port.exact(each, kind)})",
                       PRIMARY, kind)
        return result

    def in_max(self, plain, arguments, node):
        return self.extreme("max", plain)

    def in_min(self, plain, arguments, node):
        return self.extreme("min", plain)

    def in_mod(self, plain, arguments, node):
        kind = stronger(plain[0].type, plain[1].type)
        if kind.category == "integer":
            return E(f"{plain[0].at(TIMES)} % {plain[1].at(UNARY)}", TIMES, kind)
        return self.call(math("fmod", kind), plain, kind)

    def in_modulo(self, plain, arguments, node):
        kind = stronger(plain[0].type, plain[1].type)
        return self.call(self.port.helpers("modulo", kind), plain, kind)

    def in_sign(self, plain, arguments, node):
        kind = plain[0].type
        if kind.category == "real":
            return self.call(math("copysign", kind), plain, kind)
        return self.call(self.port.helpers("sign", kind), plain, kind)

    def in_dim(self, plain, arguments, node):
        kind = plain[0].type
        return self.call(self.port.helpers("dim", kind), plain, kind)

    def kind_given(self, plain, arguments, category, node, at=1):
        given = arguments.get("kind", arguments.get(at))
        if given is None:
            return None
        return Type(category, self.port.kinds.number(given, self.frame.scope, self.place(node)))

    def in_real(self, plain, arguments, node):
        kind = (self.kind_given(plain, arguments, "real", node)
                or Type("real", self.port.kinds.usual["real"]))
        return self.cast(kind, plain[0])

    def in_dble(self, plain, arguments, node):
        return self.cast(Type("real", self.port.kinds.usual["double"]), plain[0])

    def in_int(self, plain, arguments, node):
        kind = (self.kind_given(plain, arguments, "integer", node)
                or Type("integer", self.port.kinds.usual["integer"]))
        return self.cast(kind, plain[0])

    def in_logical(self, plain, arguments, node):
        return plain[0]

    def rounded(self, name, plain, arguments, node):
        kind = (self.kind_given(plain, arguments, "integer", node)
                or Type("integer", self.port.kinds.usual["integer"]))
        made = self.call(math(name, plain[0].type), plain[:1], Type("integer", 0))
        return E(f"({in_c(kind)}){made.text}", UNARY, kind)

    def in_nint(self, plain, arguments, node):
        return self.rounded("lround", plain, arguments, node)

    def in_floor(self, plain, arguments, node):
        return self.rounded("floor", plain, arguments, node)

    def in_ceiling(self, plain, arguments, node):
        return self.rounded("ceil", plain, arguments, node)

    def in_merge(self, plain, arguments, node):
        first, second, mask = plain
        return E(f"{mask.at(OR)} ? {first.at(OR)} : {second.at(OR)}", CHOICE,
                 stronger(first.type, second.type))

    def in_not(self, plain, arguments, node):
        return E(f"~{plain[0].at(UNARY)}", UNARY, plain[0].type)

    def in_ishft(self, plain, arguments, node):
        return self.call(self.port.helpers("shift", plain[0].type), plain, plain[0].type)

    def in_btest(self, plain, arguments, node):
        return E(f"({plain[0].at(PLUS)} >> {plain[1].at(PLUS)} & 1)", PRIMARY, LOGICAL)

    def in_isnan(self, plain, arguments, node):
        return self.call("isnan", plain, LOGICAL)

    def in_ieee_is_nan(self, plain, arguments, node):
        return self.call("isnan", plain, LOGICAL)

    def in_ieee_is_finite(self, plain, arguments, node):
        return self.call("isfinite", plain, LOGICAL)
