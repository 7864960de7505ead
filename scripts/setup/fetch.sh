#!/usr/bin/env bash
# Fetches libraries for CMake into FOLDER/usr, without root.
#   fetch.sh debian FOLDER PACKAGE ...   Debian's own packages, unpacked and not installed
#   fetch.sh pypi FOLDER                 headers that packages on PyPI contain
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd -P)
from=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd -P)
shift 2

from_debian() { # packages
  local apt deb needs
  mkdir -p "$folder"/{debs,lists/partial,cache/archives/partial}
  apt=(apt-get -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache"
    -o "APT::Sandbox::User=$(id -un)")
  cd "$folder/debs"
  "${apt[@]}" update
  "${apt[@]}" download "$@"
  # A library is in another package than its headers. Those of the compiler are there already.
  needs=$(for deb in *.deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' |
    sed 's/^ *//; s/[ (:|].*//' | grep -vE '^(libc6.*|libgcc.*|libstdc.*|)$' | sort -u)
  for deb in $needs; do "${apt[@]}" download "$deb" || true; done
  for deb in *.deb; do dpkg-deb -x "$deb" "$folder"; done
  rm -rf "$folder"/{debs,lists,cache}
}

from_pypi() {
  local parts=$folder/parts python=python3 archive include=$folder/usr/include
  if ! python3 -m pip --version; then
    python3 -m venv "$folder/python"
    python=$folder/python/bin/python3
  fi
  mkdir -p "$parts" "$include"
  "$python" -m pip download --disable-pip-version-check --timeout 20 --retries 1 \
    --no-deps --ignore-requires-python --require-hashes \
    -r "$root/scripts/requirements-headers.txt" -d "$folder/archives"
  cd "$parts"
  for archive in "$folder"/archives/*; do cmake -E tar xf "$archive"; done  # wheels too
  cp -r cmeel.prefix/include/fmt pgm_build_deps/nlohmann_json/include/nlohmann \
    pytomlpp-*/third_party/tomlplusplus/include/toml++ pugixml-*/src/third_party/pugixml/src/* \
    "$include"
  rm -rf "$parts" "$folder"/{archives,python}
}

"from_$from" "$@"
