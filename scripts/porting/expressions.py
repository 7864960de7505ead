"""Expressions of Fortran as expressions of C."""

import re

from adopting.fortran import f, BinaryOpBase, UnaryOpBase
from adopting.names import listed
from porting import intrinsics
from porting.expression import (AND, E, EQUAL, LESS, LOGICAL, OR, PLUS, PRIMARY, TIMES, UNARY,
                                in_c, literal, stronger)
from porting.indices import Indices
from porting.refused import Refused
from porting.variables import balanced

COMPARED = {"==": ("==", EQUAL), ".eq.": ("==", EQUAL), "/=": ("!=", EQUAL), ".ne.": ("!=", EQUAL),
            "<": ("<", LESS), ".lt.": ("<", LESS), "<=": ("<=", LESS), ".le.": ("<=", LESS),
            ">": (">", LESS), ".gt.": (">", LESS), ">=": (">=", LESS), ".ge.": (">=", LESS)}
# Of an operator: that of C, how strongly its operands have to bind, and how strongly it binds.
BINARY = {"+": ("+", PLUS, TIMES, PLUS), "-": ("-", PLUS, TIMES, PLUS),
          "*": ("*", TIMES, UNARY, TIMES), "/": ("/", TIMES, UNARY, TIMES),
          ".and.": ("&&", AND, AND, AND), ".eqv.": ("==", PLUS, PLUS, EQUAL),
          ".neqv.": ("!=", PLUS, PLUS, EQUAL),
          **{each: (sign, PLUS, PLUS, level) for each, (sign, level) in COMPARED.items()}}


class Expressions(Indices):
    """Of one procedure; `self.frame` says what names mean. `index`: of an array expression that
    became a loop, the loops' [(variable, lower, step)], an axis each."""

    def e(self, node, index=None):
        if isinstance(node, E):
            return node
        made = literal(node, self.frame)
        if made is not None:
            return made
        if isinstance(node, f.Parenthesis):
            inner = self.e(node.items[1], index)
            return inner if inner.prec == PRIMARY else E(f"({inner.text})", PRIMARY, inner.type)
        if isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref, f.Function_Reference,
                             f.Structure_Constructor, f.Proc_Component_Ref)):
            return self.designator(node, index)
        if isinstance(node, f.Intrinsic_Function_Reference):
            return self.intrinsic(node, index)
        if isinstance(node, UnaryOpBase):
            return self.unary(node, index)
        if isinstance(node, BinaryOpBase):
            return self.binary(node, index)
        raise Refused(self.place(node), f"the expression {node}")

    def unary(self, node, index):
        operator, operand = str(node.items[0]).lower(), self.e(node.items[1], index)
        if operator == ".not.":
            return E(f"!{operand.at(UNARY)}", UNARY, LOGICAL)
        if operator in "+-":
            text = operand.at(TIMES)
            return E(f"{operator}{'(' + text + ')' if text[0] in '+-' else text}",
                     UNARY if operand.prec >= UNARY else TIMES, operand.type)
        raise Refused(self.place(node), f"the operator {operator}")

    def binary(self, node, index):
        operator = str(node.items[1]).lower()
        if operator == "**":
            return self.power(node, index)
        if operator in COMPARED and self.is_text(node.items[0]):
            return self.compared_text(node, operator)
        if operator == "//":
            raise Refused(self.place(node), "characters that are put together")
        left, right = self.e(node.items[0], index), self.e(node.items[2], index)
        if "character" in (left.category, right.category):
            raise Refused(self.place(node), f"characters in '{node}'")
        if operator == ".or.":
            return E(f"{clear(left)} || {clear(right)}", OR, LOGICAL)
        if operator not in BINARY:
            raise Refused(self.place(node), f"the operator {operator}")
        sign, of_left, of_right, level = BINARY[operator]
        return E(f"{left.at(of_left)} {sign} {right.at(of_right)}", level,
                 stronger(left.type, right.type) if sign in "+-*/" else LOGICAL)

    def power(self, node, index):
        base, exponent = self.e(node.items[0], index), self.e(node.items[2], index)
        number = re.fullmatch(r"\(?(-?\d+)\)?", exponent.text)
        if exponent.category == "integer" and base.category == "real":
            if number and 2 <= abs(int(number[1])) <= 16:
                return self.constant_power(base, int(number[1]))
            if number and int(number[1]) in (0, 1, -1):
                return [E("1.0", PRIMARY, base.type), base,
                        E(f"1 / {base.at(UNARY)}", TIMES, base.type)][int(number[1])]
            return self.call(self.port.helpers("power", base.type), [base, exponent], base.type)
        if base.category == "integer" and exponent.category == "integer":
            if number and 2 <= int(number[1]) <= 4 and re.fullmatch(r"\w+(\([\w, +-]*\))?",
                                                                    base.text):
                return E(" * ".join([base.text] * int(number[1])), TIMES, base.type)
            kind = stronger(base.type, exponent.type)
            return self.call(self.port.helpers("power", kind), [base, exponent], kind)
        if "complex" in (base.category, exponent.category):
            raise Refused(self.place(node), f"a power of a complex number, '{node}'")
        kind = stronger(base.type, exponent.type)
        return self.call(intrinsics.math("pow", kind), [base, exponent], kind)

    def constant_power(self, base, n):
        simple = re.fullmatch(r"\w+(\([\w, +-]*\))?", base.text)
        if simple and n in (2, 3):
            return E(" * ".join([base.text] * n), TIMES, base.type)
        name = self.port.helpers.power(abs(n), base.type)
        made = E(f"{name}({unwrapped(base.text)})", PRIMARY, base.type)
        return made if n > 0 else E(f"1 / {made.text}", TIMES, base.type)

    # -- characters

    def is_text(self, node):
        if isinstance(node, f.Char_Literal_Constant):
            return True
        if isinstance(node, (f.Name, f.Data_Ref)):
            entity = self.frame.entity(str(node).lower().split("%")[0].strip())
            return bool(entity and entity.category == "character")
        return False

    def compared_text(self, node, operator):
        left, right = node.items[0], node.items[2]
        if isinstance(left, f.Char_Literal_Constant):
            left, right = right, left
        if operator not in ("==", ".eq.", "/=", ".ne."):
            raise Refused(self.place(node), f"the order of characters, '{node}'")
        same = self.same_text(left, right)
        return same if operator in ("==", ".eq.") else E(f"!{same.text}", UNARY, LOGICAL)

    def same_text(self, variable, constant):
        if not isinstance(constant, f.Char_Literal_Constant):
            raise Refused(self.place(variable), f"a comparison of '{variable}' with characters "
                                                "that are no constant")
        name = self.designator(variable, None, whole=True)
        text = str(constant.items[0])
        text = text[1:-1].replace(text[0] * 2, text[0]).replace("\\", "\\\\").replace('"', '\\"')
        return self.text_test(name.text, text)

    def text_test(self, name, text):
        return E(f'{self.port.helpers.same()}({name}, {name}_len, "{text}")', PRIMARY, LOGICAL)

    # -- names

    def designator(self, node, index, whole=False):
        """A variable, an element, a section under `index`, or a function's value."""
        base, path, subscripts = self.parts(node)
        alias = self.frame.alias(base)
        if alias is not None:
            return self.aliased(alias, path, subscripts, node, index, whole)
        if not path and subscripts is not None and not self.is_array(base):
            return self.function(base, subscripts, node, index)
        if subscripts is None and not path and self.is_function(base):
            return self.function(base, (), node, index)
        variable = self.frame.use(self.frame.find(base, path, node))
        return self.reach(variable, subscripts, node, index, whole)

    def reach(self, variable, subscripts, node, index, whole):
        if variable.constant is not None and not variable.rank:
            self.port.need_constant(self, variable, node)
        if variable.type.category == "character" and (subscripts is not None or not whole):
            raise Refused(self.place(node), f"a part of characters, '{node}'")
        if not variable.rank:
            if subscripts is not None:
                raise Refused(self.place(node), f"'{node}'")
            text = self.text_of(variable)
            return E(text, UNARY if text.startswith("*") else PRIMARY, variable.type)
        if subscripts is None:
            if whole:
                return E(variable.name, PRIMARY, variable.type)
            if index is None or len(index) < variable.rank:
                raise Refused(self.place(node), f"the array '{node}' as a whole")
            texts = [self.shifted(index[axis], variable.axes[axis][0], "1")
                     for axis in range(variable.rank)]
            return self.element(variable, texts)
        return self.element(variable, self.subscripts(variable, subscripts, node, index))

    def text_of(self, variable):
        return variable.text

    def element(self, variable, texts):
        return E(f"{variable.name}({', '.join(texts)})", PRIMARY, variable.type)

    def aliased(self, alias, path, subscripts, node, index, whole):
        """A name of an ASSOCIATE construct, or an argument of a statement function."""
        if isinstance(alias, E):
            if path or subscripts is not None:
                raise Refused(self.place(node), f"'{node}', a part of an expression that "
                                                "ASSOCIATE names")
            return alias
        base, first, fixed = alias
        if fixed is not None and (subscripts is not None or path):
            raise Refused(self.place(node), f"'{node}', a part of an element or section that "
                                            "ASSOCIATE names")
        variable = self.frame.use(self.frame.find(base, [*first, *path], node))
        return self.reach(variable, fixed if fixed is not None else subscripts, node, index, whole)

    def parts(self, node):
        """(base name, components, subscripts or None)."""
        pieces = node.items if isinstance(node, f.Data_Ref) else (node,)
        names, subscripts = [], None
        for piece in pieces:
            if isinstance(piece, (f.Part_Ref, f.Function_Reference, f.Structure_Constructor)):
                if subscripts is not None:
                    raise Refused(self.place(node), f"'{node}', subscripts in two places")
                names.append(str(piece.items[0]).lower())
                subscripts = listed(piece.items[1])
            elif isinstance(piece, f.Name):
                names.append(str(piece).lower())
            else:
                raise Refused(self.place(node), f"{node}, where a variable is expected")
        return names[0], names[1:], subscripts

    def unaliased(self, node):
        """The parts of a designator, of what ASSOCIATE names in place of the name."""
        base, path, subscripts = self.parts(node)
        alias = self.frame.alias(base)
        if alias is None:
            return base, path, subscripts
        if isinstance(alias, E) or alias[2] is not None and subscripts is not None:
            raise Refused(self.place(node), f"'{node}', a part of what ASSOCIATE names")
        return alias[0], [*alias[1], *path], subscripts if alias[2] is None else alias[2]

    def is_array(self, name):
        entity = self.frame.entity(name)
        return bool(entity and (entity.rank or entity.category == "character")
                    and name not in self.frame.scope.statement_functions)

    def value(self, node, index=None):
        return self.e(node, index).text

    def cast(self, kind, expression):
        if expression.type == kind:
            return expression
        return E(f"({in_c(kind)}){expression.at(UNARY)}", UNARY, kind)

    def place(self, node):
        return self.frame.place(node)


def clear(operand):
    """Operands of || that hold && get brackets, which compilers and readers want."""
    return f"({operand.text})" if operand.prec == AND else operand.at(OR)


def unwrapped(text):
    """Without brackets around all of it."""
    whole = text.startswith("(") and text.endswith(")") and balanced(text[1:-1])
    return text[1:-1] if whole else text
