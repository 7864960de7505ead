"""A rung in C: all procedures of an adopted routine in one file."""

import re

from adopting import header as headers, kinds as kinds_of_values, parsing
from adopting.fortran import f
from porting import layout
from porting.expression import PRIMARY
from porting.helpers import Helpers
from porting.procedure import Procedure
from porting.refused import Refused
from porting.kinds_in_c import Kinds, first_value, in_c
from porting.variables import TAKEN

STANDARD = {"malloc": "stdlib.h", "abort": "stdlib.h", "free": "stdlib.h", "labs": "stdlib.h",
            "abs": "stdlib.h", "NULL": "stddef.h", "FLT_MAX": "float.h", "DBL_MAX": "float.h",
            "FLT_MIN": "float.h", "DBL_MIN": "float.h", "DBL_EPSILON": "float.h",
            "FLT_EPSILON": "float.h"}


class Rung:
    """`adopted`: the routine. `text` is the file without its head."""

    language = "c"
    writer = Procedure

    def __init__(self, adopted):
        self.adopted, self.closure, self.writes = adopted, adopted.closure, adopted.writes
        self.values, self.header, self.routine = adopted.values, adopted.header, adopted.routine
        self.kinds = Kinds(adopted.described["flags"], adopted.header.parameters)
        self.constants_in_c = self._constants()
        self.helpers = self.make_helpers()
        self.made, self.open, self.tables, self.notes = {}, [], {}, []
        self.macros_of_constants = {}
        self.as_numbers = set()  # constants of the source whose values are written as numbers

    def make_helpers(self):
        return Helpers()

    def _constants(self):
        """Names that the header defines; of those that several scopes have, none is used."""
        found = set()
        for scope in [*self.adopted.step0.modules, self.routine]:
            for name, entity in scope.entities.items():
                if entity.has("parameter") and name in self.header.parameters:
                    if name in found and not scope.whole:
                        self.notes_twice = True
                    found.add(name)
        return set(self.header.parameters)

    # -- what procedures ask

    def saved(self, owner, entity):
        return any(value.role == "saved" and value.scope is owner and value.top is entity
                   for value in self.values)

    def name_for(self, scope):
        name = scope.name
        if scope is self.routine:
            return "stage"
        others = {each.c_name for each in self.values} | self.constants_in_c
        while name in TAKEN or name in others:
            name += "_"
        return name

    def procedure(self, scope, place):
        if scope in self.open:
            raise Refused(place, f"{scope.name} is recursive")
        if scope not in self.made:
            self.open.append(scope)
            made = self.writer(self, scope)
            self.open.pop()
            self.made[scope] = made
        return self.made[scope]

    def extreme(self, name, kind):
        return self.helpers(name, kind)

    def exact(self, expression, kind):
        return expression.text

    def number(self, product):
        """The value of a product of constants; None where it has others."""
        words = set(re.findall(r"[A-Za-z_]\w*", product)) - {"int64_t"}
        values = {}
        for word in words:
            if word in self.macros_of_constants:
                text = self.macros_of_constants[word]
                if not re.fullmatch(r"-?\d+", text):
                    return None
                values[word] = int(text)
                continue
            category, _, text, _ = self.header.parameters.get(word.lower(), ("", 0, "", ""))
            if category != "integer":
                return None
            values[word] = int(text)
        try:
            return int(eval(product.replace("/", "//"), {"__builtins__": {}}, values))
        except (SyntaxError, TypeError, NameError, ZeroDivisionError):
            return None

    def text_in(self, frame, scope, text, node, variable=None):
        """A bound or a first value, as it is written in Fortran, in C."""
        return self.expression_in(frame, scope, text, node).text

    def expression_in(self, frame, scope, text, node):
        from porting.of_declarations import Reader

        self.parser()
        tree = f.Expr(text)
        if tree is None:
            raise Refused(scope.unit.place, f"'{text}'")
        return Reader(self, frame, scope, node).e(tree)

    def parser(self):
        if parsing._parser is None:
            parsing.parse(["subroutine s", "end subroutine"], [0, 0], "s")

    def need_constant(self, writer, variable, node):
        """A named constant that the header has not: a macro of the procedure."""
        owner, text = variable.constant
        if variable.name not in self.macros_of_constants or variable.name not in writer.constants:
            made = self.expression_in(writer.frame, owner, text, node)
            value = writer.cast(variable.type, made) if (made.type != variable.type
                                                         and made.category != "integer") else made
            self.macros_of_constants[variable.name] = value.text
            writer.constants[variable.name] = f"#define {variable.name} {value.at(PRIMARY)}"

    def constant_text(self, writer, scope, entity, variable):
        from porting.of_declarations import Reader

        self.parser()
        text = first_value(entity)
        if not variable.rank:
            return self.expression_in(writer.frame, scope, text, scope.tree).text
        tree = f.Expr(text)
        if not isinstance(tree, f.Array_Constructor):
            raise Refused(entity.place, f"the first values of '{entity.name}'")
        listed = tree.items[1]
        reader = Reader(self, writer.frame, scope, scope.tree)
        values = []
        for each in getattr(listed, "items", (listed,)):
            if isinstance(each, f.Ac_Implied_Do):
                raise Refused(entity.place, f"the first values of '{entity.name}'")
            values.append(reader.e(each).text)
        return "{" + ", ".join(values) + "}"

    def statement_function(self, writer, name, node):
        from porting.statement_function import StatementFunction

        key = (writer.scope, name)
        if key not in self.tables:
            made = StatementFunction(self, writer, name, node)
            twins = [each for each in self.tables.values() if each.name == made.name]
            if twins and made.text not in [each.text for each in twins]:
                made.rename(f"{made.name}_of_{writer.scope.name}")
            self.tables[key] = next((each for each in twins if each.text == made.text), made)
        return self.tables[key]

    def pieces_of(self, variable):
        """[(declaration, name)] of the parameters of C that a variable is given by."""
        kind, name = in_c(variable.type), variable.name
        if variable.kind == "state":
            kind = kinds_of_values.c_type(kinds_of_values.name_of(variable.value))[0]
        const = "" if variable.written else "const "
        if variable.type.category == "character":
            return [(f"{const}char *{name}", name), (f"int64_t {name}_len", f"{name}_len")]
        if variable.rank:
            found = [(f"{const}{kind} *{name}", name)]
            for axis, (own_low, own_extent) in enumerate(variable.declared, 1):
                found += [(f"int64_t {name}_l{axis}", f"{name}_l{axis}")] if own_low else []
                found += [(f"int64_t {name}_n{axis}", f"{name}_n{axis}")] if own_extent else []
            return found
        if variable.pointer:
            return [(f"{const}{kind} *{name}", name)]
        return [(f"{kind} {name}", name)]

    # -- the file

    def text(self):
        main = self.procedure(self.routine, self.routine.unit.place)
        parts = []
        for scope, made in self.made.items():
            if made is not main:
                parts += ["", *self.whole(made)]
        parts += ["", *self.main(main)]
        functions = [line for each in dict.fromkeys(self.tables.values())
                     for line in ("", *each.lines())]
        helpers = self.helpers.lines()
        body = [*functions, *parts]
        # Helpers before the header, whose macros may have any name that is within them.
        first = [*self.includes([*helpers, *body]), *(["", *helpers] if helpers else [])]
        return "\n".join([*first, "", f'#include "{self.adopted.name}.h"', *body, ""])

    def includes(self, body):
        words = set(re.findall(r"\w+", "\n".join(body)))
        found = {"math.h", "stdint.h"} | {file for word, file in STANDARD.items() if word in words}
        return [f"#include <{file}>" for file in sorted(found)]

    def whole(self, made):
        comments = layout.before(made.scope)
        own, other = self.macro_lines(made)
        lines = made.finished()
        return [*comments, *own, made.signature() + " {", *("  " + line for line in lines), "}",
                *other]

    def main(self, made):
        signature = headers.begun(self.header.declaration("c"))
        own, other = self.macro_lines(made)
        comments = layout.before(made.scope)
        finished = made.finished()
        return [*comments, *own, signature, *("  " + line for line in finished), "}", *other]

    def macro_lines(self, made):
        """Index macros and constants of a procedure: before it and behind it."""
        own, behind = [], []
        in_header = {headers.c_name(value) for value in self.values if value.rank}
        for variable in made.frame.used:
            if variable.rank and variable.kind in ("dummy", "local") or (
                    variable.rank and variable.kind == "constant" and variable.constant):
                name = variable.name
                if made.frame.stage and variable.kind == "dummy":
                    continue
                if name in in_header:
                    own += [f'#pragma push_macro("{name}")', f"#undef {name}"]
                own.append(variable.macro())
                behind.append(f"#undef {name}")
                if name in in_header:
                    behind.append(f'#pragma pop_macro("{name}")')
        own = [*made.constants.values(), *own]
        behind = [*(f"#undef {name}" for name in made.constants), *behind]
        return own, behind
