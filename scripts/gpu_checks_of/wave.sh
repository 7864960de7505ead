# Checks of the ladder wave on a GPU, sourced by scripts/gpu_checks, which says what each function
# is.
# shellcheck shell=bash disable=SC2034,SC2154  # its variables are those of scripts/gpu_checks
tool_sizes="37x53 19x23x29"

# Under the tools alone, where all shapes of the thesis would take an hour.
launches() { # stage
  case $1 in
    gmem-* | resident-taps | cmem) echo "--threads=1024,64" ;;
    smem-major) echo "--method=1,2,3,4" ;;
    smem | smem-minor | pinned | non-temporal | copy-overlap | zero-copy | resident | fused | \
      graph | regtile)
      echo "--block=64x4,8x32"
      ;;
    tma) echo "--tile=64x32,32x16" ;;
    persistent | temporal | cluster) echo "--columns=2,4" ;;
    batch) echo "--shots=1,6" ;;
    peer) echo "--devices=1,2,3 --steps=100,3" ;; # more parts than GPUs share them
    fortran-target) echo "--team=32x8,32x1" ;;
    # it times its algorithms on memory that it has not set, unless one is chosen
    cudnn)
      echo "--method=1,2 --algorithm=1,2"
      ;;
  esac
}

tool_launches() { launches "$1"; }

# What the tools find in code that is not ours is left out: barriers of threads that have diverged
# are how GCC makes OpenMP's loops, and its library asks the driver for a context that is not there
# yet.
others_code() { # tool, stage: nothing, "skip", or options of the tool
  case $2:$1 in
    fortran-target:racecheck | fortran-target:synccheck) echo skip ;;
    fortran-target:memcheck) echo --report-api-errors no ;;
  esac
}

# The thesis: its cases, its launch shapes, every half-length. Of the large cases a check for each
# stage, so that none waits for the slowest.
checks() {
  local size half_length stage
  local slice=${LADDER_REAL_DATA:-}/seg_eage_salt3d_xcut338_676x210_20m.npy
  for stage in ${stages//,/ }; do
    right "thesis-shapes-$stage" "$stage" --case=thesis --shapes --nt=301
    right "thesis-$stage" "$stage" --case=thesis
    if [[ -n ${LADDER_REAL_DATA:-} ]]; then
      right "seg-eage-$stage" "$stage" --case=seg-eage --model="$slice"
    fi
  done
  for size in 131x150 37x53 17x17 1x300 19x23x29; do
    right "shapes-$size" "$stages" --ladder=wave --shapes --size="$size"
  done
  for half_length in {1..16}; do
    right "half-length-$half_length" "$stages" --ladder=wave --size=131x150 \
      --half-length="$half_length" --nt=100
  done
  if [[ -z ${LADDER_REAL_DATA:-} ]]; then
    echo "# the real salt slice was left out: LADDER_REAL_DATA is not set" >>"$summary"
  fi
}
