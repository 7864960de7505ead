"""Made-up programs of a machine with several GPUs, for scripts/experiments/several_gpus."""

import os
import subprocess
import sys
import unittest

from source_tree import SOURCE, folder_of

SCRIPT = SOURCE / "scripts/experiments/several_gpus"
# ladder and large_volume. Bits depend on the volume alone, but for launches that match $WRONG; D
# devices do 0.9 D times the work of one. A command that matches $BREAKS fails, one that matches
# $HANGS sleeps after its first line.
PROGRAM = '''#!{python}
import json, os, re, sys, time, zlib
words = sys.argv[1:]
given = dict(word.lstrip("-").partition("=")[::2] for word in words)
asked = " ".join([os.path.basename(sys.argv[0]), *words])
def matches(name, text):
    return os.environ.get(name, "") != "" and re.search(os.environ[name], text)
with open(os.environ["ASKED"], "a") as file:
    print(asked, "multicast", os.environ.get("NCCL_NVLS_ENABLE"), file=file)
if matches("BREAKS", asked):
    sys.exit("first word\\nit was built to fail")
if asked == "ladder --version":
    print("ladder made-up (0123456789ab)")
elif asked.startswith("ladder fits"):
    print(json.dumps({{"gpus": int(os.environ["GPUS"]), "gpu_free_bytes": 8e10,
                      "host_free_bytes": float(os.environ["HOST"])}}))
elif asked.startswith("ladder sweep"):
    with open(given["output"], "a") as file:
        print(asked, file=file)
elif asked.startswith("ladder shoot"):
    open(given["output"], "wb").write(b"h" * 3600 + bytes(100 * 30))
elif asked.startswith("ladder migrate"):
    shots = (os.path.getsize(given["shots"]) - 3600) // 30
    stem = given["output"][:-4]
    for file in (stem + ".npy", stem + "_illumination.npy"):
        open(file, "w").write(f"{{shots}} {{given['workers'] if matches('WRONG', file) else ''}}")
    wall = (2 + 0.5 * shots) / int(given["workers"])
    print(json.dumps({{"shots": shots, "wall_s": wall,
                      "products": [stem + ".npy", stem + "_illumination.npy"]}}))
else:
    stage, nz, nx, ny, steps = words[:5]
    for devices in given.get("devices", "1").split(","):
        for length in given.get("half-length", "" if "ladder" in given else "4").split(","):
            launch = f"half-length={{length}} " if length else ""
            launch += f"devices={{devices}} planes=3" if "devices" in given else "planes=3"
            computed = (nz, nx, ny, steps, length, given.get("distinct-planes"))
            wrong = matches("WRONG", f"{{stage}} {{ny}} {{launch}}")
            bits = "f" * 16 if wrong else f"{{zlib.crc32(repr(computed).encode()):016x}}"
            rate = 100 * (1 if devices == "1" else 0.9 * int(devices))
            print(f"{{stage}} {{nz}} x {{nx}} x {{ny}} cells, {{launch}}: 5 times {{steps}} "
                  f"steps, best 2.0 median 2.1 ms a step, {{rate:.1f}} Gpoint/s, hash {{bits}}",
                  flush=True)
            if matches("HANGS", asked):
                sys.exit(time.sleep(60))
            if matches("SHORT", asked):
                sys.exit()
'''


class MadeUpGpus(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        (self.path / "programs").mkdir()
        for name, text in (("ladder", PROGRAM.format(python=sys.executable)),
                           ("programs/large_volume", PROGRAM.format(python=sys.executable)),
                           ("nvidia-smi",
                            "#!/bin/sh\nfor i in 1 2 3 4; do echo 'Made-up GPU, 1.2'; done\n")):
            (self.path / name).write_text(text)
            (self.path / name).chmod(0o755)
        self.out, self.text = self.path / "out", self.path / "out/several-gpus.txt"

    def environment(self, gpus=4, host=1e12, **more):
        return {**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}",
                "ASKED": str(self.path / "asked"), "GPUS": str(gpus),
                "HOST": str(host), "TMPDIR": str(self.path), **more}

    def run_it(self, *parts, script=(SCRIPT,), code=0, **more):
        """What it printed; its text file holds the same lines."""
        done = subprocess.run([*script, self.path, self.out, *parts], text=True,
                              capture_output=True, timeout=100, env=self.environment(**more))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if code in (0, 1):
            self.assertEqual(self.text.read_text()[-len(done.stdout):], done.stdout)
            self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ passed, \d+ failed$")
        return done.stdout or done.stderr

    def failures(self, words):
        found = [line for line in words.splitlines() if line.startswith("FAILED ")]
        self.assertTrue(words.endswith(f" {len(found)} failed\n"))
        return found

    def asked(self, program=""):
        return [line for line in (self.path / "asked").read_text().splitlines()
                if line.startswith(program)]
