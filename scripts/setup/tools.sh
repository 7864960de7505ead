# Compilers and CMake, without which nothing else can be looked for. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

one_of() { # command lines, of which the first word counts
  local line word
  for line; do
    read -r word _ <<<"$line"
    if [[ -n $word ]] && command -v "$word" >/dev/null; then return 0; fi
  done
  return 1
}

least_cmake=3.25

cmake_is_new_enough() {
  local version
  version=$(cmake --version 2>/dev/null | sed -n '1s/^cmake version \([0-9.]*\).*/\1/p')
  # What does not say its version finds out itself that it is too old.
  local older
  older=$(printf '%s\n' "$least_cmake" "$version" | sort -V | head -n 1)
  [[ -z $version || $older == "$least_cmake" ]]
}

check_tools() {
  local missing=() libraries kind named
  one_of "${CC:-}" cc gcc || missing+=(gcc)
  one_of "${CXX:-}" c++ g++ || missing+=(g++)
  one_of "${FC:-}" gfortran || missing+=(gfortran)
  one_of cmake && cmake_is_new_enough || missing+=(cmake)
  one_of ninja make || missing+=(ninja-build)
  if ((${#missing[@]} == 0)); then return 0; fi
  say "these are missing (CMake must be $least_cmake or newer):"
  "$root/scripts/setup/names.sh" "${missing[@]}" >&2
  libraries=$(if is_debian; then missing_of packages.txt; else names_in packages.txt; fi)
  for kind in yes no; do
    mapfile -t named < <(grep -xF "$libraries" \
      <(sed -n "s/^\(lib[^ ]*\|[^ ]*-dev\) *$kind .*/\1/p" "$root/scripts/packages.txt"))
    if ((${#named[@]} == 0)); then continue; fi
    if [[ $kind == yes ]]; then
      say "CMake then looks for these libraries, and they are fetched if it does not find them:"
    else
      say "it looks for these optional ones too:"
    fi
    "$root/scripts/setup/names.sh" "${named[@]}" >&2
  done
  give_up "nothing was built"
}
