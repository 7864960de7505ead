"""The rungs that are written: what each changes, of which one, and what that is expected to do."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Kind:
    parent: str
    ending: str
    change: str
    expectation: str   # of those of stencils, what their nests are spared follows
    flags: str         # "" of Fortran: the owner's
    named: str         # in the paragraph
    thesis: bool = False

    @property
    def cuda(self):
        return self.ending == ".cu"


SIMD = "-O3 -march=native -fopenmp-simd"
C, OMP, CUDA = "-O3 -march=native", "-O3 -march=native -fopenmp", "-O3"
THREADS = "as many times as fast as there are cores, until the loops are bound by memory"


def of_stencils(change, expectation):
    return Kind("cuda", ".cu", change, expectation, CUDA, "", True)


def tiles(change):
    return of_stencils(change, "as many times as fast as reads are spared where the caches do not "
                               "spare them")


KINDS = {
    "c": Kind("original", ".c", "the same loops in C, line by line",
              "no change: both compilers see the same loops", C, "C"),
    "c-omp": Kind("c", ".c", "OpenMP over the loops that are parallel", THREADS, OMP,
                  "C with threads"),
    "omp": Kind("original", ".f90", "OpenMP over the loops that are parallel", THREADS, "",
                "your Fortran with threads"),
    "cuda": Kind("c", ".cu",
                 "CUDA: a kernel a loop nest, a thread a turn, all arrays on the device",
                 "resident as fast as the device's memory allows; as called bound by the copies",
                 CUDA, "CUDA"),
    "c-simd": Kind("c", ".c", "OpenMP's simd before the innermost loops that are independent",
                   "no change where the compiler saw by itself that turns are independent", SIMD,
                   "C with vectors", True),
    "c-blocked": Kind("c", ".c", "the innermost loop of stencils by blocks of `block` elements",
                      "as many times as fast as reads are spared, where rows outgrow the caches",
                      C, "C by blocks", True),
    "c-first-touch": Kind("c-omp", ".c", "threads are the first to touch the pages of arrays that "
                          "the stage allocates", "faster where a machine has memory of several "
                          "sockets", OMP, "C with threads and first touch", True),
    "cuda-padded": of_stencils(
        "arrays have a halo on the device, of zeros or of the border's values, and kernels no "
        "tests for the border", "faster where the tests cost more than the copy"),
    "cuda-constant": of_stencils("small arrays that the routine only reads are in constant memory",
                                 "little where the cache has them anyway"),
    "cuda-shared-minor": tiles("what neighbours along the minor axis read is in shared memory, a "
                               "tile a block"),
    "cuda-shared-major": tiles("what neighbours along the major axis read is in shared memory, a "
                               "tile a block"),
    "cuda-shared": tiles("what neighbours read is in shared memory, a tile with its halo a block"),
    "cuda-coarsen": of_stencils(
        "a thread takes 8 cells along the outermost axis, and keeps in registers what the next "
        "cell reads again", "faster where loads bound the kernel and blocks still fill the device"),
    "cuda-fused": of_stencils("neighbouring nests over one range are one kernel",
                              "faster by the launches and by what need not be read again"),
    "cuda-float32": of_stencils(
        "in single precision, on copies of the arrays: right by the tolerance alone that "
        "ladder.toml states", "twice as fast where its kernels are more than the copies"),
    "cuda-graph": of_stencils(
        "all kernels of a call are one graph, launched again while the arguments are those of an "
        "earlier call", "faster where kernels are shorter than their launches"),
}
FIRST = tuple(name for name, each in KINDS.items() if not each.thesis)
THESIS = tuple(name for name, each in KINDS.items() if each.thesis)
SETS = {"first": FIRST, "thesis": ("c", "cuda", *THESIS), "all": tuple(KINDS)}
