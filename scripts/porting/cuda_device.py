"""Procedures that a thread calls."""

from porting.procedure import Procedure
from porting.refused import Refused


class OnDevice(Procedure):
    """As in C, under `__device__`."""

    of_tables = "const"

    def signature(self):
        return super().signature().replace("static inline ", "").replace("static ", "").join(
            ["__host__ __device__ ", ""])

    def finished(self):
        lines = super().finished()
        if self.heap:
            raise Refused(self.scope.unit.place, f"{self.name}, which a thread calls, makes the "
                                                 f"array '{self.heap[0]}' in each call")
        if any("malloc(" in line for line in lines):
            raise Refused(self.scope.unit.place, f"{self.name}, which a thread calls, has an array "
                                                 "statement that reads what it writes")
        return lines

    def through_copy(self, variable, target, source, loops, index):
        raise Refused(self.place(target), f"'{target}' is read by the statement that writes it, in "
                                          "a thread")

    def Stop_Stmt(self, node):
        return [f"return;  // {' '.join(str(node).lower().split())}"] if not self.returns else []

    Error_Stop_Stmt = Stop_Stmt
