"""Sizes and offsets as polynomials of integer arguments, so that they can be compared: {words of a
product, sorted: factor}."""

import ast


def parsed(text):
    """Of an expression with + - * and brackets; None where it has more."""
    try:
        return _of(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _of(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return number(node.value)
    if isinstance(node, ast.Name):
        return {(node.id.lower(),): 1}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return times(_of(node.operand), number(-1 if isinstance(node.op, ast.USub) else 1))
    if isinstance(node, ast.BinOp):
        left, right = _of(node.left), _of(node.right)
        if isinstance(node.op, ast.Add):
            return plus(left, right)
        if isinstance(node.op, ast.Sub):
            return minus(left, right)
        if isinstance(node.op, ast.Mult):
            return times(left, right)
        if isinstance(node.op, ast.Div) and set(left) | set(right) == {()}:
            return number(int(left[()] / right[()]))  # towards zero, as Fortran does
    raise ValueError("no polynomial")


def number(value):
    return {(): value} if value else {}


def plus(one, other):
    total = dict(one)
    for words, factor in other.items():
        total[words] = total.get(words, 0) + factor
    return {words: factor for words, factor in total.items() if factor}


def times(one, other):
    total = {}
    for left, a in one.items():
        for right, b in other.items():
            total = plus(total, {tuple(sorted(left + right)): a * b})
    return total


def minus(one, other):
    return plus(one, times(other, number(-1)))


def is_number(one):
    return set(one) <= {()}


def is_positive(one):
    """Where arguments are counts."""
    return bool(one) and all(factor > 0 for factor in one.values())


def text(one):
    if not one:
        return "0"
    parts = []
    for words, factor in sorted(one.items(), key=lambda item: (-len(item[0]), item[0])):
        factors = ([] if abs(factor) == 1 and words else [str(abs(factor))]) + list(words)
        sign = "-" if factor < 0 else "+" if parts else ""
        parts.append(sign + "*".join(factors))
    return "".join(parts)
