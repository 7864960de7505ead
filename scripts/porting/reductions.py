"""Sums, products, extremes and logical values that all turns of a loop add to. Old Fortran finds
extremes by jumps: `IF (E - X) 70, 70, 50`, or `IF (E .LE. X) GO TO 70` before `X = E`."""

from adopting.fortran import f
from adopting.names import below
from porting import tree
from porting.intrinsics import SPECIFIC

SIGNS = {"+": "+", "-": "+", "*": "*", ".AND.": "and", ".OR.": "or", ".EQV.": "eqv",
         ".NEQV.": "neqv"}
ORDERS = {">": "max", ">=": "max", ".GT.": "max", ".GE.": "max",
          "<": "min", "<=": "min", ".LT.": "min", ".LE.": "min"}
OPPOSITE = {"max": "min", "min": "max"}


def text(node):
    return str(node).lower().replace(" ", "")


def occurrences(node, target):
    """How often the designator is in an expression."""
    if text(node) == target:
        return 1
    if isinstance(node, f.Name):
        return 2 if str(node).lower() == base(target) != target else 0
    return sum(occurrences(each, target) for each in below(node))


def base(designator):
    return designator.split("(")[0].split("%")[0]


def operands(node, signs):
    """[(sign, operand)] of a chain of operators of one kind."""
    if isinstance(node, f.BinaryOpBase) and str(node.items[1]).upper() in signs:
        sign = str(node.items[1]).upper()
        right = operands(node.items[2], signs) if sign in ("+", "*", ".AND.", ".OR.") else [
            (sign, node.items[2])]
        return [*operands(node.items[0], signs), (sign, right[0][1]), *right[1:]]
    return [("", node)]


def of_assignment(node):
    """(operation, designator's text) of `x = x + e`, `x = max(x, e)`; None."""
    if not isinstance(node, f.Assignment_Stmt):
        return None
    target, value = text(node.items[0]), node.items[2]
    if occurrences(value, target) != 1:
        return None
    if isinstance(value, f.Intrinsic_Function_Reference):
        name = str(value.items[0]).lower()
        kind = SPECIFIC.get(name, name)
        if kind in OPPOSITE and any(text(each) == target for each in value.items[1].items):
            return kind, target
        return None
    for signs in (("+", "-"), ("*",), (".AND.",), (".OR.",), (".EQV.",), (".NEQV.",)):
        for sign, operand in operands(value, signs):
            if text(operand) == target and len(operands(value, signs)) > 1:
                return (SIGNS[signs[0]], target) if sign not in ("-",) else None
    return None


def order_of(condition):
    """(left, right, extreme) of a comparison that the left side being the extreme satisfies."""
    if not isinstance(condition, f.Level_4_Expr):
        return None
    order = ORDERS.get(str(condition.items[1]).upper())
    return order and (text(condition.items[0]), text(condition.items[2]), order)


def of_extreme(branch):
    """(operation, designator, [locations]) of `if (e > x) then; x = e; at = i; end if`."""
    compared = order_of(branch.condition)
    if len(branch.arms) != 1 or branch.complete or not compared:
        return None
    steps = branch.arms[0]
    if not steps or not all(isinstance(each, tree.Step) and isinstance(each.node, f.Assignment_Stmt)
                            and not each.calls for each in steps):
        return None
    if any(occurrences(each.node.items[2], text(each.node.items[0])) for each in steps):
        return None  # a count is no location
    return taken_by(steps, *compared)


def taken_by(steps, left, right, order):
    """(operation, designator, [locations]) of the step that keeps the extreme of two values."""
    for step in steps:
        target, value = text(step.node.items[0]), text(step.node.items[2])
        if (target, value) in ((right, left), (left, right)):
            kind = order if target == right else OPPOSITE[order]
            return kind, target, [text(each.node.items[0]) for each in steps if each is not step]
    return None


def of_flag(step):
    """(operation, variable) of a logical constant that some turns assign."""
    if isinstance(step.node, f.Assignment_Stmt) and isinstance(step.node.items[2],
                                                               f.Logical_Literal_Constant):
        word = str(step.node.items[2]).lower().split("_")[0]
        return ("or" if word == ".true." else "and"), text(step.node.items[0])
    return None


def found_in(body, key, steps):
    """[(operation, designator), ...] if each of `steps`, which touch the variable, is part of one
    reduction; the location of an extreme follows it as ("maxloc" or "minloc", variable)."""
    extremes = {}
    for one, inside in [*_branches(body), *jumped_extremes(body)]:
        inside = {id(each) for each in inside}
        extremes.setdefault(one[1], []).append((one, inside))
        for location in one[2]:
            extremes.setdefault(location, []).append(((one[0] + "loc", location, []), inside))
    kinds = set()
    for step in steps:
        one = of_assignment(step.node) or of_flag(step)
        if not one or base(one[1]) != key:
            one = next(((kind, target) for designator, listed in extremes.items()
                        if base(designator) == key for (kind, target, _), inside in listed
                        if id(step) in inside), None)
        if not one:
            return []
        kinds.add(one)
    return sorted(kinds) if len(kinds) == 1 else []


def _branches(body):
    for item in tree.walk(body):
        if isinstance(item, tree.Branch) and (one := of_extreme(item)):
            yield one, [*item.arms[0], *(step for step in tree.walk(body)
                                         if isinstance(step, tree.Step) and step.line == item.line)]


def blocks(body):
    """Lists of items that are run one behind the other."""
    yield body
    for item in body:
        if isinstance(item, tree.Branch):
            for arm in item.arms:
                yield from blocks(arm)
        elif isinstance(item, tree.Loop):
            yield from blocks(item.body)


def jumped_extremes(body):
    """[(operation, designator, [locations]), items of it]"""
    aims = [item.name for item in tree.walk(body) if isinstance(item, tree.Jump)
            and item.kind == "goto"]
    found = []
    for block in blocks(body):
        for at, item in enumerate(block):
            if isinstance(item, tree.Branch) and at:
                one = _jumped(block, at, aims)
                if one is not None and not any(occurrences(
                        each.node.items[2], text(each.node.items[0])) for each in one[1][1:]):
                    found.append(one)
    return found


def _jumped(block, at, aims):
    test, branch, rest = block[at - 1], block[at], block[at + 1:]
    jumps = [arm[0] for arm in branch.arms if len(arm) == 1 and isinstance(arm[0], tree.Jump)]
    if not isinstance(test, tree.Step) or len(jumps) != len(branch.arms):
        return None
    if isinstance(test.node, f.Arithmetic_If_Stmt):
        if not rest or not isinstance(rest[0], tree.Label) or aims.count(rest[0].name) != 1:
            return None
        taken = [jump.name == rest[0].name for jump in jumps]
        others = {jump.name for jump in jumps} - {rest[0].name}
        value = test.node.items[0]
        if sum(taken) != 1 or taken[1] or len(others) != 1 or not isinstance(
                value, f.Level_2_Expr) or str(value.items[1]) != "-":
            return None
        left, right, order = text(value.items[0]), text(value.items[2]), (
            "max" if taken[2] else "min")
        behind, rest = others.pop(), rest[1:]
    else:
        compared = order_of(branch.condition)
        if len(jumps) != 1 or branch.complete or jumps[0].kind not in ("goto", "cycle") \
                or not compared:
            return None
        left, right, order = *compared[:2], OPPOSITE[compared[2]]
        behind = jumps[0].name if jumps[0].kind == "goto" else None
        if jumps[0].kind == "cycle" and jumps[0].name:
            return None
    steps = []
    while rest and isinstance(rest[0], tree.Step) and isinstance(
            rest[0].node, f.Assignment_Stmt) and not rest[0].calls:
        steps.append(rest.pop(0))
    end = rest[0] if rest else None
    meets = (end is None if behind is None else isinstance(end, (tree.Label, tree.Jump))
             and end.name == behind and getattr(end, "kind", "goto") == "goto")
    if not steps or not meets:
        return None
    one = taken_by(steps, left, right, order)
    return one and (one, [test, *steps])
