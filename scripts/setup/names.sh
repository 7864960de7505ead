#!/usr/bin/env bash
# Prints how to install packages, which are given by their names in Debian, with each kind of
# package manager.
set -euo pipefail
lists=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..

# The names in one column of scripts/packages*.txt; those without a package there go to `unknown`.
names_in() { # column, Debian's names
  local column=$1 name row
  shift
  names=() unknown=()
  for name; do
    row=$(sed 's/#.*//' "$lists"/packages*.txt |
      awk -v name="$name" -v column="$column" '$1 == name { print $column }')
    if [[ -z $row ]]; then
      echo "names.sh: no list in scripts/ has the package '$name'" >&2
      exit 2
    elif [[ $row == - ]]; then
      unknown+=("$name")
    elif [[ " ${names[*]} " != *" $row "* ]]; then
      names+=("$row")
    fi
  done
}

line() { # words before the command, command, words behind its names, column, Debian's names
  local title=$1 command=$2 behind=$3 column=$4 text
  shift 4
  names_in "$column" "$@"
  if ((${#names[@]} > 0)); then
    text="$command ${names[*]}${behind:+ && $behind ${names[*]}}"
  else
    text="no packages known"
  fi
  if ((${#names[@]} > 0 && ${#unknown[@]} > 0)); then text+="    (from source: ${unknown[*]})"; fi
  printf '  %-16s%s\n' "$title" "$text"
}

if (($# == 0)); then
  echo "usage: scripts/setup/names.sh DEBIAN_PACKAGE ..." >&2
  exit 2
fi
line "Debian, Ubuntu" "sudo apt-get update && sudo apt-get install -y --no-install-recommends" \
  "" 1 "$@"
line "Fedora" "sudo dnf install" "" 3 "$@"
line "Arch" "sudo pacman -S" "" 4 "$@"
line "Spack" "spack install" "spack load" 5 "$@"
line "conda-forge" "conda install -c conda-forge" "" 6 "$@"
