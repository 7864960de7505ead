"""One experiment on an option."""

class Experiment:
    """What is added to the base, and how the effect is seen: by a difference from the base (with
    `instead`), or, where `words` are given, by these and an exit code (None: any). `makes` is the
    end of a file's name, "" for none."""

    def __init__(self, *arguments, words=None, code=0, together_with=(), twice=False, without=(),
                 makes=None, needs=True, instead=(), environment=None):
        self.arguments, self.words, self.code, self.twice = arguments, words, code, twice
        self.together_with, self.without, self.makes, self.needs = (list(together_with), without,
                                                                    makes, needs)
        self.instead, self.environment = instead, environment
