# label: cli
# room: seismic
"""A model without a case file writes the case file that is the same to the last bit
(--write-case)."""

from own_model import SPACING, STAGE, OwnModel, numpy, velocities

SPACED = f"--spacing={SPACING}"


class TheWrittenCase(OwnModel):
    def equals(self, *arguments, stage=STAGE):
        """The gather of the model alone is that of the case file that it writes."""
        name = f"{len(list(self.path.glob('*.toml')))}"
        own = self.shot(f"own{name}.sgy", *arguments, f"--write-case={name}.toml", stage=stage)
        self.assertEqual(self.shot(f"case{name}.sgy", f"--case={name}.toml", stage=stage), own)
        return own

    def test_gives_the_bits_of_the_model_alone(self):
        model = self.model()
        usual = self.equals(f"--model={model}", SPACED)
        for option in ("--source=300,100", "--source=303.1234567,101.7654321",
                       "--wavelet=ricker:20.1234567", "--wavelet=ricker:20,0.08",
                       "--wavelet=ricker:20:integral", "--nt=150", "--dt=1.234ms", "--dt=auto",
                       "--half-length=4", "--operator=taylor", "--receivers=depth:100",
                       "--receivers=borehole:200", "--receivers=100:600:31,7"):
            with self.subTest(option):
                changed = self.equals(f"--model={model}", SPACED, option)
                # The largest stable step may be what it takes anyway.
                (self.assertTrue if option == "--dt=auto"
                 else lambda x: self.assertNotEqual(changed, usual))(changed)

    def test_names_its_files_as_they_are_seen_from_it(self):
        (self.path / "deep").mkdir()
        model = self.model("deep/vp.npy")
        (self.path / "list.txt").write_text("100 0\n200 0\n")
        a = (numpy.pi * 4 * (0.004 * numpy.arange(150) - 0.3)) ** 2
        numpy.savetxt(self.file("wavelet.txt"), (1 - 2 * a) * numpy.exp(-a))
        options = [f"--model={model}", "--spacing=50", "--receivers=list.txt",
                   "--wavelet=wavelet.txt", "--dt=4ms", "--write-case=deep/c.toml"]
        own = self.shot("own.sgy", *options)
        text = (self.path / "deep/c.toml").read_text()
        for line in ('file = "vp.npy"', 'file = "../list.txt"', 'file = "../wavelet.txt"'):
            self.assertIn(line, text)
        # The tree may move.
        (self.path / "moved").mkdir()
        for name in ("deep", "list.txt", "wavelet.txt"):
            (self.path / name).rename(self.path / "moved" / name)
        self.assertEqual(self.shot("case.sgy", "--case=moved/deep/c.toml"), own)

    def test_is_said_where_it_is_not_written(self):
        run = self.run_well("shoot", STAGE, f"--model={self.model()}", SPACED, "--output=s.sgy")
        said = "\n".join(line[4:] for line in run.stderr.splitlines() if line.startswith("    "))
        (self.path / "said.toml").write_text(said)
        self.assertEqual(self.shot("case.sgy", "--case=said.toml"),
                         (self.path / "s.sgy").read_bytes()[3600:])

    def test_is_not_overwritten(self):
        (self.path / "c.toml").write_text("mine")
        arguments = ["shoot", STAGE, f"--model={self.model()}", SPACED, "--output=s.sgy",
                     "--write-case=c.toml"]
        self.ends_with(7, "c.toml", *arguments)
        self.assertEqual((self.path / "c.toml").read_text(), "mine")
        self.assertFalse((self.path / "s.sgy").exists())
        self.run_well(*arguments, "--overwrite")
        self.assertIn("[model]", (self.path / "c.toml").read_text())

    def test_is_not_written_by_a_dry_run(self):
        self.run_well("shoot", STAGE, f"--model={self.model()}", SPACED, "--write-case=c.toml",
                      "--dry-run")
        self.assertFalse((self.path / "c.toml").exists())

    def test_is_a_toml_file_or_nothing(self):
        self.ends_with(2, "ends in .toml", "shoot", f"--model={self.model()}", SPACED,
                       "--write-case=case")

    def test_of_a_volume(self):
        cube = numpy.broadcast_to(velocities()[:12, None, :20], (12, 10, 20)).transpose(1, 0, 2)
        self.equals(f"--model={self.model('cube.npy', numpy.ascontiguousarray(cube))}",
                    "--spacing=10x12x14", "--nt=60", "--source=61,70,45", stage="--stage=c")
