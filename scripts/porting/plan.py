"""How a rung beyond `cuda` writes one nest."""

from porting.expression import E, PRIMARY
from porting.stencil_nest import NotTaken, StencilNest  # noqa: F401


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
        made = self.replaced.get(id(node))
        return made and E(made(texts), PRIMARY, variable.type)
