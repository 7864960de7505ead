"""DO loops as loops of C."""

import dataclasses
import re

from adopting import names
from adopting.fortran import f
from porting.expression import in_c
from porting.parallel import control_of, is_loop, loop_variable, shares_line
from porting.refused import Refused


@dataclasses.dataclass
class Loop:
    name: str = None        # of the construct
    label: str = None       # of its last statement
    continues: bool = False  # is that statement a CONTINUE, or an END DO?
    left: set = dataclasses.field(default_factory=set)
    node: object = None


class Loops:
    """Part of a procedure's writer."""

    def _loop_names(self):
        """Local integers that only loops over them use."""
        inside, outside = set(), set()

        def visit(node, open_):
            """What follows a DO statement in its construct is its loop."""
            if isinstance(node, f.Name) and str(node).lower() not in open_:
                outside.add(str(node).lower())
            for each in names.below(node):
                over = loop_variable(each) if type(each).__name__ in (
                    "Nonlabel_Do_Stmt", "Label_Do_Stmt") else None
                if over:
                    inside.add(over)
                    visit(control_of(each).items[1][1], open_)
                    open_ = open_ | {over}
                else:
                    visit(each, open_)

        for part in self.scope.execution:
            visit(part, frozenset())
        for child in self.scope.children:
            outside |= set(names.names_in(self.scope.program.scope(
                self.scope.children[child]).tree).used)
        for declaration in self.scope.declarations:
            if declaration.kind in ("Common_Stmt", "Equivalence_Stmt", "Save_Stmt", "Data_Stmt"):
                outside |= set(declaration.names.used)
        mine = set()
        for name in inside - outside - {*self.scope.dummies, self.scope.result}:
            entity = self.scope.entities.get(name)
            found, declared = self.scope.lookup(name), self.scope.entity_of(name)
            if declared is not None and declared.has("temporary") or (
                    found is None or found[0] is self.scope) and (entity is None or (
                        not entity.common and not entity.has("save") and not entity.initial)):
                mine.add(name)
        return mine

    def Block_Nonlabel_Do_Construct(self, node):
        return self.loop(node.children[0], node.children[1:], node)

    Block_Label_Do_Construct = Block_Nonlabel_Do_Construct
    Action_Term_Do_Construct = Block_Nonlabel_Do_Construct
    Outer_Shared_Do_Construct = Block_Nonlabel_Do_Construct
    Nonblock_Do_Construct = Block_Nonlabel_Do_Construct

    def loop(self, head, inside, construct=None):
        return self.loop_lines(*self.opened(head, inside, construct))

    def opened(self, head, inside, construct):
        """(Loop, its head, what counts its turns, nodes of its body)."""
        loop = Loop(node=construct or head)
        item = getattr(head, "item", None)
        loop.name = str(item.name).lower() if item is not None and item.name else None
        control = control_of(head)
        label = next((each for each in head.items if isinstance(each, f.Label)), None)
        inside = [each for each in inside if type(each).__name__ != "End_Do_Stmt"]
        if label is not None:
            loop.label = str(label)
            last = inside[-1] if inside else None
            while is_loop(last):  # it shares the label
                last = last.children[-1]
            loop.continues = last is None or type(last).__name__ in ("Continue_Stmt",
                                                                     "End_Do_Stmt")
        return loop, head, control, inside

    def loop_lines(self, loop, head, control, inside):
        note = "" if shares_line(loop.node) else self.comments.behind(*self.span(head))
        if control is None:
            return self.closed("for (;;)", loop, inside, note)
        condition, counted = control.items[:2]
        if condition is not None:
            outer, self.no_lines_before = self.no_lines_before, True
            text = self.value(condition)
            self.no_lines_before = outer
            return self.closed(f"while ({text})", loop, inside, note)
        name, bounds = str(counted[0]).lower(), counted[1]
        variable = self.frame.find(name, [], head)
        if variable.type.category != "integer":
            raise Refused(self.place(head), f"a DO loop over '{name}', which is no integer")
        low, high = self.value(bounds[0]), self.value(bounds[1])
        step = self.value(bounds[2]) if len(bounds) > 2 and bounds[2] is not None else "1"
        high = self.fixed(bounds[1], high, name, inside, "last")
        if not re.fullmatch(r"-?\d+", step):
            step = self.fixed(bounds[2], step, name, inside, "step")
        if self.only_in_loops(name):
            declared = f"{in_c(variable.type)} {variable.name}"
        else:
            self.frame.use(variable)
            declared = self.text_of(variable)
        line = self.for_line(declared, declared.split()[-1], low, high, step)
        return [*self.directives(loop), *self.closed(line, loop, inside, note)]

    def directives(self, loop):
        """What c-omp writes before a loop."""
        return []

    def closed(self, head, loop, inside, note=""):
        self.loops.append(loop)
        names_, self.index_names = self.index_names, [*self.index_names]
        made = self.body(inside)
        self.index_names = names_
        self.loops.pop()
        lines = made.lines
        if "next" in loop.left:
            lines = [*lines, f"next_{loop.name}:;"]
            made.count += 2
        made.lines = lines
        if note:
            lines = [f"{head} {{  // {note}", *("  " + line for line in lines), "}"]
        else:
            lines = made.braced(head)
        if not made.lines:
            lines = [f"{head};"]
        if "behind" in loop.left:
            lines = ["{", *("  " + line for line in lines), "}", f"behind_{loop.name}:;"]
        return lines

    def fixed(self, node, text, variable, inside, word):
        """A bound that the body changes keeps the value that it has before the first turn."""
        used = set(names.names_in(node).used)
        if not used:
            return text
        written = names.names_in(inside)
        changed = set(written.written) | {base for call in written.calls
                                          for _, base, _ in call.arguments if base}
        calls = any(not call.function or self.is_function(call.name) for call in written.calls)
        state = {each for each in used if calls and self.outlives(each, node)}
        arrays = {each for each in changed & used if not self.is_called_only(each, written)}
        if not (arrays or state or variable in used):
            return text
        made = self.frame.c_name(f"{variable}_{word}")
        self.before.append(f"const int64_t {made} = {text};" if "INT64" in text else
                           f"const int {made} = {text};")
        return made

    def outlives(self, name, node):
        """Is it a variable of a module that a called procedure may change?"""
        entity = self.frame.entity(name)
        if entity is None or entity.category == "type" or entity.procedure:
            return False
        variable = self.frame.find(name, [], node)
        return variable.kind == "state" and variable.written

    def is_called_only(self, name, found):
        """A name that is given to subscripts and procedures alone which do not change it."""
        if name in found.written:
            return False
        for call in found.calls:
            given = [(at, keyword) for at, (keyword, base, _) in enumerate(call.arguments)
                     if base == name]
            if not given or call.function and not self.is_function(call.name):
                continue
            scope = self.callee(call.name, call.node)
            dummies = [scope and scope.dummy_at(*each) for each in given]
            if None in dummies or any(self.port.writes.written(scope, each) for each in dummies):
                return False
        return True

    def only_in_loops(self, name):
        """Is a local variable used in loops over it alone, so that they may declare it?"""
        return name in self.loop_names
