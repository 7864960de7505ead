"""Arrays as arguments of calls."""

from adopting.fortran import f
from porting.expression import E
from porting.refused import Refused
from porting.variables import minus, plus


class ArrayArguments:
    """Part of Calls."""

    def actual_array(self, variable, node, path, call):
        """The address of an array's first element, with its bounds where they are asked for."""
        if not isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref)) or self.calls_function(node):
            raise Refused(self.place(call), f"the array expression '{node}' as an argument")
        mine, subscripts = self.given(node, path)
        self.frame.use(mine)
        if mine.type != variable.type:
            raise Refused(self.place(call), f"'{node}' is of another type than the argument "
                                            f"{variable.name}")
        if not mine.rank:
            text = self.text_of(mine)
            first = text[1:] if text.startswith("*") else f"&{text}"
            return [first, *self._no_bounds(variable, mine, call)]
        if subscripts is None:
            return [mine.name, *self._bounds_of(variable, [(low, extent) for low, extent
                                                           in mine.axes], mine, call)]
        first, shape, partial = [], [], False
        for axis, each in enumerate(subscripts):
            low, extent = mine.axes[axis]
            if not isinstance(each, f.Subscript_Triplet):
                if self.rank(each):
                    raise Refused(self.place(call), f"the vector subscript of '{node}'")
                first.append(self.value(each))
                partial = True
                continue
            begin = self.value(each.items[0]) if each.items[0] else low
            end = self.value(each.items[1]) if each.items[1] else mine.upper(axis)
            last = axis == len(subscripts) - 1 or not any(
                isinstance(other, f.Subscript_Triplet) for other in subscripts[axis + 1:])
            whole = (begin, end) == (low, mine.upper(axis))
            if partial or each.items[2] is not None or not (whole or last):
                raise Refused(self.place(call), f"the section '{node}', whose elements are not "
                                                "next to each other, as an argument")
            first.append(begin)
            shape.append((low if whole else "1", extent if whole else end if begin == "1"
                          else plus(minus(end, begin), "1")))
        if not shape and self._asks(variable):
            raise Refused(self.place(call), f"the element '{node}' as an array")
        text = f"&{mine.name}({', '.join(first)})"
        return [text, *self._bounds_of(variable, [("1", extent) for _, extent in shape], mine,
                                       call)]

    def given(self, node, path):
        """(variable, subscripts): what a designator names, its component `path`."""
        base, more, subscripts = self.parts(node)
        alias = self.frame.alias(base)
        if isinstance(alias, tuple) and not isinstance(alias, E):
            base, more = alias[0], [*alias[1], *more]
            subscripts = alias[2] if alias[2] is not None else subscripts
        return self.frame.find(base, [*more, *path], node), subscripts

    def _asks(self, variable):
        return any(low or extent for low, extent in variable.declared)

    def _no_bounds(self, variable, mine, call):
        if self._asks(variable):
            raise Refused(self.place(call), f"the scalar {mine.name} as an array")
        return []

    def _bounds_of(self, variable, axes, mine, call):
        texts = []
        if self._asks(variable) and len(axes) != variable.rank:
            raise Refused(self.place(call), f"'{mine.name}' has {len(axes)} axes, and the argument "
                                            f"{variable.name} {variable.rank}")
        for (own_low, own_extent), (low, extent) in zip(variable.declared, axes):
            texts += [low] if own_low else []
            texts += [extent] if own_extent else []
        return texts
