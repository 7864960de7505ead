"""Step 0 whose sums have their terms of each sign apart.

Of all orders of a sum it is the one whose partial sums are largest: an honest stage may have it, as
where lanes of a vector get the terms of one sign.
"""

import re

from adopting import constants, nearness, parsing
from adopting.failure import USAGE, Failure
from adopting.fortran import f, walk

REALS = ("real32", "real64")
TERMS = {"real32": "real", "real64": "real", "int32": "integer"}
PLAIN = ("integer(int32)", "integer(int64)", "complex(real32)", "complex(real64)")
WHOLE = ("sum", "dot_product")
ROUNDED = """  function rounded_{kind}(a, b) result(r)
    real({kind}), intent(in) :: a, b
    real({kind}) :: r, error, back
    r = a + b
    if (ladder_order_state == 0) return
    back = r - a
    error = (a - (r - back)) + (b - back)
    ladder_order_state = ieor(ladder_order_state, ishft(ladder_order_state, 13))
    ladder_order_state = ieor(ladder_order_state, ishft(ladder_order_state, -7))
    ladder_order_state = ieor(ladder_order_state, ishft(ladder_order_state, 17))
    if (abs(error) > spacing(r) * (ishft(ladder_order_state, -11) * 2.0_c_double**(-53))) then
      r = nearest(r, error)
    end if
  end function rounded_{kind}
  function sum_{kind}(terms) result(total)
    real({kind}), intent(in) :: terms(:)
    real({kind}) :: total, positive, negative
    integer :: i
    positive = 0
    negative = 0
    do i = 1, size(terms)
      if (terms(i) > 0) positive = rounded(positive, terms(i))
      if (.not. terms(i) > 0) negative = rounded(negative, terms(i))
    end do
    total = positive + negative
  end function sum_{kind}
"""
ADDED = """  function added_{kind}_{other}(s, term) result(total)
    real({kind}), intent(in), target :: s
    {type}({other}), intent(in) :: term
    real({kind}) :: total
    integer(c_intptr_t) :: address
    integer :: at
    total = s + term
    if (s /= s) return
    address = transfer(c_loc(s), address)
    at = int(modulo(address / 4, int(size(sums), c_intptr_t))) + 1
    if (sums(at)%address /= address .or. sums(at)%total /= s) then
      sums(at) = sum_of(address, s, max(s, 0.0_{kind}), min(s, 0.0_{kind}))
    end if
    if (term > 0) then
      sums(at)%positive = rounded(real(sums(at)%positive, {kind}), real(term, {kind}))
    else
      sums(at)%negative = rounded(real(sums(at)%negative, {kind}), real(term, {kind}))
    end if
    total = real(sums(at)%positive, {kind}) + real(sums(at)%negative, {kind})
    sums(at)%total = total
  end function added_{kind}_{other}
"""
OTHER = """  function plain_{number}(terms) result(total)
    {type}, intent(in) :: terms(:)
    {type} :: total
    total = sum(terms)
  end function plain_{number}
"""
PAIRS = [(kind, other) for kind in REALS for other in TERMS]
MODULE = f"""module ladder_orders
  use, intrinsic :: iso_c_binding, only: c_double, c_int64_t, c_intptr_t, c_loc
  use, intrinsic :: iso_fortran_env, only: {", ".join(TERMS)}, int64
  implicit none
  private
  public :: ladder_added, ladder_sum, ladder_order_state
  ! 0: sums round to nearest; else at random, down or up by how near both are
  integer(c_int64_t), bind(c, name="ladder_order_state") :: ladder_order_state = 0
  type sum_of
    integer(c_intptr_t) :: address = 0
    real(c_double) :: total = 0, positive = 0, negative = 0
  end type sum_of
  type(sum_of), save :: sums(262144) ! a sum whose place another one takes begins anew
{nearness.interface("rounded", (f"rounded_{kind}" for kind in REALS))}
{nearness.interface("ladder_added", (f"added_{kind}_{other}" for kind, other in PAIRS))}
{nearness.interface("ladder_sum", [*(f"sum_{kind}" for kind in REALS),
                                   *(f"plain_{number}" for number in range(len(PLAIN)))])}
contains
{"".join(ROUNDED.format(kind=kind) for kind in REALS)}
{"".join(ADDED.format(kind=kind, other=other, type=TERMS[other]) for kind, other in PAIRS)}
{"".join(OTHER.format(number=number, type=type) for number, type in enumerate(PLAIN))}
end module ladder_orders
"""


def apart(text):
    """Step 0's text with such sums. Throws where it has none."""
    tree = constants.tree_of(text)
    types = constants.Constants(tree).types
    parts = walk(tree, f.Execution_Part)
    added = [each for part in parts for node in walk(part, f.Assignment_Stmt)
             if (each := accumulation(node, types)) and is_sum(node, each[0], types)]
    wholes = [node for part in parts for node in walk(part, f.Intrinsic_Function_Reference)
              if str(node.items[0]).lower() in WHOLE and not is_pure(node) and whole(node, types)]
    for node in reversed(wholes):  # inner ones first
        constants.replace(node, whole(node, types))
    for target, terms, right in added:
        signed = " ".join(f"{sign} ({term})" for sign, term in terms)
        constants.replace(right, f"ladder_added({target}, {signed})")
    if not added and not wholes:
        raise Failure(USAGE, "step 0 has no sums")
    return f"{MODULE}{nearness.used(tree, 'ladder_added, ladder_sum', 'ladder_orders')}\n"


def whole(node, types):
    """SUM or DOT_PRODUCT as a sum of ours; None where it is of one axis, or of what may be complex
    and is multiplied."""
    first, *more = getattr(node.items[1], "items", None) or [node.items[1]]
    if str(node.items[0]).lower() == "dot_product":
        others = any("other" in str(types.get(name)) for name in names_in(node.items[1]))
        return (None if others or walk(node.items[1], f.Data_Ref)
                else f"ladder_sum(pack(({first}) * ({more[0]}), .true.))")
    if any(str(each).lower().replace(" ", "")[:5] != "mask=" for each in more):
        return None
    mask = str(more[0]).split("=", 1)[1] if more else ".true."
    return f"ladder_sum(pack({first}, {mask}))"


def accumulation(node, types):
    """(target, terms with signs, right side) of s = s + terms; None where it is none."""
    target, _, right = node.items
    if not isinstance(target, (f.Name, f.Part_Ref)) or not isinstance(right, f.Level_2_Expr):
        return None
    terms = terms_of(right)
    own = [at for at, (sign, term) in enumerate(terms) if sign == "+" and same(term, target)]
    name = name_of(target)
    if len(own) != 1 or not is_real(target, types) or walk(target, f.Subscript_Triplet):
        return None
    del terms[own[0]]
    others = [target.items[1] if isinstance(target, f.Part_Ref) else None,
              *(term for _, term in terms)]
    return None if any(name in names_in(each) for each in others) else (target, terms, right)


def terms_of(node):
    if isinstance(node, f.Level_2_Expr):
        return [*terms_of(node.items[0]), (node.items[1], node.items[2])]
    if isinstance(node, f.Level_2_Unary_Expr):
        return [node.items]
    return [("+", node)]


def is_sum(node, target, types):
    """Whether nothing else in the loop over its terms uses its target, which no other loop's
    variable chooses."""
    name, chosen, loop = name_of(target), names_in(target), None
    for each in parsing.parents(node):
        if isinstance(each, f.BlockBase) and isinstance(
                each.content[0], (f.Nonlabel_Do_Stmt, f.Label_Do_Stmt)):
            controls = walk(each.content[0], f.Loop_Control)
            variables = {str(one.items[1][0]).lower() for one in controls if one.items[1]}
            loop = loop or (None if variables & chosen else each)
    if loop is None or is_pure(node):
        return False
    sums = [each for each in walk(loop, f.Assignment_Stmt)
            if name_of(each.items[0]) == name and accumulation(each, types)]
    return sum(str(each).lower() == name for each in walk(loop, f.Name)) == 2 * len(sums)


def is_pure(node):
    """Whether it may not call a procedure that keeps something."""
    for each in parsing.parents(node):
        if isinstance(each, (f.Subroutine_Subprogram, f.Function_Subprogram)):
            return bool(re.search(r"\b(pure|elemental)\b",
                                  str(each.content[0].items[0]).lower()))
        if "do concurrent" in str(getattr(each, "content", [""])[0]).lower():
            return True
    return False


def is_real(target, types):
    name = name_of(target)
    known = types.get(name, set()) - {"variable"}
    wanted = {"real array"} if isinstance(target, f.Part_Ref) else {"real"}
    return known == wanted or not known and name[0] not in "ijklmn"


def name_of(target):
    """The first in it."""
    return re.match(r"\w*", str(target).lower())[0]


def names_in(node):
    return {str(each).lower() for each in walk(node, f.Name)} if node is not None else set()


def same(term, target):
    return str(term).lower().replace(" ", "") == str(target).lower().replace(" ", "")
