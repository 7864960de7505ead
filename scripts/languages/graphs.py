"""Steps in CUDA graphs. No maths here."""

GRAPH_STEPS = 100  # of one graph: launching it costs little, and it is soon captured


class Graphed:
    """Steps from CUDA graphs. The program has enqueue(turn, i), step i of a graph that begins with
    field `turn` as p(n), capture(work), which returns what launches `work` again, and wait();
    finish(count), where there is one, ends a graph. made(values) is an array on the device,
    overwrite(array, values) changes it."""

    turn = done = 0

    def load(self, case):
        super().load(case)
        self.make_ready(case.steps)

    def keep(self, **arrays):
        """The same memory for each case, since graphs hold it."""
        for name, values in arrays.items():
            if hasattr(self, name):
                self.overwrite(getattr(self, name), values)
            else:
                setattr(self, name, self.made(values))

    def make_ready(self, steps):
        """While no time is taken: compiles and captures what a whole run takes."""
        self.graphs = getattr(self, "graphs", {})
        self.turn = 0
        for count in pieces(steps):
            self.graph(count)
            self.turn = (self.turn + count) % 2
        self.turn = 0
        self.wait()

    def graph(self, count):
        key = self.turn, count
        if key not in self.graphs:
            if not self.graphs:
                self.work(*key)  # compiles
                self.wait()
            self.graphs[key] = self.capture(lambda: self.work(*key))
        return self.graphs[key]

    def work(self, turn, count):
        for i in range(count):
            self.enqueue((turn + i) % 2, i)
        self.finish(count)

    def finish(self, count):
        pass

    def advance(self, count):
        for piece in pieces(count):
            self.graph(piece)()
            self.turn = (self.turn + piece) % 2
        self.wait()
        self.done += count


def pieces(count):
    """Graphs of GRAPH_STEPS, and one of the rest."""
    whole, rest = divmod(count, GRAPH_STEPS)
    return [GRAPH_STEPS] * whole + [rest] * (rest > 0)
