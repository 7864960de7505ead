# Libraries that CMake did not find: from an archive, or fetched without root. Part of setup.sh.
#   LADDER_VENDOR    a folder or an archive that scripts/vendor made
#   LADDER_DOWNLOAD  off: nothing is fetched
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

fetched=$build/fetched

# The folder that CMake looks in after all others; none: nothing.
vendor_folder() {
  local given=${LADDER_VENDOR:-}
  if [[ -f $given ]]; then
    rm -rf "$build/vendor"
    mkdir -p "$build/vendor"
    given=$(realpath "$given")
    (cd "$build/vendor" && cmake -E tar xf "$given") >"$log" 2>&1 ||
      give_up "LADDER_VENDOR: '$given' cannot be unpacked; the log is build/setup.log"
    given=$build/vendor
  fi
  if [[ -n $given && ! -d $given/include ]]; then
    give_up "LADDER_VENDOR: '$given' has no folder include/: scripts/vendor makes what is meant"
  fi
  if [[ -n $given ]]; then
    (cd "$given" && pwd -P)
  elif [[ -d $fetched/usr ]]; then
    echo "$fetched/usr"
  fi
}

# Fetches what is missing; fails where it cannot.
fetch_libraries() { # Debian's names
  if [[ ${LADDER_DOWNLOAD:-auto} == off || -n ${LADDER_VENDOR:-} ]]; then return 1; fi
  rm -rf "$fetched"
  say "fetching libraries into build/fetched, since these are missing: $*" \
    "(LADDER_DOWNLOAD=off forbids it) ..."
  : >"$log"
  if command -v dpkg-deb >/dev/null && "$root/scripts/setup/fetch.sh" debian "$fetched" "$@" \
    </dev/null >>"$log" 2>&1; then
    return 0
  fi
  rm -rf "$fetched"
  if "$root/scripts/setup/fetch.sh" pypi "$fetched" </dev/null >>"$log" 2>&1; then return 0; fi
  rm -rf "$fetched"
  say "they could not be fetched: $(grep -v '^ *$' "$log" | tail -n 1) (the log is build/setup.log)"
  return 1
}

in_list() { sed '/^$/d' "$build/missing-$1" 2>/dev/null; }

# All that is missing, at once.
name_missing() {
  local required optional
  mapfile -t required < <(in_list required)
  mapfile -t optional < <(in_list optional)
  say "libraries that ladder needs were not found:"
  "$root/scripts/setup/names.sh" "${required[@]}" >&2
  if ((${#optional[@]} > 0)); then
    say "optional, and not found either:"
    "$root/scripts/setup/names.sh" "${optional[@]}" >&2
  fi
  say "where nothing can be installed: on a machine that has them, scripts/vendor" \
    "ladder-libraries.tar.gz; here, LADDER_VENDOR=ladder-libraries.tar.gz scripts/ladder. What is" \
    "installed elsewhere: CMAKE_PREFIX_PATH=FOLDER"
}
