# Checks of the ladder imaging on a GPU, sourced by scripts/gpu_checks, which says what each
# function is.
# shellcheck shell=bash disable=SC2034,SC2154  # its variables are those of scripts/gpu_checks
tool_sizes=23x37

launches() { # stage
  case $1 in
    naive | shared) echo "--block=32x8,16x16,128x1,1024x1" ;;
    registers) echo "--block=32x8,64x4 --times=1,3,10,100" ;;
    fused | graph) echo "--step=32x8,64x4,16x16 --times=1,7" ;;
    both) echo "--step=32x8,64x4 --block=32x8,64x4" ;;
    banded) echo "--step=32x8,64x4 --tiles=1,3,16" ;;
    pieces | summed) echo "--steps=1,7,100 --tiles=1,4" ;;
    groups | host | borders) echo "--step=32x8,64x4 --times=1,2,7,100" ;;
    checkpoints) echo "--times=1,2,5 --checkpoints=1,2,3,9" ;;
  esac
}

checks() {
  local case size half_length options
  for case in imaging-small imaging-uneven imaging-document; do
    right "$case" "$stages" --case="$case"
  done
  for size in 37x29 1x1 3x70 133x5 64x64; do
    right "$size" "$stages" --ladder=imaging --size="$size" --nt=40
  done
  for half_length in 1 2 8 16; do
    right "half-length-$half_length" "$stages" --ladder=imaging --size=61x47 --nt=40 \
      --half-length="$half_length"
  done
  # beyond the size from which it makes its graphs while they run
  if [[ ,$stages, == *,pieces,* ]]; then
    right large-grid pieces --ladder=imaging --size=530x540 --nt=160 --steps=50,7
  fi
  if [[ ,$stages, == *,summed,* ]]; then
    options=("$root/scripts/gpu_checks_of/summed_survey.py" summed pieces)
    check verify "$each-survey-summed" summed "${options[@]}" "$ladder"
    check memcheck "$each-survey-memcheck-summed" summed "${options[@]}" \
      "$sanitizer" --tool memcheck --leak-check full --error-exitcode 99 "$ladder"
  fi
  launches_right --size=61x47 --nt=60
}
