"""The rung c-simd: `omp simd` before the innermost loops that are proven independent."""

from adopting.fortran import walk
from porting.parallel import inner_variables, is_loop, turns_of
from porting.rung_omp import Threaded, ThreadedRung

JUMPS = ("Goto_Stmt", "Exit_Stmt", "Return_Stmt", "Arithmetic_If_Stmt", "Computed_Goto_Stmt",
         "Stop_Stmt", "Error_Stop_Stmt")
LEAST = 8  # turns that fill a vector


class Simd(Threaded):
    def directives(self, loop):
        node = loop.node
        if not is_loop(node) or inner_variables(node):
            return []
        verdict = self.port.verdicts.parallel(self.scope, node)
        if verdict is None or verdict.verdict != "independent" or not self.step_is_known(node) \
                or turns_of(self.port.verdicts, self.scope, node) < LEAST \
                or not self.only_in_loops(verdict.variable) or jumps(node):
            return []
        clauses = self.clauses(verdict, loop)
        if clauses is None:
            return []
        self.port.threaded.append(verdict)
        return [" ".join(["#pragma omp simd", *clauses])]


def jumps(node):
    """Are there jumps in a loop, or a loop without a count?"""
    kinds = [type(each).__name__ for each in walk(node.children)]
    return any(kind in JUMPS or kind.endswith("_Do_Construct") for kind in kinds)


class SimdRung(ThreadedRung):
    writer = Simd
    none = "no innermost loop is proven independent, or none has enough turns"
