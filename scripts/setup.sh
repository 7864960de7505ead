#!/usr/bin/env bash
# Makes a fresh machine ready and builds: packages, libraries, configuration, build, Python
# environment. What is ready already is left alone. Silent when there is nothing to do. All words go
# to stderr. Exit 6: set-up failed, so nothing ran.
#
# scripts/test runs it first and gets everything. scripts/ladder sets everything=false and gets the
# program alone, with what its arguments need. These variables of the environment choose:
#   LADDER_CUDA          auto, on or off: compile the CUDA stages (auto: where there is a GPU)
#   LADDER_HALF_LENGTHS  cases or all: the half-lengths that CUDA kernels are compiled for
#   CMAKE_PREFIX_PATH    where libraries are installed, if not in the usual places
#   LADDER_VENDOR        a folder or an archive with libraries that are not installed:
#                        scripts/vendor makes it
#   LADDER_DOWNLOAD      off: without root, missing libraries are not fetched into build/
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
build=$root/build
log=$build/setup.log
everything=${everything:-true}

say() { printf 'set-up: %s\n' "$*" >&2; }

give_up() {
  say "$*"
  exit 6
}

# Runs a command with its output in the log; on failure shows the log's end.
quietly() {
  local what=$1
  shift
  if ! "$@" </dev/null >"$log" 2>&1; then
    show_failure "$what"
  fi
}

show_failure() {
  tail -n 40 "$log" >&2
  give_up "$1 failed; the whole log is ${log#"$root/"}"
}

for part in packages tools libraries python configure build; do
  # shellcheck source=/dev/null
  . "$root/scripts/setup/$part.sh"
done

# Figures and pages are made by Python.
needs_python() {
  local word
  case ${1:-} in
    plot | report | explain | profile | adopt | record | port | new-stage | prove) return 0 ;;
  esac
  for word; do
    if [[ $word == --plot ]]; then return 0; fi
  done
  $everything
}

mkdir -p "$build" || give_up "$build cannot be made"
# One set-up at a time: two programs that start together do not build over each other.
exec 9>"$build/setup.lock"
if command -v flock >/dev/null && ! flock -n 9; then
  say "another set-up is running; waiting for it ..."
  flock 9
fi
if $everything; then
  install_packages packages.txt packages-tests.txt
else
  install_packages packages.txt
fi
if $everything || gpu_is_here; then install_optional_packages; fi
check_tools
find_nvcc
# The environment is made while the compiler works. Tests are configured with its Python, which is
# there before its packages.
venv=
if { $everything || needs_python "$@"; } && ! venv_is_ready; then
  rm -rf "$build/venv"
  set -m # its own group of processes, which ends with this one
  make_venv &
  venv=$!
  set +m
  trap 'kill -- "-$venv" 2>/dev/null || true' EXIT
  while $everything && [[ ! -x $build/venv/bin/python3 ]] && kill -0 "$venv" 2>/dev/null; do
    sleep 0.1
  done
fi
configure "$@"
compile
if [[ -n $venv ]]; then
  wait "$venv" || exit 6
  trap - EXIT
fi
exec 9>&-
