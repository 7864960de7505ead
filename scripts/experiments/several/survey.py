"""A survey by one worker and by one for each GPU: the same products, and their times."""

import array
import filecmp
import json
import pathlib
import shutil
import struct
import sys
import tempfile

from several.session import counted

NX, NZ = 2800, 900  # cells of 10 m
TEXT_AND_HEAD = 3600  # bytes of a SEG-Y file before its traces


def write_model(path):
    """Water, sediments that get faster with depth, and a lens of salt, as NumPy writes them, z
    fastest."""
    values = array.array("f")
    for x in range(NX):
        half = NZ / 7 * max(0, 1 - ((x - NX / 2) / (NX / 5))**2)**0.5
        values.extend(1500 if z < 20 else 4480 if abs(z - NZ / 2) < half else 1700 + 1500 * z / NZ
                      for z in range(NZ))
    if sys.byteorder == "big":
        values.byteswap()
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({NX}, {NZ}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                     + values.tobytes())


def cut_in_half(survey, half):
    """The first half of its shots, which all have as many bytes."""
    shutil.copyfile(survey, half)
    with open(half, "r+b") as file:
        file.truncate(TEXT_AND_HEAD + (survey.stat().st_size - TEXT_AND_HEAD) // 2)


def migrate(session, common, shots, workers):
    """Seconds of the shots, those of the command, and the products; None where it failed."""
    done = session.command("ladder", "migrate", *common, "--stage=pieces", f"--shots={shots}",
                           f"--workers={workers}",
                           f"--output={shots.with_name(f'{shots.stem}-{workers}.npy')}")
    if not done:
        return None
    printed = json.loads(done[0][-1])
    session.say(f"survey: {printed['shots']} shots, {counted(workers, 'worker')}: shots "
                f"{printed['wall_s']:.2f} s, whole command {done[1]:.2f} s")
    return printed["wall_s"], done[1], printed["products"]


def compare(session, workers, one, all_gpus):
    for product, other in zip(one[2], all_gpus[2], strict=True):
        names = f"{pathlib.Path(product).name} and {pathlib.Path(other).name}"
        if session.check(filecmp.cmp(product, other, shallow=False), f"survey: {names} differ"):
            session.say(f"survey: {names} have the same bytes")
    session.say(f"survey: {workers} workers take {all_gpus[0] / one[0]:.3f} of the time of one for "
                f"the shots (asked: {1 / workers + 0.02:.3g}), {all_gpus[1] / one[1]:.3f} for the "
                "whole command")


def survey(session):
    workers = max(2, session.gpus)
    if session.gpus == 1:
        session.say("# one GPU: two workers share it, as a trial; their ratio says nothing "
                    "about two GPUs")
    with tempfile.TemporaryDirectory(prefix="survey-") as name:
        folder = pathlib.Path(name)
        model, shots, half = folder / "model.npy", folder / "survey.sgy", folder / "half.sgy"
        write_model(model)
        common = [f"--model={model}", "--spacing=10", "--axes=xz", "--units=m/s",
                  "--wavelet=ricker:8", "--json"]
        if not session.command("ladder", "shoot", *common, "--sources=140:27860:280,20",
                               "--receivers=0:27880:170,20",
                               "--dt=1ms", "--nt=7501", f"--workers={workers}",
                               f"--output={shots}"):
            return
        one = migrate(session, common, shots, 1)
        all_gpus = migrate(session, common, shots, workers)
        if one and all_gpus:
            compare(session, workers, one, all_gpus)
        cut_in_half(shots, half)
        fewer = migrate(session, common, half, 1)
        if one and fewer:
            session.say(f"survey: T(50) / T(100) of one worker: {fewer[0] / one[0]:.3f}, so "
                        f"{2 * fewer[0] - one[0]:.2f} s do not depend on the number of shots")
