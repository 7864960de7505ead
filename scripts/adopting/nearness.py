"""Step 0 with thresholds that can be moved, and with another rule for whole numbers.

By some units in the last place, to find elements at which rounding chooses the branch; by a
thousandth, to find thresholds that no element is near. C's nearest functions differ for some
numbers alone: `rint` and NINT where the number is half-way between two, (int) and FLOOR where it is
negative. No comparison shows that.
"""

import functools
import re

from adopting import constants, parsing
from adopting.fortran import f, walk

ORDERED = ("<", "<=", ">", ">=", ".LT.", ".LE.", ".GT.", ".GE.")
HALVES = {"anint", "nint", "dnint", "idnint"}
TRUNCATED = {"int", "aint", "dint", "idint", "ifix", "floor"}
EXTREME = re.compile(r"[ad]?(max|min)[01]?|(max|min)(val|loc)", re.IGNORECASE)
FUNCTION = """  elemental function {name}_{kind}(x, site{more}) result(y)
    {type}({kind}), intent(in) :: x
    integer, intent(in) :: site
{declared}    {type}({kind}) :: y
    y = x
{body}  end function {name}_{kind}
"""
DOWN = "    logical, intent(in), optional :: down ! of FLOOR; without it, halves\n"
# Of each function, what gives a number another value.
WHOLE = {"of": """\
    if (ladder_near_site == site .and. abs(ladder_near_by) == 1) y = x + int(ladder_near_by, {kind})
""", "other": ""}
REAL = {"of": """\
    if (ladder_near_site /= 0 .and. ladder_near_site /= site .or. abs(ladder_near_by) == 1) return
    if (abs(ladder_near_by) == 2) y = nearest(x, real(ladder_near_by, {kind}))
    if (abs(ladder_near_by) == 2) return
    y = x + x * real(ladder_near_by * merge(real(epsilon(x), c_double), 1.0_c_double, &
                                            abs(ladder_near_by) >= 1), {kind})
""", "constant": """\
    if (ladder_near_site == site) y = x + x * real(ladder_near_by, {kind})
""", "other": """\
    if (ladder_near_site /= site .or. .not. abs(ladder_near_by) > 0) return
    if (present(down)) y = aint(x)
    if (.not. present(down)) y = nearest(x, -x)
    if (present(down)) y = y - merge(1, 0, x < y .and. .not. down)
"""}
WHOLES, REALS = ("int8", "int16", "int32", "int64"), ("real32", "real64")


def functions(type, kinds, bodies):
    return "".join(FUNCTION.format(
        name=name, type=type, kind=kind, body=body.format(kind=kind),
        more=", down" if name == "other" else "", declared=DOWN if name == "other" else "")
        for kind in kinds for name, body in bodies.items())


def interface(name, procedures):
    return (f"  interface {name}\n    module procedure {', '.join(procedures)}\n"
            f"  end interface {name}")


MODULE = f"""module ladder_nearness
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use, intrinsic :: iso_fortran_env, only: {", ".join((*WHOLES, *REALS))}
  implicit none
  private
  public :: ladder_near, ladder_near_by, ladder_near_site, ladder_constant, ladder_other
  ! Below 1 a share; 1: of whole numbers, at one site; 2: the next number; else units in the last
  ! place.
  real(c_double), bind(c, name="ladder_near_by") :: ladder_near_by = 0
  integer(c_int), bind(c, name="ladder_near_site") :: ladder_near_site = 0 ! 0: all comparisons
{interface("ladder_near", [*(f"of_{kind}" for kind in (*WHOLES, *REALS)), "of_text"])}
{interface("ladder_constant", (f"constant_{kind}" for kind in REALS))}
{interface("ladder_other", (f"other_{kind}" for kind in (*WHOLES, *REALS)))}
contains
{functions("integer", WHOLES, WHOLE)}
{functions("real", REALS, REAL)}
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
    return changed(instrumented)(text)


def changed(how):
    """What gives step 0's text with the changes of its tree that `how` makes."""
    return lambda text: f"{MODULE}{how(text)[0]}\n"


def used(tree, name, module="ladder_nearness"):
    """The tree, whose units use a function of a module."""
    for unit in tree.content:
        unit.content.insert(1, parsing.read(f.Use_Stmt, f"use {module}, only: {name}"))
    return tree


@functools.lru_cache(1)
def with_constants(text):
    """The tree, and the line of step 0 that each constant but 0 of a statement that acts is on."""
    tree, sites = constants.tree_of(text), []
    acting = {id(node) for part in walk(tree, f.Execution_Part)
              for node in parsing.statements_in(part)}
    for node, statement, _ in constants.Constants(tree, True).list:
        is_zero = not re.search(r"[1-9]", re.match(r"[\d.]*", str(node))[0])
        if id(statement) in acting and not is_zero and not isinstance(
                node.parent, f.Complex_Literal_Constant):
            sites.append(parsing.line_of(node) + 1)
            constants.replace(node, f"ladder_constant({node}, {len(sites)})")
    return used(tree, "ladder_constant"), sites, set()


@functools.lru_cache(1)
def instrumented(text):
    """The tree, the line of step 0 that each comparison is on, which are of whole numbers, and
    lines that take the largest or the smallest of some numbers that are not."""
    tree, sites, whole = constants.tree_of(text), [], set()
    types = constants.Constants(tree).types
    extremes = [parsing.line_of(node) + 1 for part in walk(tree, f.Execution_Part)
                for node in walk(part, f.Intrinsic_Function_Reference)
                if EXTREME.fullmatch(str(node.items[0])) and not is_whole(node.items[1], types)]
    for part in walk(tree, f.Execution_Part):
        for node in walk(part, f.Level_4_Expr):
            left, operator, right = node.items
            if operator.upper() in ORDERED:
                sites.append(parsing.line_of(node) + 1)
                if is_whole(node, types):
                    whole.add(len(sites))
                node.items = (f"ladder_near({left}, {len(sites)})", operator, right)
    return used(tree, "ladder_near"), sites, whole, extremes


def rounded(functions, text):
    """The tree, and the line of step 0 that each of these functions, which get another rule, is
    on."""
    tree, sites = constants.tree_of(text), []
    types = constants.Constants(tree).types
    for part in walk(tree, f.Execution_Part):
        for node in reversed(walk(part, f.Intrinsic_Function_Reference)):  # inner ones first
            name, given = str(node.items[0]).lower(), node.items[1]
            if name not in functions or is_whole(given.items[0], types):
                continue
            sites.append(parsing.line_of(node) + 1)
            down = f", .{str(name == 'floor').lower()}." if name in TRUNCATED else ""
            given.items = (f"ladder_other({given.items[0]}, {len(sites)}{down})",
                           *given.items[1:])
    return used(tree, "ladder_other"), sites, set()


def is_whole(node, types):
    """Of all names in it, by declaration or by their first letter."""
    names = {str(each).lower() for each in walk(node, f.Name)}
    return not walk(node, f.Real_Literal_Constant) and all(
        types[name] - {"variable"} <= {"integer", "integer array"} if name in types
        else name[0] in "ijklmn" for name in names)
