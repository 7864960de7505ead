"""Subscripts: of elements, and of sections that became loops."""

import re

from adopting.fortran import f, BinaryOpBase, UnaryOpBase
from adopting.names import arguments_of
from porting.expression import E
from porting.refused import Refused
from porting.variables import components, minus, plus


class Indices:
    def subscripts(self, variable, nodes, node, index):
        """Texts between an index macro's brackets."""
        if len(nodes) != variable.rank:
            raise Refused(self.place(node), f"'{node}' has {len(nodes)} subscripts, and the array "
                                            f"{variable.rank} axes")
        texts, at = [], 0
        for axis, each in enumerate(nodes):
            if isinstance(each, f.Subscript_Triplet):
                if index is None:
                    raise Refused(self.place(node), f"the section '{node}'")
                first = self.value(each.items[0]) if each.items[0] else variable.axes[axis][0]
                step = self.value(each.items[2]) if each.items[2] else "1"
                texts.append(self.shifted(index[at], first, step))
                at += 1
            elif index is not None and self.rank(each):
                texts.append(self.value(each, [index[at]]))
                at += 1
            else:
                one = self.e(each)
                if one.category != "integer":
                    raise Refused(self.place(node), f"the subscript '{each}'")
                texts.append(one.text)
        return texts

    def shifted(self, loop, first, step):
        """The subscript of an axis that begins at `first`, in the turn of a loop."""
        variable, lower, own = loop
        if step == own:
            return variable if first == lower else moved(variable, lower, first)
        turn = minus(variable, lower)
        if own != "1":
            turn = f"({turn}) / {own if re.fullmatch(r'-?[0-9a-z_]+', own) else f'({own})'}"
        wide = f"({turn})" if " " in turn else turn
        if step == "-1":
            return f"{first} - {wide}"
        if step != "1":
            wide = f"{step if re.fullmatch(r'[0-9a-z_]+', step) else f'({step})'} * {wide}"
        return wide if first == "0" else plus(first, wide) if re.fullmatch(
            r"[\w ]+", wide) else f"{first} + {wide}"

    def rank(self, node):
        """Axes of an expression."""
        if isinstance(node, f.Parenthesis):
            return self.rank(node.items[1])
        if isinstance(node, UnaryOpBase):
            return self.rank(node.items[1])
        if isinstance(node, BinaryOpBase):
            return max(self.rank(node.items[0]), self.rank(node.items[2]))
        if isinstance(node, f.Intrinsic_Function_Reference):
            return self.intrinsic_rank(node)
        if isinstance(node, f.Array_Constructor):
            return 1
        if isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref, f.Function_Reference,
                             f.Structure_Constructor)):
            if isinstance(self.frame.alias(self.parts(node)[0]), E):
                return 0
            base, path, subscripts = self.unaliased(node)
            if not path and subscripts is not None and not self.is_array(base):
                function = self.callee(base, node)
                if function and function.result and "elemental" not in function.prefix.lower():
                    return function.entities[function.result].rank
                return max([self.rank(each) for _, each in arguments_of(subscripts)], default=0)
            if not path and not self.frame.entity(base):
                return 0
            if self.frame.entity(base).category == "character":
                return 0
            if components(self.frame, base, "%".join(path)):
                return self.frame.entity(base).rank if subscripts is None else 0
            return self.rank_of(self.frame.find(base, path, node), subscripts)
        return 0

    def rank_of(self, variable, subscripts):
        if subscripts is None:
            return variable.rank
        return sum(1 for each in subscripts
                   if isinstance(each, f.Subscript_Triplet) or self.rank(each))


def moved(variable, lower, first):
    """variable - lower + first, numbers added."""
    if re.fullmatch(r"-?\d+", lower) and re.fullmatch(r"-?\d+", first):
        amount = int(first) - int(lower)
        return plus(variable, str(amount))
    a, b = split(lower), split(first)
    if a[0] == b[0]:
        return plus(variable, str(b[1] - a[1]))
    if re.fullmatch(r"-?\d+", lower):
        return plus(f"{variable} + {wrap(first)}", str(-int(lower)))
    if re.fullmatch(r"-?\d+", first):
        return plus(minus(variable, lower), first)
    return f"{minus(variable, lower)} + {wrap(first)}"


def split(text):
    """`n + 1` as (n, 1)."""
    match = re.fullmatch(r"(.*\S) ([-+]) (\d+)", text)
    return (match[1], int(match[2] + match[3])) if match else (text, 0)


def wrap(text):
    return f"({text})" if text.startswith("-") else text
