# The build, with what is being built and how much is left. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

# About how long a unit takes, in tenths of a second of one core; only their proportions matter.
weight_of() { # a line of ninja
  case $1 in
    *"report on its kernels"*) echo 90 ;;
    *"CUDA object"*) echo 40 ;;
    *"CXX object"*unity* | *"CXX object"*Unity* | *"CXX object"*pch*) echo 90 ;;
    *"CXX object"*) echo 30 ;;
    *"C object"*) echo 8 ;;
    *) echo 1 ;;
  esac
}

kind_of() {
  case $1 in
    *"CUDA object"* | *kernels*) echo "CUDA stages" ;;
    *stage_* | *Hashing*) echo "stages on the host" ;;
    *Fortran*) echo "the Fortran side" ;;
    *Linking*) echo "linking" ;;
    *tests*) echo "tests" ;;
    *) echo "the harness" ;;
  esac
}

# Reads ninja's lines: all go into the log, and one line says how far it is, which rewrites itself on a terminal.
show_progress() { # sum of the weights
  local all=$1 line done=0 begun=$SECONDS told=-100 taken left words
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if ! [[ $line =~ ^\[[0-9]+/[0-9]+\] ]]; then continue; fi
    done=$((done + $(weight_of "$line")))
    taken=$((SECONDS - begun)) left="how long is not known yet"
    if ((taken >= 5 && done > 0)); then left="about $(((all > done ? all - done : 0) * taken / done)) s left"; fi
    words="building $(kind_of "$line"): $((all > 0 ? (done > all ? 100 : 100 * done / all) : 100)) % done, $left"
    if [[ -t 2 ]]; then
      printf '\r\033[Kset-up: %s' "$words" >&2
    elif ((taken - told >= 15)); then
      say "$words"
      told=$taken
    fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

compile() {
  local target=ladder all=0 line
  if $everything; then target=all; fi
  if [[ ! -e $build/build.ninja ]]; then
    quietly "the build" cmake --build "$build" --target "$target" --parallel "$(nproc)"
    return 0
  fi
  while IFS= read -r line; do
    if [[ $line == \[* ]]; then all=$((all + $(weight_of "$line"))); fi
  done < <(ninja -n -C "$build" "$target" 2>/dev/null)
  : >"$log"
  if ! NINJA_STATUS="[%f/%t] " ninja -C "$build" -j "$(nproc)" "$target" </dev/null 2>&1 | show_progress "$all"; then
    tail -n 40 "$log" >&2
    give_up "the build failed; the whole log is build/setup.log"
  fi
}
