"""The rate of each stage of the three-dimensional wave by the size of the volume, at one order in
space, with what the memory allows.

usage: ladder plot wave3d_sizes [FILE ...] [--half-length M] [--output PICTURE]
"""

from plots import records, sizes, wave3d

ARRAYS = 3 * 4  # [B] a cell of p(n), p(n-1), which becomes p(n+1), and (v dt)^2
HALF_LENGTH = 4


def words_of(half_length):
    return {
        "title": f"Three-dimensional wave: rate by size of the volume, order {2 * half_length}",
        "caption": "Point updates over the time of the kernels, source, sponge and receivers "
                   "included; of stages on the host over that of their calls. Of several launches "
                   "of a stage the fastest. Dashed: the fastest copy that a session measured, at "
                   "16 bytes a point and one step a pass; a volume that a cache holds may pass it.",
        "roof": "memory, 16 B a point",
        "cache": "three arrays fill the second-level cache",
        "nothing": "no machine has records of wave3d on several grids at half-length "
                   f"{half_length}: scripts/experiments/figure_sweeps --only=wave3d-sizes measures "
                   f"them at half-length {HALF_LENGTH}",
    }


def draw(machines, document, arguments):
    def chosen(machine):
        return wave3d.fastest_launches(one for one in records.of_ladder(machine, "wave3d")
                                       if wave3d.order(one) == 2 * arguments.half_length)

    return sizes.picture_of(machines, chosen, wave3d.rate, wave3d.memory_roof, ARRAYS,
                            words_of(arguments.half_length))


def options(parser):
    parser.add_argument("--half-length", type=int, default=HALF_LENGTH, metavar="M",
                        help=f"of the operator, half its order in space ({HALF_LENGTH})")


RECORDS = {"one_case": False, "document": "parra-2016"}
