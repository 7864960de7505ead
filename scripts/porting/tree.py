"""Statements of a procedure as a small tree: what each reads and writes, branches, loops, jumps;
variables in expressions: which element of what is read or written."""

import dataclasses

from adopting import beyond, names as names_of
from adopting.entities import Entity
from adopting.fortran import f

# Functions that look at no value of their argument.
INQUIRIES = {"size", "lbound", "ubound", "shape", "kind", "present", "allocated", "associated",
             "len", "huge", "tiny", "epsilon", "digits", "precision", "range", "bit_size",
             "storage_size", "maxexponent", "minexponent", "radix", "is_contiguous", "c_loc",
             "c_associated"}


@dataclasses.dataclass
class Access:
    """`path`: name, with components behind %; `subscripts`: nodes, None for the whole."""

    path: str
    subscripts: list | None
    write: bool
    line: int
    node: object
    owner: object = None  # (scope, name) of the variable
    entity: object = None
    form: tuple = ()  # number of subscripts of each part

    @property
    def base(self):
        return self.path.split("%")[0]


@dataclasses.dataclass
class Step:
    """One statement: first its reads, then its writes; `calls` are (callee name, arguments)."""

    line: int
    reads: list[Access]
    writes: list[Access]
    calls: list
    node: object = None
    may: bool = False  # of a WHERE: some elements only
    effect: str = ""  # what no order may change: output, a library
    associated: dict = dataclasses.field(default_factory=dict)
    end: int = 0  # last line


@dataclasses.dataclass
class Branch:
    line: int
    arms: list
    complete: bool  # one of the arms is taken
    condition: object = None


@dataclasses.dataclass
class Loop:
    line: int
    end: int
    variable: str  # "" of DO WHILE and of an endless DO
    first: object
    last: object
    step: object
    body: list
    name: str = ""
    head: int = 0  # last line of its DO statement


@dataclasses.dataclass
class Jump:
    """`kind`: cycle, exit, return, stop or goto."""

    line: int
    kind: str
    name: str = ""


@dataclasses.dataclass
class Label:
    line: int
    name: str


def walk(body):
    """Every item, outer ones first."""
    for item in body:
        yield item
        if isinstance(item, Branch):
            for arm in item.arms:
                yield from walk(arm)
        elif isinstance(item, Loop):
            yield from walk(item.body)


class Reader:
    """Reads expressions of one scope; `calls` collects procedures that are called."""

    def __init__(self, scope, line, associated):
        self.scope, self.line, self.associated = scope, line, associated
        self.reads, self.calls = [], []

    def variable(self, name, plain=True):
        """(scope, name), entity of a variable; None of what is none."""
        found = self.scope.lookup(name)
        if found is None:
            return self._implicit(name) if plain else None
        if isinstance(found[0], str):
            return None
        owner, real, _ = found
        entity = owner.entities.get(real)
        if entity is None or entity.has("parameter") or real in owner.children:
            return None
        if entity.procedure or real in owner.statement_functions:
            return None
        return self.scope.program.storage(owner, real), entity

    def _implicit(self, name):
        """A variable of this scope that no statement declares."""
        text, category = self.scope.implicit_type(name)
        if not category:
            return None
        entity = Entity(name, self.scope.unit.place, text, category)
        self.scope.entities[name] = entity
        return (self.scope, name), entity

    def designator(self, node, write=False):
        """Access of a designator, the reads of its subscripts noted; None if it is no variable."""
        parts = [node]
        if isinstance(node, f.Substring):
            for bound in node.items[1].items if node.items[1] is not None else ():
                self.expression(bound)
            return self.designator(node.items[0], write)
        if isinstance(node, (f.Data_Ref, f.Proc_Component_Ref)):
            parts = [each for each in node.items if not isinstance(each, str)]
        names, subscripts, form = [], None, []
        for part in parts:
            if isinstance(part, (f.Part_Ref, f.Function_Reference, f.Structure_Constructor)):
                names.append(str(part.items[0]).lower())
                found = list(names_of.listed(part.items[1]))
                subscripts = (subscripts or []) + found
                form.append(len(found))
            elif isinstance(part, f.Name):
                names.append(str(part).lower())
                form.append(0)
            else:
                return None
        known = self.variable(names[0], isinstance(parts[0], f.Name))
        if names[0] in self.associated:
            base = self.associated[names[0]]
            if base is None:
                return None
            names, owner, entity = [*base.path.split("%"), *names[1:]], base.owner, base.entity
            if base.subscripts is not None:
                subscripts = [None]  # which elements is not followed
        elif known is None:
            return None
        else:
            owner, entity = known
            if (subscripts is not None and entity is not None and not entity.rank
                    and len(names) == 1 and entity.category != "character"):
                return None  # a function
        for each in subscripts or ():
            if each is not None:
                self.subscript(each)
        return Access("%".join(names), subscripts, write, self.line, node, owner, entity,
                      tuple(form))

    def subscript(self, node):
        if isinstance(node, f.Subscript_Triplet):
            for side in node.items:
                if side is not None:
                    self.expression(side)
        else:
            self.expression(node)

    def expression(self, node):
        """Notes all that an expression reads."""
        if node is None or isinstance(node, str):
            return
        if isinstance(node, (f.Int_Literal_Constant, f.Real_Literal_Constant,
                             f.Logical_Literal_Constant, f.Char_Literal_Constant)):
            return
        if isinstance(node, f.Intrinsic_Function_Reference):
            if str(node.items[0]).lower() not in INQUIRIES:
                self.expression(node.items[1])
            return
        if isinstance(node, (f.Actual_Arg_Spec, f.Component_Spec)):
            self.expression(node.items[1])
            return
        if isinstance(node, f.Ac_Implied_Do):
            self.expression(node.items[0])
            return
        if isinstance(node, (f.Name, f.Part_Ref, f.Data_Ref, f.Function_Reference, f.Substring,
                             f.Structure_Constructor, f.Proc_Component_Ref)):
            access = self.designator(node)
            if access is not None:
                self.reads.append(access)
            elif not isinstance(node, f.Name):
                self.called(node)
            return
        for child in names_of.below(node):
            self.expression(child)

    def called(self, node):
        if isinstance(node, (f.Data_Ref, f.Proc_Component_Ref)):
            base = str(node.items[0]).lower()
            if base in self.associated:
                return  # of an expression
            self.calls.append(("%", node, []))
            return
        name = str(node.items[0]).lower()
        if name in self.associated:
            return
        arguments = names_of.arguments_of(node.items[1])
        if beyond.is_intrinsic(name) and self.scope.lookup(name) is None:
            if name not in INQUIRIES:
                self.expression(node.items[1])
            return
        found = self.scope.declaring(name)
        entity = found and found[0].entities.get(found[1])
        if found and found[1] in found[0].types or entity and entity.has("parameter"):
            self.expression(node.items[1])
            return
        self.calls.append((name, node, arguments))
