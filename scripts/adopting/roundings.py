"""Step 0 whose functions that make whole numbers can have another rule.

C's nearest functions differ for some numbers alone: `rint` and NINT where the number is half-way
between two, (int) and FLOOR where it is negative. No comparison shows that.
"""

from adopting import constants, nearness, parsing
from adopting.fortran import f, walk

HALVES = {"anint", "nint", "dnint", "idnint"}
TRUNCATED = {"int", "aint", "dint", "idint", "ifix", "floor"}
WHOLE = """  elemental function of_{kind}(x, site, down) result(y)
    integer({kind}), intent(in) :: x
    integer, intent(in) :: site
    logical, intent(in), optional :: down
    integer({kind}) :: y
    y = x
  end function of_{kind}
"""
REAL = """  elemental function of_{kind}(x, site, down) result(y)
    real({kind}), intent(in) :: x
    integer, intent(in) :: site
    logical, intent(in), optional :: down ! of FLOOR; without it, halves
    real({kind}) :: y
    y = x
    if (ladder_near_site /= site .or. .not. abs(ladder_near_by) > 0) return
    if (present(down)) y = aint(x)
    if (.not. present(down)) y = nearest(x, -x)
    if (present(down)) y = y - merge(1, 0, x < y .and. .not. down)
  end function of_{kind}
"""
MODULE = f"""module ladder_roundings
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use, intrinsic :: iso_fortran_env, only: {", ".join((*nearness.WHOLES, *nearness.REALS))}
  implicit none
  private
  public :: ladder_other, ladder_near_by, ladder_near_site
  real(c_double), bind(c, name="ladder_near_by") :: ladder_near_by = 0
  integer(c_int), bind(c, name="ladder_near_site") :: ladder_near_site = 0
  interface ladder_other
    module procedure {", ".join(f"of_{kind}" for kind in (*nearness.WHOLES, *nearness.REALS))}
  end interface ladder_other
contains
{"".join(WHOLE.format(kind=kind) for kind in nearness.WHOLES)}
{"".join(REAL.format(kind=kind) for kind in nearness.REALS)}
end module ladder_roundings
"""


class Of:
    """`functions`: names of those that get another rule."""

    def __init__(self, functions):
        self.functions = functions

    def changed(self, text):
        return f"{MODULE}{self.instrumented(text)[0]}\n"

    def instrumented(self, text):
        """The tree, and the line of step 0 that each of them is on."""
        tree, sites = constants.tree_of(text), []
        types = constants.Constants(tree).types
        for part in walk(tree, f.Execution_Part):
            for node in reversed(walk(part, f.Intrinsic_Function_Reference)):  # inner ones first
                name, given = str(node.items[0]).lower(), node.items[1]
                if name not in self.functions or nearness.is_whole(given.items[0], types):
                    continue
                sites.append(parsing.line_of(node) + 1)
                down = f", .{str(name == 'floor').lower()}." if name in TRUNCATED else ""
                given.items = (f"ladder_other({given.items[0]}, {len(sites)}{down})",
                               *given.items[1:])
        return nearness.used(tree, "ladder_other", "ladder_roundings"), sites, set()
