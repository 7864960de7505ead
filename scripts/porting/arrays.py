"""Array statements, WHERE and reductions as loops."""

import re

from adopting import names
from adopting.fortran import f
from porting import affine
from porting.expression import E, INTEGER, LOGICAL, PRIMARY, furthest, in_c
from porting.refused import Refused
from porting.variables import minus, plus

STARTS = {"sum": "0", "product": "1", "count": "0", "any": "0", "all": "1", "dot_product": "0"}
CALLED = {"sum": "total", "product": "product", "count": "count", "any": "found", "all": "all_of",
          "maxval": "most", "minval": "least", "dot_product": "total"}


class Arrays:
    """Part of a procedure's writer."""

    def array_assignment(self, node):
        target, source = node.items[0], node.items[2]
        loops = self.loops_over(target, node)
        variable = self.variable_of(target)
        index = [(name, low, step) for name, low, _, step in loops]
        if self.reads(variable, self.parts(target)[2] or ()):
            raise Refused(self.place(node), f"'{target}', which changes its own subscripts")
        if isinstance(source, f.Array_Constructor):
            return self.listed_values(variable, target, source, *index)
        if self.overlaps(variable, target, source):
            return self.through_copy(variable, target, source, loops, index)
        right = self.e(source, index)
        left = self.e(target, index)
        return self.nest(loops, [f"{left.text} = {right.text};"])

    def variable_of(self, node):
        return self.frame.use(self.given(node, [])[0])

    def references(self, node):
        """Designators of variables within an expression, the outermost ones."""
        if isinstance(node, (f.Name, f.Data_Ref, f.Part_Ref, f.Function_Reference,
                             f.Structure_Constructor)):
            base, path, subscripts = self.parts(node)
            called = not path and subscripts is not None and not self.is_array(base)
            if not called or self.frame.alias(base) is not None:
                yield node
            for _, each in names.arguments_of(subscripts):
                yield from self.references(each)
            return
        for child in names.below(node):
            yield from self.references(child)

    def overlaps(self, variable, target, source):
        """Does the right side read elements of the left side's array other than its own?"""
        for each in self.references(source):
            base = self.parts(each)[0]
            entity, alias = self.frame.entity(base), self.frame.alias(base)
            if isinstance(alias, E) or (alias is None if entity is None
                                        else entity.category == "character"):
                continue
            if (self.variable_of(each) is variable
                    and self.same_section(each) != self.same_section(target)
                    and not self.apart(each, target)
                    and not self.side_by_side(variable, each, target)):
                return True
        return False

    def side_by_side(self, variable, one, two):
        """Are they rows of one array, as a(i, :) and a(k, :)? They have all elements in common or
        none."""
        subscripts = list(zip(self.parts(one)[2] or (), self.parts(two)[2] or ()))
        rows = [pair for pair in subscripts if self.rank_of(variable, pair) == 0]
        same = all(self.same_section(a) == self.same_section(b) for a, b in subscripts
                   if (a, b) not in rows)
        return bool(rows) and same and not self.reads(variable, [index for index, _ in rows])

    def reads(self, variable, expressions):
        return any(self.variable_of(each) is variable
                   for one in expressions for each in self.references(one)
                   if self.frame.entity(self.parts(each)[0]))

    def apart(self, one, two):
        """Do two designators have subscripts a number apart, as a(:, k) and a(:, k + 1)?"""
        pairs = [pair for pair in zip(self.parts(one)[2] or (), self.parts(two)[2] or ())
                 if not any(map(self.rank, pair))]
        values = [[affine.read(each, affine.symbol) for each in pair] for pair in pairs]
        return any(None not in pair and (pair[0] - pair[1]).is_constant
                   and (pair[0] - pair[1]).constant for pair in values)

    def same_section(self, node):
        text = re.sub(r"\s", "", str(node).lower())
        return re.sub(r"\((:,?)+\)$", "", text)

    def loops_over(self, node, statement):
        """[(variable, lower, upper, step)] of a designator's section, the first axis first."""
        variable, subscripts = self.given(node, [])
        self.frame.use(variable)
        if variable.entity is not None and variable.entity.assumed_size and subscripts is None:
            raise Refused(self.place(statement), f"'{node}' as a whole")
        bounds = []
        if subscripts is None:
            bounds = [(variable.axes[axis][0], variable.upper(axis), "1")
                      for axis in range(variable.rank)]
        for axis, each in enumerate(subscripts or ()):
            if isinstance(each, f.Subscript_Triplet):
                low, high, step = each.items
                bounds.append((self.value(low) if low else variable.axes[axis][0],
                               self.value(high) if high else variable.upper(axis),
                               self.value(step) if step else "1"))
            elif self.rank(each):
                raise Refused(self.place(statement), f"the vector subscript '{each}'")
        free = self.free_names(statement, bounds)
        return [(next(free), *each) for each in bounds]

    def free_names(self, statement, bounds):
        used = set(names.names_in(statement).used)
        for each in self.references(statement):
            base = self.parts(each)[0]
            entity = self.frame.entity(base)
            if self.frame.alias(base) is None and entity is not None and (
                    entity.category not in ("character", "type")):
                for low, extent in self.variable_of(each).axes:
                    used |= set(re.findall(r"[a-z_]\w*", f"{low} {extent}"))
        for each in bounds:
            used |= set(re.findall(r"[a-z_]\w*", " ".join(each)))
        used |= set(self.index_names)
        for name in [*"ijklmn", *(f"i{number}" for number in range(1, 30))]:
            if name not in used and name not in self.port.constants_in_c:
                yield name

    def nest(self, loops, body):
        """Lines of loops around a body, the first axis innermost."""
        lines = body
        for name, low, high, step in loops:
            head = self.for_line(f"int {name}", name, low, high, step)
            lines = [f"{head} {{", *lines, "}"] if len(body) > 1 else [head, *lines]
        return lines

    def for_line(self, declared, name, low, high, step):
        if step == "1":
            turn, test = f"++{name}", f"{name} <= {high}"
        elif step == "-1":
            turn, test = f"--{name}", f"{name} >= {high}"
        elif re.fullmatch(r"-\d+", step):
            turn, test = f"{name} -= {step[1:]}", f"{name} >= {high}"
        elif step.isdigit():
            turn, test = f"{name} += {step}", f"{name} <= {high}"
        else:
            turn, test = f"{name} += {step}", (f"{step} > 0 ? {name} <= {high} : "
                                               f"{name} >= {high}")
        return f"for ({declared} = {low}; {test}; {turn})"

    def through_copy(self, variable, target, source, loops, index):
        """The right side is computed as a whole before the left side changes."""
        copy, kind = self.frame.c_name(f"{variable.name}_new"), in_c(variable.type)
        counts, at = [], ""
        for name, low, high, step in reversed(loops):
            if step != "1":
                raise Refused(self.place(target), f"'{target}' with a stride, where the right side "
                                                  "reads other elements of it")
            here = minus(name, low)
            count = high if low == "1" else plus(minus(high, low), "1")
            at = f"{here} + (int64_t)({count}) * ({at})" if at else here
            counts.append(f"({count})")
        right, left = self.e(source, index), self.e(target, index)
        size = " * ".join(["sizeof(*" + copy + ")", *counts])
        return ["{", f"{kind} *{copy} = malloc({size});",
                *self.nest(loops, [f"{copy}[{at}] = {right.text};"]),
                *self.nest(loops, [f"{left.text} = {copy}[{at}];"]), f"free({copy});", "}"]

    # -- WHERE

    def where(self, parts):
        """`parts`: [(mask or None, [assignments])]."""
        first = next(each for mask, each in parts if each)[0]
        loops = self.loops_over(first.items[0], _Many([each for mask, more in parts
                                                       for each in (mask, *more)]))
        index = [(name, low, step) for name, low, _, step in loops]
        written = [(self.variable_of(each.items[0]), each) for _, more in parts for each in more]
        for _, each in written:
            self.pointwise(each.items[2], written, each)
        for mask, _ in parts:
            if mask is not None:
                self.pointwise(mask, written, first)
        body = []
        for number, (mask, more) in enumerate(parts):
            word = ("else " if number else "") + (f"if ({self.value(mask, index)}) "
                                                  if mask is not None else "")
            texts = [f"{self.value(each.items[0], index)} = {self.value(each.items[2], index)};"
                     for each in more]
            body += [word + "{", *texts, "}"]
        return self.nest(loops, body)

    def pointwise(self, node, written, statement):
        for each in self.references(node):
            entity = self.frame.entity(self.parts(each)[0])
            if entity is None or entity.category in ("character",):
                continue
            for variable, other in written:
                if (self.variable_of(each) is variable
                        and self.same_section(each) != self.same_section(other.items[0])):
                    raise Refused(self.place(statement), "WHERE reads other elements of "
                                                         f"'{variable.name}', which it assigns")

    # -- sum, maxval, ...

    def reduction(self, name, arguments, node):
        if self.no_lines_before:
            raise Refused(self.place(node), f"'{node}' where its loop has no place")
        self.of_all_axes(arguments, node)
        first = arguments[0]
        mask = arguments.get("mask", arguments.get(1) if name in ("sum", "product", "maxval",
                                                                   "minval") else None)
        ranked = next((each for each in self.references(first) if self.rank(each)), None)
        if ranked is None:
            raise Refused(self.place(node), f"'{node}'")
        loops = self.loops_over(ranked, node)
        index = [(each, low, step) for each, low, _, step in loops]
        value = self.e(first, index)
        kind = {"count": INTEGER, "any": LOGICAL, "all": LOGICAL}.get(name, value.type)
        made = self.frame.c_name(CALLED[name])
        if name == "dot_product":
            other = self.e(arguments[1], index)
            value = E(f"{value.at(13)} * {other.at(14)}", 13, kind)
        start = STARTS.get(name) or furthest(name == "maxval", kind)
        helper = {"maxval": "max", "minval": "min"}.get(name)
        turn = (f"{made} = {self.port.helpers(helper, kind)}({made}, {value.text});" if helper else
                f"if ({value.text}) ++{made};" if name == "count" else
                f"if ({value.text}) {made} = 1;" if name == "any" else
                f"if (!{value.at(14)}) {made} = 0;" if name == "all" else
                f"{made} *= {value.text};" if name == "product" else f"{made} += {value.text};")
        if mask is not None:
            turn = f"if ({self.value(mask, index)}) {turn}"
        self.before += [f"{in_c(kind)} {made} = {start};", *self.nest(loops, [turn])]
        return E(made, PRIMARY, kind)


class _Many:
    """Several nodes as one."""

    def __init__(self, children):
        self.children = [each for each in children if each is not None]
