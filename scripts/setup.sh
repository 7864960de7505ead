#!/usr/bin/env bash
# Makes a fresh machine ready and builds: Debian packages, Python environment, configuration, build.
# scripts/ladder and scripts/test run it first; what is ready already is left alone. Silent when there
# is nothing to do. All words go to stderr. Exit 6: set-up failed, so nothing ran.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
build=$root/build
log=$build/setup.log

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
    tail -n 40 "$log" >&2
    give_up "$what failed; the whole log is build/setup.log"
  fi
}

# "", "sudo" or fails: how to become root without being asked for a password.
as_root() {
  if [[ $(id -u) -eq 0 ]]; then
    return 0
  fi
  sudo -n true 2>/dev/null && echo sudo
}

apt_install() {
  local become=$1
  shift
  # shellcheck disable=SC2086  # $become is one word or none
  $become apt-get update && $become env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

# The packages that a list in scripts/ names and that are not installed.
missing_of() {
  local wanted
  mapfile -t wanted < <(sed 's/#.*//; s/[[:space:]]//g; /^$/d' "$root/scripts/$1")
  comm -13 <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
    sed -n 's/^installed //p' | sort -u) <(printf '%s\n' "${wanted[@]}" | sort -u)
}

install_packages() {
  local missing become
  if ! command -v dpkg-query >/dev/null; then
    [[ -e $build/CMakeCache.txt ]] ||
      say "this is not a Debian system: what scripts/packages.txt lists is taken to be there"
    return 0
  fi
  mapfile -t missing < <(missing_of packages.txt)
  if ((${#missing[@]} == 0)); then return 0; fi
  if ! become=$(as_root); then
    give_up "packages are missing, and installing them needs root. Run this, then try again:
  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]} ..."
  quietly "installing packages" apt_install "$become" "${missing[@]}"
}

# What some stages need is tried once for each list of missing packages: without it the set-up goes on, and
# those stages are left out.
install_optional_packages() {
  local missing become without="those stages that need it are left out; \`ladder list\` says which"
  if ! command -v dpkg-query >/dev/null; then return 0; fi
  mapfile -t missing < <(missing_of packages-optional.txt)
  if ((${#missing[@]} == 0)); then return 0; fi
  if [[ -e $build/optional && $(<"$build/optional") == "${missing[*]}" ]]; then return 0; fi
  echo "${missing[*]}" >"$build/optional"
  if ! become=$(as_root); then
    say "without ${missing[*]}, $without; to have it:
  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
  else
    say "installing ${missing[*]} ..."
    apt_install "$become" "${missing[@]}" </dev/null >"$log" 2>&1 ||
      say "${missing[*]} could not be installed, so $without (the log is build/setup.log)"
  fi
}

# Puts the CUDA compiler on PATH where one is installed.
find_nvcc() {
  local folder
  if command -v nvcc >/dev/null; then return 0; fi
  for folder in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    if [[ -n $folder && -x $folder/bin/nvcc ]]; then
      export PATH=$folder/bin:$PATH
      return 0
    fi
  done
}

make_venv() {
  local python=python3 venv=$build/venv stamp become
  if [[ -x /usr/bin/python3 ]]; then python=/usr/bin/python3; fi
  stamp=$({ cat "$root/scripts/requirements.txt" && echo "$venv"; } | sha256sum | cut -d' ' -f1)
  if [[ -e $venv/stamp && $(<"$venv/stamp") == "$stamp" ]] && "$venv/bin/python3" -c '' 2>/dev/null
  then
    return 0
  fi
  say "making the Python environment build/venv ..."
  rm -rf "$venv"
  if "$python" -m venv "$venv" >"$log" 2>&1 &&
    "$venv/bin/python3" -m pip install --disable-pip-version-check --timeout 10 --retries 1 \
      --only-binary :all: -r "$root/scripts/requirements.txt" >>"$log" 2>&1; then
    echo "$stamp" >"$venv/stamp"
    return 0
  fi
  say "PyPI could not be used, so Debian's NumPy, matplotlib, segyio and Jinja2 are taken and the format of Fortran is not" \
    "checked; remove build/venv to try again"
  local debian=(python3-numpy python3-matplotlib python3-segyio python3-jinja2)
  if ! "$python" -c 'import numpy, matplotlib, segyio, jinja2' 2>/dev/null; then
    if become=$(as_root) && command -v apt-get >/dev/null; then
      apt_install "$become" "${debian[@]}" >>"$log" 2>&1 || say "${debian[*]} could not be installed"
    else
      say "packages are missing: sudo apt-get install ${debian[*]}"
    fi
  fi
  rm -rf "$venv"
  quietly "making build/venv" "$python" -m venv --system-site-packages --without-pip "$venv"
  echo "$stamp" >"$venv/stamp"
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# CMake itself configures again when its files change; here, when it cannot know.
configure() {
  local stamp options=() nvcc
  nvcc=$(command -v nvcc || true)
  # What some stages need may have come or gone since CMake looked for it.
  stamp="$root ${nvcc:-without CUDA} $(sha256sum <"$root/CMakeLists.txt") ${CUDNN_ROOT:-}"
  if command -v dpkg-query >/dev/null; then stamp+=" $(missing_of packages-optional.txt | tr '\n' ' ')"; fi
  if [[ -e $build/configured && $(<"$build/configured") == "$stamp" ]] &&
    [[ -e $build/build.ninja || -e $build/Makefile ]]; then
    return 0
  fi
  say "configuring ..."
  if [[ -e $build/CMakeCache.txt ]]; then
    # A tree that was moved, or a compiler that is gone: what was found before holds no more.
    local compiler
    compiler=$(cached CMAKE_CUDA_COMPILER)
    if [[ $(cached CMAKE_HOME_DIRECTORY) != "$root" ]] ||
      [[ $compiler == /* && ! -x $compiler ]]; then
      options+=(--fresh)
    fi
  elif command -v ninja >/dev/null; then
    options+=(-G Ninja)
  fi
  quietly "configuring" cmake -S "$root" -B "$build" "${options[@]}"
  sed -n 's/^-- \(CUDA stages are left out: \)/set-up: \1/p; s/^-- \(Stage .* is left out: \)/set-up: \1/p' "$log" >&2
  echo "$stamp" >"$build/configured"
}

compile() {
  [[ -x $build/ladder ]] || say "building, which takes a few minutes the first time ..."
  quietly "the build" cmake --build "$build" --parallel "$(nproc)"
}

mkdir -p "$build" || give_up "$build cannot be made"
# One set-up at a time: two programs that start together do not build over each other.
exec 9>"$build/setup.lock"
if command -v flock >/dev/null && ! flock -n 9; then
  say "another set-up is running; waiting for it ..."
  flock 9
fi
install_packages
install_optional_packages
find_nvcc
make_venv
configure
compile
exec 9>&-
