# The build, with what is being built and how much is left. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

# About how long a unit takes, in tenths of a second of one core; only their proportions matter.
weight_of() { # a line of ninja, or a command of it
  case $1 in
    *"for the report"* | *compile_for_report*" -cubin "*) echo 90 ;;
    *Linking* | *Generating* | *preprocessed*) echo 1 ;;
    *Building* | *" -c "*)
      case $1 in
        *.cu.o*) echo 40 ;;
        */unity_*) echo 90 ;;
        *cmake_pch*) echo 40 ;;
        *.cpp.o*) echo 10 ;;
        *.c.o*) echo 20 ;;
        *) echo 1 ;;
      esac
      ;;
    *) echo 1 ;;
  esac
}

kind_of() {
  case $1 in
    *"CUDA object"* | *kernels*) echo "CUDA stages" ;;
    *stage_*) echo "stages on the host" ;;
    *Fortran*) echo "the Fortran side" ;;
    *Linking*) echo "linking" ;;
    *Hashing*) echo "hashes of the stages" ;;
    *tests*) echo "tests" ;;
    *) echo "the harness" ;;
  esac
}

# Reads ninja's lines: all go into the log, and one line says how far it is, which rewrites itself
# on a terminal. From scratch units count by their weights; otherwise, where it is not known which
# are built, all count the same.
show_progress() { # number of all commands, sum of their weights
  local commands=$1 all=$2 line done=0 begun=$SECONDS said=-100 taken left words total
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if ! [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || [[ $line == *Re-checking* ]]; then continue; fi
    total=${BASH_REMATCH[2]}
    if ((10 * total < 8 * commands)); then
      done=${BASH_REMATCH[1]} all=$total
    else
      done=$((done + $(weight_of "$line")))
    fi
    # Some commands run in every build, to see whether anything is to be built.
    if [[ $line != *Building* && $line != *Linking* ]]; then continue; fi
    taken=$((SECONDS - begun)) left=""
    if ((done > all)); then done=$all; fi
    if ((taken >= 5 && done > 0)); then left=", about $(((all - done) * taken / done)) s left"; fi
    words="building: ${BASH_REMATCH[1]} of $total units, $((100 * done / all)) %$left"
    words+=" ($(kind_of "$line"))"
    if [[ -t 2 ]]; then
      printf '\r\033[Kset-up: %s' "$words" >&2
    elif ((taken - said >= 15)); then
      say "$words"
      said=$taken
    fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

compile() {
  local target=program all=0 count=0 line
  if $everything; then target=all; fi
  if [[ ! -e $build/build.ninja ]]; then
    quietly "the build" cmake --build "$build" --target "$target" --parallel "$(nproc)"
    return 0
  fi
  while IFS= read -r line; do
    count=$((count + 1))
    all=$((all + $(weight_of "$line")))
  done < <(ninja -C "$build" -t commands "$target" 2>/dev/null)
  : >"$log"
  if ! NINJA_STATUS="[%f/%t] " ninja -C "$build" -j "$(nproc)" "$target" </dev/null 2>&1 |
    show_progress "$count" "$all"; then
    tail -n 40 "$log" >&2
    give_up "the build failed; the whole log is build/setup.log"
  fi
}
