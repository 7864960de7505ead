"""Small functions of C that say what Fortran's intrinsic functions mean."""

from porting.expression import in_c

SUFFIX = {("real", 8): "", ("real", 4): "f", ("real", 10): "l", ("integer", 4): "i",
          ("integer", 8): "ll", ("integer", 2): "s", ("integer", 1): "b"}
# x**n as the fewest products, as gfortran does: n = the sum of two that are made before.
POWERS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 6, 10: 5, 11: 6, 12: 6, 13: 10, 14: 7,
          15: 9, 16: 8}
BODIES = {
    "max": "({T} a, {T} b) {{ return a > b ? a : b; }}",
    "min": "({T} a, {T} b) {{ return a < b ? a : b; }}",
    "modulo/integer": "({T} a, {T} p) {{ return a % p + (a % p != 0 && (a % p < 0) != (p < 0) ? p "
                      ": 0); }}",
    "modulo/real": "({T} a, {T} p) {{\n  const {T} r = {fmod}(a, p);\n  if (r == 0) return "
                   "{copysign}(0, p);\n  return (r < 0) != (p < 0) ? r + p : r;\n}}",
    "sign": "({T} a, {T} b) {{ return (a < 0) == (b < 0) ? a : -a; }}",
    "dim": "({T} a, {T} b) {{ return a > b ? a - b : 0; }}",
    "power/integer": "({T} base, {T} n) {{\n  if (n < 0) return base == 1 ? 1 : base == -1 ? (n % "
                     "2 ? -1 : 1) : 0;\n  {T} result = 1;\n  for (; n > 0; n /= 2, base *= base)\n"
                     "    if (n % 2) result *= base;\n  return result;\n}}",
    "power/real": "({T} base, int n) {{\n  {T} result = n % 2 ? base : 1;\n  for (unsigned k = "
                  "n < 0 ? -(unsigned)n : n; k >>= 1;) {{\n    base *= base;\n    if (k % 2) "
                  "result *= base;\n  }}\n  return n < 0 ? 1 / result : result;\n}}",
    "shift": "({T} a, int by) {{\n  if (by >= {bits} || by <= -{bits}) return 0;\n  return by < 0 "
             "? ({T})(({U})a >> -by) : ({T})(({U})a << by);\n}}",
}
SAME = """// Are these characters, with blanks behind them, those of a text?
{prefix}int same_text(const char *a, int64_t length, const char *text) {{
  int64_t at = 0;
  for (; at < length && text[at]; ++at)
    if (a[at] != text[at]) return 0;
  for (int64_t behind = at; behind < length; ++behind)
    if (a[behind] != ' ') return 0;
  for (; text[at]; ++at)
    if (text[at] != ' ') return 0;
  return 1;
}}"""


class Helpers:
    """Those that a file needs, each once, in the order of their first use."""

    def __init__(self, prefix="static inline "):
        self.prefix, self.texts = prefix, {}

    def __call__(self, name, kind):
        """The name in C of a helper for this type."""
        text = f"{name}{SUFFIX[kind]}"
        body = BODIES.get(f"{name}/{kind.category}") or BODIES[name]
        letter = {4: "f", 8: "", 10: "l"}.get(kind.bytes, "")
        made = body.format(T=in_c(kind), U=f"uint{8 * kind.bytes}_t", bits=8 * kind.bytes,
                           fmod=f"fmod{letter}", copysign=f"copysign{letter}")
        return self.add(text, f"{in_c(kind)} {text}{made}")

    def power(self, n, kind):
        name, made, todo = f"power{n}{SUFFIX[kind]}", [], [n]
        while todo:
            each = todo.pop()
            if each > 1 and each not in made:
                made.append(each)
                todo += [POWERS[each], each - POWERS[each]]
        type_ = in_c(kind)
        steps = [f"x{each} = {factor(POWERS[each])} * {factor(each - POWERS[each])}"
                 for each in sorted(made) if each != n]
        result = f"return {factor(POWERS[n])} * {factor(n - POWERS[n])};"
        body = f"const {type_} {', '.join(steps)}; {result}" if steps else result
        return self.add(name, f"{type_} {name}({type_} x) {{ {body} }}")

    def address_of(self, kind, value):
        """Of a value that a callee may change, which nobody sees."""
        return f"&({in_c(kind)}){{{value}}}"

    def same(self):
        self.texts.setdefault("same_text", SAME.format(prefix=self.prefix))
        return "same_text"

    def add(self, name, text):
        self.texts.setdefault(name, self.prefix + text)
        return name

    def lines(self):
        return [line for text in self.texts.values() for line in text.splitlines()]


def factor(n):
    return "x" if n == 1 else f"x{n}"
