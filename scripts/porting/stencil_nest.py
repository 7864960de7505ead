"""A loop nest that becomes a kernel: its loops, what its turns touch at which offsets, its text;
and how a rung beyond `cuda` writes it."""

import dataclasses

from adopting import names
from porting import affine
from porting.expression import E, PRIMARY, in_c
from porting.parallel import bounds_of, inside, loop_variable
from porting.touched import NotTaken, Touched
from porting.variables import sized_by_host


@dataclasses.dataclass
class Level:
    """One loop of the grid. `low` and `high` are in C, once its text is written."""

    node: object
    name: str
    bounds: list
    low: str = ""
    high: str = ""


class StencilNest:
    """`host`: the procedure that launches the kernel; `nodes`: loops, from the outermost inwards;
    `kept`: bodies of loops of which this kernel has a part."""

    def __init__(self, host, nodes, verdict, kept):
        self.host, self.nodes, self.verdict, self.kept = host, nodes, verdict, kept
        self.levels = [Level(each, loop_variable(each.children[0]), bounds_of(each))
                       for each in nodes]
        self.found = names.names_in(self.body(nodes[0]))
        self.inner = {}  # variables of loops inside -> (first, last), while their bodies are read
        self.touched = Touched(self)

    def body(self, node):
        return self.kept.get(id(node)) or inside(node)

    def outside(self, node):
        """What a loop around another has besides it."""
        return self.alone(self.body(node))

    def alone(self, nodes):
        mine = {id(each) for each in self.nodes}
        return [each for each in nodes if id(each) not in mine]

    @property
    def grid(self):
        """Variables of the grid's axes, x first."""
        return [each.name for each in reversed(self.levels)]

    def check_box(self):
        """Turns are a box, counted by ones."""
        if self.verdict.last:
            raise NotTaken(f"the last value of '{self.verdict.last[0]}' is used behind the loop")
        if sized_by_host(self.host, self.verdict, self.nodes[0]):
            raise NotTaken("each thread has an array of its own whose size is not constant")
        own = set(self.grid)
        for each in self.levels:
            step = each.bounds[2] if len(each.bounds) > 2 else None
            if step is not None and str(step).strip() != "1":
                raise NotTaken(f"the loop over '{each.name}' has the step {step}")
            used = {name for one in each.bounds[:2] for name in names.names_in(one).used}
            around = used & own
            if around:
                raise NotTaken(f"the bounds of the loop over '{each.name}' depend on "
                               f"'{sorted(around)[0]}'")
            changed = used & (set(self.found.written) | set(self.verdict.private))
            if changed:
                raise NotTaken(f"'{sorted(changed)[0]}', a bound, is changed inside")

    def declared(self, level):
        variable = self.host.frame.find(level.name, [], level.node.children[0])
        return f"{in_c(variable.type)} {variable.name}"

    def c_name(self, level):
        return self.host.frame.find(level.name, [], level.node.children[0]).name

    def free_name(self, text):
        """A name for the kernel alone."""
        taken = self.host.frame.taken | {each.name for each in self.host.frame.used} | {
            *self.found.used, *self.host.port.header.parameters}
        while text in taken:
            text += "_"
        return text

    def lines(self):
        """What a turn does: the statements of all levels, in their order. Sets bounds."""
        host, made, loops = self.host, [], []
        for level in self.levels:
            level.low, level.high = (host.value(each) for each in level.bounds[:2])
        for node in self.nodes:
            loop, head, _, body = host.opened(node.children[0], node.children[1:], node)
            body = self.kept.get(id(node), body)
            host.comments.skip(host.span(head)[1])
            loops.append(loop)
            host.loops.append(loop)
            made += host.body(self.alone(body)).lines
        for _ in loops:
            host.loops.pop()
        return made

    def aliased(self, variable):
        return self.host.port.verdicts.may_share(variable)

    def value(self, name):
        """Of a name in a subscript, as a sum; None where turns change it."""
        host = self.host
        if name in self.grid or name in self.inner:
            return affine.symbol(name)
        entity = host.frame.entity(name)
        if entity is None or entity.rank or entity.category != "integer":
            return None
        if entity.has("parameter"):
            known = host.port.header.parameters.get(name)
            if not known or known[0] != "integer":
                return affine.symbol(name)
            host.port.as_numbers.add(name)
            return affine.number(int(known[2]))
        if name in self.found.written or name in self.verdict.private:
            return None
        return affine.symbol(name)


class Plan:
    """`nest`: a StencilNest. A subclass raises NotTaken where the nest does not take its change."""

    boxes = True  # does it need one that is a box?
    saving = ""  # what a cell is spared, for the expectation
    gone = frozenset()  # variables that the kernel does not need any more

    def __init__(self, nest):
        self.nest, self.host, self.port = nest, nest.host, nest.host.port
        self.replaced = {}           # id of a node -> what gives its text, of texts of subscripts
        self.before, self.after = [], []  # lines around the kernel
        self.texts, self.given = {}, []   # id of an expression -> its text; (parameter, argument)
        self.plan()

    def plan(self):
        raise NotImplementedError

    def lines(self, loops):
        """The kernel's body; `loops()` gives that of the rung cuda."""
        return loops()

    def host_lines(self):
        """Before the launch."""
        return []

    def turns(self, turns):
        """What the grid is planned for, of the turns of each axis."""
        return turns

    def reach(self, variable, node, texts):
        return E(self.replaced[id(node)](texts), PRIMARY, variable.type)


def reads_of(nest):
    """{(variable, what its other subscripts are): accesses}, of arrays that the nest does not
    change."""
    touched = nest.touched
    if touched.calls:
        raise NotTaken(touched.calls)
    changed = {each.variable for each in touched.all if each.write} | touched.whole
    found = {}
    for each in touched.all:
        if each.axes is None or each.given or each.variable in changed \
                or nest.aliased(each.variable) or each.variable.kind == "constant":
            continue
        over = [axis.grid for axis in each.axes if axis.grid]
        if over and len(set(over)) == len(over):
            found.setdefault((each.variable, tuple(
                axis.grid or axis.fixed for axis in each.axes)), []).append(each)
    return found


def why_none(nest, words):
    """The reason why no array qualifies: the first that is read at several offsets and changed."""
    places = {}
    for each in nest.touched.all:
        if not each.write:
            places.setdefault(each.variable, set()).add(str(each.node).lower())
    changed = {each.variable for each in nest.touched.all if each.write} | nest.touched.whole
    for variable, seen in places.items():
        if len(seen) > 1 and variable.key[1] not in nest.verdict.private:
            if variable in changed:
                return f"{words}, but for '{variable.name}', which the nest changes or gives away"
            if nest.aliased(variable):
                return f"{words}, but for '{variable.name}', which may share memory with another"
    return words
