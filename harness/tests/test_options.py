"""Every option of every command has its effect, and every command refuses the options that it does not take.

Which command takes what is read from the program's own declarations (`ladder completion json`), so that an option
without an experiment in EXPERIMENTS fails, and one that is taken but does nothing fails as well."""

import json
import re
import shutil
import subprocess
import unittest

import command
from command import BUILD, LADDER, ladder, lines_of, write_lines
from missing import lacks
from test_command import npy

DECLARED = json.loads(ladder("completion", "json").stdout)
COMMANDS = {one["name"]: one for one in DECLARED["commands"] if not one["script"]}
TAKEN = {(name, option["name"]) for name, one in COMMANDS.items() for option in one["options"]}
OPTIONS = {option["name"]: option for one in DECLARED["commands"] for option in one["options"]}
DRAWS = not lacks("numpy", "matplotlib") or (BUILD / "venv/bin/python3").exists()

CASE = """
[model]
recipe = "constant"
velocity = 2000.0
nz = 24
nx = 30
spacing = 20.0
[sponge]
left = 4
right = 4
bottom = 4
[time]
dt = 0.003
samples = 41
[wavelet]
peak = 12.0
[[source]]
name = "1"
x = 300.0
z = 200.0
[[source]]
name = "2"
x = 200.0
z = 240.0
"""
MEASURED = ["--case=tiny.toml", "--stage=c-O3", "--nt=3", "--repetitions=1", "--output=out.jsonl"]
# What each command computes without the option that is tried.
BASE = {
    "ladder": MEASURED,
    "sweep": ["sweep", *MEASURED],
    "verify": ["verify", "--case=tiny.toml", "--stage=c-O3", "--nt=21", "--json"],
    "check": ["check", "--case=tiny.toml", "--stage=c-O3", "--nt=3", f"--against={LADDER}", "--dry-run", "--json"],
    "shoot": ["shoot", "--case=tiny.toml", "--stage=c-O3", "--output=out.sgy"],
    "reverse": ["reverse", "--case=tiny.toml", "--stage=c-O3", "--gather=one.sgy", "--output=out.npy"],
    "locate": ["locate", "--case=tiny.toml", "--stage=c-O3", "--gather=one.sgy", "--output=out.jsonl", "--json"],
    "zsr": ["zsr", "--case=tiny.toml", "--model=layers.npy", "--units=m/s", "--stage=c-O3", "--output=out.sgy"],
    "compare": ["compare", "old.jsonl", "new.jsonl"],
    "export": ["export", "--format=csv", "old.jsonl"],
    "list": ["list"],
    "doctor": ["doctor", "--stage=c-O3"],
    "completion": ["completion"],
}
WAVES = ("shoot", "reverse", "locate", "zsr")


def name_of(argument):
    return argument.split("=")[0]


class Experiment:
    """What is added to the base, and how the effect is seen: by a difference from the base (with `instead`), or, where
    `words` are given, by these and an exit code (None: any). `makes` is the end of a file's name, "" for none."""

    def __init__(self, *arguments, words=None, code=0, beside=(), twice=False, without=(), makes=None, needs=True,
                 instead=()):
        self.arguments, self.words, self.code, self.twice = arguments, words, code, twice
        self.beside, self.without, self.makes, self.needs = list(beside), without, makes, needs
        self.instead = instead


def experiments():
    """By option, with a command of its own before one for all."""
    changes = says = Experiment
    small = ["--case=small", "--stage=c-O0", "--nt=4"]
    table = {
        "--stage": changes("--stage=c-O2"),
        "--case": changes("--case=other.toml"),
        "--model": changes("--model=km.npy", without=["--units"]),
        "--units": says("--units=m/s", beside=["--model=km.npy"], words="are its --units right", code=7),
        "--axes": says("--axes=zx", beside=["--model=km.npy"], words="in the order zx", code=7, without=["--units"]),
        "--endian": says("--endian=big", beside=["--model=raw.f32", "--axes=xz"], words="raw.f32", code=7),
        "--source": changes("--source=2"),
        "--wavelet": changes("--wavelet=ricker:9"),
        "--receivers": changes("--receivers=depth:80"),
        "--nt": changes("--nt=5"),
        "--half-length": changes("--half-length=3"),
        "--operator": changes("--operator=taylor"),
        "--precision": changes("--precision=1", beside=["--nt=2001", "--time-limit=0.3"], without=["--repetitions"],
                               instead=["--precision=0.000001"]),
        "--time-limit": changes("--time-limit=0.001", "--repetitions=1000"),
        "--repetitions": changes("--repetitions=2"),
        "--cache": changes("--cache=cold"),
        "--benchmark_filter": says("--benchmark_filter=nothing", words="", code=6),
        "--isolate": changes("--isolate"),
        "--hang-limit": says("--hang-limit=0.001", "--isolate", beside=small, words="", code=3),
        "--output": says("--output=another.jsonl", words="", makes="another.jsonl"),
        "--json": says("--json", words=r'(?m)^\{".*\}$'),
        "--dry-run": Experiment("--dry-run", words="", makes=""),
        "--resume": says("--resume", words="there is no .* to go on from"),
        "--overwrite": says("--overwrite", twice=True, words=""),
        "--snapshots": changes("--snapshots=10"),
        "--snapshot-format": changes("--snapshot-format=vti", beside=["--snapshots=10"]),
        "--plot": says("--plot", words="", makes=".png", needs=DRAWS),
        "--gather": changes("--gather=two.sgy"),
        "--models": changes("--models=case,case*1.02"),
        "--every": changes("--every=7"),
    }
    own = {
        ("sweep", "--resume"): says("--resume", twice=True, words="are in 'out.jsonl' already"),
        ("verify", "--size"): changes("--size=5x7", without=["--case"]),
        ("verify", "--shapes"): changes("--shapes", "--dry-run", beside=["--stage=c-omp"]),
        ("verify", "--isolate"): says("--isolate", "--hang-limit=0.001", beside=small, words="did not return", code=3),
        ("verify", "--dry-run"): changes("--dry-run"),
        ("verify", "--json"): changes("--json", without=["--json"]),
        ("check", "--json"): changes("--json", without=["--json"]),
        ("check", "--dry-run"): says("--dry-run", words=r'"point"', code=0),
        ("check", "--time-limit"): changes("--time-limit=3"),
        ("check", "--hang-limit"): says("--hang-limit=0.001", "--time-limit=0.1", beside=small, words="did not return", code=3,
                                        without=["--dry-run"]),
        ("check", "--metric"): changes("--metric=kernel"),
        ("check", "--least-effect"): changes("--least-effect=0.5"),
        ("check", "--baseline"): says("--baseline=none.jsonl", words="none.jsonl", code=7, without=["--against"]),
        ("check", "--against"): says("--against=./nothing", words="no program that can be started", code=7),
        ("check", "--static"): says("--static", "--output=kept.json", without=["--against", "--case", "--nt", "--dry-run"],
                                    words="kept in|none of these|nothing is known of compiled kernels", code=None),
        ("check", "--output"): says("--output=kept.json", "--metric=instructions", without=["--against", "--dry-run", "--nt"],
                                    words="kept in", makes="kept.json", needs=bool(shutil.which("valgrind"))),
        ("check", "--markdown"): says("--markdown=s.md", "--time-limit=0.05", without=["--dry-run"], words="", code=None,
                                      makes="s.md"),
        ("check", "--junit"): says("--junit=s.xml", "--time-limit=0.05", without=["--dry-run"], words="", code=None,
                                   makes="s.xml"),
        ("compare", "--least-effect"): changes("--least-effect=0.9", code=None),
        ("compare", "files"): changes("old.jsonl", without=["new.jsonl"], code=None),
        ("export", "files"): changes("new.jsonl"),
        ("export", "--format"): changes("--format=junit"),
        ("export", "--output"): says("--output=out.csv", words="", makes="out.csv"),
        ("doctor", "--stage"): says("--stage=c-O2", words=r"(?s)\A(?!.*c-O3 ).*c-O2 "),
        ("doctor", "--json"): says("--json", words='"cpu": '),
        ("completion", "shell"): says("fish", words="complete -c ladder"),
        ("locate", "--json"): says("--json", words=r'(?m)^\{"model":', without=["--json"]),
        ("locate", "--dry-run"): says("--dry-run", words='"steps"', makes=""),
    }
    for name in ("shoot", "zsr"):
        own[name, "--output"] = says("--output=another.su", words="", makes="another.su")
    own["reverse", "--output"] = says("--output=another.vti", words="", makes="another.vti")
    for name in WAVES:  # the product of every stage is the same to the last bit, or nearly
        own[name, "--stage"] = says("--stage=c-O2", words="c-O2", without=["--json"])
    own["zsr", "--units"] = says("--units=m/s", beside=["--model=km.npy"], instead=["--units=km/s"],
                                 words="are its --units right", code=7)
    own["shoot", "--nt"] = changes("--nt=21")
    own["zsr", "--nt"] = changes("--nt=21")
    own["zsr", "--model"] = changes("--model=km.npy", without=["--model", "--units"],
                                    instead=["--model=layers.npy", "--units=m/s"])
    return table, own


TABLE, OWN = experiments()


class Options(command.Command):
    def setUp(self):
        super().setUp()
        (self.path / "tiny.toml").write_text(CASE)
        (self.path / "other.toml").write_text(CASE.replace("velocity = 2000.0", "velocity = 2200.0"))
        layers = [2000.0 + 40 * (z // 6) + x for x in range(30) for z in range(24)]
        (self.path / "layers.npy").write_bytes(npy(layers, "(30, 24)"))
        kilometres = npy([v / 1000 + 0.2 for v in layers], "(30, 24)")
        (self.path / "km.npy").write_bytes(kilometres)
        (self.path / "raw.f32").write_bytes(kilometres[-4 * 720:])
        for name, source in (("one.sgy", "1"), ("two.sgy", "2")):
            self.assertEqual(self.run_in("shoot", "--case=tiny.toml", "--stage=c-O3", f"--source={source}",
                                         f"--output={name}").returncode, 0)
        run = self.run_in("--case=tiny.toml", "--stage=c-O3", "--nt=3", "--repetitions=8", "--output=old.jsonl")
        self.assertEqual(run.returncode, 0, run.stderr)
        # --case tells where the case of a file is; without it, the records are of one of data/.
        old = [r for r in lines_of(self.path / "old.jsonl") if r["stage"]["name"] == "c-O3"]
        new = json.loads(json.dumps(old))
        new[0]["samples"]["wall_ns"] = [2 * ns for ns in new[0]["samples"]["wall_ns"]]
        new[0]["summary"]["median_ns"] *= 2
        write_lines(self.path / "old.jsonl", old)
        write_lines(self.path / "new.jsonl", new)
        self.inputs = set(self.path.iterdir())

    def run_in(self, *arguments):
        return ladder(*arguments, cwd=self.path)

    def clear(self):
        for path in set(self.path.iterdir()) - self.inputs:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def line(self, name, experiment, with_option):
        """The base, without what the experiment gives another value."""
        added = [*experiment.beside, *(experiment.arguments if with_option else experiment.instead)]
        gone = {name_of(one) for one in added if one.startswith("--")} | set(experiment.without)
        return [one for one in BASE[name] if name_of(one) not in gone] + added

    def essence(self, path):
        """A product, without what differs from run to run."""
        if path.suffix != ".jsonl":
            return path.read_bytes()
        kept = []
        for record in lines_of(path):
            if "samples" in record:
                taken = len(record["samples"]["wall_ns"])
                kept.append([record["stage"], record["case"], record["launch"], record["cache"], record["isolated"],
                             min(taken, 2), record["summary"]["stopped_by"]])
            else:
                kept.append({key: value for key, value in record.items() if key != "wall_s"})
        return kept

    def seen(self, name, run):
        products = {str(path.relative_to(self.path)): self.essence(path) for path in self.path.rglob("*")
                    if path.is_file() and path not in self.inputs}
        # What is measured, and words about it, are another each time.
        told = "" if name in (*WAVES, "ladder", "sweep", "doctor") else run.stdout
        return run.returncode, products, told

    def try_option(self, name, option, experiment):
        self.clear()
        line = self.line(name, experiment, True)
        if experiment.twice:
            self.run_in(*self.line(name, experiment, False))
        run = self.run_in(*line)
        told = f"{line}\n{run.stdout[:2000]}{run.stderr[:2000]}"
        if experiment.words is None:
            changed = self.seen(name, run)
            self.clear()
            before = self.run_in(*self.line(name, experiment, False))
            if experiment.code is not None:
                self.assertEqual((run.returncode, before.returncode), (0, 0), told + before.stderr)
            self.assertNotEqual(self.seen(name, before), changed, f"{line} does what it does without {option}")
            return
        if experiment.code is not None:
            self.assertEqual(run.returncode, experiment.code, told)
        if experiment.words:
            self.assertRegex(run.stdout + run.stderr, experiment.words, told)
        if experiment.code or experiment.twice:
            before = self.run_in(*self.line(name, experiment, False))
            self.assertNotEqual((run.returncode, run.stderr), (before.returncode, before.stderr), told)
        made = [path.name for path in set(self.path.iterdir()) - self.inputs]
        if experiment.makes == "":
            self.assertEqual(made, [], told)
        elif experiment.makes:
            self.assertTrue(any(one.endswith(experiment.makes) for one in made), f"{made} {told}")

    def test_each_option_of_each_command_has_an_effect(self):
        for name, option in sorted(TAKEN):
            experiment = OWN.get((name, option), TABLE.get(option))
            with self.subTest(f"ladder {name} {option}"):
                self.assertIsNotNone(experiment, "it has no experiment: add one to experiments()")
                if experiment.needs:
                    self.try_option(name, option, experiment)

    def test_knobs_have_an_effect(self):
        for name in DECLARED["commands_with_knobs"]:
            with self.subTest(name):
                beside = ["--stage=c-omp"] + ([] if name == "verify" else ["--json"]) + ["--dry-run"]
                one, two = (self.run_in(*self.line(name, Experiment(f"--threads={n}", beside=beside), True))
                            for n in (1, 2))
                self.assertEqual((one.returncode, two.returncode), (0, 0), one.stderr + two.stderr)
                self.assertNotEqual(one.stdout, two.stdout)

    def test_there_is_no_experiment_for_what_is_not_there(self):
        self.assertEqual([], [pair for pair in OWN if pair not in TAKEN])
        self.assertEqual([], [option for option in TABLE if option not in OPTIONS])


class Refusals(command.Command):
    def test_an_option_of_another_command_is_refused_with_the_commands_that_take_it(self):
        for name in COMMANDS:
            words = [] if name == "ladder" else [name]
            for option in OPTIONS:
                if (name, option) in TAKEN or not option.startswith("--"):
                    continue
                with self.subTest(f"ladder {name} {option}"):
                    value = f"={(OPTIONS[option].get('words') or ['1'])[0]}" if OPTIONS[option]["value"] else ""
                    run = ladder(*words, option + value)
                    self.assertEqual(run.returncode, 2, run.stderr)
                    takers = [one for one in COMMANDS if (one, option) in TAKEN]
                    self.assertRegex(run.stderr, f"{option} would have no effect in `{' '.join(['ladder', *words])}`: ")
                    for one in takers:
                        self.assertIn("`ladder`" if one == "ladder" else f"`ladder {one}`", run.stderr)

    def test_knobs_are_refused_where_no_stage_runs(self):
        for name in COMMANDS.keys() - set(DECLARED["commands_with_knobs"]):
            self.ends_with(2, "--threads would have no effect", name, "--threads=2")

    def test_scripts_refuse_what_they_do_not_declare(self):
        for words in (["report"], ["explain", "fortran"], ["plot", "model", "x.npy"], ["plot", "waterfall"]):
            run = ladder(*words, "--help")
            own = set(re.findall(r"--[\w-]+", run.stdout))
            for option in OPTIONS.keys() - own:
                if option.startswith("--"):
                    break
            self.ends_with(2, f"unrecognized arguments: {option}", *words, option + "=1")

    def test_every_command_has_help_with_groups_and_examples(self):
        for name, one in COMMANDS.items():
            words = [] if name == "ladder" else [name]
            text = self.ends_with(0, "Examples:\n  ladder ", *words, "--help").stdout
            for option in one["options"]:
                self.assertIn(option["name"], text)
                if option["name"].startswith("--"):
                    self.assertIn(f"\n{option['group']}:\n", text)
            self.ends_with(0, "^ladder 0", *words, "--version")

    def test_examples_are_right_as_far_as_options_go(self):
        """Each is given one option more that nobody knows: it alone is complained about."""
        for one in COMMANDS.values():
            for example in one["examples"]:
                words = example.replace("'", "").split()
                run = ladder(*words, "--sorce=1")
                self.assertEqual((run.returncode, "'--sorce' is no option" in run.stderr), (2, True), example)


class Order(command.Command):
    """What is complained about first."""

    def test_an_unknown_option_before_anything_else(self):
        there = self.path / "there.sgy"
        there.write_bytes(b"x")
        for rest in ([], ["--output=%s" % there], ["--nt=0"], ["--size=3x3"], ["--case=nowhere.toml"], ["--output="]):
            for name in ("shoot", "reverse", "zsr"):
                self.ends_with(2, "'--sorce' is no option; did you mean --(source|force)", name, *rest, "--sorce=1")
        self.assertEqual(there.read_bytes(), b"x")

    def test_a_wrong_value_before_a_file(self):
        there = self.path / "there.sgy"
        there.write_bytes(b"x")
        for wrong in ("--nt=0", "--half-length=17", "--operator=spectral", "--units=miles", "--source", "--threads=4"):
            self.ends_with(2, wrong.split("=")[0].strip("-"), "shoot", "--case=nowhere.toml", "--stage=c-O3",
                           "--output=%s" % there, wrong)

    def test_an_option_may_stand_before_its_command(self):
        self.assertEqual(ladder("--json", "list").stdout, ladder("list", "--json").stdout)
        self.assertEqual(ladder("--stage", "c-O3", "list").stdout, ladder("list", "--stage=c-O3").stdout)


class Numbers(command.Command):
    """What no number is, or one that is not possible, is answered with what is possible."""

    WRONG = ["", "0x1", "-1", "nan", "inf", "1e400", "99999999999999999999", "abc", "1,,2", "1:0", "1e-400", " 1"]

    def test_each_numeric_option(self):
        for name, one in COMMANDS.items():
            words = [] if name == "ladder" else [name]
            for option in one["options"]:
                if "least" not in option:
                    continue
                wrong = [*self.WRONG, str(option["most"] + 1)]
                wrong += ["0"] if option["least"] > 0 else []
                wrong += ["1.5"] if option["value"] != "NUMBER" or option["most"] < 1.5 else []
                for value in wrong:
                    with self.subTest(f"ladder {name} {option['name']}={value}"):
                        run = ladder(*words, f"{option['name']}={value}")
                        self.assertEqual(run.returncode, 2, run.stderr)
                        self.assertIn(option["name"], run.stderr)
                        self.assertRegex(run.stderr, "expected a .*number from|needs a value|empty value|runs backwards"
                                                     "|no whole number")

    def test_sizes(self):
        for size in ("1000000x1000000", "2000x2000x2000", "9999999x2", "0x3", "3x", "3x3x", "x", "nan", "3x-1", "3,,4",
                     "99999999999999999999x2", "1e3x2"):
            with self.subTest(size):
                run = ladder("verify", f"--size={size}")
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertRegex(run.stderr, f"--size={size}: (expected cells|each number of cells is a whole one from 1 to"
                                             "|these are .* cells, and a grid has .* at most|there is an empty value)")

    def test_knobs(self):
        for value in ("", "0", "-1", "nan", "1e400", "99999999999999999999", "abc", "1.5", "1,,2", "1:0", "2000000000"):
            with self.subTest(value):
                run = ladder("--stage=c-omp", f"--threads={value}", "--case=nowhere.toml")
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn("--threads", run.stderr)


class Combinations(command.Command):
    """Options that are taken, but have nothing to act on."""

    def test_they_are_refused_with_the_reason(self):
        for words, *line in (
                ("--size takes a grid", "verify", "--size=3x3", "--model=vp.npy"),
                ("no stage runs in a child process", "--hang-limit=3"),
                ("says how many samples", "--repetitions=3", "--precision=0.5"),
                ("no --snapshots are asked for", "shoot", "--snapshot-format=vti"),
                ("npy only", "shoot", "--snapshots=3", "--snapshot-format=vti", "--plot"),
                ("npy files only", "reverse", "--output=x.vti", "--plot"),
                ("runs nothing", "check", "--static", "--nt=3", "--output=x"),
                ("runs nothing", "check", "--static", "--threads=3", "--output=x"),
                ("two short runs", "check", "--metric=instructions", "--nt=3", "--output=x"),
                ("keeps what --static or", "check", "--against=x", "--output=x"),
                ("it is for two files", "compare", "one.jsonl", "--least-effect=0.1")):
            self.ends_with(2, "would have no effect: .*" + words, *line)


class CaseOfAFile(command.Command):
    """`ladder check` finds a case that is no name of data/."""

    def setUp(self):
        super().setUp()
        (self.path / "mine.toml").write_text(CASE)
        run = ladder("--case=mine.toml", "--stage=c-O3", "--nt=3", "--repetitions=8", "--output=old.jsonl", cwd=self.path)
        self.assertEqual(run.returncode, 0, run.stderr)

    def check(self, code, words, *arguments):
        return self.ends_with(code, words, "check", "--time-limit=0.1", *arguments, cwd=self.path)

    def test_in_a_baseline(self):
        run = ladder("check", "--baseline=old.jsonl", "--case=mine.toml", "--stage=c-O3", "--time-limit=0.3", cwd=self.path)
        self.assertIn(run.returncode, (0, 1, 4), run.stderr)
        self.assertIn("c-O3 on mine", run.stdout)

    def test_against_a_program(self):
        run = ladder("check", f"--against={LADDER}", "--case=mine.toml", "--stage=c-O3", "--nt=3", "--time-limit=0.3",
                     cwd=self.path)
        self.assertIn(run.returncode, (0, 1, 4), run.stderr)
        self.assertIn("c-O3 on mine", run.stdout)

    def test_a_baseline_that_names_it_without_its_file(self):
        self.check(2, "records of case 'mine', which is none of data/: give its file with --case", "--baseline=old.jsonl")

    def test_another_case_is_none_of_the_baseline(self):
        self.check(5, "no record of what was asked for", "--baseline=old.jsonl", "--case=small")


if __name__ == "__main__":
    unittest.main()
