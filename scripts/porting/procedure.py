"""One procedure in C: its head, what it declares, its statements."""

import re

from adopting import parsing
from porting.arrays import Arrays
from porting.calls import Calls
from porting.expressions import Expressions
from porting.frame import Frame
from porting.intrinsics import Intrinsics
from porting.layout import Comments
from porting.loops_in_c import Loops
from porting.of_declarations import values_of
from porting.refused import Refused
from porting.statements import Statements
from porting.expression import in_c

LARGE = 1 << 14  # elements of a local array that are kept on the stack


class Procedure(Expressions, Intrinsics, Arrays, Calls, Statements, Loops):
    def __init__(self, port, scope):
        self.port, self.scope = port, scope
        self.frame = Frame(port, scope)
        self.before, self.no_lines_before, self.index_names = [], False, []
        self.loops, self.labels, self.calls, self.out = [], set(), [], None
        self.handed = set()  # variables that outlive calls, by address to callees that change them
        self.returned, self.constants = False, self.frame.constants
        self.shift = scope._shift
        self.all_labels = {str(each.item.label) for part in scope.execution
                           for each in parsing.statements_in(part) if each.item.label is not None}
        self.loop_names = self._loop_names()
        self.name = port.name_for(scope, self)
        self.returns = None
        if scope.result:
            variable = self.frame.find(scope.result, [], scope.tree)
            self.returns = variable.type if variable.kind != "state" else None
        self._write()

    # -- the text

    def _write(self):
        nodes = [node for part in self.scope.execution for node in part.children]
        first = self.span(nodes[0])[0] if nodes else self.scope.unit.last - self.scope.unit.first
        for _ in range(2):
            self.comments = Comments(self.scope, self._comments_from(first))
            self.calls, self.before = [], []
            self.begin()
            body = self.body(nodes)
            if not self._late_labels(body):
                break
        last = len(self.scope._lines)
        body.lines += [line for line in self.comments.upto(last) if line]
        self.lines = without_needless_jumps(body.lines)
        self.tables, written = [], []
        while names := [each for each in self.frame.used if each not in written]:
            # The values of a table may need another one, which goes before it.
            self.tables = [line for each in names for line in self.table(each)] + self.tables
            written += names
        self.parameters = self._parameters()

    def begin(self):
        """Before the statements are written, once or twice."""

    def _late_labels(self, body):
        """A jump backwards needs a label that was passed without one: once more."""
        text = "\n".join(body.lines)
        return any(not re.search(rf"\bl{label}:;", text) for label in self.labels)

    def _comments_from(self, first):
        """The comments right before the first statement are those behind the declarations."""
        last = max([each.last - self.scope.unit.first for each in self.scope.declarations
                    if each.last - self.scope.unit.first < first], default=0)
        return last + 1

    def _parameters(self):
        """Variables that the C procedure is given, in Fortran's order."""
        dummies = [each for each in self.frame.used if each.kind == "dummy"]
        rest = [each for each in self.frame.used
                if each.kind == "state" and not self.frame.stage]
        order = {name: at for at, name in enumerate(self.scope.dummies)}
        every = {id(value): at for at, value in enumerate(self.port.values)}
        dummies.sort(key=lambda each: order[each.key[1].split("%")[0]])
        rest.sort(key=lambda each: every[id(each.value)])
        return [*dummies, *dict.fromkeys(rest)]

    def declarations(self):
        """Local variables, in the order of the source, one line a declaration."""
        lines, self.heap = [], []
        for variable in self.frame.used:
            lines += [f"const int64_t {name} = {text};" for name, text in variable.copies]
        used = [each for each in self.frame.used if each.kind in ("local", "result")
                and each.constant is None]
        place = {id(each): (each.entity.place.line if each.entity is not None else 0)
                 for each in used}
        for variable in sorted(used, key=lambda each: place[id(each)]):
            if self.only_in_loops(variable.key[1]) and not variable.rank:
                continue
            lines += self.declared(variable)
        return joined(lines)

    def table(self, variable):
        """Of an array of constants its declaration, which each function has for itself."""
        if not (variable.rank and variable.kind == "constant" and variable.constant):
            return []
        text = self.port.constant_text(self, variable.key[0], variable.entity, variable)
        return [f"{self.of_tables} {in_c(variable.type)} {variable.name}[] = {text};"]

    of_tables = "static const"

    def declared(self, variable):
        kind, name, entity = in_c(variable.type), variable.name, variable.entity
        if entity is not None and entity.has("save") and not entity.initial:
            raise Refused(entity.place, f"'{name}' is kept from call to call")
        if not variable.rank:
            start = f" = {self.start(variable)}" if entity is not None and entity.initial else ""
            return [f"{kind} {name}{start};"]
        if entity.initial:
            return [f"static const {kind} {name}[] = {self.start(variable)};"]
        if entity.deferred:
            self.heap.append(name)
            return self.not_allocated(variable, kind)
        product = variable.elements
        count = self.port.number(product)
        if count is not None and count <= LARGE:
            return [f"{kind} {name}[{product}];"]
        self.heap.append(name)
        return [f"{kind} *{name} = malloc(sizeof(*{name}) * {product});"]

    def not_allocated(self, variable, kind):
        bounds = ", ".join(f"{variable.name}_l{axis} = 1, {variable.name}_n{axis} = 0"
                           for axis in range(1, variable.rank + 1))
        return [f"{kind} *{variable.name} = NULL;", f"int64_t {bounds};"]

    def start(self, variable):
        entity = variable.entity
        names_ = self.port.closure.names.get(self.scope)
        if names_ is not None and entity.name in names_.written:
            raise Refused(entity.place, f"'{entity.name}' has a first value and keeps what it is "
                                        "given")
        if entity.initial == "data":
            count = self.port.number(variable.elements) if variable.rank else 1
            texts = [self.port.expression_in(self.frame, self.scope, each, self.scope.tree).text
                     for each in values_of(self.scope, entity, count)]
            return "{" + ", ".join(texts) + "}" if variable.rank else texts[0]
        return self.port.constant_text(self, self.scope, entity, variable)

    def signature(self):
        texts = [text for variable in self.parameters
                 for text, _ in self.port.pieces_of(variable)]
        kind = in_c(self.returns) if self.returns else "void"
        return f"{self.linkage}{kind} {self.name}({', '.join(texts) or 'void'})"

    @property
    def linkage(self):
        return "static inline " if self.returns else "static "

    def finished(self):
        """Lines of the body: declarations, statements, what is returned and freed."""
        declared = self.declarations()
        result = (self.text_of(self.frame.find(self.scope.result, [], self.scope.tree))
                  if self.returns else "")
        leave = f"return {result};" if result else "return;"
        lines = list(self.lines)
        if self.heap:
            lines = [line.replace("RETURN;", "goto leave;") for line in lines]
            frees = [f"free({name});" for name in self.heap]
            lines += (["leave:;"] if self.returned else []) + frees
        else:
            lines = [line.replace("RETURN;", leave) for line in lines]
            if lines and lines[-1] == leave and not result:
                lines.pop()
        if result and (not lines or lines[-1] != leave):
            lines.append(leave)
        declared = [*self.tables, *declared]
        space = [""] if declared and lines and lines[0] else []
        return [*declared, *space, *lines]


def without_needless_jumps(lines):
    """A jump to the line behind it goes, and a label that no jump needs."""
    kept = [line for at, line in enumerate(lines)
            if not ((match := re.fullmatch(r"\s*goto (l\d+);", line))
                    and at + 1 < len(lines) and lines[at + 1].strip() == f"{match[1]}:;")]
    text = "\n".join(kept)
    return [line for line in kept
            if not ((match := re.fullmatch(r"\s*(l\d+):;", line))
                    and not re.search(rf"goto {match[1]};", text))]


def joined(lines, fits=lambda line, name: len(line) + len(name) < 96, size=r"(\[[^\]]*\])?"):
    """Neighbouring declarations of a type in one line, while that is short; `size`: a regular
    expression of what may be behind a name."""
    made = []
    for line in lines:
        match = re.fullmatch(rf"((?:\w+ )*\w+) (\w+{size});", line)
        if match and made and made[-1].startswith(match[1] + " ") and fits(made[-1], match[2]) \
                and re.fullmatch(rf"{match[1]} \w+{size}(, \w+{size})*;", made[-1]):
            made[-1] = f"{made[-1][:-1]}, {match[2]};"
        else:
            made.append(line)
    return made
