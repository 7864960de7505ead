# label: cli
# room: seismic predict
# cost: 70
"""Every option has its effect in every command that takes it.

Which command takes what is read from the program's own declarations, so that an option without an
experiment in option_experiments.py fails, and one that is taken but does nothing fails as well.
test_option_refusals.py has the rest."""

from declared import DECLARED, OPTIONS, TAKEN
from option_bases import changes
from option_experiments import OWN, TABLE
from options_tried import Tried


class Options(Tried):
    def test_each_option_of_each_command_has_an_effect(self):
        self.try_each_option()

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

    def test_there_is_no_experiment_for_what_is_not_there(self):
        self.assertEqual([], [pair for pair in OWN if pair not in TAKEN])
        self.assertEqual([], [option for option in TABLE if option not in OPTIONS])
