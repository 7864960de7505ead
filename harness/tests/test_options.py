# label: cli
# room: seismic predict
# cost: 70
"""Every option has its effect in every command that takes it.

Which command takes what is read from the program's own declarations, so that an option without an
experiment in option_experiments.py fails, and one that is taken but does nothing fails as well.
test_option_refusals.py has the rest."""

import json
import os
import shutil

import command
from command import ladder, lines_of, npy, write_lines
from declared import DECLARED, OPTIONS, TAKEN
from option_bases import BASE, CASE, changes, name_of
from option_experiments import OWN, TABLE, WAVES


class Options(command.Command):
    def setUp(self):
        super().setUp()
        (self.path / "tiny.toml").write_text(CASE)
        (self.path / "other.toml").write_text(CASE.replace("velocity = 2000.0",
                                                           "velocity = 2200.0"))
        layers = [2000.0 + 40 * (z // 6) + x for x in range(30) for z in range(24)]
        (self.path / "layers.npy").write_bytes(npy(layers, (30, 24)))
        kilometres = npy([v / 1000 + 0.2 for v in layers], (30, 24))
        (self.path / "km.npy").write_bytes(kilometres)
        (self.path / "raw.f32").write_bytes(kilometres[-4 * 720:])
        for name, option in (("one.sgy", "--source=1"), ("two.sgy", "--source=2"),
                             ("deep.sgy", "--receivers=depth:80")):
            self.exits(0, "shoot", "--case=tiny.toml", "--stage=c-O3", option, f"--output={name}")
        self.exits(0, "--case=tiny.toml", "--stage=c-O3", "--nt=3", "--repetitions=8",
                   "--output=old.jsonl")
        # --case gives the path of a case file; without it, the records are of one of data/.
        old = [r for r in lines_of(self.path / "old.jsonl") if r["stage"]["name"] == "c-O3"]
        new = json.loads(json.dumps(old))
        new[0]["samples"]["wall_ns"] = [2 * ns for ns in new[0]["samples"]["wall_ns"]]
        new[0]["summary"]["median_ns"] *= 2
        write_lines(self.path / "old.jsonl", old)
        write_lines(self.path / "new.jsonl", new)
        self.inputs = set(self.path.iterdir())
        self.bases = {}

    def run_in(self, *arguments, environment=None):
        return ladder(*arguments, cwd=self.path, env={**os.environ, **(environment or {})})

    def clear(self):
        for path in set(self.path.iterdir()) - self.inputs:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def line(self, name, experiment, with_option):
        """The base, without what the experiment gives another value."""
        added = [*experiment.on,
                 *(experiment.arguments if with_option else experiment.instead)]
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
                kept.append([record["stage"], record["case"], record["launch"], record["cache"],
                             record["isolated"], record["proof"]["kind"],
                             min(taken, 2), record["summary"]["stopped_by"]])
            else:
                kept.append({key: value for key, value in record.items()
                             if key not in ("wall_s", "case_hash", "inputs")})
        return kept

    def seen(self, name, run):
        products = {str(path.relative_to(self.path)): self.essence(path)
                    for path in self.path.rglob("*")
                    if path.is_file() and path not in self.inputs}
        # What is measured, and words about it, are another each time.
        printed = "" if name in (*WAVES, "migrate", "ladder", "sweep", "doctor") else run.stdout
        return run.returncode, products, printed

    def base(self, name, experiment):
        """What the line without the option does, and what is seen of it. Many options share a line,
        which is run once."""
        line, environment = self.line(name, experiment, False), experiment.environment
        key = json.dumps([line, environment])
        if key not in self.bases:
            self.clear()
            run = self.run_in(*line, environment=environment)
            self.bases[key] = run, self.seen(name, run)
        return self.bases[key]

    def try_option(self, name, option, experiment):
        self.clear()
        line = self.line(name, experiment, True)
        if experiment.twice:
            self.run_in(*self.line(name, experiment, False))
        run = self.run_in(*line, environment=experiment.environment)
        context = f"{line}\n{run.stdout[:2000]}{run.stderr[:2000]}"
        if experiment.words is None:
            changed = self.seen(name, run)
            before, seen = self.base(name, experiment)
            if experiment.code is not None:
                self.assertEqual((run.returncode, before.returncode), (0, 0),
                                 context + before.stderr)
            self.assertNotEqual(seen, changed, f"{line} does what it does without {option}")
            return
        if experiment.code is not None:
            self.assertEqual(run.returncode, experiment.code, context)
        if experiment.words:
            self.assertRegex(run.stdout + run.stderr, experiment.words, context)
        made = [path.name for path in set(self.path.iterdir()) - self.inputs]
        if experiment.code or experiment.twice:
            before = (self.run_in(*self.line(name, experiment, False)) if experiment.twice
                      else self.base(name, experiment)[0])
            self.assertNotEqual((run.returncode, run.stderr), (before.returncode, before.stderr),
                                context)
        if experiment.makes == "":
            self.assertEqual(made, [], context)
        elif experiment.makes:
            self.assertTrue(any(one.endswith(experiment.makes) for one in made),
                            f"{made} {context}")

    def test_each_option_of_each_command_has_an_effect_and_no_experiment_is_of_another(self):
        self.assertEqual([], [pair for pair in OWN if pair not in TAKEN])
        self.assertEqual([], [option for option in TABLE if option not in OPTIONS])
        for name, option in sorted(TAKEN):
            experiment = OWN.get((name, option), TABLE.get(option))
            with self.subTest(f"ladder {name} {option}"):
                self.assertIsNotNone(experiment,
                                     "it has no experiment: add one to option_experiments.py")
                if experiment.needs:
                    self.try_option(name, option, experiment)

    def test_knobs_have_an_effect(self):
        # predict is of CUDA stages alone: test_predict.py.
        for name in set(DECLARED["commands_with_knobs"]) - {"predict"}:
            with self.subTest(name):
                together = (["--stage=c-omp"] + ([] if name == "verify" else ["--json"])
                            + ["--dry-run"])
                one, two = (self.run_in(*self.line(name, changes(f"--threads={n}", on=together),
                                                   True))
                            for n in (1, 2))
                self.assertEqual((one.returncode, two.returncode), (0, 0), one.stderr + two.stderr)
                self.assertNotEqual(one.stdout, two.stdout)
