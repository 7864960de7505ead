"""The rungs cuda-shared, -shared-minor and -shared-major: what neighbours read twice is in shared
memory, a tile a block with a halo along both axes or along one."""

import dataclasses
import math

from adopting.header import nested
from porting.cuda_kernel import BLOCK_OF
from porting.stencil_nest import NotTaken, Plan, reads_of, why_none
from porting.variables import bracketed, plus

MOST = 48 << 10  # bytes of a block


@dataclasses.dataclass
class Tile:
    variable: object
    accesses: list
    axes: list         # (axis of the array, variable of the grid, first offset, last)
    name: str = ""
    sizes: tuple = ()

    @property
    def elements(self):
        return math.prod(self.sizes)

    @property
    def bytes(self):
        return self.elements * self.variable.type.bytes

    @property
    def offsets(self):
        found = set()
        for each in self.accesses:
            places = [()]
            for axis, _, _, _ in self.axes:
                one = each.axes[axis]
                places = [(*place, at) for place in places for at in range(one.low, one.high + 1)]
            found |= set(places)
        return len(found)


class Shared(Plan):
    axes = slice(None)  # of the grid, those along which tiles have halos

    def plan(self):
        along = self.nest.grid[self.axes]
        self.word = "more than one offset" + (
            f" along '{along[0]}' alone" if self.axes != slice(None) else "")
        allowed, tiles, refused = set(along), [], []
        for (variable, _), accesses in reads_of(self.nest).items():
            inside = [each for each in accesses if all(
                axis.grid in allowed or axis.low == axis.high == 0
                for axis in each.axes if axis.grid)]
            tile = inside and self.tile(variable, inside)
            if tile and tile.offsets > 1:
                if self.may_load(tile):
                    tiles.append(tile)
                else:
                    refused.append(f"not all turns read '{variable.name}', and how many elements "
                                   "its last axis has is not known")
        free = MOST - (8 << 10 if self.nest.verdict.reductions else 0)
        tiles.sort(key=lambda each: -each.offsets / each.elements)
        self.tiles = []
        for each in tiles:
            if each.bytes <= free:
                free -= each.bytes
                self.tiles.append(each)
        if tiles and not self.tiles:
            raise NotTaken(f"a tile of '{tiles[0].variable.name}' has {tiles[0].bytes} bytes, and "
                           "a block 48 KiB")
        if not self.tiles:
            raise NotTaken(refused[0] if refused else why_none(
                self.nest, f"no array is read at {self.word}"))
        self.name_tiles()

    def tile(self, variable, accesses):
        axes = []
        for at, axis in enumerate(accesses[0].axes):
            if axis.grid:
                axes.append((at, axis.grid, min(each.axes[at].low for each in accesses),
                             max(each.axes[at].high for each in accesses)))
        block = BLOCK_OF[len(self.nest.levels)]
        sizes = tuple(block[self.nest.grid.index(grid)] + high - low for _, grid, low, high in axes)
        return Tile(variable, accesses, axes, "", sizes)

    def may_load(self, tile):
        """Are all elements of a tile there? What some turns alone read may lie outside of the
        array."""
        tile.sure = all(each.sure for each in tile.accesses)
        shape = tile.variable.entity.shape if tile.variable.entity is not None else []
        known = not any(upper == "*" and extent == "1" for (_, upper), (_, extent) in zip(
            shape, tile.variable.axes))
        return tile.sure or known

    def name_tiles(self):
        seen = {}
        for each in self.tiles:
            seen[each.variable] = seen.get(each.variable, 0) + 1
            number = "" if seen[each.variable] == 1 else f"_{seen[each.variable]}"
            each.name = self.nest.free_name(f"{each.variable.name}_tile{number}")
            for access in each.accesses:
                self.replaced[id(access.node)] = self.reader(each)
        cells = math.prod(BLOCK_OF[len(self.nest.levels)])
        self.saving = ", ".join(
            f"a cell reads {each.elements / cells:.2f} elements of {each.variable.name} from "
            f"memory instead of {each.offsets}" for each in self.tiles)

    def reader(self, tile):
        return lambda texts: f"{tile.name}({', '.join(texts[at] for at, _, _, _ in tile.axes)})"

    # -- text

    def lines(self, loops):
        nest, port = self.nest, self.port
        body = nest.lines()
        depth = len(nest.levels)
        letters = "xyz"[:depth]
        first = {level.name: nest.free_name(f"{nest.c_name(level)}0") for level in nest.levels}
        named = {level.name: nest.c_name(level) for level in nest.levels}
        port.need(*(f"first_{each}" for each in letters), "in_block")
        made = [f"__shared__ {port.kind_in_cuda(each.variable)} {each.name}[{each.elements}];"
                for each in self.tiles]
        for at, level in enumerate(nest.levels):
            letter = letters[depth - 1 - at]
            made.append(f"for (int {first[level.name]} = {plus(level.low, f'first_{letter}()')}; "
                        f"{first[level.name]} <= {level.high}; {first[level.name]} += "
                        f"threads_{letter}()) {{")
        for at, level in enumerate(reversed(nest.levels)):
            made.append(f"const {nest.declared(level)} = {first[level.name]} + "
                        f"in_block_{letters[at]}();")
        made.append("__syncthreads();  // all have read the tile before")
        for each in self.tiles:
            made += self.load(each, first, named)
        made.append("__syncthreads();")
        outside = " || ".join(f"{named[level.name]} > {level.high}"
                              for level in reversed(nest.levels))
        made.append(f"if ({outside}) continue;")
        self.macros(first)
        return [*made, *body, *["}"] * depth]

    def load(self, tile, first, named):
        block = math.prod(BLOCK_OF[len(self.nest.levels)])
        at = rest = self.nest.free_name("at")
        names, declared = {}, []
        for place, ((_, grid, low, _), size) in enumerate(zip(tile.axes, tile.sizes)):
            names[grid] = self.nest.free_name(f"{named[grid]}_at")
            index = rest if place == len(tile.sizes) - 1 else f"{rest} % {size}"
            declared.append(f"{names[grid]} = {plus(first[grid], str(low))} + {index}")
            rest = f"{rest} / {size}"
        texts = [names[axis.grid] if axis.grid else self.host.value(axis.node)
                 for axis in tile.accesses[0].axes]
        tests = self.tests(tile, names)
        element = f"{tile.variable.name}({', '.join(texts)})"
        return [f"for (int {at} = in_block(); {at} < {tile.elements}; {at} += {block}) {{",
                f"const int {', '.join(declared)};",
                f"if ({' && '.join(tests)}) {tile.name}[{at}] = {element};", "}"]

    def tests(self, tile, names):
        levels, tests = {each.name: each for each in self.nest.levels}, []
        for axis, grid, _, high in tile.axes:
            if tile.sure:
                tests.append(f"{names[grid]} <= {plus(levels[grid].high, str(high))}")
            else:
                low, upper = tile.variable.axes[axis][0], tile.variable.upper(axis)
                tests += [f"{names[grid]} >= {bracketed(low)}", f"{names[grid]} <= {upper}"]
        return tests

    def macros(self, first):
        for each in self.tiles:
            indices = [f"i{at + 1}" for at in range(len(each.axes))]
            text = nested([f"({index}) - {bracketed(plus(first[grid], str(low)))}"
                           for index, (_, grid, low, _) in zip(indices, each.axes)], each.sizes)
            self.before.append(f"#define {each.name}({', '.join(indices)}) {each.name}[{text}]")
            self.after.append(f"#undef {each.name}")


class Minor(Shared):
    axes = slice(0, 1)


class Major(Shared):
    axes = slice(-1, None)

    def plan(self):
        if len(self.nest.levels) == 1:
            raise NotTaken("it has one parallel loop, whose axis is the minor one")
        super().plan()
