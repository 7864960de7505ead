# Sourced by scripts/ladder and scripts/test: installs what is missing, configures, builds. Says nothing
# when there is nothing to do; all words go to stderr, because stdout belongs to the program.
# Sets `root` and `build`.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${LADDER_BUILD_DIR:-$root/build}

say() { printf 'set-up: %s\n' "$*" >&2; }

# Runs a command quietly; shows the end of what it printed when it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    say "failed: $*"
    exit 7
  fi
  rm -f "$log"
}

install_packages() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake will say what it misses
  local wanted missing=() package
  wanted=$(grep -v '^#' "$root/scripts/packages.txt")
  for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      say "these packages are missing, and this is neither root nor sudo. Please run"
      say "  sudo apt-get install ${missing[*]}"
      exit 7
    fi
    as_root=(sudo -n)
  fi
  say "installing ${missing[*]}"
  quietly "${as_root[@]}" apt-get update
  quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

make_venv() {
  local stamp=$build/venv/.stamp now
  now=$(sha256sum "$root/scripts/requirements.txt")
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ] && return 0
  say "making the Python environment in build/venv"
  rm -rf "$build/venv"
  quietly python3 -m venv "$build/venv"
  if "$build/venv/bin/pip" install -q -r "$root/scripts/requirements.txt" >/dev/null 2>&1; then
    printf '%s' "$now" >"$stamp"
  else
    say "the Python packages of scripts/requirements.txt cannot be had; tests and checks that need them are skipped"
  fi
}

build_all() {
  # Configured again when that failed or never happened; afterwards the build itself sees to it.
  if [ ! -f "$build/build.ninja" ]; then
    say "configuring in $(basename "$build")/"
    quietly cmake -S "$root" -B "$build" -G Ninja ${LADDER_CMAKE_ARGS:-}
    grep -h 'CUDA stages are left out' "$build/CMakeCache.txt" 2>/dev/null >&2 || true
  fi
  [ -f "$build/ladder" ] || say "building, a minute or two"
  quietly cmake --build "$build"
}

set_up() {
  install_packages
  mkdir -p "$build"
  make_venv
  build_all
}
