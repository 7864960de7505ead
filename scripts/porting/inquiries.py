"""Intrinsic functions about variables and kinds."""

from porting.expression import E, EQUAL, PLUS, PRIMARY, TIMES, UNARY
from porting.kinds_in_c import INTEGER, LOGICAL
from porting.refused import Refused

INQUIRIES = {"size", "lbound", "ubound", "present", "allocated", "associated", "kind", "huge",
             "tiny", "epsilon", "digits", "is_contiguous"}


class Inquiries:
    """Part of Intrinsics."""

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
        base, path, subscripts, _ = self.parts(node)
        entity = self.frame.entity(base)
        if entity is not None and entity.category == "type" and not path:
            raise Refused(self.place(whole), f"'{whole}' of a derived type")
        variable = self.frame.use(self.frame.find(base, path, node))
        if not (variable.rank or variable.pointer or variable.type.category == "character"):
            return E("1", PRIMARY, LOGICAL)
        return E(f"{variable.name} != NULL", EQUAL, LOGICAL)

    def extent(self, name, first, arguments, node):
        base, path, subscripts, _ = self.parts(first)
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
        return self.cast_long(text)

    def cast_long(self, text):
        """A bound, which is an integer of any size in C, in Fortran of the usual one."""
        return E(text, PLUS if " " in text or text.startswith("-") else PRIMARY, INTEGER)


def limit(name, kind, place):
    if kind.category == "integer" and name == "huge":
        return E(f"INT{8 * kind.bytes}_MAX", PRIMARY, kind)
    prefix = {4: "FLT", 8: "DBL", 10: "LDBL"}.get(kind.bytes)
    word = {"huge": "MAX", "tiny": "MIN", "epsilon": "EPSILON"}.get(name)
    if kind.category != "real" or not prefix or not word:
        raise Refused(place, f"{name} of {kind.category}")
    return E(f"{prefix}_{word}", PRIMARY, kind)
