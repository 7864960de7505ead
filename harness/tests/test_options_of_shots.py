# label: cli
# room: seismic
# cost: 15
"""Every option of the commands for waves and images has its effect: the rule of test_options.py."""

from options_tried import SEISMIC, Tried


class OptionsOfShots(Tried):
    def test_each_option_of_each_command_has_an_effect(self):
        self.try_each_option_of(SEISMIC)
