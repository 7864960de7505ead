#!/usr/bin/env bash
# What try_wheel runs where the wheel is tried: with the path of a Python, in a home with wheels/.
set -euo pipefail
cd "$HOME"

for tool in cc gcc g++ gfortran nvcc cmake; do
  if command -v "$tool" >/dev/null; then
    echo "$tool is here, so nothing is shown" >&2
    exit 1
  fi
done

now() { echo "${EPOCHREALTIME/[.,]/}"; } # [us]

tenths() { # of a second, between two moments
  local taken=$((($2 - $1) / 100000))
  echo "$((taken / 10)).$((taken % 10)) s"
}

step() { # what, the exit codes that are well, command
  local what=$1 well=$2 status=0 begun
  shift 2
  begun=$(now)
  "$@" >step.out 2>step.err || status=$?
  if [[ " $well " != *" $status "* ]]; then
    cat step.out step.err >&2
    echo "$what: exit $status" >&2
    exit 1
  fi
  printf '%-24s %8s, exit %d\n' "$what" "$(tenths "$begun" "$(now)")" "$status"
}

begun=$(now)
step "python -m venv" 0 "$1" -m venv env
step "pip install" 0 env/bin/pip install --quiet --no-index --find-links=wheels ladder
step "first verdict" 0 env/bin/ladder verify --case=small --stage=c-O3
grep -q "1 right, 0 wrong" step.out
echo "from the downloaded wheel to the first verdict: $(tenths "$begun" "$(now)")"
step "table" 0 env/bin/ladder --case=small --output=records.jsonl
step "shot and its figure" 0 env/bin/ladder shoot --case=small --output=shot.su --plot
ls ./shot*.png >/dev/null
sed -n 's/^\([^ ]*\): .* of wavefield in .*/\1/p' step.out >stage_of_shot
step "check" "0 1 4" env/bin/ladder check --case=small --stage=c-O2 --budget=10 \
  --baseline=records.jsonl
step "plot waterfall" 0 env/bin/ladder plot waterfall --case=small records.jsonl
step "report" 0 env/bin/ladder report --case=small records.jsonl
step "explain" 0 env/bin/ladder explain c-omp --case=small records.jsonl
step "list" 0 env/bin/ladder list
grep "not in this build" step.out
step "doctor" 0 env/bin/ladder doctor
grep -E "^(several ranks|HDF5|compilers)" step.out
printf 'subroutine twice(x)\n  real, intent(inout) :: x\n  x = 2*x\nend subroutine\n' >twice.f90
step "a routine of one's own" 6 env/bin/ladder adopt twice.f90 twice --build=true --run=true
cat step.err
