# Checks of the ladder wave3d on a GPU, sourced by scripts/gpu_checks, which says what each function
# is.
# shellcheck shell=bash disable=SC2034,SC2154  # its variables are those of scripts/gpu_checks
tool_sizes=19x23x29

# It is compiled for half-lengths 1 to 3.
stage_needs() { # stage
  case $1 in
    two-step | two-step-palette | three-step) echo --half-length=2 ;;
  esac
}

# NCCL takes a GPU for each part.
one_and_all_gpus() {
  local gpus
  gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ' || true)
  echo "1$(if ((gpus > 1)); then echo ",$((gpus < 8 ? gpus : 8))"; fi)"
}

launches() { # stage
  case $1 in
    as-printed | as-printed-double | copying | resident | order | constant | rows | fused | graph)
      echo "--block=32x4,16x16,8x8,128x1 --depth=4,1"
      ;;
    march | arrive) echo "--block=64x8,32x4 --planes=4,1,16" ;;
    wide) echo "--block=16x16,32x8 --lines=1,2 --planes=16,1" ;;
    tma | l2-aware | palette | mpi-gpu | mpi-nccl)
      echo "--tile=64x32,32x16 --lines=1,2 --planes=1,16"
      ;;
    tensor) echo "--ring=3,6 --planes=1,16" ;;
    persistent) echo "--threads=256,512" ;;
    three-step) echo "--planes=1,16" ;;
    two-step | two-step-palette) echo "--lines=1,2 --planes=1,16" ;;
    peer) echo "--devices=1,2,3" ;; # more parts than GPUs share them
    nccl | nccl-overlap) echo "--devices=$(one_and_all_gpus)" ;;
    stream) echo "--chunk=3,64 --steps=1,4" ;;
  esac
}

# The stages of several processes, started as such. Ranks that share a GPU: to NCCL each is a
# machine of its own.
on_ranks() { # stage
  local ranks half_length
  if ! command -v mpirun >/dev/null; then
    echo "gpu_checks: $1 is checked as one rank alone: there is no mpirun" >&2
    return 0
  fi
  for ranks in 2 3; do
    for half_length in 4 8; do
      # shellcheck disable=SC2016  # each rank's own shell expands it
      check verify "wave3d-$ranks-ranks-$half_length-$1" "$1" mpirun \
        --allow-run-as-root --oversubscribe --bind-to none -n "$ranks" \
        bash -c 'NCCL_HOSTID=$OMPI_COMM_WORLD_RANK exec "$@"' rank \
        "$ladder" verify --json --stage="$1" --ladder=wave3d --size=31x37x61,17x17x50 \
        --half-length="$half_length" --nt=14
    done
  done
}

checks() {
  local size half_length stage
  for size in 31x37x41 17x17x17 19x23x29 1x40x50; do
    right "$size" "$stages" --ladder=wave3d --size="$size"
  done
  for half_length in 1 2 3 4 6 8; do # those that every stage is compiled for, but for one or two
    right "half-length-$half_length" "$stages" --ladder=wave3d --size=31x37x41 \
      --half-length="$half_length" --nt=20
  done
  # windows smaller than the volume, which by itself the stage takes for larger ones alone
  if [[ ,$stages, == *,stream,* ]]; then
    right stream-windows stream --ladder=wave3d --size=9x11x130 --half-length=4 --nt=14 \
      --chunk=3,7 --steps=1,2 --window=45,60
  fi
  launches_right --size=31x37x41 --nt=14
  for stage in ${stages//,/ }; do
    if [[ $stage == mpi-* ]]; then on_ranks "$stage"; fi
  done
}
