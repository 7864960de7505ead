"""A machine record with round numbers, a tree that has it, and what `ladder predict` says there of
the kernels of a stage."""

import json
import os
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of

MIB = 2.0**20
# What a thread does is the same in a volume of few whole tiles as in one of many, which takes
# seconds to make.
CELLS = 192
VOLUME = (f"--grid={CELLS}", "--dt=auto")


def value(name, value, at=0.0):
    return {"name": name, "unit": "", "over": "", "at": at, "value": value, "uncertainty": 0.0,
            "samples": 1}


# Four cores with 40 GB/s of memory together.
HOST = [value("host.cores", 4.0), value("host.rate.multiply_add", 1e12),
        value("host.bandwidth.one_core", 4e10, 1e6), value("host.bandwidth.all_cores", 4e10, 1e6)]


def machine(bandwidth):
    """A machine of 100 multiprocessors at 1 GHz."""
    device = {"name": f"made-up, {bandwidth:g} B/s", "driver": 13000, "runtime": 13000,
              "compute_major": 9, "compute_minor": 0,
              "multiprocessors": 100, "threads_a_multiprocessor": 2048,
              "blocks_a_multiprocessor": 32,
              "registers_a_multiprocessor": 65536, "shared_bytes_a_multiprocessor": 233472.0,
              "shared_bytes_a_block": 232448.0,
              "reserved_bytes_a_block": 1024.0, "l2_bytes": 50 * MIB, "memory_bytes": 8e10,
              "clock_hz": 1e9, "memory_bytes_per_s": 4e12}
    measured = [value("clock.multiprocessor", 1e9), value("rate.issue", 128.0),
                value("rate.multiply_add", 128.0),
                value("latency.multiply_add", 4.0, 1.0),
                value("latency.memory.read_random", 700.0, 1.0),
                value("latency.l2.read", 280.0, 1.0), value("latency.l1.read", 32.0, 1.0),
                value("departure.memory.all_multiprocessors.delay_by_warp", 10.0),
                value("request.l1", 1.0, 32.0),
                value("block.hand_out", 1e-11), value("block.life_empty", 300.0),
                value("launch.queued", 1e-6),
                value("launch.host_call", 1e-6), value("launch.graph", 5e-7),
                value("bandwidth.read_by_set", 9e12, 50 * MIB),
                value("bandwidth.read_by_set", bandwidth, 256 * MIB)]
    measured += [value(f"bandwidth.memory.{mix}", bandwidth, 16.0)
                 for mix in ("1_to_0", "3_to_1", "2_to_1", "1_to_1", "0_to_1")]
    measured += [value("latency.divide", 45.0, 1.0), value("latency.register", 4.0, 1.0)]
    measured += [value("latency.shared.read", 23.0, 1.0), value("request.shared", 1.0, 1.0),
                 value("request.l1_vector", 4.0, 32.0)]
    measured += [value("barrier.block", 20.0, 1.0), value("latency.bulk_copy.l2", 300.0, 16.0),
                 value("latency.bulk_copy.memory", 800.0, 16.0)]
    measured += [value("rate.integer_multiply_add", 64.0), value("rate.special_function", 16.0),
                 value("rate.logic", 64.0), value("latency.l2.atomic", 390.0, 1.0),
                 value("latency.global.write_and_fence", 670.0, 1.0)]
    measured += [value("barrier.grid", 1e-6, 256.0),
                 value("barrier.grid_two_blocks", 1.2e-6, 256.0)]
    for mix in ("3_to_1", "1_to_1"):
        measured += [value(f"bandwidth.step_by_set.{mix}", 9e12, 50 * MIB),
                     value(f"bandwidth.step_by_set.{mix}", bandwidth, 256 * MIB)]
        measured += [value(f"residence.memory.{mix}", (800.0**4 + (200.0 * blocks)**4)**0.25,
                           float(blocks)) for blocks in range(1, 9)]
    return {"kind": "machine", "machine_schema": 1, "time": "2026-11-22T00:00:00Z", "commit": "",
            "device": device, "measured": measured, "not_measured": []}


class Tree(unittest.TestCase):
    """A tree with the cases of this one and results of its own."""

    def setUp(self):
        self.home = folder_of(self)
        (self.home / "harness").mkdir()
        (self.home / "harness/stage.h").touch()
        (self.home / "data").symlink_to(SOURCE / "data")
        (self.home / "scripts").symlink_to(SOURCE / "scripts")  # that trace a stage

    def keep(self, name, bandwidth=1e12, host=False, more=(), **device):
        made = machine(bandwidth)
        made["measured"] += [*(HOST if host else []), *more]
        made["device"].update(device)
        folder = self.home / "results" / name / "2026-11-24-microbench"
        folder.mkdir(parents=True)
        (folder / "machine.jsonl").write_text(json.dumps(made) + "\n")

    def predict(self, *words, code=None):
        return execute(LADDER, "predict", *words, cwd=self.home, code=code,
                       env={**os.environ, "LADDER_HOME": str(self.home)})

    def rows(self, *words):
        run = self.predict("--json", *words, code=0)
        return [json.loads(line) for line in run.stdout.splitlines()]


@unittest.skipUnless((LADDER.parent / "compiled/contents").exists(), "this build has no CUDA")
class Compiled(Tree):
    def setUp(self):
        super().setUp()
        self.keep("one")


class Predicted(Compiled):
    def run_predict(self, *words):
        return self.predict("--on=one", *words)

    def rows(self, *words, case="thesis"):
        return super().rows("--on=one", f"--case={case}", *words)

    def kernels(self, *words):
        """Of each half-length that is built: that, and its kernels by name."""
        return [(row["case"]["half_length"],
                 {kernel["name"].split("<")[0]: kernel for kernel in row["kernels"]})
                for row in self.rows(*words, "--half-length=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                                     "--dt=auto")]

    def assert_built(self, rows, half_lengths):
        """All that were asked for, or those of the cases where a build has no others."""
        found = {row["case"]["half_length"] for row in rows}
        self.assertIn(found, ({*half_lengths}, {*half_lengths} & {4, 8}, {8}))

    def of_volumes(self, *words, half_lengths=(1, 2, 4, 8)):
        """Of each half-length that is built: that, and the one kernel."""
        asked = "--half-length=" + ",".join(map(str, half_lengths))
        rows = self.rows(*words, asked, *VOLUME, case="two-layer-512")
        self.assert_built(rows, half_lengths)
        for row in rows:
            kernel, = row["kernels"]
            yield row["case"]["half_length"], kernel
