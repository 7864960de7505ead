"""The case `migration` of the table: images of the same shots by ladder, by Devito and by Deepwave.

Devito's image is that of its tutorial; Deepwave's is the gradient by the velocity, for which the
Python that this runs in must have segyio too. Images are compared by their correlation, the whole
ones and below 250 m; 0.99 is asked of both.
"""

import json
import sys
import time

import numpy

import migration_case as case
from devito_plugin import PLACED
from peer_run import FOLDER, HERE, ladder_to, run

ENOUGH = 0.99
PEERS = ("devito", "deepwave")


def make_survey(ladder):
    (FOLDER / "layers.toml").write_text(case.CASE)
    numpy.save(FOLDER / "smooth.npy", case.smooth_velocity())
    times = numpy.arange(case.SAMPLES) * case.DT
    numpy.savetxt(FOLDER / "bent.txt", case.bent_ricker(times), fmt="%.9g")
    ladder_to("shoot", ladder, f"--case={FOLDER / 'layers.toml'}", f"--sources={case.SOURCES}",
              "--half-length=4", f"--output={FOLDER / 'survey.sgy'}")


def ours(ladder, wavelet, name):
    """The image, and the seconds of the command."""
    began = time.perf_counter()
    ladder_to("migrate", ladder, f"--model={FOLDER / 'smooth.npy'}", f"--spacing={case.SPACING}",
              f"--shots={FOLDER / 'survey.sgy'}", f"--wavelet={wavelet}", "--top=absorbing",
              f"--sponge={case.PAD}", f"--image-step={case.EVERY}", f"--output={FOLDER / name}")
    return numpy.load(FOLDER / name), time.perf_counter() - began


def theirs(peer, device):
    """The image, and the seconds of its calls."""
    file = FOLDER / f"{peer}.npy"
    words = [device] if peer == "deepwave" else []
    said = run([sys.executable, HERE / f"{peer}_migration_image.py", FOLDER / "survey.sgy", file,
                *words], **({"env": PLACED} if peer == "devito" else {}))
    return numpy.load(file).astype(float), float(said.split()[-1])


def correlation(one, other):
    return float((one * other).sum() / numpy.sqrt((one**2).sum() * (other**2).sum()))


def compare(ladder, peers, device, output):
    """Adds a line of JSON for each peer to the output. Returns whether all correlate."""
    make_survey(ladder)
    first, alike = round(case.BELOW / case.SPACING), True
    wavelets = {"devito": "ricker:15", "deepwave": FOLDER / "bent.txt"}
    for name in peers:
        image, seconds = theirs(name, device)
        own, own_seconds = ours(ladder, wavelets[name], f"ladder_{name}.npy")
        whole, below = correlation(image, own), correlation(image[:, first:], own[:, first:])
        with output.open("a") as records:
            records.write(json.dumps({"peer": name, "seconds": seconds,
                                      "ladder_seconds": own_seconds, "correlation": whole,
                                      "correlation_below_250_m": below}) + "\n")
        alike = alike and min(whole, below) >= ENOUGH
    return alike
