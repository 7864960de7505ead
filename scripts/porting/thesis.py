"""The rungs beyond `cuda`: each a change that nests of stencils take or do not."""

from porting.rung_constant import Constant
from porting.rung_fused import Fusing
from porting.stencil_nest import NotTaken, StencilNest
from porting.rung_padded import Padded
from porting.rung_shared import Major, Minor, Shared
from porting.rung_coarsen import Coarsened
from porting.rung_graph import Graphed
from porting.rung_single import Single
from porting.refused import Refused

PLANS = {"cuda-padded": Padded, "cuda-constant": Constant,
         "cuda-shared-minor": Minor, "cuda-shared-major": Major,
         "cuda-shared": Shared, "cuda-coarsen": Coarsened, "cuda-graph": Graphed,
         "cuda-float32": Single}


class Thesis(Fusing):
    """What a rung does with each nest. `table`: [{place, reads, taken, why}], one a nest."""

    def __init__(self, rung):
        self.rung, self.make, self.rows = rung, PLANS.get(rung), {}

    def begin(self):
        self.rows = {}

    @property
    def table(self):
        return list(self.rows.values())

    def row(self, place, reads):
        """Of a nest; the last time that it is written counts."""
        self.rows[place] = {"place": place, "reads": reads, "taken": False, "why": "", "saving": ""}
        return self.rows[place]

    def plan(self, host, nodes, verdict, kept):
        """The Plan of a nest, or None."""
        if self.make is None:
            return None
        nest = StencilNest(host, nodes, verdict, kept)
        row = self.row(host.shown_place(host.place_of(nodes, kept)), nest.touched.words())
        try:
            if self.make.boxes:
                nest.check_box()
            made = self.make(nest)
        except NotTaken as why:
            row["why"] = str(why)
            return None
        row["taken"], row["saving"] = True, made.saving
        return made

    def check(self, place):
        """A rung is written where a nest takes its change."""
        if not any(each["taken"] for each in self.table):
            raise Refused(place, "no nest takes it, as the table of nests says")

    def expectation(self):
        return "; ".join(dict.fromkeys(f"{each['place']}: {each['saving']}"
                                       for each in self.table if each["taken"]))
