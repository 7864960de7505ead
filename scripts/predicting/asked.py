"""What `ladder predict` says of a CUDA stage of an adopted routine, for a GPU that was measured."""

import json

from plots import program

MACHINE = "h100-80gb-hbm3"  # whose micro-benchmarks come with ladder


def of(folder, stage, machine=MACHINE, **environment):
    """(its line as a dictionary or None, why there is none)"""
    done = program.run("predict", f"--ladder={folder}", f"--stage={stage}", f"--on={machine}",
                       "--json", **environment)
    try:
        return json.loads(done.stdout.splitlines()[-1]), ""
    except (ValueError, IndexError):
        return None, (done.stderr.strip().splitlines() or ["no answer"])[-1]
