"""Step 0 with thresholds that can be moved.

By some units in the last place, to find elements at which rounding chooses the branch; by a
thousandth, to find thresholds that no element is near.
"""

from adopting import parsing

ORDERED = ("<", "<=", ">", ">=", ".LT.", ".LE.", ".GT.", ".GE.")
WHOLE = """  elemental function of_{kind}(x, site) result(y)
    integer({kind}), intent(in) :: x
    integer, intent(in) :: site
    integer({kind}) :: y
    y = x
  end function of_{kind}
"""
REAL = """  elemental function of_{kind}(x, site) result(y)
    real({kind}), intent(in) :: x
    integer, intent(in) :: site
    real({kind}) :: y
    y = x
    if (ladder_near_site /= 0 .and. ladder_near_site /= site) return
    y = x + x * real(ladder_near_by * merge(real(epsilon(x), c_double), 1.0_c_double, &
                                            abs(ladder_near_by) >= 1), {kind})
  end function of_{kind}
"""
WHOLES, REALS = ("int8", "int16", "int32", "int64"), ("real32", "real64")
MODULE = f"""module ladder_nearness
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use, intrinsic :: iso_fortran_env, only: {", ".join((*WHOLES, *REALS))}
  implicit none
  private
  public :: ladder_near, ladder_near_by, ladder_near_site
  ! Below 1 a share, else units in the last place.
  real(c_double), bind(c, name="ladder_near_by") :: ladder_near_by = 0
  integer(c_int), bind(c, name="ladder_near_site") :: ladder_near_site = 0 ! 0: all comparisons
  interface ladder_near
    module procedure {", ".join(f"of_{kind}" for kind in (*WHOLES, *REALS))}, of_text
  end interface ladder_near
contains
{"".join(WHOLE.format(kind=kind) for kind in WHOLES)}
{"".join(REAL.format(kind=kind) for kind in REALS)}
  elemental function of_text(x, site) result(y)
    character(*), intent(in) :: x
    integer, intent(in) :: site
    character(len(x)) :: y
    y = x
  end function of_text
end module ladder_nearness
"""


def moved(text):
    """Step 0's text, its comparisons of order through `ladder_near`.

    Equality is left alone: of numbers it is about exact values.
    """
    tree, _ = instrumented(text)
    return f"{MODULE}{tree}\n"


def instrumented(text):
    """The tree, and the line of step 0 that each comparison is on."""
    lines = text.splitlines()
    places = [f"step0.f90:{number}" for number in range(1, len(lines) + 1)]
    tree, sites = parsing.parse(lines, places, "step 0"), []
    from fparser.two import Fortran2003
    from fparser.two.utils import walk

    for part in walk(tree, Fortran2003.Execution_Part):
        for node in walk(part, Fortran2003.Level_4_Expr):
            left, operator, right = node.items
            if operator.upper() in ORDERED:
                sites.append(parsing.line_of(node) + 1)
                node.items = (f"ladder_near({left}, {len(sites)})", operator, right)
    for unit in tree.content:
        unit.content.insert(1, Fortran2003.Use_Stmt("use ladder_nearness, only: ladder_near"))
    return tree, sites
