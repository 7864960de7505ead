"""The cases of the peers' comparisons: that of the thesis, larger grids of the same kind, and volumes."""

import re

from peer_run import ROOT, fail

# The generated salt, sponges of 50 cells on three sides.
CASE = """description = "peers: the generated salt model on {nz} x {nx} cells"
[model]
recipe = "salt"
nz = {inner_nz}
nx = {inner_nx}
spacing = {spacing:.1f}
[pad]
left = 50
right = 50
bottom = 50
[sponge]
left = 50
right = 50
bottom = 50
strength = 0.0053
[time]
dt = 0.002
samples = {samples}
[wavelet]
peak = 8.0
[[source]]
name = "1"
x = 6000.0
z = 1000.0
"""
# Cells along z and x with the sponges, samples, receivers, spacing [m].
SIZES = {"thesis": (310, 775, 2000, 675, 20), "768x2048": (768, 2048, 401, 1948, 20),
         "3072x3072": (3072, 3072, 61, 2972, 20), "small": (90, 150, 251, 110, 40)}
OWN = ("thesis", "small")  # these are files in data/
# The salt body in three dimensions: cells along each axis, half-length, samples.
VOLUMES = {f"{cells}-order-{2 * m}": (cells, m, samples) for cells, samples in ((64, 41), (256, 41), (384, 21), (512, 11))
           for m in (1, 2, 4, 8)}
SPONGE = 20  # cells of data/wave3d/salt3d.toml, on each of its sides


def chosen(text, known=SIZES):
    """The names in a list with commas; an unknown one is a wrong command."""
    names = text.split(",")
    unknown = set(names) - set(known)
    if unknown:
        fail(f"there is no case {', '.join(sorted(unknown))}; there are {', '.join(known)}", 2)
    return names


def make_case(name, folder):
    """What --case takes."""
    if name in OWN:
        return name
    nz, nx, samples, _, spacing = SIZES[name]
    path = folder / f"{name}.toml"
    path.write_text(CASE.format(nz=nz, nx=nx, inner_nz=nz - 50, inner_nx=nx - 100, samples=samples, spacing=spacing))
    return path


def volume_sponge(cells):
    """So many that the source of a small volume stays out of them, as positions are stretched with the grid."""
    return min(SPONGE, cells // 8)


def make_volume(name, folder, sponge=True):
    """What --case takes, and the options that belong to it: salt3d, and on a small grid salt3d with a narrower sponge.
    Without a sponge nothing absorbs."""
    cells, half_length, _ = VOLUMES[name]
    options = (f"--grid={cells}", f"--half-length={half_length}")
    width = volume_sponge(cells) if sponge else 0
    if width == SPONGE:
        return "salt3d", options
    text = (ROOT / "data" / "wave3d" / "salt3d.toml").read_text()
    text, found = re.subn(rf"^(left|right|top|bottom|front|back) = {SPONGE}$", rf"\1 = {width}", text, flags=re.MULTILINE)
    if found != 6:
        fail(f"data/wave3d/salt3d.toml has {found} sides with a sponge of {SPONGE} cells, not 6")
    path = folder / f"salt3d-sponge-{width}.toml"
    path.write_text(text)
    return path, options
