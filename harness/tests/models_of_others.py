"""A model in a format of another program gives the shot of an explicit case file."""

import re

from own_model import NX, NZ, SPACING, OwnModel


class Others(OwnModel):
    def gives_the_shot_of_the_explicit_case(self, model, *arguments):
        """The case file names a .npy of the same velocities, so that nothing of it comes through
        the other format."""
        own = self.shot("own.sgy", f"--model={self.file(model)}", *arguments,
                        "--write-case=own.toml")
        self.model("plain.npy")
        text = (self.path / "own.toml").read_text()
        for key, value in (("file", "plain.npy"), ("units", "m/s"), ("axes", "xz")):
            text, count = re.subn(f'(?m)^{key} = "[^"]*"', f'{key} = "{value}"', text, count=1)
            self.assertEqual(count, 1, text)
        text = re.sub('(?m)^(spacing_of_file|length_units|endian) = .*\n', "", text)
        for line in (f"nz = {NZ} ", f"nx = {NX}\n", f"dz = {SPACING} ", f"dx = {SPACING}\n"):
            self.assertIn(line, text)
        (self.path / "plain.toml").write_text(text)
        self.assertEqual(self.shot("plain.sgy", "--case=plain.toml"), own)
