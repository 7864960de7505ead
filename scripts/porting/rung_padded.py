"""The rung cuda-padded: arrays get a halo on the device, of zeros or of the value at the border,
and the kernel has no tests for the border."""

import re

from adopting import parsing
from adopting.fortran import f, walk
from porting import affine
from porting.halo_text import AXES, HaloText
from porting.parallel import bounds_of, is_loop, loop_variable
from porting.stencil_nest import NotTaken, Plan


class Padded(HaloText, Plan):
    def plan(self):
        nest = self.nest
        if nest.touched.calls:
            raise NotTaken(nest.touched.calls)
        self.bounds, self.clamps, self.rules, self.halo, self.why = {}, {}, {}, {}, []
        changed = {each.variable for each in nest.touched.all if each.write} | nest.touched.whole
        self.free = {}
        for each in nest.touched.all:
            if not (each.given or each.variable in changed or nest.aliased(each.variable)
                    or each.variable.kind == "constant" or each.variable.optional
                    or each.variable.rank > AXES):
                self.free.setdefault(each.variable, []).append(each)
        self.assigned = {}
        for node in nest.nodes:
            for each in nest.outside(node):
                self.statement(each)
        for variable, accesses in self.free.items():
            for each in accesses:
                self.clamped(variable, each)
        if not self.halo:
            raise NotTaken(self.why[0] if self.why else "no index and no loop stops at the border "
                                                        "of an array")
        self.names = {each: nest.free_name(f"{each.name}_padded") for each in self.halo}
        self.gone = set(self.halo)
        for variable, name in self.names.items():
            for each in self.free[variable]:
                self.replaced[id(each.node)] = self.reader(name, self.clamps.get(id(each.node), {}))
        self.saving = "no tests at the border of " + ", ".join(
            f"{each.name}, for a copy with a halo of "
            + ("zeros" if self.rules[each] == "zeros" else "its border's values")
            for each in self.halo)

    def statement(self, node):
        """Finds loops that stop at a border, and indices that do."""
        for each in walk(node, f.Assignment_Stmt):
            name = str(each.items[0]).lower()
            self.assigned.setdefault(name, []).append(each)
        for each in walk(node, f.Block_Nonlabel_Do_Construct):
            if is_loop(each) and loop_variable(each.children[0]):
                self.loop(each)

    def extreme(self, node, name):
        """The two arguments of max or min, in both orders."""
        if not isinstance(node, f.Intrinsic_Function_Reference) or str(
                node.items[0]).lower() != name:
            return []
        listed = list(getattr(node.items[1], "items", ()))
        return [listed, listed[::-1]] if len(listed) == 2 else []

    def value(self, node):
        return affine.read(node, self.nest.value)

    # -- a loop over offsets, from max(-m, 1 - i) to min(m, n - i)

    def loop(self, node):
        bounds = bounds_of(node)
        low, high = self.extreme(bounds[0], "max"), self.extreme(bounds[1], "min")
        if not low or not high or (len(bounds) > 2 and bounds[2] is not None):
            return
        inner = loop_variable(node.children[0])
        for grid in self.nest.grid:
            first = self.ends(low, grid)
            last = self.ends(high, grid)
            if first and last:
                try:
                    self.take(node, inner, grid, first, last)
                except NotTaken as why:
                    self.why.append(str(why))
                return

    def ends(self, listed, grid):
        """(how far, its node, the border) of `m, n - grid`."""
        for far, border in listed:
            one, other = self.value(far), self.value(border)
            if one is None or other is None or other.coefficient(grid) != -1:
                continue
            rest = other.without(grid)
            if not any(has(one, each) or has(rest, each) for each in self.nest.grid):
                return one, far, rest
        return None

    def take(self, node, inner, grid, first, last):
        """All statements add products with an element that is zero beyond the border."""
        found = {}
        for each in self.nest.body(node):
            if type(each).__name__ in ("Comment", "End_Do_Stmt", "Nonlabel_Do_Stmt"):
                continue
            variable, axis = self.sum(each, inner, grid, first, last)
            self.borders(variable, axis, first[2], last[2], grid)
            found[variable, axis] = None
        if not found:
            raise NotTaken("a loop to the border is empty")
        for variable, axis in found:
            self.add(variable, axis, "zeros", (first[0] * -1, first[1], True),
                     (last[0], last[1], False))
        bounds = bounds_of(node)
        self.bounds[id(bounds[0])], self.bounds[id(bounds[1])] = first[1], last[1]

    def sum(self, node, inner, grid, first, last):
        """(variable, axis) of `s = s + t(k) * p(i + k)`."""
        where = f"'{' '.join(str(node).lower().split())}'"
        total = node.items[2] if isinstance(node, f.Assignment_Stmt) else None
        if not isinstance(total, f.Level_2_Expr) or total.items[1] != "+" or str(
                node.items[0]).lower() != str(total.items[0]).lower():
            raise NotTaken(f"{where} is not a sum of products")
        taken = None
        for factor in factors(total.items[2]):
            if isinstance(factor, (f.Name, f.Real_Literal_Constant, f.Int_Literal_Constant)):
                continue
            access = next((each for each in self.nest.touched.all if each.node is factor), None)
            if access is None:
                raise NotTaken(f"{where}: '{factor}' is not followed")
            _, _, subscripts = self.host.parts(factor)
            for axis, one in enumerate(subscripts):
                value = self.value_with(one, inner)
                if value is None:
                    raise NotTaken(f"{where}: '{one}' is not followed")
                if not has(value, inner):
                    continue
                if value == affine.symbol(inner) + affine.symbol(grid) and access.variable in \
                        self.free and taken is None:
                    taken = (access.variable, axis)
                elif not self.covers(access.variable, axis, value, inner, first[0], last[0]):
                    raise NotTaken(f"{where}: '{factor}' may be outside of its array")
        if taken is None:
            raise NotTaken(f"{where} has no factor at the loop's offset")
        return taken

    def value_with(self, node, inner):
        return affine.read(node, lambda name: affine.symbol(name) if name == inner
                           else self.nest.value(name))

    def edges(self, variable, axis):
        """The first and the last index of an axis."""
        shape = variable.entity.shape if variable.entity is not None else []
        if len(shape) != variable.rank or shape[axis][1] in ("*", ":"):
            return None, None
        return tuple(affine.read(parsing.read(f.Expr, text), self.nest.value)
                     for text in shape[axis])

    def covers(self, variable, axis, value, inner, first, last):
        low, high = self.edges(variable, axis)
        rest = value.without(inner)
        if low is None or high is None or value.coefficient(inner) != 1 or has(rest, inner):
            return False
        return affine.never_below(first + rest - low, {}) and affine.never_below(
            high - last - rest, {})

    def borders(self, variable, axis, low, high, grid):
        """The loop stops where the array does, and the grid has no turn beyond it."""
        edges = self.edges(variable, axis)
        if edges != (low, high):
            raise NotTaken(f"a loop stops elsewhere than '{variable.name}' does")
        self.within(variable, axis, grid)

    def within(self, variable, axis, grid):
        low, high = self.edges(variable, axis)
        level = next(each for each in self.nest.levels if each.name == grid)
        first, last = (self.value(each) for each in level.bounds[:2])
        if None in (low, high, first, last) or not (
                affine.never_below(first - low, {}) and affine.never_below(high - last, {})):
            raise NotTaken(f"'{grid}' may be beyond the border of '{variable.name}'")

    def add(self, variable, axis, rule, before, behind):
        """`before`, `behind`: (how many elements, its node or None, is it negative?), or None."""
        if any(upper == "*" for _, upper in variable.entity.shape):
            raise NotTaken(f"how many elements '{variable.name}' has is not known")
        if self.rules.setdefault(variable, rule) != rule:
            raise NotTaken(f"'{variable.name}' has two rules at its borders")
        sides = self.halo.setdefault(variable, {}).setdefault(axis, [[], []])
        for side, one in zip(sides, (before, behind)):
            if one and one not in side:
                side.append(one)

    # -- an index max(1, i - 1), or a scalar that is one

    def clamped(self, variable, access):
        _, _, subscripts = self.host.parts(access.node)
        for axis, one in enumerate(subscripts):
            name = str(one).lower()
            given = self.assigned.get(name, [])
            if name in self.nest.verdict.private and len(given) == 1:
                one = given[0].items[2]
            for word, sign in (("max", -1), ("min", 1)):
                for border, moved in self.extreme(one, word):
                    self.clamp(variable, access, axis, border, moved, sign)

    def clamp(self, variable, access, axis, border, moved, sign):
        border, moved = self.value(border), self.value(moved)
        if border is None or any(has(border, each) for each in self.nest.grid) or moved is None:
            return
        if len(moved.terms) != 1 or moved.terms[0][1] != 1 or moved.constant * sign <= 0 \
                or moved.terms[0][0] not in self.nest.grid:
            return
        edge = self.edges(variable, axis)[0 if sign < 0 else 1]
        if edge is None or border != edge:
            return
        grid, far = moved.terms[0][0], abs(moved.constant)
        try:
            self.within(variable, axis, grid)
            one = (affine.number(far), None, False)
            self.add(variable, axis, "edges", one if sign < 0 else None, one if sign > 0 else None)
        except NotTaken as why:
            self.why.append(str(why))
            return
        self.clamps.setdefault(id(access.node), {})[axis] = (grid, moved.constant)


def has(value, name):
    """Does a sum depend on a variable, if only by a function of it?"""
    return any(name in re.findall(r"\w+", symbol) for symbol, _ in value.terms)


def factors(node):
    """Of a product."""
    if isinstance(node, f.Parenthesis):
        return factors(node.items[1])
    if isinstance(node, f.Add_Operand) and node.items[1] == "*":
        return factors(node.items[0]) + factors(node.items[2])
    if isinstance(node, f.Intrinsic_Function_Reference) and str(node.items[0]).lower() == "real":
        return factors(getattr(node.items[1], "items", (node.items[1],))[0])
    return [node]
