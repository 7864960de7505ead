"""A case in which two per cent of the velocity are seen: a source in a line of receivers, waves of
30 cells a wavelength."""

NX, NZ, SPACING, VELOCITY = 400, 60, 20.0, 4000.0  # cells, [m], [m/s]
DT, SAMPLES, PEAK = 0.002, 900, 8.0  # [s], of a trace, [Hz]
SOURCE_X, DEPTH = 4000.0, 600.0  # [m]; the depth is that of source and receivers

CASE = f"""description = "a source in a line of receivers, one velocity"
model = {{ recipe = "constant", velocity = {VELOCITY}, nz = {NZ}, nx = {NX}, spacing = {SPACING} }}
pad = {{ left = 20, right = 20, bottom = 20, top = 20 }}
sponge = {{ left = 20, right = 20, bottom = 20, top = 20, strength = 0.0133 }}
time = {{ dt = {DT}, samples = {SAMPLES} }}
wavelet = {{ peak = {PEAK} }}
receivers = {{ z = {DEPTH} }}
source = [{{ name = "1", x = {SOURCE_X}, z = {DEPTH} }}]
"""
# Of the velocity: what `locate` has to distinguish.
MODELS = "--models=case*0.98,case,case*1.02"
