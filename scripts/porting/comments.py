"""The owner's comments, from the lines of the source: each goes where it is in the source."""

import re

from adopting.statements import cut_comment


class Comments:
    """Of one procedure. `upto` gives what is before a line and was not given yet."""

    def __init__(self, scope, first):
        self.lines, self.base = scope.source.lines, scope.unit.first
        self.next = self.base + first

    def upto(self, index):
        """Whole-line comments and blank lines before the line `index` of the unit."""
        found, at = [], self.base + index
        while self.next < at:
            text = self.lines[self.next].strip()
            if text.startswith("!") and not re.match(r"!\$|!DIR\$|!DEC\$|!ladder", text, re.I):
                found.append("// " + re.sub(r"^![!<>*]*\s*", "", text).strip())
            elif not text and (not found or found[-1]):
                found.append("")
            self.next += 1
        return [each.rstrip() if each != "// " else "//" for each in found]

    def skip(self, index):
        self.next = max(self.next, self.base + index + 1)

    def behind(self, first, last):
        """Comments at the ends of a statement's lines."""
        found = []
        for at in range(self.base + first, self.base + last + 1):
            code, _ = cut_comment(self.lines[at])
            comment = self.lines[at][len(code):].strip()
            if comment and not re.match(r"!\$|!DIR\$", comment, re.I):
                found.append(re.sub(r"^![!<>]*\s*", "", comment))
        return " ".join(each for each in found if each)
