"""How a plot fails: in words, with the exit code of its kind (see CONTRIBUTING.md)."""

WRONG_COMMAND, NOT_COMPARABLE, NOTHING, UNUSABLE = 2, 5, 6, 7


class Failure(Exception):
    def __init__(self, code, words):
        super().__init__(words)
        self.code = code
