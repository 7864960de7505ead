"""Which line of a source each instruction is of, from debug information."""

import bisect
import re
import subprocess

ROW = re.compile(r"^(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)(\s|$)")


def sequences(file):
    """Lists of (address, "file:line"; where code ends ""), each of one section, ascending."""
    done = subprocess.run(["objdump", "--dwarf=decodedline", str(file)], text=True,
                          capture_output=True, errors="replace")
    found = [[]]
    for line in done.stdout.splitlines():
        row = ROW.match(line)
        if not row:
            continue
        address = int(row[3], 16)
        if found[-1] and address < found[-1][-1][0]:
            found.append([])
        found[-1].append((address, "" if row[2] == "-" else f"{row[1]}:{row[2]}"))
    return [each for each in found if each]


class Lines:
    """Of one section."""

    def __init__(self, rows):
        self.rows = sorted(rows, key=lambda row: row[0])
        self.addresses = [row[0] for row in self.rows]

    def at(self, address):
        at = bisect.bisect_right(self.addresses, address) - 1
        return self.rows[at][1] if at >= 0 else ""

    def within(self, begin, end):
        """All lines of the instructions in [begin, end)."""
        first = max(0, bisect.bisect_right(self.addresses, begin) - 1)
        return {text for address, text in self.rows[first:bisect.bisect_left(self.addresses, end)]
                if text}
