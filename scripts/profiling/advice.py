"""What `ladder adopt` says of a routine or of a loop: its own readers, in a folder of the cache."""

import pathlib
import re
import shlex
import shutil

from adopting.adopt import adopt
from adopting.failure import Failure

SHOWN = 0.05  # share of the samples, below which nothing is asked
MOST = 12     # routines and loops that are asked about
CHANGING = re.compile(r"\b(cpu_time|system_clock|date_and_time|omp_get_wtime|random_number|etime|"
                      r"dtime|secnds|second)\s*\(", re.IGNORECASE)
DIRECTIVE = re.compile(r"\s*[!cC*]\$(omp|acc)\b", re.IGNORECASE)


class Answer:
    """`takes` None: not asked. `loops`: {(file, line): verdict}."""

    def __init__(self, takes=None, why="", command="", loops=None):
        self.takes, self.why, self.command, self.loops = takes, why, command, loops or {}


class Reader:
    def __init__(self, root, cache, given, flags, program):
        """`given`: build, run, flags, sources of the command line; `flags`: of each source."""
        self.root, self.folder, self.given = root, cache / "readers", given
        self.flags = {str(source.relative_to(program)): words for source, words in flags.items()
                      if source.is_relative_to(program)}
        shutil.rmtree(self.folder, ignore_errors=True)

    def of(self, part):
        """Of a routine, or of a loop as a range of lines."""
        name, source, lines = part.name, part.file, ""
        if part.kind == "loop":
            name, lines = f"loop_{part.first}", "{}-{}".format(*self.with_directives(part))
        given = {"build": self.given["build"], "run": self.given["run"],
                 "flags": self.given.get("flags") or shlex.join(self.flags.get(part.file, []))}
        if self.given.get("sources"):
            given["sources"] = self.given["sources"]
        answer = self.asked(source, name, lines, given)
        if not answer.takes and "--sources=FOLDER" in answer.why and self.flags:
            given["sources"] = ",".join(sorted(self.flags))
            answer = self.asked(source, name, lines, given)
        return answer

    def asked(self, source, name, lines, given):
        folder = self.folder / re.sub(r"\W", "_", f"{source}-{name}-{lines}")
        if not (self.root / source).is_file():
            return Answer(False, f"{source} is written by the build: build once in "
                                 f"{self.root.name}, or adopt what it is written from")
        command = ["ladder", "port", f"{source}:{lines}" if lines else source, name]
        options = [f"--{key}={shlex.quote(value)}" for key, value in given.items() if value]
        try:
            adopt(self.root / source, name, self.root, folder,
                  {**given, **({"lines": lines} if lines else {})}, lambda words: None)
        except Failure as failure:
            return Answer(False, str(failure))
        if why := changing(folder, name):
            return Answer(False, why)
        return Answer(True, "", " ".join([shlex.join(command), *options]), independent(folder))

    def with_directives(self, part):
        """Lines of a loop with the directives that are of it."""
        lines = (self.root / part.file).read_bytes().decode(errors="surrogateescape").splitlines()
        first, last = part.first, part.last
        while (first > 1 and DIRECTIVE.match(lines[first - 2])
               and not re.search(r"\$\w+\s+end", lines[first - 2], re.IGNORECASE)):
            first -= 1
        while (last < len(lines) and DIRECTIVE.match(lines[last])
               and re.search(r"\$\w+\s+end", lines[last], re.IGNORECASE)):
            last += 1
        return first, last


def changing(folder, name):
    """What no two runs have alike, which step 0 would not give again."""
    procedure = place = ""
    measures = False
    for line in (folder / "step0.f90").read_text(errors="surrogateescape").splitlines():
        if match := re.match(r"! (\S+:\d+)$", line):
            place = match[1]
        if match := re.match(r"! ladder: (\w+) begins", line):
            procedure = match[1]
            measures = procedure != name
        measures &= not re.search(rf"\bfunction\s+{procedure}\b", line, re.IGNORECASE)
        if match := CHANGING.search(line.split("!")[0]):
            instead = (f"where {procedure} only measures: --without={procedure}" if measures else
                       "take a part without that")
            return (f"{place}: {procedure} has {match[1].lower()}, which differs from run to run, "
                    f"so that step 0 cannot give the recorded bits: {instead}")
    return ""


def independent(folder):
    """Verdicts on the loops of an adopted routine by its source; {} where no one judges them."""
    try:
        from porting import loops

        return {(each.file, each.line): each.verdict
                for each in loops.loops_of(pathlib.Path(folder), traced=False)}
    except (ImportError, Failure):
        return {}


def ask(reader, routines, loops, total):
    """{part: Answer} of those with the largest shares; of loops where their routine is refused."""
    answers, asked = {}, 0
    largest = sorted((each for each in routines if each.all >= SHOWN * total),
                     key=lambda each: -each.all)[:MOST]
    for routine in largest:
        answers[routine] = reader.of(routine)
    for loop in sorted(loops, key=lambda each: (-each.all, each.first, -each.last)):
        if (asked == MOST or loop.all < SHOWN * total
                or answers.get(loop.routine, Answer()).takes is not False
                or loop.outer and answers.get(loop.outer, Answer()).takes is not False):
            continue
        answers[loop] = reader.of(loop)
        asked += 1
    return answers


def best(answers, total):
    """The taken part with the largest share, callees included. Of those that have as much within a
    hundredth, a routine rather than a range, and the caller rather than what it calls: its arrays
    stay where they are for longer."""
    taken = [part for part, answer in answers.items() if answer.takes]
    most = max((part.all for part in taken), default=0)
    near = [part for part in taken if part.all >= most - 0.01 * total]
    return min(near, key=lambda part: (part.kind == "loop", part.depth / part.all), default=None)


def at_most(part, total):
    """The program's speed-up if this part took no time, by Amdahl's law; None: no bound."""
    return total / (total - part.all) if part.all < total else None
