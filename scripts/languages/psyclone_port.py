#!/usr/bin/env python3
"""Ports the loops of an original by PSyclone: OpenMP's directives for cores, OpenACC's for a GPU.

usage: psyclone_port.py wave|heat omp|acc > FILE

The original is read as it is; PSyclone finds which loops are independent. It was 3.3.1 of PyPI:
pip install psyclone. Two things are done around it, each in a line below: PSyclone drops bind(C),
and array assignments outside of loops become loops, or they would stay on the host, whose values
`copyout` overwrites.
Exit: 2 wrong arguments, 6 PSyclone is missing.

    psyclone_port.py wave acc > fortran/wave/convolution_psyclone_acc.f90
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORIGINALS = {
    "wave": ("fortran/wave/convolution.inc", "convolve", "convolution_psyclone"),
    "heat": ("fortran/heat/step.inc", "step_forward", "heat_step_psyclone"),
}
SYMBOLS = {
    "wave": "ladder_psyclone_{}_convolve",
    "heat": "ladder_heat_psyclone_{}_step",
}
MODULE = """!> {head}
module {module}
  use, intrinsic :: iso_c_binding, only: c_float, c_int
  implicit none
  private
  public :: {routine}
  integer, parameter :: wp = c_float

contains

{text}
end module {module}
"""


def outermost(routine):
    from psyclone.psyir.nodes import Loop

    return routine.walk(Loop, stop_type=Loop)


def for_cores(routine):
    from psyclone.psyir.transformations import OMPLoopTrans

    for loop in outermost(routine):
        OMPLoopTrans(omp_schedule="static", omp_directive="paralleldo").apply(
            loop, options={"collapse": True}
        )


def for_a_gpu(routine):
    from psyclone.psyir.nodes import Assignment, Loop
    from psyclone.psyir.transformations import ACCLoopTrans, ArrayAssignment2LoopsTrans
    from psyclone.transformations import ACCDataTrans, ACCParallelTrans

    for assignment in routine.walk(Assignment, stop_type=Loop):
        if not assignment.ancestor(Loop):
            ArrayAssignment2LoopsTrans().apply(assignment)
    for loop in outermost(routine):
        ACCLoopTrans().apply(loop, options={"collapse": True, "gang": True})
        directive = loop.parent.parent
        collapsed = loop.walk(Loop)[: directive.collapse]
        innermost = [one for one in loop.walk(Loop) if not one.loop_body.walk(Loop)]
        if innermost == collapsed[-1:]:
            directive._vector = True  # has no property: of gang and vector
        else:
            for inner in innermost:
                ACCLoopTrans().apply(inner, options={"vector": True})
        ACCParallelTrans().apply(directive)
    ACCDataTrans().apply(routine.children)


def ported(ladder, to):
    from psyclone.line_length import FortLineLength
    from psyclone.psyir.backend.fortran import FortranWriter
    from psyclone.psyir.frontend.fortran import FortranReader
    from psyclone.psyir.nodes import Routine

    path, name, module = ORIGINALS[ladder]
    words = {"module": f"{module}_{to}", "routine": name}
    text = (
        (ROOT / path)
        .read_text()
        .replace("integer, intent(in)", "integer(c_int), intent(in)")
    )
    read = MODULE.format(head="", text=text, **words)
    routine = FortranReader().psyir_from_source(read).walk(Routine)[0]
    {"omp": for_cores, "acc": for_a_gpu}[to](routine)
    text = FortranWriter()(routine).replace(
        ")\n", f") &\n  bind(C, name='{SYMBOLS[ladder].format(to)}')\n", 1
    )
    head = f"Made of {path} by PSyclone 3.3.1: scripts/languages/psyclone_port.py {ladder} {to}"
    return MODULE.format(head=head, text=FortLineLength(100).process(text), **words)


def main():
    if (
        len(sys.argv) != 3
        or sys.argv[1] not in ORIGINALS
        or sys.argv[2] not in ("omp", "acc")
    ):
        print(__doc__)
        return 2
    try:
        print(ported(*sys.argv[1:]), end="")
    except ModuleNotFoundError as problem:
        print(f"psyclone_port: {problem}: pip install psyclone", file=sys.stderr)
        return 6
    return 0


if __name__ == "__main__":
    sys.exit(main())
