"""The rung c-first-touch: the rung c-omp, whose threads are the first to touch the pages of the
arrays that the stage allocates, so that each has its part near its core."""

import re

from porting.refused import Refused
from porting.rung_omp import Threaded, ThreadedRung

PAGE = 4096  # bytes


class FirstTouch(Threaded):
    def declared(self, variable):
        lines = super().declared(variable)
        size = re.search(r"= malloc\(sizeof\(\*\w+\) \* (.*)\);$", lines[-1]) if lines else None
        if size is None:
            return lines
        self.port.touched.append(variable.name)
        step = PAGE // variable.type.bytes
        return [*lines, "#pragma omp parallel for schedule(static)",
                f"for (int64_t ladder_at = 0; ladder_at < (int64_t){size[1]}; "
                f"ladder_at += {step}) {variable.name}[ladder_at] = 0;"]


class FirstTouchRung(ThreadedRung):
    writer = FirstTouch

    def text(self):
        self.touched = []
        text = super().text()
        if not self.touched:
            raise Refused(self.routine.unit.place, "it allocates no array: those that it is given "
                                                   "were touched by the program first")
        return text
