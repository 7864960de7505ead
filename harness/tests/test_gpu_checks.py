"""scripts/gpu_checks goes through every ladder, and a stage that was not found right fails: with a made-up program."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
STAGES = {"wave": ("smem", "flat"), "wave3d": ("march",), "heat": ("tma", "smem"), "imaging": ("naive",)}
LIST = [{"ladder": ladder, "name": name, "device": "cuda"} for ladder, names in STAGES.items() for name in names]
LIST += [{"ladder": "wave", "name": "c-omp", "device": "host"}]
# Says of every stage that it is right, but of those in WRONG; `flat` does no volumes.
LADDER = """#!/bin/bash
words=" $* "
case $1 in
  --version) echo "ladder made-up" ;;
  list) cat <<'LIST'
%s
LIST
    ;;
  verify)
    stages=${words#* --stage=}
    for stage in $(tr , ' ' <<<"${stages%%%% *}"); do
      verdict=right
      if [[ $stage == flat && $words =~ --size=[0-9]+x[0-9]+x ]]; then verdict=skipped; fi
      if [[ ,$WRONG, == *,$stage,* ]]; then verdict=wrong; fi
      echo "{\\"stage\\":\\"$stage\\",\\"verdict\\":\\"$verdict\\"}"
    done ;;
esac
""" % "\n".join(map(json.dumps, LIST))
SANITIZER = """#!/bin/bash
while [[ $1 == -* ]]; do case $1 in --tool | --error-exitcode | --leak-check | --report-api-errors) shift 2 ;; *) shift ;; esac; done
exec "$@"
"""


class GpuChecks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        for name, text in {"ladder": LADDER, "compute-sanitizer": SANITIZER, "nvidia-smi": "#!/bin/sh\n"}.items():
            (self.path / name).write_text(text)
            (self.path / name).chmod(0o755)

    def run_it(self, *more, wrong=""):
        """Exit code, words, and the lines of the summary by the check's name."""
        environment = {**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}", "WRONG": wrong, "LADDER_REAL_DATA": ""}
        done = subprocess.run([SOURCE / "scripts/gpu_checks", self.path, self.path / "out", *more], text=True,
                              capture_output=True, env=environment, timeout=300)
        summary = self.path / "out/summary.txt"
        lines = [line.split() for line in summary.read_text().splitlines()] if summary.is_file() else []
        return done, {line[1].rstrip(":"): line[0] for line in lines if line[0] in ("passed", "FAILED")}

    def test_every_stage_of_every_ladder_meets_the_four_tools(self):
        done, checks = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        for ladder, names in STAGES.items():
            for name in names:
                for tool in ("racecheck", "memcheck", "initcheck", "synccheck"):
                    self.assertTrue(any(check.startswith(f"{ladder}-{tool}-{name}-") for check in checks), (ladder, tool, name))
        self.assertEqual(set(checks.values()), {"passed"})
        self.assertEqual(done.stdout.splitlines()[-1], f"{len(checks)} passed, 0 failed")
        for check in ("wave-thesis-shapes", "wave-half-length-16", "wave3d-half-length-16", "heat-heat-uneven", "heat-launches-tma"):
            self.assertIn(check, checks)
        self.assertNotIn("wave-memcheck-flat-19x23x29", checks)
        self.assertNotIn("heat-half-length-1", checks)

    def test_a_stage_that_is_wrong_fails_its_checks_alone(self):
        done, checks = self.run_it("march,tma", wrong="tma")
        self.assertEqual(done.returncode, 1)
        self.assertEqual({check for check, verdict in checks.items() if verdict == "FAILED"},
                         {check for check in checks if check.startswith("heat-")})
        self.assertTrue(any(check.startswith("wave3d-") for check in checks))
        self.assertFalse(any(check.startswith("wave-") for check in checks))

    def test_a_stage_of_no_ladder_is_refused(self):
        for name in ("smme", "c-omp"):
            done, checks = self.run_it(name)
            self.assertEqual((done.returncode, checks), (2, {}))
            self.assertIn(f"{name} is no CUDA stage of this build", done.stderr)


if __name__ == "__main__":
    unittest.main()
