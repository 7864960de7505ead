"""DO CONCURRENT as the nest of DO loops that it is, for those who read the trees of procedures."""

import re

from adopting import units
from adopting.statements import behind_brackets, cut_comment, split, statements

HEAD = re.compile(r"((?:\d+\s+)?)((?:[a-z]\w*\s*:\s*)?)do\s*(\d*)\s*,?\s*concurrent\s*(?=\()",
                  re.IGNORECASE)
INDEX = re.compile(r"\s*([a-z]\w*)\s*=(?!=)(.*)", re.IGNORECASE)
COUNTED = re.compile(r"do\s*(?:\d+\s*,?\s*)?([a-z]\w*)\s*=", re.IGNORECASE)
DECLARED = re.compile(r"integer\s*(\([^,]*\)|\*\s*\d+)?\s*(::|\s)(?!.*=)", re.IGNORECASE)
# A word, where it is in no text and is no component, no keyword and no index.
WORD = r"'[^']*'|\"[^\"]*\"|%\s*\w+|[(,]\s*\w+\s*=(?!=)|\b{}\b"


class Nests:
    """Of the lines of a procedure. `changed`: index of a line -> its text with DO loops, on the
    same line; `declared`: of indices that have names of their own there, since another statement
    uses a variable of that name, which keeps its value."""

    def __init__(self, source, first, last):
        self.changed, self.declared = {}, []
        if any("concurrent" in line.lower() for line in source.lines[first:last + 1]):
            self._read(source, first, last)

    def _read(self, source, first, last):
        self.found = statements(source.lines, first, last)
        lines, blocks = units.blocks_of(source, first, last)
        self.texts, self.own = [each.text for each in self.found], {}
        loops = [[at for at, line in enumerate(lines) if line.block and block in line.block.chain()]
                 for block in blocks if block.kind == "do"]
        self.over = [(each, variables(self.texts[each[0]])) for each in loops]
        for inside in loops:
            self._nest(inside, HEAD.match(self.texts[inside[0]]))
        self.changed = dict(self._lines(source.lines))
        self.declared = [f"integer(kind({name})) :: {own}" for name, own in self.own.items()]

    def _nest(self, inside, head):
        """`inside`: which statements the construct has, its first and last included."""
        if not head or not variables(self.texts[inside[0]]):
            return
        for name in variables(self.texts[inside[0]]):
            if self._is_used_elsewhere(name):
                self.own.setdefault(name, self._fresh(name))
                for at in inside:
                    self.texts[at] = self._renamed(self.texts[at], name)
        parts = parts_of(self.texts[inside[0]], head)
        counted = [match.groups() for each in parts if (match := INDEX.match(each))]
        masks = [f"if ({each.strip()}) then" for each in parts if not INDEX.match(each)]
        # The one that is named first has its turns first, as gfortran does it.
        loops = [f"do {self.own.get(name.lower(), name)} = {', '.join(split(bounds.strip(), ':'))}"
                 for name, bounds in reversed(counted)]
        loops[-1] = head[2] + loops[-1]
        self.texts[inside[0]] = head[1] + "; ".join([*loops, *masks])
        ends = [*("end if" for _ in masks), self.texts[inside[-1]], *("end do" for _ in loops[1:])]
        if head[3]:  # a label, which would end all of them
            ends = [f"{head[3]} continue", *ends]
            ends[1 + len(masks)] = f"end do {head[2].rstrip(' :')}"
        self.texts[inside[-1]] = "; ".join(ends)

    def _is_used_elsewhere(self, name):
        """By more than loops over it and its declaration, which is this procedure's?"""
        loops = {at for inside, names in self.over if name in names for at in inside}
        uses = [each.text for at, each in enumerate(self.found)
                if at not in loops and re.search(rf"\b{name}\b", each.text, re.IGNORECASE)]
        return len(uses) != 1 or not DECLARED.match(uses[0])

    def _fresh(self, name):
        own = f"{name}_own"
        while re.search(rf"\b{own}\b", "\n".join(self.texts), re.IGNORECASE):
            own += "_"
        return own

    def _renamed(self, text, name):
        return re.sub(WORD.format(name), lambda match: self.own[name] if match[0].lower() == name
                      else match[0], text, flags=re.IGNORECASE)

    def _lines(self, lines):
        of_line = {}
        for each, text in zip(self.found, self.texts):
            of_line.setdefault((each.first, each.last), []).append((each.text, text))
        for (first, last), texts in of_line.items():
            if any(before != now for before, now in texts):
                margin = re.match(r"\s*", lines[first])[0]
                comment = lines[last][len(cut_comment(lines[last])[0].rstrip()):]
                yield first, margin + "; ".join(now for _, now in texts) + comment
                yield from ((at, "") for at in range(first + 1, last + 1))


def parts_of(text, head):
    """What is between commas in the brackets of a DO CONCURRENT; nothing of a later standard's,
    which declares variables there."""
    listed = text[head.end():].strip()
    return [] if "::" in listed or behind_brackets(listed) else split(listed[1:-1])


def variables(text):
    """Those that a DO statement counts."""
    head, counted = HEAD.match(text), COUNTED.search(text)
    if not head:
        return [counted[1].lower()] if counted else []
    return [match[1].lower() for each in parts_of(text, head) if (match := INDEX.match(each))]
