"""The figures of the documents, from results/published/*.json: tables, and what the documents
derived from them."""

import ast
import json
import operator
import re

from plots.failure import UNUSABLE, Failure

SCHEMA = 1
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
              ast.Div: operator.truediv}


def arithmetic(expression):
    """The value of an expression of numbers, + - * / and brackets; nothing else is taken."""

    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
            return OPERATIONS[type(node.op)](value(node.left), value(node.right))
        raise ValueError(f"no arithmetic: {expression}")

    return value(ast.parse(expression, mode="eval").body)


class Document:
    def __init__(self, content):
        self.content = content
        self.machines = content["machines"]
        self.tables = {table["id"]: table for table in content["tables"]}
        self.figures = {figure["figure"]: figure for figure in content["figures"]}
        self.derived = {one["id"]: one for one in content["derived"]}

    def number(self, table, row, column):
        found = self.tables[table]
        return found["values"][row][list(found["columns"]).index(column)]

    def named(self, name):
        """A number of a table as table/row/column, or a derived one as the document states it."""
        if name in self.derived:
            return self.derived[name]["stated"]
        return self.number(*name.split("/"))

    def recomputed(self, derived):
        formula = self.derived[derived]["formula"]
        return arithmetic(re.sub(r"\{([^}]*)\}", lambda found: repr(self.named(found.group(1))),
                                 formula))

    def agrees(self, derived):
        """Rounds to what is stated, down to its last digit."""
        one = self.derived[derived]
        return (abs(self.recomputed(derived) - one["stated"]) <= 0.5 * 10.0 ** -one["digits"]
                * (1 + 1e-9))


def read(path):
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError) as problem:
        raise Failure(UNUSABLE, f"{path}: {problem}") from problem
    if content.get("schema") != SCHEMA:
        raise Failure(UNUSABLE,
                      f"{path}: its schema is {content.get('schema')}, this program reads {SCHEMA}")
    return Document(content)
