"""What is known at one place of a turn."""


class State:
    def __init__(self, defined=None, values=None, ended=False):
        self.defined = {key: list(each) for key, each in (defined or {}).items()}
        self.values = dict(values or {})
        self.ended = ended

    def copy(self):
        return State(self.defined, self.values)
