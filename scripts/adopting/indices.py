"""Step 0 that keeps which elements it chooses by integers that it computes of data.

As of a histogram, or of a table that is looked up: others may be wrong in a stage without a sign.
"""

import functools
import re

from adopting import constants, nearness, orders, parsing
from adopting.failure import USAGE, Failure
from adopting.fortran import f, walk

MOST = 400  # places
INQUIRIES = set("size shape lbound ubound kind len allocated associated present".split())
WHOLE = set("int nint floor ceiling".split())
FUNCTION = """  integer({kind}) function of_{kind}(i, site, lower, upper)
    integer({kind}), intent(in) :: i
    integer(c_int), intent(in) :: site, lower, upper
    integer(c_int) :: j
    of_{kind} = i
    j = int(i, c_int)
    ladder_index_seen(:, site) = [min(ladder_index_seen(1, site), j), &
                                  max(ladder_index_seen(2, site), j), lower, upper]
  end function of_{kind}
"""
KINDS = ("int16", "int32", "int64")
MODULE = f"""module ladder_indices
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: {", ".join(KINDS)}
  implicit none
  private
  public :: ladder_index, ladder_index_seen
  ! least and most that was seen, bounds of the array; an upper one below the lower: not known
  integer(c_int), bind(c, name="ladder_index_seen") :: ladder_index_seen(4, {MOST}) = &
      spread([huge(1_c_int), -huge(1_c_int), 1_c_int, 0_c_int], 2, {MOST})
{nearness.interface("ladder_index", (f"of_{kind}" for kind in KINDS))}
contains
{"".join(FUNCTION.format(kind=kind) for kind in KINDS)}
end module ladder_indices
"""


def watched(text):
    """Step 0's text. Throws where it computes no such index."""
    tree, sites = with_sites(text)
    if not sites:
        raise Failure(USAGE, "step 0 computes no index")
    return f"{MODULE}{nearness.used(tree, 'ladder_index', 'ladder_indices')}\n"


@functools.lru_cache(1)
def with_sites(text):
    """The tree, and of each site (array, the subscript that is computed)."""
    tree, sites = constants.tree_of(text), []
    arrays = Arrays(tree)
    found = [(node, axis, each) for part in walk(tree, f.Execution_Part)
             for node in walk(part, f.Part_Ref) if arrays.is_chosen(node)
             for axis, each in enumerate(arrays.subscripts(node), 1) if arrays.is_computed(each)]
    said = [(str(node.items[0]), str(each)) for node, _, each in found]
    for (node, axis, each), words in list(zip(found, said))[MOST - 1::-1]:  # inner ones first
        sites.append(words)
        name = orders.name_of(node)
        upper = "0_4" if name in arrays.assumed else f"int(ubound({name}, {axis}), 4)"
        constants.replace(each, f"ladder_index({each}, {len(sites)}, int(lbound({name}, {axis}), "
                                f"4), {upper})")
    return tree, sites


class Arrays:
    def __init__(self, tree):
        self.types = constants.Constants(tree).types
        self.names = {name for name, types in self.types.items()
                      if any(each.endswith("array") for each in types)}
        for each in walk(tree, (f.Common_Stmt, f.Dimension_Stmt)):
            self.names |= set(re.findall(r"(\w+)\s*\(", str(each).lower()))
        self.assumed = {str(each.parent.items[0]).lower()
                        for each in walk(tree, f.Assumed_Size_Spec) if each.parent}
        self.computed, before = set(), None  # (procedure, name)
        turns = {(procedure(each), str(each.items[1][0]).lower())
                 for each in walk(tree, f.Loop_Control) if each.items[1]}
        while before != len(self.computed):
            before = len(self.computed)
            for each in walk(tree, f.Assignment_Stmt):
                name = orders.name_of(each.items[0])
                if (self.is_of(name, "integer") and (procedure(each), name) not in turns
                        and (self.is_computed(each.items[2], True) or is_counted(each, name))):
                    self.computed.add((procedure(each), name))

    def is_of(self, name, kind):
        types = self.types.get(name, set()) - {"variable"}
        return bool(types) and types <= {kind, f"{kind} array"}

    def is_computed(self, node, of_reals=False):
        """Of elements of integer arrays, of what is computed, or of reals."""
        if isinstance(node, f.Intrinsic_Function_Reference):
            name = str(node.items[0]).lower()
            if name in INQUIRIES or of_reals and name in WHOLE and walk(node, f.Data_Ref):
                return name in WHOLE
        if isinstance(node, f.Name):
            name = str(node).lower()
            return (procedure(node), name) in self.computed or of_reals and self.is_of(name, "real")
        if isinstance(node, f.Part_Ref) and "integer array" in self.types.get(
                orders.name_of(node), ()) and orders.names_in(node.items[1]):
            return True
        return any(self.is_computed(each, of_reals) for each in getattr(node, "children", None)
                   or () if each is not None and not isinstance(each, str))

    def is_chosen(self, node):
        """Whether it is an element of an array, in a procedure that may write a variable."""
        return (orders.name_of(node) in self.names and not isinstance(node.parent, f.Data_Ref)
                and not orders.is_pure(node))

    def subscripts(self, node):
        """Those that are numbers."""
        all_of_them = getattr(node.items[1], "items", None) or [node.items[1]]
        whole = [walk(each, f.Subscript_Triplet) or isinstance(each, f.Name)
                 and "integer array" in self.types.get(str(each).lower(), ())
                 for each in all_of_them]
        return [] if any(whole) else all_of_them


def procedure(node):
    """Name of the innermost one that a node is in."""
    return next((str(each.content[0].items[1]).lower() for each in parsing.parents(node)
                 if isinstance(each, (f.Subroutine_Subprogram, f.Function_Subprogram))), "")


def is_counted(node, name):
    """n = n + 1, not at each turn of a loop."""
    return name in orders.names_in(node.items[2]) and any(
        isinstance(each, (f.If_Construct, f.If_Stmt)) for each in parsing.parents(node))
