"""The rung cuda-coarsen: a thread takes several cells along the outermost axis, and keeps in
registers what the next one reads again."""

import dataclasses

from porting.stencil_nest import NotTaken, Plan, reads_of, why_none
from porting.variables import minus, plus

CELLS = 8
MOST = 17  # values of an array that a thread keeps


@dataclasses.dataclass
class March:
    """`names`: offset along the march -> the value; `array`: their name, where they are one."""

    access: object
    names: dict
    array: str = ""


class Coarsened(Plan):
    def plan(self):
        nest = self.nest
        if len(nest.levels) == 1:
            raise NotTaken("it has one parallel loop: threads of a warp would be apart")
        self.along = nest.levels[0].name
        groups, unsure = {}, set()
        for (variable, key), accesses in reads_of(nest).items():
            for each in accesses:
                axis = next((one for one in each.axes if one.grid == self.along), None)
                if axis is None:
                    continue
                if not each.sure:
                    unsure.add(variable.name)
                    continue
                rest = tuple(one.key if one.grid != self.along else self.along
                             for one in each.axes)
                if not any(one.grid != self.along and one.low != one.high for one in each.axes):
                    groups.setdefault((variable, rest), {}).setdefault(
                        (axis.low, axis.high), []).append(each)
        self.marches = []
        for (variable, _), by_offsets in groups.items():
            low, high = min(low for low, _ in by_offsets), max(high for _, high in by_offsets)
            if low < high < low + MOST:
                self.add(variable, by_offsets, low, high)
        if not self.marches:
            raise NotTaken(why_none(nest, f"no array is read at more than one offset along "
                                          f"'{self.along}'" + (
                f"; '{min(unsure)}' is read in some turns alone" if unsure else "")))
        self.saving = ", ".join(
            f"a cell reads {1 + (len(each.names) - 1) / CELLS:.2f} elements of "
            f"{each.access.variable.name} along {self.along} instead of {each.reads}"
            for each in self.marches)

    def add(self, variable, by_offsets, low, high):
        taken = {name for each in self.marches for name in (each.array, *each.names.values())}

        def free(name):
            name = self.nest.free_name(name)
            while name in taken:
                name += "_"
            taken.add(name)
            return name

        accesses = [each for some in by_offsets.values() for each in some]
        offsets = range(low, high + 1)
        one = March(accesses[0], {})
        if all(first == last for first, last in by_offsets):
            one.names = {offset: free(f"{variable.name}_{sign(offset)}{abs(offset)}")
                         for offset in offsets}
        else:  # a loop inside counts the offsets
            one.array = free(f"{variable.name}_along")
            one.names = {offset: f"{one.array}[{offset - low}]" for offset in offsets}
        one.reads = len({offset for first, last in by_offsets
                         for offset in range(first, last + 1)})
        self.marches.append(one)
        for each in accesses:
            self.replaced[id(each.node)] = self.reader(one, each, low)

    def reader(self, march, access, low):
        at = next(at for at, axis in enumerate(access.axes) if axis.grid == self.along)
        if not march.array:
            return lambda _: march.names[access.axes[at].low]
        name = self.nest.c_name(self.nest.levels[0])
        return lambda texts: f"{march.array}[{plus(minus(texts[at], name), str(-low))}]"

    def turns(self, turns):
        return [*turns[:-1], f"({plus(turns[-1], str(CELLS - 1))}) / {CELLS}"]

    # -- text

    def element(self, march, index):
        """The element of an access whose subscript along the march is `index`."""
        texts = [index if axis.grid == self.along else self.host.value(axis.node)
                 for axis in march.access.axes]
        return f"{march.access.variable.name}({', '.join(texts)})"

    def lines(self, loops):
        nest, port = self.nest, self.port
        body = nest.lines()
        depth, outer = len(nest.levels), nest.levels[0]
        name, first = nest.c_name(outer), nest.free_name(f"{nest.c_name(outer)}0")
        made = []
        for at, level in enumerate(nest.levels):
            letter = "xyz"[depth - 1 - at]
            cells = f"{CELLS} * " if not at else ""
            each = nest.c_name(level) if at else first
            declared = nest.declared(level) if at else f"int {first}"
            low = plus(level.low, f"{cells}thread_{letter}()")
            made.append(self.host.head(letter, f"{declared} = {low}; {each} <= {level.high}",
                                       f"{each} += {cells}threads_{letter}()") + " {")
        shifted = []
        for each in self.marches:
            offsets = sorted(each.names)
            kind = port.kind_in_cuda(each.access.variable)
            values = [f"{each.names[one]} = {self.element(each, plus(first, str(one - 1)))}"
                      for one in offsets[1:]]
            made += [f"{kind} {each.array}[{len(offsets)}];", *(f"{one};" for one in values)] \
                if each.array else [f"{kind} {', '.join([each.names[offsets[0]], *values])};"]
            shifted += [f"{each.names[one]} = {each.names[after]};"
                        for one, after in zip(offsets, offsets[1:])]
            last = offsets[-1]
            shifted.append(f"{each.names[last]} = {self.element(each, plus(name, str(last)))};")
        made.append("#pragma unroll")
        made.append(f"for ({nest.declared(outer)} = {first}; {name} < {first} + {CELLS} && "
                    f"{name} <= {outer.high}; ++{name}) {{")
        return [*made, *shifted, *body, *["}"] * (depth + 1)]


def sign(offset):
    return "m" if offset < 0 else "p" if offset else ""
