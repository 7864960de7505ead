"""Extremes that old Fortran finds by jumps: `IF (E - X) 70, 70, 50`, or `IF (E .LE. X) GO TO 70`
before `X = E`."""

from adopting.fortran import f
from porting import tree


def blocks(body):
    """Lists of items that are run one behind the other."""
    yield body
    for item in body:
        if isinstance(item, tree.Branch):
            for arm in item.arms:
                yield from blocks(arm)
        elif isinstance(item, tree.Loop):
            yield from blocks(item.body)


def extremes(body, text, occurrences, orders):
    """[(operation, designator, [locations]), items of it]"""
    aims = [item.name for item in tree.walk(body) if isinstance(item, tree.Jump)
            and item.kind == "goto"]
    found = []
    for block in blocks(body):
        for at, item in enumerate(block):
            if isinstance(item, tree.Branch) and at:
                one = _of(block, at, aims, text, orders)
                if one is not None and not any(occurrences(
                        each.node.items[2], text(each.node.items[0])) for each in one[1][1:]):
                    found.append(one)
    return found


def _of(block, at, aims, text, orders):
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
        condition = branch.condition
        if len(jumps) != 1 or branch.complete or jumps[0].kind not in ("goto", "cycle") or (
                not isinstance(condition, f.Level_4_Expr)
                or str(condition.items[1]).upper() not in orders):
            return None
        left, right = text(condition.items[0]), text(condition.items[2])
        order = {"max": "min", "min": "max"}[orders[str(condition.items[1]).upper()]]
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
    for step in steps:
        pair = text(step.node.items[0]), text(step.node.items[2])
        if pair in ((right, left), (left, right)):
            kind = order if pair[0] == right else {"max": "min", "min": "max"}[order]
            return (kind, pair[0], [text(each.node.items[0]) for each in steps
                                    if each is not step]), [test, *steps]
    return None
