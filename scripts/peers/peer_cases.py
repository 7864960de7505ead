"""Cases of the comparisons: that of the thesis, larger grids of the same kind, and the volumes of
`devito`."""

from peer_run import fail

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
VOLUMES = {f"{cells}-order-{2 * m}": (cells, m, samples)
           for cells, samples in ((64, 41), (256, 41), (384, 21), (512, 11))
           for m in (1, 2, 4, 8)}


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
    path.write_text(CASE.format(nz=nz, nx=nx, inner_nz=nz - 50, inner_nx=nx - 100, samples=samples,
                                spacing=spacing))
    return path
