# label: cli
# room: seismic
"""`ladder shoot --sources` by workers: the file of one process, and --resume resumes after its last
finished shot."""

import subprocess
import time

from command import LADDER
from migration import NX, SAMPLES, SHOTS, Migration
from source_tree import execute

SHOOT = ["shoot", "--case=two.toml", "--stage=c-simd", "--sources=150:750:200,10",
         "--half-length=4"]


class Shot(Migration):
    def shoot(self, *arguments, output):
        run = execute(LADDER, *SHOOT, f"--output={output}", *arguments, cwd=self.path, timeout=300)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return (self.path / output).read_bytes()

    def test_gives_the_file_of_one_process(self):
        for count in (2, 4):
            self.assertTrue(self.shoot(f"--workers={count}", output=f"by{count}.sgy")
                            == (self.path / "survey.sgy").read_bytes())

    def killed(self, *arguments):
        """With -9, as soon as a shot is in its checkpoint. Returns how many are."""
        kept = self.path / "new.sgy.checkpoint"
        for _ in range(50):  # on a busy machine a run may end before this sees its first shot
            process = subprocess.Popen([LADDER, *SHOOT, "--output=new.sgy", *arguments],
                                       cwd=self.path, stderr=subprocess.DEVNULL)
            while not self.shots_in(kept) and process.poll() is None:
                time.sleep(0.0005)
            process.kill()
            process.wait()
            if not (self.path / "new.sgy").exists():
                return self.shots_in(kept)
            (self.path / "new.sgy").unlink()
            kept.unlink(missing_ok=True)
        self.fail("each run ended before it was killed")

    def shots_in(self, kept):
        try:
            lines = kept.read_bytes().split(b"\n", 2)
        except FileNotFoundError:  # not there yet, or no more
            return 0
        return len(lines[2]) // (4 * NX * SAMPLES + 8) if len(lines) == 3 else 0

    def test_goes_on_behind_the_shots_that_are_done(self):
        for workers in ([], ["--workers=2"]):
            with self.subTest(workers):
                done = self.killed(*workers)
                with open(self.path / "new.sgy.checkpoint", "ab") as kept:
                    kept.write(b"cut short")  # what a crash leaves of a shot
                run = execute(LADDER, *SHOOT, "--output=new.sgy", "--resume", *workers,
                              cwd=self.path)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn(f"resuming after shot {done} of {SHOTS}", run.stderr)
                self.assertTrue((self.path / "new.sgy").read_bytes()
                                == (self.path / "survey.sgy").read_bytes())
                self.assertFalse((self.path / "new.sgy.checkpoint").exists())
                (self.path / "new.sgy").unlink()

    def test_goes_on_with_nothing_else(self):
        self.killed()
        words = [word for word in SHOOT if not word.startswith("--sources")]
        for what, option in (("places", "--sources=150:750:300,10"),
                             ("case", "--wavelet=ricker:11")):
            run = execute(LADDER, *(SHOOT if what == "case" else words), option, "--output=new.sgy",
                          "--resume", cwd=self.path)
            self.assertEqual((run.returncode, f"the {what} differs" in run.stderr), (5, True),
                             run.stderr)
        kept = self.path / "new.sgy.checkpoint"
        data = bytearray(kept.read_bytes())
        data[data.index(b"\n", data.index(b"\n") + 1) + 4000] ^= 1
        kept.write_bytes(data)
        run = execute(LADDER, *SHOOT, "--output=new.sgy", "--resume", cwd=self.path)
        self.assertEqual((run.returncode, "its contents have changed" in run.stderr), (7, True),
                         run.stderr)

    def test_is_for_surveys_alone(self):
        run = execute(LADDER, "shoot", "--case=two.toml", "--workers=2", "--output=x.sgy",
                      cwd=self.path)
        self.assertEqual(run.returncode, 2)
        self.assertIn("--workers would have no effect", run.stderr)
