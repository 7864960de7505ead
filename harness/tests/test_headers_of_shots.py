# label: cli
# room: seismic
"""The headers of a gather say what the shot was: its wavelet, when that peaks, the cells, and when
the traces begin."""

import re

from command import Command

TEXT, BINARY, TRACE = 3200, 400, 240  # [B]


class Headers(Command):
    def shot(self, *options):
        """Text of the file's header, headers of its traces, and what the run says of its waves."""
        run = self.exits(0, "shoot", "--case=small", "--stage=c-simd", "--output=shot.sgy",
                         "--overwrite", *options, cwd=self.path)
        whole = (self.path / "shot.sgy").read_bytes()
        samples = int.from_bytes(whole[TEXT + 20 : TEXT + 22], "big")
        traces = [whole[at : at + TRACE]
                  for at in range(TEXT + BINARY, len(whole), TRACE + 4 * samples)]
        return (whole[:TEXT].decode("cp500"), traces,
                re.search(r"waves of (\S+) to (\S+) Hz", run.stderr).groups())

    def test_the_text_has_the_wavelet_its_delay_and_the_cells(self):
        # 1.2 periods without a delay
        for wavelet, delay in (("ricker:4,0.35", "0.35"), ("ricker:3", "0.4")):
            with self.subTest(wavelet):
                text, _, band = self.shot(f"--wavelet={wavelet}")
                for words in ("{} to {} Hz".format(*band), f"peak {delay} s", "40 x 40 m"):
                    self.assertIn(words, text)

    def test_traces_begin_with_the_run(self):
        _, traces, _ = self.shot("--wavelet=ricker:4,0.35")
        self.assertEqual({int.from_bytes(one[108:110], "big", signed=True) for one in traces}, {0})
