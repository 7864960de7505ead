# Checks of the ladder heat on a GPU, sourced by scripts/gpu_checks, which says what each function
# is.
# shellcheck shell=bash disable=SC2034,SC2154  # its variables are those of scripts/gpu_checks
tool_sizes=37x29x31

launches() { # stage
  case $1 in
    block | restrict) echo "--block=64x8,8x8,32x1,128x4,16x16,1024x1 --depth=1,2" ;;
    coarsen | fused-graph) echo "--cells=4,1,2,8,16 --block=128x4,32x8" ;;
    march | general) echo "--block=64x8,32x4 --planes=1,4,16" ;;
    wide) echo "--lines=1,2,4 --planes=1,4,16" ;;
    tma) echo "--ring=4,3,8 --planes=4,1,16" ;;
    broad | cache-hints) echo "--block=64x16,8x8,32x4 --ring=4,3 --lines=1,2 --planes=4,1,16" ;;
    persistent | halo-last | own-words) echo "--lines=8,16" ;;
    one-value) echo "--steps=4,3,1,2" ;;
    temporal) echo "--steps=4,3,1,2 --lines=2,4" ;;
    peer) echo "--devices=1,2,3" ;;
    peer-graph) echo "--devices=1,2,3 --steps=100,3" ;;
  esac
}

# A case of 13 x 11 x 9 cells of two materials, between insulated and fixed sides; prints its path.
two_materials() {
  python3 - "$out/logs" <<'END'
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (9, 11, 13), }".ljust(117) + b"\n"
cells = bytes(50 if x + z < 12 else 1 for y in range(9) for x in range(11) for z in range(13))
head = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
(folder / "two-materials.npy").write_bytes(head + header + cells)
(folder / "two-materials.toml").write_text("""ladder = "heat"
grid = {nz = 13, nx = 11, ny = 9}
border = {x_low = "insulated", y_low = "insulated", y_high = "insulated"}
material = {diffusivity = [2, 1, 0.5], map = "two-materials.npy"}
time = {steps = 40}
""")
END
  echo "$out/logs/two-materials.toml"
}

checks() {
  local size
  right heat-128 "$stages" --case=heat-128 --nt=301
  right heat-uneven "$stages" --case=heat-uneven
  right heat-small "$stages" --case=heat-small
  right heat-rods "$stages" --case=heat-rods
  right two-materials "$stages" "--case=$(two_materials)"
  for size in 37x29x31 1x1x1 3x3x3 5x300x7 130x2x9; do
    right "$size" "$stages" --ladder=heat --size="$size" --nt=14
  done
  launches_right --size=37x29x31 --nt=14
}
