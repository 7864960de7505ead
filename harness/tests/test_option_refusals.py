# label: cli
# room: seismic predict
"""Options that are wrong, unknown, of another command or without anything to act on: each is
refused with exit 2, in the right order, and says what is possible."""

import json
import re

import command
from command import ladder
from declared import COMMANDS, DECLARED, OPTIONS, TAKEN


def knobs_of_stages():
    """As options: `--shots` is a knob of `batch`, and an option of `ladder migrate`."""
    stages = [json.loads(line) for line in ladder("list", "--json").stdout.splitlines()]
    return {"--" + knob["name"] for stage in stages for knob in stage.get("knobs", [])}


class Refusals(command.Command):
    def test_an_option_of_another_command_is_refused_with_the_commands_that_take_it(self):
        """Of all pairs every tenth: each command refuses some options, and some commands each."""
        knobs = knobs_of_stages()
        for row, name in enumerate(COMMANDS):
            words = [] if name == "ladder" else [name]
            taken = knobs if name in DECLARED["commands_with_knobs"] else set()
            for column, option in enumerate(OPTIONS):
                if ((name, option) in TAKEN or option in taken or not option.startswith("--")
                        or (row + column) % 10):
                    continue
                with self.subTest(f"ladder {name} {option}"):
                    value = (f"={(OPTIONS[option].get('words') or ['1'])[0]}"
                             if OPTIONS[option]["value"] else "")
                    run = self.exits(2, *words, option + value)
                    takers = [one for one in COMMANDS if (one, option) in TAKEN]
                    self.assertRegex(run.stderr, f"{option} would have no effect in "
                                                 f"`{' '.join(['ladder', *words])}`: ")
                    for one in takers:
                        self.assertIn("`ladder`" if one == "ladder" else f"`ladder {one}`",
                                      run.stderr)

    def test_knobs_are_refused_where_no_stage_runs(self):
        for name in COMMANDS.keys() - set(DECLARED["commands_with_knobs"]):
            self.ends_with(2, "--threads would have no effect", name, "--threads=2")

    def test_scripts_refuse_what_they_do_not_declare(self):
        for words in (["report"], ["explain", "fortran"], ["plot", "model", "x.npy"],
                      ["plot", "waterfall"]):
            run = ladder(*words, "--help")
            own = set(re.findall(r"--[\w-]+", run.stdout))
            option = min(option for option in OPTIONS.keys() - own if option.startswith("--"))
            self.ends_with(2, f"unrecognized arguments: {option}", *words, option + "=1")

    def test_examples_are_right_as_far_as_options_go(self):
        """Each is given one option more that nobody knows: it alone is complained about."""
        for one in COMMANDS.values():
            for example in one["examples"]:
                words = example.replace("'", "").split()
                run = ladder(*words, "--sorce=1")
                self.assertEqual((run.returncode, "unknown option '--sorce'" in run.stderr),
                                 (2, True), example)

    def test_a_misspelt_help_gets_help(self):
        for words in ([], ["shoot"]):
            self.ends_with(2, "did you mean --help", *words, "--hlp")


class Order(command.Command):
    """What is complained about first."""

    def there(self):
        file = self.path / "there.sgy"
        file.write_bytes(b"x")
        return file

    def test_an_unknown_option_before_anything_else(self):
        there = self.there()
        for rest in ([], ["--output=%s" % there], ["--nt=0"], ["--size=3x3"],
                     ["--case=nowhere.toml"], ["--output="]):
            for name in ("shoot", "reverse", "zsr"):
                self.ends_with(2, "unknown option '--sorce'; did you mean --(source|force)", name,
                               *rest, "--sorce=1")
        self.assertEqual(there.read_bytes(), b"x")

    def test_a_wrong_value_before_a_file(self):
        there = self.there()
        for wrong in ("--nt=0", "--half-length=17", "--operator=spectral", "--units=miles",
                      "--source", "--threads=4"):
            self.ends_with(2, wrong.split("=")[0].strip("-"), "shoot", "--case=nowhere.toml",
                           "--stage=c-O3", "--output=%s" % there, wrong)

    def test_an_option_may_stand_before_its_command(self):
        self.assertEqual(ladder("--json", "list").stdout, ladder("list", "--json").stdout)
        self.assertEqual(ladder("--stage", "c-O3", "list").stdout,
                         ladder("list", "--stage=c-O3").stdout)


class Numbers(command.Command):
    """What no number is, or one that is not possible, is answered with what is possible."""

    WRONG = ["", "0x1", "-1", "nan", "inf", "1e400", "99999999999999999999", "abc", "1,,2", "1:0",
             "1e-400", " 1"]

    def wrong(self, least, most, value, **_):
        """What an option of these limits does not take, the most beyond them first."""
        yield str(most + 1)
        yield from (one for one in self.WRONG if one != "-1" or least > -1)
        if least > 0:
            yield "0"
        if value != "NUMBER" or most < 1.5:
            yield "1.5"

    def test_each_numeric_option(self):
        """All that is wrong in one command; in the others that take it, what is too large."""
        tried = set()
        for name, one in COMMANDS.items():
            words = [] if name == "ladder" else [name]
            for option in (option for option in one["options"] if "least" in option):
                values = [*self.wrong(**option)]
                limits = option["name"], option["least"], option["most"]
                for value in values[:1] if limits in tried else values:
                    with self.subTest(f"ladder {name} {option['name']}={value}"):
                        run = self.exits(2, *words, f"{option['name']}={value}")
                        self.assertIn(option["name"], run.stderr)
                        self.assertRegex(run.stderr, "expected a .*number from|needs a value|empty "
                                                     "value|runs backwards|not a whole number")
                tried.add(limits)

    def test_sizes(self):
        for size in ("1000000x1000000", "2000x2000x2000", "9999999x2", "0x3", "3x", "3x3x", "x",
                     "nan", "3x-1", "3,,4", "99999999999999999999x2", "1e3x2"):
            with self.subTest(size):
                run = self.exits(2, "verify", f"--size={size}")
                self.assertRegex(run.stderr, f"--size={size}: (expected (cells|whole numbers)|"
                                             ".* cells are too many|the list has an empty value)")

    def test_knobs(self):
        for value in ("", "0", "-1", "nan", "1e400", "99999999999999999999", "abc", "1.5", "1,,2",
                      "1:0", "2000000000"):
            with self.subTest(value):
                self.ends_with(2, "--threads", "--stage=c-omp", f"--threads={value}",
                               "--case=nowhere.toml")


class Combinations(command.Command):
    """Options that are taken, but have nothing to act on."""

    def test_they_are_refused_with_the_reason(self):
        for words, *line in (
                ("--size takes a grid", "verify", "--size=3x3", "--model=vp.npy"),
                ("no stage runs in a child process", "--hang-limit=3"),
                ("says how many samples", "--repetitions=3", "--precision=0.5"),
                ("--snapshots is missing", "shoot", "--snapshot-format=vti"),
                ("npy files only", "reverse", "--output=x.vti", "--plot"),
                ("runs nothing", "check", "--static", "--nt=3", "--write-baseline=x"),
                ("runs nothing", "check", "--static", "--threads=3", "--write-baseline=x"),
                ("two short runs", "check", "--metric=instructions", "--nt=3",
                 "--write-baseline=x"),
                ("it is for two files", "compare", "one.jsonl", "--least-effect=0.1"),
                ("--json prints JSON instead of tables", "list", "--json", "--wide"),
                ("--json prints JSON instead of tables", "doctor", "--json", "--wide"),
                ("--json prints JSON instead of tables", "--json", "--wide"),
                ("prints samples in place of tables", "--benchmark_format=csv", "--wide")):
            self.ends_with(2, "would have no effect: .*" + words, *line)
