# The cases of figure_sweeps by size, each a file in $cases. Sourced.
# shellcheck shell=bash disable=SC2154

uniform_case() { # cells along an axis
  cat >"$cases/uniform-$1.toml" <<CASE
description = "a uniform model of $1 x $1 cells"
model = {recipe = "constant", velocity = 2000.0, nz = $1, nx = $1, spacing = 20.0}
sponge = {left = 10, right = 10, bottom = 10}
time = {dt = 0.002, samples = 101}
wavelet = {peak = 8.0}
source = [{name = "1", x = $((10 * $1)).0, z = $((10 * $1)).0}]
CASE
}

# Of the thesis' advice: 40 steps whatever the size.
advice_case() { # cells along an axis
  cat >"$cases/uniform-$1.toml" <<CASE
description = "a uniform model of $1 x $1 cells"
model = {recipe = "constant", velocity = 2000.0, nz = $1, nx = $1, spacing = 20.0}
operator = {family = "taylor"}
time = {dt = 0.002, samples = 41}
wavelet = {peak = 20.0, delay = 0.04}
receivers = {z = 0.0, every = 64}
source = [{name = "1", x = $((10 * $1)).0, z = $((10 * $1)).0}]
CASE
}

heat_case() { # cells along an axis; about 2^31 point updates, 24 to 2000 steps
  local steps=$(((1 << 31) / $1 ** 3))
  steps=$((steps > 2000 ? 2000 : steps < 24 ? 24 : steps))
  cat >"$cases/heat-$1.toml" <<CASE
ladder = "heat"
description = "a hot ball in a cube of $1^3 cells"
grid = {nz = $1, nx = $1, ny = $1, spacing = 1.0}
material = {diffusivity = 1.0}
time = {divisor = 6.1, steps = $steps}

[start]
kind = "hot-ball"
centre = [0.5, 0.45, 0.55]
radius = $(($1 / 4)).0
amplitude = 10.0
CASE
}

wave3d_case() { # cells along an axis; about 2^27 point updates, 16 to 100 steps
  local steps=$(((1 << 27) / $1 ** 3)) sponge=$((($1 + 15) / 16)) every=$((($1 + 15) / 16))
  steps=$((steps > 100 ? 100 : steps < 16 ? 16 : steps))
  cat >"$cases/wave3d-$1.toml" <<CASE
ladder = "wave3d"
description = "one velocity in a box of $1^3 cells, sponges on all sides"
model = {recipe = "constant", velocity = 2000.0, nz = $1, nx = $1, ny = $1, spacing = 10.0}
operator = {half_length = 4}
time = {dt = 0.001, samples = $((steps + 1))}
wavelet = {peak = 20.0}
receivers = {z = $((10 * sponge)).0, first = $sponge, last = $(($1 - sponge - 1)), every = $every}
source = [{name = "1", x = $((5 * $1)).0, y = $((5 * $1)).0, z = $((5 * $1)).0}]

[sponge]
left = $sponge
right = $sponge
top = $sponge
bottom = $sponge
front = $sponge
back = $sponge
strength = 0.015
CASE
}
