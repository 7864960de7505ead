"""What a rung cannot say: where it is, and what it is."""


class Refused(Exception):
    """A construct that is not ported. The rung is not written; the others are."""

    def __init__(self, place, construct):
        super().__init__(f"{place}: {construct}")
        self.place, self.construct = place, construct
