"""What step 0 leaves out: procedures that the owner names, and error paths, which end the
program."""

import re

from adopting import beyond, layout, parsing, slices, statements
from adopting.entry import local_text
from adopting.failure import USAGE, Failure
from adopting.fortran import f, walk
from adopting.program import INTRINSIC

ENDS = ("stop", "abort", "exit", "mpi_abort", "pmpi_abort")
HERE = "error stop 'ladder: an error path, which step 0 leaves out'"


class ErrorPaths:
    """Which procedures and branches of a program never return."""

    def __init__(self, program):
        self.program, self.known = program, {}

    def ends(self, scope):
        """Whether each call of a procedure ends the program: its last statement does, and no
        other leaves it."""
        if scope not in self.known:
            self.known[scope] = False  # of one that calls itself
            statements = [node for part in scope.execution for node in part.children
                          if not isinstance(node, f.Comment)]
            self.known[scope] = bool(
                scope.unit.kind == "subroutine" and statements
                and self.is_end(scope, statements[-1])
                and not walk(scope.execution, (f.Return_Stmt, f.Goto_Stmt)))
        return self.known[scope]

    def is_end(self, scope, node):
        if isinstance(node, f.Stop_Stmt) or type(node).__name__ == "Error_Stop_Stmt":
            return True
        if not isinstance(node, f.Call_Stmt) or not isinstance(node.items[0], f.Name):
            return False
        name = str(node.items[0]).lower()
        known = self.procedure(scope, name)
        return self.ends(known) if known else name in ENDS

    def procedure(self, scope, name):
        """Scope of a procedure by its name, or None where no source has it."""
        found = scope.lookup(name)
        return (None if found and isinstance(found[0], str)
                else self.program.procedure(scope, name))

    def branches(self, scope):
        """[(nodes, IF statement or None)] of branches that end the program and do what no routine
        may: files, MPI, procedures without a source."""
        found = []
        for construct in walk(scope.execution, (f.If_Construct, f.Case_Construct, f.If_Stmt)):
            if isinstance(construct, f.If_Stmt):
                parts, condition = [[construct.items[1]]], construct
            else:
                parts = [nodes for _, nodes in parsing.arms_of(construct)]
                condition = None
            for part in parts:
                if (part and self.is_end(scope, part[-1])
                        and self._is_beyond(scope, part) and not labelled(part)):
                    found.append((part, condition))
        return found

    def _is_beyond(self, scope, part):
        calls = [str(node.items[0]).lower() for node in walk(part, f.Call_Stmt)]
        return (any(name not in ("abort", "exit") and self.procedure(scope, name) is None
                    for name in calls)
                or any(beyond.does_files(node, scope) for node in walk(part, beyond.IO)))


def is_wrapper(scope):
    """Whether a procedure does little more than a call, as a timer."""
    statements = [node for part in scope.execution for node in part.children]
    return len(statements) <= 3 and not walk(scope.execution, (
        f.Block_Nonlabel_Do_Construct, f.Block_Label_Do_Construct, f.If_Construct))


def calls(scope, closure, errors):
    """[([call], IF statement or None)] of calls of procedures that have no source and are left
    out. Those of MPI and of file libraries are refused, where they are not. `errors`: ids of what
    is on error paths."""
    found = []
    for node in walk(scope.tree, f.Call_Stmt):
        name = str(node.items[0]).lower()
        if (id(node) in errors or not isinstance(node.items[0], f.Name)
                or not (name in closure.without or name.startswith(beyond.NEVER))
                or closure.error_paths.procedure(scope, name) is not None):
            continue
        if name not in closure.without:
            beyond.refuse_call(scope, name, node, closure)
        found.append(([node], node.parent if isinstance(node.parent, f.If_Stmt) else None))
    return found


def labelled(nodes):
    """Whether a statement may be jumped to."""
    return any(getattr(getattr(node, "item", None), "label", None) for node in walk(nodes))


def without_parts(lines, scope, parts, instead):
    """Puts a statement in the place of parts of a procedure; the number of lines is kept. `lines`
    begins where `scope` does."""
    for nodes, condition in parts:
        own = [one for node in ([condition] if condition is not None else nodes)
               for one in parsing.statements_in(node)]
        first, last = own[0].item.span[0] - 1, own[-1].item.span[1] - 1
        first, last = first - scope._shift, last - scope._shift
        head = f"if ({condition.items[0]}) " if condition is not None else ""
        label = re.match(r"\s*(\d+\s+)?", lines[first])[0]
        text = f"{label}{head}{instead}"
        there = statements.statements(lines[first:last + 1])
        if len(there) > len(own):  # others are on the same lines
            gone = {squeezed(one.item.line) for one in own}
            kept = [one for one in there if squeezed(one.text) not in gone]
            if len(kept) != len(there) - len(own):
                raise Failure(USAGE, f"{scope.source.places[scope.unit.first + first]}: several "
                                     "statements are in this line, of which one is left out: "
                                     "write it in a line of its own")
            at = next(at for at, one in enumerate(there) if squeezed(one.text) in gone)
            kept = [one.text for one in kept]
            text = "; ".join([*kept[:at], head + instead, *kept[at:]])
        lines[first:last + 1] = [text, *[""] * (last - first)]


def squeezed(text):
    return re.sub(r"\s", "", text).lower()


def declared(scope):
    """Declarations that a procedure without its body needs."""
    names = {*scope.dummies, scope.result} - {None}
    return [each for each in slices.local_slice(scope, names) if each.kind != "Use_Stmt"]


def stub(closure, scope, stops):
    """A procedure without its body."""
    uses, names = {}, closure.names[scope].used
    for name in sorted(names):
        found = scope.lookup(name)
        if found and found[2] and found[2][0] is scope:
            use = found[2][1]
            remote = use.remote(name)
            uses.setdefault(use.module, []).append(
                name if remote == name else f"{name} => {remote}")
    lines = [f"use{', intrinsic ::' if module in INTRINSIC else ''} {module}, only: "
             f"{', '.join(listed)}" for module, listed in uses.items()]
    body = local_text(closure, scope, {*scope.dummies, scope.result} - {None}, [])
    lines += [text for text in body if not re.match(r"use\b", text, re.IGNORECASE)]
    result = scope.entities.get(scope.result) if scope.result else None
    if stops:
        lines.append(f"error stop 'ladder: {scope.name} ends the program'")
    elif result is not None and result.category in NOTHING:
        lines.append(f"{result.name} = {NOTHING[result.category]}")
    unit = scope.unit
    return layout.free([unit.head.text, *lines, f"end {unit.kind} {unit.name}"])


NOTHING = {"integer": "0", "real": "0", "complex": "0", "logical": ".false."}


def function(number, name, scope):
    """A function that no source has and that the owner leaves out: from its interface, or under
    the name that compilers give it for the linker. It gives nothing."""
    for declaration in (each for owner in scope.around() for each in owner.declarations):
        if (declaration.kind == "Interface_Block" and name in declaration.defines
                and (body := of_interface(declaration, name))):
            return body
    entity = next((each.entities[name] for each in (scope, scope.parent)
                   if each is not None and name in each.entities), None)
    kind = {"real": "real(8)", "complex": "complex(8)"}.get(entity.category if entity else "",
                                                            "integer(8)")
    return [f"function ladder_left_out_{number}() bind(c, name='{name}_') result(ladder_nothing)",
            f"{kind} :: ladder_nothing", "ladder_nothing = 0",
            f"end function ladder_left_out_{number}"]


def of_interface(declaration, name):
    """The body of an interface as a procedure that does nothing."""
    body = []
    for statement in slices.text_of(declaration)[1:-1]:
        if re.match(rf"(?!end)[^!]*\b(subroutine|function)\s+{name}\b", statement, re.IGNORECASE):
            body = [statement]
        elif body and not re.match(r"import\b", statement, re.IGNORECASE):
            body.append(statement)
            if re.match(r"end\s*(subroutine|function)?\b", statement, re.IGNORECASE):
                return body
    return []
