"""A rung in C: all procedures of an adopted routine in one file."""

import re

from adopting import header as headers, parsing
from adopting.fortran import f
from porting import layout
from porting.expression import PRIMARY, Kinds, first_value, in_c
from porting.helpers import Helpers
from porting.of_declarations import Reader
from porting.procedure import Procedure
from porting.refused import Refused
from porting.statement_function import StatementFunction
from porting.variables import TAKEN

STANDARD = {"malloc": "stdlib.h", "abort": "stdlib.h", "free": "stdlib.h", "labs": "stdlib.h",
            "abs": "stdlib.h", "NULL": "stddef.h", "FLT_MAX": "float.h", "DBL_MAX": "float.h",
            "FLT_MIN": "float.h", "DBL_MIN": "float.h", "DBL_EPSILON": "float.h",
            "FLT_EPSILON": "float.h"}


class Rung:
    """`adopted`: the routine. `text` is the file without its head."""

    writer = Procedure

    def __init__(self, adopted):
        self.adopted, self.closure, self.writes = adopted, adopted.closure, adopted.writes
        self.values, self.header, self.routine = adopted.values, adopted.header, adopted.routine
        self.kinds = Kinds(adopted.described["flags"], adopted.header.parameters)
        self.constants_in_c = set(adopted.header.parameters)
        self.helpers = self.make_helpers()
        self.made, self.open, self.tables, self.notes = {}, [], {}, []
        self.macros_of_constants = {}
        self.as_numbers = set()  # constants of the source whose values are written as numbers

    def make_helpers(self):
        return Helpers()

    # -- what procedures ask

    def outlives(self, owner, entity):
        return any(value.role in ("saved", "state") and value.scope is owner
                   and value.top is entity for value in self.values)

    def name_for(self, scope, writer=None):
        name = scope.name
        if scope is self.routine:
            return "stage"
        others = {each.c_name for each in self.values} | self.constants_in_c
        while name in TAKEN or name in others:
            name += "_"
        return name

    def procedure(self, scope, place):
        return self.written(scope, place, self.writer, self.open, self.made)

    def written(self, scope, place, writer, being_written, made):
        if scope in being_written:
            raise Refused(place, f"{scope.name} is recursive")
        if scope not in made:
            being_written.append(scope)
            one = writer(self, scope)
            being_written.pop()
            made[scope] = one
        return made[scope]

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

    def expression_in(self, frame, scope, text, node):
        """A bound or a first value, as it is written in Fortran, in C."""
        tree = parsing.read(f.Expr, text)
        if tree is None:
            raise Refused(scope.unit.place, f"'{text}'")
        return Reader(self, frame, scope, node).e(tree)

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
        text = first_value(entity)
        if not variable.rank:
            return self.expression_in(writer.frame, scope, text, scope.tree).text
        tree = parsing.read(f.Expr, text)
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
            kind = variable.value.c_types[0]
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
        parts = [line for made in self.made.values() if made is not main
                 for line in ("", *self.whole(made))] + ["", *self.main(main)]
        functions = [line for each in dict.fromkeys(self.tables.values())
                     for line in ("", each.text)]
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
        return self.with_macros(made, made.signature() + " {")

    def main(self, made):
        return self.with_macros(made, headers.begun(self.header.declaration("c")))

    def with_macros(self, made, signature):
        own, other = self.macro_lines(made)
        return [*layout.before(made.scope), *own, signature,
                *("  " + line for line in made.finished()), "}", *other]

    def macro_lines(self, made):
        """Index macros and constants of a procedure: before it and behind it. An array of the
        header may have such a name."""
        arrays = {variable.name: variable.macro() for variable in made.frame.used
                  if variable.rank and (
                      variable.kind == "local"
                      or variable.kind == "dummy" and not made.frame.stage
                      or variable.kind == "constant" and variable.constant)}
        in_header = {headers.c_name(value) for value in self.values if value.rank}
        own, behind = [], []
        for name, macro in {**made.constants, **arrays}.items():
            if name in in_header:
                own += [f'#pragma push_macro("{name}")', f"#undef {name}"]
            own.append(macro)
            behind.append(f"#undef {name}")
            if name in in_header:
                behind.append(f'#pragma pop_macro("{name}")')
        return own, behind
