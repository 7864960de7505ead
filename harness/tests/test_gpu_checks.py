# label: cli
"""scripts/gpu_checks goes through every ladder, and a stage that was not found right fails: with a
made-up program."""

import json
import os
import shutil
import unittest

from source_tree import LADDER as PROGRAM, SOURCE, execute, folder_of

STAGES = {"wave": ("smem", "flat"), "wave3d": ("march", "nccl", "two-step"),
          "heat": ("tma", "smem"), "imaging": ("naive",)}
LIST = [{"ladder": ladder, "name": name, "device": "cuda"} for ladder, names in STAGES.items()
        for name in names]
LIST += [{"ladder": "wave", "name": "c-omp", "device": "host"}]
# Says of every stage that it is right, but of those in WRONG; `flat` does no volumes, `two-step`
# half-length 2 alone.
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
      verdict=right words_of=
      if [[ ,$SHY, == *,$stage,* ]]; then verdict=skipped; fi
      if [[ $stage == flat && $words =~ --size=[0-9]+x[0-9]+x ]]; then
        verdict=skipped words_of="not for volumes"
      fi
      if [[ $stage == two-step && $words != *" --half-length=2 "* ]]; then verdict=skipped; fi
      if [[ ,$WRONG, == *,$stage,* ]]; then verdict=wrong; fi
      echo "{\\"stage\\":\\"$stage\\",\\"verdict\\":\\"$verdict\\",\\"words\\":\\"$words_of\\"}"
    done ;;
esac
""" % "\n".join(map(json.dumps, LIST))
SANITIZER = """#!/bin/bash
while [[ $1 == -* ]]; do
  case $1 in
    --tool | --error-exitcode | --leak-check | --report-api-errors) shift 2 ;;
    *) shift ;;
  esac
done
exec "$@"
"""

class MadeUpMachine(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        for name, text in {"ladder": LADDER, "compute-sanitizer": SANITIZER,
                           "nvidia-smi": "#!/bin/sh\n"}.items():
            (self.path / name).write_text(text)
            (self.path / name).chmod(0o755)

    def run_it(self, *more, wrong="", shy="", code=0):
        """The process, and the verdicts of the summary by the check's name."""
        environment = {**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}", "WRONG": wrong,
                       "SHY": shy, "LADDER_REAL_DATA": "", "REAL": str(PROGRAM)}
        done = execute(SOURCE / "scripts/gpu_checks", self.path, self.path / "out", *more,
                       env=environment, timeout=300, code=code)
        summary = self.path / "out/summary.txt"
        self.lines = summary.read_text().splitlines() if summary.is_file() else []
        words = [line.split() for line in self.lines]
        return done, {one[1].rstrip(":"): one[0] for one in words if one[0] in ("passed", "FAILED")}

    def failed(self, checks):
        return {check for check, verdict in checks.items() if verdict == "FAILED"}


class GpuChecks(MadeUpMachine):
    def test_every_stage_of_every_ladder_meets_the_four_tools(self):
        done, checks = self.run_it()
        for ladder, names in STAGES.items():
            for name in names:
                for tool in ("racecheck", "memcheck", "initcheck", "synccheck"):
                    self.assertTrue(any(check.startswith(f"{ladder}-{tool}-{name}-")
                                        for check in checks), (ladder, tool, name))
        self.assertEqual(set(checks.values()), {"passed"})
        self.assertEqual(done.stdout.splitlines()[-1], f"{len(checks)} passed, 0 failed")
        for check in ("wave-thesis-shapes-flat", "wave-thesis-smem", "wave-half-length-16",
                      "wave3d-half-length-8", "heat-heat-uneven", "heat-launches-tma"):
            self.assertIn(check, checks)
        self.assertNotIn("wave-memcheck-flat-19x23x29", checks)
        self.assertIn("# wave-memcheck-flat-19x23x29: flat was skipped: not for volumes",
                      self.lines)
        self.assertNotIn("heat-half-length-1", checks)

    def test_a_stage_that_is_wrong_fails_its_checks_alone(self):
        _, checks = self.run_it("march,tma", wrong="tma", code=1)
        self.assertEqual(self.failed(checks), {one for one in checks if one.startswith("heat-")})
        self.assertTrue(any(check.startswith("wave3d-") for check in checks))
        self.assertFalse(any(check.startswith("wave-") for check in checks))

    def test_a_stage_that_refuses_every_case_is_not_proven(self):
        _, checks = self.run_it("march,tma", shy="march", code=1)
        self.assertEqual(self.failed(checks), {"wave3d-march"})
        for tool in ("verify", "racecheck", "memcheck", "initcheck", "synccheck"):
            self.assertIn(f"FAILED wave3d-march: no check of {tool} found it right", self.lines)

    def test_a_stage_of_no_ladder_is_refused(self):
        for name in ("smme", "c-omp"):
            done, checks = self.run_it(name, code=2)
            self.assertEqual(checks, {})
            self.assertIn(f"{name} is not a CUDA stage of this build", done.stderr)

    def commands_with(self, gpus):
        """The command lines of the checks of `nccl` on a machine with so many GPUs."""
        listing = "".join(f"GPU {i}: made up\\n" for i in range(gpus))
        (self.path / "nvidia-smi").write_text(f"#!/bin/sh\nprintf '{listing}'\n")
        log = self.path / f"commands-{gpus}"
        (self.path / "ladder").write_text(LADDER.replace("#!/bin/bash\n",
                                                         f"#!/bin/bash\necho \"$*\" >>{log}\n"))
        self.run_it("nccl")
        shutil.rmtree(self.path / "out")
        return log.read_text().splitlines()

    def test_a_stage_over_nccl_gets_a_gpu_for_each_part(self):
        for gpus, devices in ((0, "1"), (2, "1,2"), (9, "1,8")):
            asked = {word for line in self.commands_with(gpus)
                     for word in line.split() if word.startswith("--devices=")}
            self.assertEqual(asked, {f"--devices={devices}"})


# Lists what the real program does; a proof is a dry run of it, which refuses an option that the
# stage does not have. A survey is migrated on the host.
DRY_LADDER = """#!/bin/bash
if [[ $1 == migrate ]]; then
  "$REAL" "${@/--stage=*/--stage=c}" | sed 's/"summed_on_device":false/"summed_on_device":true/'
  exit
fi
if [[ $1 != verify ]]; then exec "$REAL" "$@"; fi
"$REAL" "$@" --dry-run >/dev/null || exit
words=" $* "
stages=${words#* --stage=}
for stage in $(tr , ' ' <<<"${stages%% *}"); do
  echo "{\\"stage\\":\\"$stage\\",\\"verdict\\":\\"right\\"}"
done
"""


class ComposedCommandLines(MadeUpMachine):
    def setUp(self):
        super().setUp()
        listed = execute(PROGRAM, "list", "--json", check=True).stdout
        if '"file":"cuda_stages/' not in listed:
            self.skipTest("this build has no CUDA stages: configure it with CUDA")
        (self.path / "ladder").write_text(DRY_LADDER)

    def test_the_program_takes_every_command_line(self):
        _, checks = self.run_it()
        for check in ("wave3d-launches-nccl", "wave3d-stream-windows", "heat-launches-peer"):
            self.assertEqual(checks.get(check, "passed"), "passed")
        self.assertGreater(len(checks), 100)
