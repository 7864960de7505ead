"""A table between two marks of a page, which a script writes from records."""

import sys


def main(page, mark, table, script, words):
    """words: none, or --check, which returns 1 where the page has another table."""
    if words not in ([], ["--check"]):
        print(f"usage: {script} [--check]", file=sys.stderr)
        return 2
    begin, end = f"<!-- {mark}:begin -->\n", f"<!-- {mark}:end -->"
    text = page.read_text()
    before, rest = text.split(begin)
    now = before + begin + table() + end + rest.split(end)[1]
    if words and now != text:
        print(f"{page}: the table is out of date; run {script}", file=sys.stderr)
        return 1
    if not words:
        page.write_text(now)
    return 0
