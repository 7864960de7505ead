"""The rung c-blocked: the innermost loop of a stencil by blocks, so that rows that are read again
are still in the cache."""

from porting.parallel import is_loop, nested
from porting.procedure import Procedure
from porting.rung_omp import ThreadedRung
from porting.stencil_nest import StencilNest, reads_of, why_none
from porting.thesis import Thesis
from porting.touched import NotTaken


class Blocked(Procedure):
    def loop_lines(self, loop, head, control, inside):
        made = is_loop(loop.node) and self.blocked(loop.node)
        return made or super().loop_lines(loop, head, control, inside)

    def blocked(self, node):
        """Lines of a nest by blocks; None where it stays as it is."""
        verdict = self.port.verdicts.parallel(self.scope, node)
        nodes = nested(self.port.verdicts, self.scope, node) if verdict is not None else ()
        if len(nodes) < 2:
            return None
        nest = StencilNest(self, nodes, verdict, {})
        row = self.port.thesis.row(self.shown_place(node), nest.touched.words())
        try:
            self.check(nest, row)
        except NotTaken as why:
            row["why"] = str(why)
            return None
        row["taken"] = True
        verdicts = [self.port.verdicts.of(self.scope, each) for each in nodes]
        self.port.threaded.append(next((each for each in verdicts
                                        if each.verdict != "independent"), verdict))
        return self.lines_of(nest)

    def check(self, nest, row):
        nest.check_box()
        for level in nest.levels:
            if not self.only_in_loops(level.name):
                raise NotTaken(f"'{level.name}' is used behind the loop")
        if nest.verdict.last:
            raise NotTaken(f"the last value of '{nest.verdict.last[0]}' is used behind the loop")
        if any(operator in "+*" for operator, _ in nest.verdict.reductions):
            raise NotTaken("the order of a sum would be another")
        along = nest.grid[1]
        again = {}
        for (variable, _), accesses in reads_of(nest).items():
            offsets = {(axis.low, axis.high) for each in accesses for axis in each.axes
                       if axis.grid == along}
            if len(offsets) > 1:
                again[variable.name] = len(offsets)
        if not again:
            raise NotTaken(why_none(nest, f"no array is read at more than one offset along "
                                          f"'{along}'"))
        row["saving"] = "of " + ", ".join(again) + (
            f" a row is read from memory once instead of up to {max(again.values())} times where "
            "so many rows do not fit in a cache")

    def lines_of(self, nest):
        body, inner = nest.lines(), nest.levels[-1]
        first, name = nest.free_name(f"{nest.c_name(inner)}0"), nest.c_name(inner)
        made = [f"for (int {first} = {inner.low}; {first} <= {inner.high}; {first} += "
                "ladder_knob_block) {"]
        for level in nest.levels[:-1]:
            each = nest.c_name(level)
            made.append(f"for ({nest.declared(level)} = {level.low}; {each} <= {level.high}; "
                        f"++{each}) {{")
        made.append(f"for ({nest.declared(inner)} = {first}; {name} < {first} + ladder_knob_block "
                    f"&& {name} <= {inner.high}; ++{name}) {{")
        return [*made, *body, *["}"] * (len(nest.levels) + 1)]


class BlockedRung(ThreadedRung):
    writer = Blocked
    knobs = ("block 16:65536 512 elements",)
    none = "no nest of two loops is parallel"

    def __init__(self, adopted, verdicts):
        self.thesis = Thesis("c-blocked")
        super().__init__(adopted, verdicts)

    def text(self):
        header = f'#include "{self.adopted.name}.h"\n'
        return super().text().replace(header, f"{header}\nextern int ladder_knob_block;\n", 1)
