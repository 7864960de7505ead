# Debian packages: with root, what is missing is installed. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

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
  # Ten thousands of headers, each waited for until it is on the disk, take longer than the build:
  # here it is waited for once.
  # shellcheck disable=SC2086  # $become is one word or none
  $become apt-get update && $become env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@" && sync
}

# Debian's names in lists in scripts/.
names_in() {
  local list
  for list; do sed -n 's/^\([^#[:space:]][^[:space:]]*\).*/\1/p' "$root/scripts/$list"; done
}

# Those of them that are not installed.
missing_of() {
  local wanted
  mapfile -t wanted < <(names_in "$@")
  comm -13 <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
    sed -n 's/^installed //p' | sort -u) <(printf '%s\n' "${wanted[@]}" | sort -u)
}

is_debian() { command -v dpkg-query >/dev/null; }

# Without root CMake is asked what is missing: it may be somewhere else. It knows nothing of the
# tools of the tests.
install_packages() { # lists in scripts/
  local missing become
  if ! is_debian; then return 0; fi
  mapfile -t missing < <(missing_of "$@")
  if ((${#missing[@]} == 0)); then return 0; fi
  if become=$(as_root); then
    say "installing ${missing[*]} ..."
    quietly "installing packages" apt_install "$become" "${missing[@]}"
  elif $everything && [[ -n $(missing_of packages-tests.txt) ]]; then
    give_up "packages are missing, and installing them needs root:
$("$root/scripts/setup/names.sh" "${missing[@]}")"
  fi
}

# What some stages need is tried once for each list of missing packages: without it the set-up goes
# on, and those stages are left out.
install_optional_packages() {
  local missing become without="those stages that need it are left out; \`ladder list\` says which"
  if ! is_debian; then return 0; fi
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
