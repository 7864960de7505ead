"""Constants of step 0 that keep their value in the next precision: that of the owner's.

0.1 in single precision is 0.100000001490116. With -freal-4-real-8 it would be another number, and
the oracle another function: so literals, and what gfortran computes of them when it compiles, as
1.0/3.0, are written as the numbers that they are."""

import decimal
import re

from adopting import compiled, names, parsing
from adopting.failure import Failure
from adopting.fortran import f, walk

NAME = "ladder_constant_"
KEPT_KINDS = {4: "float32", 8: "float64"}  # those that have a next precision
DIGITS = 25  # enough for any number of eight bytes to be the nearest of the next precision
REALS = set("sqrt exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh erf gamma real "
            "dble float sngl".split())
OF_ARGUMENTS = set("abs max min mod sign sum".split())  # of the type that these have
OF_KIND = set("epsilon tiny huge".split())
TRIES = 4


def tree_of(text):
    lines = text.splitlines()
    return parsing.parse(lines, [f"step0.f90:{at}" for at in range(1, len(lines) + 1)], "step 0")


def kept(text, compiler, flags, scratch, folder):
    """The text, its constants as numbers of the owner's precision. Throws where it cannot be
    read."""
    lines, tree = text.splitlines(), tree_of(text)
    found = Constants(tree)
    values = values_of(lines, found, compiler, flags, scratch, folder)
    changed = {}
    for number, (node, statement, _) in enumerate(found.list):
        if number in values and (new := literal(node, *values[number])):
            bare = isinstance(statement, f.Data_Stmt) or isinstance(
                node.parent, f.Complex_Literal_Constant)
            replace(node, f"({new})" if new.startswith("-") and not bare else new)
            first, last = statement.item.span
            changed[first - 1, last - 1] = True
    return written(lines, tree, changed)


class Constants:
    """`list`: (node, statement, line before which a declaration of its scope may be) of each
    largest piece of an expression that is real and constant."""

    def __init__(self, tree, names=False):
        """`names`: whether the name of a constant alone is such a piece."""
        self.types, self.list, self.names = {}, [], names  # name -> {"real", "integer", "other"}
        self.parameters = set()
        self._declare(tree)
        self._visit(tree, None, None)

    def _declare(self, tree):
        for each in walk(tree, f.Type_Declaration_Stmt):
            words = str(each.items[0]).lower()
            kind = next((kind for kind in ("real", "integer") if words.startswith(kind)),
                        "real" if words.startswith("double precision") else "other")
            attributes = str(each.items[1] or "").lower()
            for entity in walk(each, f.Entity_Decl):
                name = str(entity.items[0]).lower()
                whole = entity.items[1] is None and "dimension" not in attributes
                self.types.setdefault(name, set()).add(kind if whole else f"{kind} array")
                if "parameter" in attributes.replace(" ", "").split(","):
                    self.parameters.add(name)
                else:
                    self.types[name].add("variable")
        for each in walk(tree, f.Named_Constant_Def):
            name = str(each.items[0]).lower()
            self.parameters.add(name)
            self.types.get(name, set()).discard("variable")

    def _visit(self, node, statement, before):
        if statement is None and getattr(node, "item", None) is not None:
            statement = node
        if isinstance(node, (f.Module, f.Main_Program, f.Subroutine_Subprogram,
                             f.Function_Subprogram)):
            before = end_of_declarations(node)
        if isinstance(node, f.Name) and not self.names:  # it is what its declaration says
            return
        if statement is not None and before is not None and self.type_of(node) == "real":
            self.list.append((node, statement, before))
            return
        for child in names.below(node):
            self._visit(child, statement, before)

    def type_of(self, node):
        """real or integer, where the piece is constant; None where it is not."""
        if isinstance(node, (f.Real_Literal_Constant, f.Signed_Real_Literal_Constant)):
            return "real"
        if isinstance(node, f.Int_Literal_Constant):
            return "integer"
        if isinstance(node, f.Name):
            name = str(node).lower()
            types = self.types.get(name, set())
            return next(iter(types)) if (name in self.parameters and len(types) == 1
                                         and types <= {"real", "integer"}) else None
        if isinstance(node, f.Parenthesis):
            return self.type_of(node.items[1])
        if isinstance(node, f.Level_2_Unary_Expr):
            return self.type_of(node.items[1])
        if isinstance(node, (f.Level_2_Expr, f.Add_Operand, f.Mult_Operand)):
            return together([self.type_of(node.items[0]), self.type_of(node.items[2])])
        if isinstance(node, f.Intrinsic_Function_Reference):
            return self._type_of_call(node)
        return None

    def _type_of_call(self, node):
        name = str(node.items[0]).lower()
        arguments = [each for _, each in names.arguments_of(node.items[1])]
        if name in OF_KIND:
            types = self.types.get(str(arguments[0]).lower(), set()) - {"variable"}
            is_real = bool(types) and types <= {"real", "real array"}
            return "real" if is_real or self.type_of(arguments[0]) == "real" else None
        types = [self.type_of(each) for each in arguments]
        if None in types or name not in REALS | OF_ARGUMENTS:
            return None
        return "real" if name in REALS else together(types)


def together(types):
    if None in types:
        return None
    return "real" if "real" in types else "integer"


def end_of_declarations(unit):
    """Index of the line before which one more declaration of a program unit may be."""
    for part in unit.content:
        if isinstance(part, (f.Execution_Part, f.Module_Subprogram_Part,
                             f.Internal_Subprogram_Part, f.End_Module_Stmt, f.End_Program_Stmt,
                             f.End_Subroutine_Stmt, f.End_Function_Stmt)):
            return parsing.span(part)[0]
    return None


def values_of(lines, found, compiler, flags, scratch, folder):
    """number -> (bytes of its kind, digits) as gfortran has them. What does not compile as a
    constant is left out."""
    scratch.mkdir(parents=True, exist_ok=True)
    source, left = scratch / "constants.f90", set(range(len(found.list)))
    for _ in range(TRIES):
        at, text = {}, []
        for index, line in enumerate([*lines, ""]):
            for number in sorted(left):
                node, _, before = found.list[number]
                if before == index:
                    at[len(text) + 1] = number
                    text.append(f"real(kind({node})), parameter :: {NAME}{number} = {node}")
            text.append("" if "_saved.inc'" in line else line)
        source.write_text("\n".join(text) + "\n", errors="surrogateescape")
        done = compiled.run(
            [compiler, *compiled.kept(flags), "-w", "-ffree-form", "-ffree-line-length-none",
             "-fsyntax-only", "-fmax-errors=0", "-fdump-fortran-original", "-J", scratch, "-I",
             scratch, "-I", folder, source], scratch)
        if done.returncode == 0:
            return read(done.stdout)
        bad = {at[int(line)] for line in re.findall(r"constants\.f90:(\d+)", done.stderr)
               if int(line) in at}
        if not bad:
            break
        left -= bad
    raise Failure(1, f"gfortran does not say what they are: {compiled.first_errors(done.stderr)}")


def read(dump):
    found = {}
    for match in re.finditer(
            rf"symtree: '{NAME}(\d+)'.*\n\s*type spec : \(REAL (\d+)\)\s*\n\s*attributes:.*\n"
            r"\s*value: (-?[\d.]+(?:e[-+]?\d+)?)", dump):
        found.setdefault(int(match[1]), (int(match[2]), match[3]))
    return found


def literal(node, kind, digits):
    """A number of the next precision that has the same value; None where it has it already."""
    import numpy

    if kind not in KEPT_KINDS:
        return None
    exact = decimal.Decimal(float(getattr(numpy, KEPT_KINDS[kind])(digits)))
    plain = re.fullmatch(r"([\d.]+)(?:[ed]([-+]?\d+))?(?:_\w+)?", str(node).lower())
    if plain and decimal.Decimal(f"{plain[1]}e{plain[2] or 0}") == exact:
        return None
    return f"{exact:.{DIGITS - 1}e}_{kind}"


def replace(node, text):
    """What a node of a tree is written as."""
    node.items = (text,)
    node.tostr = lambda: text
    node.__class__ = Written


class Written:
    def __str__(self):
        return self.items[0]

    tofortran = __str__


def written(lines, tree, changed):
    """The lines, those of changed statements as the tree has them now."""
    texts, found = {}, list(lines)
    for statement in parsing.statements_in(tree):
        first, last = (each - 1 for each in statement.item.span)
        texts.setdefault((first, last), []).append(statement.tofortran().strip())
    for (first, last), _ in changed.items():
        found[first:last + 1] = ["; ".join(texts[first, last]), *[""] * (last - first)]
    return "\n".join(found) + "\n"
