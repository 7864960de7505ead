"""What the turns of a nest read and write of arrays, by the subscripts of each access."""

import dataclasses

from adopting import beyond, names
from adopting.fortran import f, BinaryOpBase
from porting import affine
from porting.parallel import bounds_of, is_loop, loop_variable
from porting.refused import Refused


class NotTaken(Exception):
    """A nest does not take a rung's change: why."""


BRANCHES = ("If_Construct", "If_Stmt", "Case_Construct", "Where_Construct", "Where_Stmt",
            "Forall_Construct", "Forall_Stmt")
LEAVING = ("Goto_Stmt", "Cycle_Stmt", "Exit_Stmt", "Return_Stmt", "Arithmetic_If_Stmt",
           "Computed_Goto_Stmt")


@dataclasses.dataclass
class Axis:
    """A subscript: a variable of the grid and offsets from it, or what is the same in all turns."""

    grid: str = ""
    low: int = 0
    high: int = 0
    fixed: object = None  # affine
    node: object = None

    @property
    def key(self):
        return (self.grid, self.low, self.high) if self.grid else self.fixed


@dataclasses.dataclass
class Access:
    variable: object
    node: object
    axes: list | None      # None: not followed
    write: bool
    sure: bool             # in each turn
    given: bool = False    # to a procedure, which may take its address

    def shown(self):
        return " ".join(str(self.node).lower().split())


class Touched:
    """`all`: accesses of elements; `whole`: variables that are given to procedures or used as a
    whole; `calls`: what procedures may change, in words; None where they change nothing; `outer`:
    which of them reads arrays by itself."""

    def __init__(self, nest):
        self.nest, self.host, self.inner = nest, nest.host, nest.inner
        self.all, self.whole, self.sure, self.calls = [], set(), True, None
        self.jumps, self.outer, self.giving = False, None, False
        for node in nest.nodes:
            for each in nest.outside(node):
                self.statement(each)

    def statement(self, node):
        kind = type(node).__name__
        if kind in LEAVING:
            self.expression(node.items)
            self.sure, self.jumps = False, True
        elif isinstance(node, f.Assignment_Stmt):
            self.expression(node.items[2])
            self.designator(node.items[0], True)
        elif isinstance(node, f.Call_Stmt):
            self.call(str(node.items[0]).lower(), node)
            self.given(node.items[1])
        elif is_loop(node) and loop_variable(node.children[0]):
            self.loop(node)
        elif kind in BRANCHES or kind.endswith("_Do_Construct"):
            outer, self.sure = self.sure, False
            for each in node.children:
                self.statement(each)
            self.sure = outer and not self.jumps
        elif kind in ("If_Then_Stmt", "Else_If_Stmt", "Select_Case_Stmt", "Case_Stmt",
                      "Where_Construct_Stmt"):
            self.expression(node.items)
        elif kind.endswith("_Stmt"):
            self.expression(getattr(node, "items", ()))
        else:
            self.expression(node)

    def loop(self, node):
        bounds, name = bounds_of(node), loop_variable(node.children[0])
        self.expression(bounds)
        ends = [affine.read(each, self.nest.value) for each in bounds[:2]]
        known = all(each is not None and each.is_constant for each in ends) and (
            len(bounds) < 3 or bounds[2] is None)
        outer, before = self.sure, self.inner.get(name)
        if known and ends[0].constant <= ends[1].constant:
            self.inner[name] = (ends[0].constant, ends[1].constant)
        else:
            self.sure = False
        for each in node.children[1:]:
            self.statement(each)
        self.sure = outer and not self.jumps
        self.inner.pop(name, None)
        if before:
            self.inner[name] = before

    def expression(self, node):
        if isinstance(node, (tuple, list)):
            for each in node:
                self.expression(each) if not type(each).__name__.endswith(
                    "_Stmt") else self.statement(each)
            return
        if isinstance(node, (f.Part_Ref, f.Data_Ref, f.Function_Reference, f.Name,
                             f.Structure_Constructor)):
            self.designator(node, False)
            return
        outer = self.sure
        if isinstance(node, BinaryOpBase) and str(node.items[1]).lower() in (".and.", ".or.") or (
                isinstance(node, f.Intrinsic_Function_Reference)
                and str(node.items[0]).lower() == "merge"):
            self.sure = False  # one side may decide
        for each in names.below(node):
            self.expression(each)
        self.sure = outer

    def designator(self, node, write):
        try:
            self.followed(node, write)
        except Refused:
            self.calls = self.calls or f"'{node}' is not followed"

    def followed(self, node, write):
        host = self.host
        base, path, subscripts = host.parts(node)
        if host.frame.alias(base) is not None:
            self.calls = self.calls or f"'{base}', a name of ASSOCIATE, is not followed"
            return
        if subscripts is not None and not path and not host.is_array(base):
            own = base in host.frame.scope.statement_functions
            self.call(base, node)
            outer, self.giving = self.giving, not own
            self.given(subscripts)
            self.giving = outer
            return
        entity = host.frame.entity(base)
        if entity is None or entity.category == "character":
            return
        variable = host.frame.find(base, path, node)
        if not variable.rank:
            return
        if subscripts is None:
            self.whole.add(variable)
            return
        given, self.giving = self.giving, False
        self.expression(subscripts)
        axes = [self.axis(each) for each in subscripts]
        self.all.append(Access(variable, node, None if None in axes else axes, write, self.sure,
                               given))

    def axis(self, node):
        if isinstance(node, f.Subscript_Triplet):
            return None
        value = affine.read(node, self.nest.value)
        if value is None:
            return None
        mine = [(name, factor) for name, factor in value.terms if name in self.nest.grid]
        if not mine:
            inside = any(name in self.inner for name, _ in value.terms)
            return None if inside else Axis(fixed=value, node=node)
        rest = value.without(mine[0][0])
        low = high = rest.constant
        for name, factor in rest.terms:
            if name not in self.inner:
                return None
            ends = [factor * each for each in self.inner[name]]
            low, high = low + min(ends), high + max(ends)
        return Axis(mine[0][0], low, high, None, node) if mine[0][1] == 1 else None

    def words(self):
        """Arrays that are read at several offsets, and how far, as `p: 1 along i, 1 along j`."""
        reach = {}
        for each in self.all:
            for axis in each.axes or () if not each.write else ():
                if axis.grid:
                    one = reach.setdefault(each.variable, {}).setdefault(axis.grid, [0, 0])
                    one[:] = min(one[0], axis.low), max(one[1], axis.high)
        parts = []
        for variable, axes in reach.items():
            far = [f"{max(-low, high)} along {name}" for name, (low, high) in axes.items()
                   if low or high]
            parts += [f"{variable.name}: {', '.join(far)}"] if far else []
        return "; ".join(parts)

    # -- procedures

    def given(self, listed):
        """Arguments: an array that is given may be changed, where the procedure changes any."""
        giving = self.giving
        for _, each in names.arguments_of(listed):
            self.giving = giving
            self.expression(each)

    def call(self, name, node):
        host = self.host
        if name in host.frame.scope.statement_functions:
            return  # one that reads arrays is refused by its writer
        if host.frame.scope.lookup(name) is None and beyond.is_intrinsic(name):
            return
        try:
            scope = host.callee(name, node)
        except Refused:
            scope = None
        if scope is None or not all_of(host.port, scope, reads_no_arrays):
            self.outer = self.outer or f"'{name}' is called, which may read arrays"
        if scope is None or not all_of(host.port, scope, writes_its_own):
            self.calls = self.calls or f"'{name}' is called, which may change arrays"


def all_of(port, scope, holds, depth=8):
    """Does `holds(scope, names)` of a procedure and of all that it calls?"""
    found = port.closure.names.get(scope)
    return bool(found and depth) and holds(scope, found) and all(
        each is not None and all_of(port, each, holds, depth - 1)
        for call in found.calls for each in port.writes._callees(scope, call))


def writes_its_own(scope, found):
    for name in found.written:
        target, entity = scope.lookup(name), scope.entities.get(name)
        if target and target[0] is not scope or name in scope.dummies or entity is not None and (
                entity.common or entity.has("save")):
            return False
    return True


def reads_no_arrays(scope, found):
    """Other than its own local ones."""
    arrays = [name for name in found.used if (entity := scope.entity_of(name)) is not None
              and (entity.rank or entity.category in ("type", "class"))]
    return all(scope.declaring(name)[0] is scope and name not in scope.dummies for name in arrays)
