# label: cli
# room: seismic predict
"""Options that are wrong, unknown, of another command or without anything to act on: each is
refused with exit 2, in the right order, and says what is possible. The command as an annoyed user
meets it: a sentence on stderr, its exit code, nothing overwritten."""

import json
import re

import command
from command import json_lines, ladder
from declared import COMMANDS, DECLARED, OPTIONS, TAKEN


def knobs_of_stages():
    """As options: `--shots` is a knob of `batch`, and an option of `ladder migrate`."""
    return {"--" + knob["name"] for stage in json_lines("list") for knob in stage.get("knobs", [])}


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


class WrongCommandLines(command.Command):
    def test_each_says_what_is_possible(self):
        for words, *line in (
                ("did you mean fortran?", "--stage=fortarn"),
                ("did you mean verify?", "verfy"),
                ("has no knob 'threads'", "--stage=fortran", "--threads=128"),
                ("unknown option '--treads'; did you mean --threads", "--treads=128"),
                ("outside", "--source=99999,100"), ("--source", "--source=9"),
                ("windowed or taylor", "--operator=spectral"), ("thesis", "--case=thesys")):
            with self.subTest(line):
                run = self.exits(2, *line, f"--output={self.output}")
                self.assertIn(words, run.stderr)
                self.assertEqual(run.stdout, "")
                self.assertNotIn("terminate", run.stderr)
                self.assertFalse(self.output.exists() and self.output.stat().st_size,
                                 "records of a refused run")

    def test_each_ends_with_its_code(self):
        (self.path / "vp.npy").touch()
        for code, words, *line in (
                (2, "needs --format=NAME: the formats are google-benchmark,", "export", "x.jsonl"),
                (2, "there is no command ''; the commands are list,", ""),
                (2, "a velocity model goes into --model=vp.npy", "--case=vp.npy"),
                (2, "ladder: `ladder` takes one case", "--case=small", "--nt=3,4"),
                (2, "no such file; did you mean surface", "verify", "--receivers=sufrace"),
                (2, "no such file; did you mean borehole", "verify", "--receivers=borhole:200"),
                (2, "no such file; did you mean ricker", "verify", "--wavelet=riker:12"),
                (6, "nothing ran", "sweep", "--stage=c-omp", "--threads=7777", "--dry-run"),
                (7, "nowhere", "--case=nowhere.toml")):
            with self.subTest(line):
                case = ["--case=small"] if line[0] in ("verify", "sweep") else []
                self.ends_with(code, words, *line, *case)


class WrongFiles(command.Command):
    def test_an_unwritable_output_is_found_before_measuring(self):
        blocked = self.path / "file"
        blocked.write_bytes(b"x")
        run = self.exits(7, "--case=small", "--output=%s" % (blocked / "records.jsonl"))
        self.assertEqual(run.stdout, "")
        self.assertEqual(blocked.read_bytes(), b"x")


class NothingRuns(command.Command):
    def test_a_stage_without_its_device_is_skipped_with_the_reason(self):
        cuda = [stage["name"] for stage in json_lines("list", "--ladder=wave")
                if stage["device"] == "cuda"]
        if not cuda or json.loads(ladder("doctor", "--json").stdout)["gpu"]:
            self.skipTest("no CUDA stage in this build, or a GPU is here")
        self.ends_with(6, "skipped", "verify", "--case=small", "--stage=%s" % cuda[0])
        self.exits(6, "--case=small", "--stage=%s" % cuda[0], "--repetitions=1",
                   "--output=%s" % self.output)


class Ladders(command.Command):
    def test_a_stage_of_another_ladder_is_refused(self):
        self.ends_with(2, "stage 'c-temporal' belongs to the ladder 'heat', but the case "
                          "belongs to 'wave'", "--case=small", "--stage=c-temporal")

    def test_a_case_of_no_ladder_is_refused_with_a_list(self):
        case = self.path / "volcano.toml"
        case.write_text('ladder = "volcano"\n')
        for words in ([], ["--stage=c-O3"], ["verify", "--stage=c-O3"], ["shoot"], ["operator"]):
            self.ends_with(7, r"volcano.toml': there is no ladder 'volcano'; this program has "
                              r"heat, imaging, wave, wave3d\n", *words,
                           f"--case={case}")
        case.write_text('ladder = "wave-3d"\n')
        self.ends_with(7, "there is no ladder 'wave-3d'; .*did you mean wave3d", "--stage=c-O3",
                       f"--case={case}")

    def test_the_stages_of_a_case_are_those_of_its_ladder(self):
        names = {one["stage"] for one in json_lines("--case=heat-small", "--dry-run")}
        self.assertIn("c-temporal", names)
        self.assertNotIn("c-restrict", names)

    def test_a_ladder_is_listed_by_itself(self):
        self.assertEqual({stage["ladder"] for stage in json_lines("list", "--ladder=heat")},
                         {"heat"})
