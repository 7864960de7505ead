"""Asks gfortran what the source leaves open: bytes of kinds, values of parameters. Compiles step 0
with a program that prints them."""

import re
import subprocess
import tempfile
import pathlib

from adopting import compiled, layout
from adopting.entry import local_text
from adopting.failure import USAGE, Failure


class Probe:
    def __init__(self, closure, values, step0):
        self.closure, self.step0 = closure, step0
        self.wanted = {}  # scope -> (type texts, parameters)
        for value in values:
            kinds, _ = self.wanted.setdefault(value.kind_scope, ([], []))
            if value.leaf.category != "character" and value.leaf.type_text not in kinds:
                kinds.append(value.leaf.type_text)
        routine = closure.routine
        for scope in [*step0.modules, routine]:
            names = (scope.entities if scope is routine else {
                name for index in closure.needed.get(scope, ())
                for name in scope.declarations[index].defines})
            for name in sorted(names):
                entity = scope.entities.get(name)
                if (entity and entity.has("parameter") and not entity.rank
                        and entity.category in ("integer", "real", "logical")):
                    self.wanted.setdefault(scope, ([], []))[1].append(name)
        self.order = list(self.wanted)

    def entries(self):
        """scope (None: external) -> statements of the probing procedures."""
        found = {}
        for number, scope in enumerate(self.order):
            holder = next((each for each in scope.around() if each in self.step0.modules), None)
            found.setdefault(holder, []).extend(self._procedure(number, scope))
        return found

    def _procedure(self, number, scope):
        kinds, parameters = self.wanted[scope]
        body = [f"subroutine ladder_probe_{number}() bind(c)"]
        if scope.whole and scope not in self.step0.modules:
            names = set(parameters) | {word for text in kinds
                                       for word in re.findall(r"[a-z]\w*", text.lower())}
            body += local_text(self.closure, scope, names, self.step0.modules)
        for at, text in enumerate(kinds):
            body.append(f"{text} :: ladder_kind_{at}")
        for at in range(len(kinds)):
            body.append(f"print '(a,i0)', 'kind {number} {at} ', kind(ladder_kind_{at})")
        for name in parameters:
            form = {"integer": "i0", "logical": "l1",
                    "real": "es45.36e4"}[scope.entities[name].category]
            body.append(f"print '(a,{form})', 'value {number} {name} ', {name}")
            body.append(f"print '(a,i0)', 'bytes {number} {name} ', kind({name})")
        return [*body, f"end subroutine ladder_probe_{number}"]

    def main(self):
        lines = ["program ladder_probes", "interface"]
        for number in range(len(self.order)):
            lines += [f"subroutine ladder_probe_{number}() bind(c)", "end subroutine"]
        lines.append("end interface")
        return [*lines, *(f"call ladder_probe_{number}()" for number in range(len(self.order))),
                "end program"]

    def ask(self, values, flags, compiler, libraries):
        """Fills `kind` of the values; returns {name: (category, bytes, value, its letters in the
        source)} of the parameters."""
        with tempfile.TemporaryDirectory(prefix="ladder-") as folder:
            source = pathlib.Path(folder, "step0.f90")
            entries = self.entries()
            source.write_text(self.step0.text(entries) + "\n".join(layout.free(self.main())) + "\n",
                              errors="surrogateescape")
            program = pathlib.Path(folder, "probe")
            try:
                linked = compiled.compile_fortran([source], program, flags, compiler,
                                                  program=True, libraries=libraries)
            except Failure as failure:
                if missing := re.search(r"included file \W*([\w./-]+)", str(failure)):
                    self.closure.refuse_include(missing[1])
                raise Failure(failure.code, f"{where(str(failure), source)}{failure}") from None
            self.closure.refuse_missing(re.findall(r"undefined reference to `(\w+?)_*'",
                                                   linked.stderr))
            run = subprocess.run([program], capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL)
            if run.returncode != 0:
                raise Failure(USAGE,
                              f"step 0's declarations do not run: {run.stderr.strip()[:500]}")
        parameters, kinds = {}, {}
        for line in run.stdout.splitlines():
            what, number, key, answer = line.split()
            scope = self.order[int(number)]
            if what == "kind":
                kinds[scope, self.wanted[scope][0][int(key)]] = int(answer)
            elif what == "value":
                parameters[key] = [scope.entities[key].category, 0, answer, scope.spelled(key)]
            else:
                parameters[key][1] = int(answer)
        for value in values:
            value.kind = (1 if value.leaf.category == "character"
                          else kinds[value.kind_scope, value.leaf.type_text])
        return parameters


def where(words, source):
    """The line of step 0 that a compiler's first error names, and its place in the owner's source:
    the file itself is gone when the words are read."""
    from adopting.coverage import owner_places

    match = re.search(r"step0.f90:(\d+)", words)
    if not match:
        return ""
    lines = source.read_text(errors="surrogateescape").splitlines()
    number = int(match[1])
    place = owner_places(lines).get(number)
    text = lines[number - 1].strip() if number <= len(lines) else ""
    return f"{f'{place}: ' if place else ''}'{text}': "
