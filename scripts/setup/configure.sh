# What is built, and CMake's configuration. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

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

gpu_is_here() {
  local device
  for device in ${LADDER_GPU_DEVICES:-/dev/nvidiactl /dev/nvidia0 /dev/dxg}; do
    if [[ -e $device ]]; then return 0; fi
  done
  return 1
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null; }

# ON or OFF. CUDA stages take most of a build, and without a GPU none of them can run: then they are
# compiled for the tests, or when they are asked for. What was compiled once stays.
choose_cuda() {
  case ${LADDER_CUDA:-auto} in
    on | ON) echo ON ;;
    off | OFF) echo OFF ;;
    auto)
      if $everything || gpu_is_here || [[ $(cached LADDER_CUDA) == ON ]]; then
        echo ON
      else
        echo OFF
      fi
      ;;
    *) give_up "LADDER_CUDA is '$LADDER_CUDA': expected auto, on or off" ;;
  esac
}

# all or cases: the half-lengths that CUDA kernels are compiled for. The arguments are those of
# ladder. Tests with a GPU run them all; without one those of the cases are predicted, and the
# others would take a third of a build.
choose_half_lengths() {
  local word
  if [[ -n ${LADDER_HALF_LENGTHS:-} ]]; then
    echo "$LADDER_HALF_LENGTHS"
    return 0
  fi
  for word; do
    if [[ $word == --half-length* ]]; then
      echo all
      return 0
    fi
  done
  if [[ $(cached LADDER_HALF_LENGTHS) == all ]] || { $everything && gpu_is_here; }; then
    echo all
  else
    echo cases
  fi
}

# ON or OFF. Routines of one's own need neither the stages of the built-in ladders nor the surveys,
# which take most of a build: they are compiled when anything else is asked for.
# The arguments are those of ladder. What was compiled once stays.
choose_stages() {
  local word own=false
  if $everything || [[ -e $build/CMakeCache.txt && $(cached LADDER_STAGES) != OFF ]]; then
    echo ON
    return 0
  fi
  case ${1:-} in
    profile | adopt | record | port | new-stage)
      echo OFF
      return 0
      ;;
    "" | verify | sweep | tune | --*) if [[ -e ladder.toml ]]; then own=true; fi ;;
    *) set -- ;;
  esac
  for word; do
    case $word in
      --ladder | --ladder=*) own=true ;;
      --help | --version)
        echo ON
        return 0
        ;;
    esac
  done
  if $own; then echo OFF; else echo ON; fi
}

# For a first result on a machine with a GPU: that GPU's own code and no other. For the tests
# without one: what the reports on compiled kernels are of, so that each kernel is compiled once for
# both the program and its report. All half-lengths are for every GPU.
choose_architecture() { # half-lengths
  if $everything && ! gpu_is_here; then
    if [[ ${LADDER_HALF_LENGTHS:-} != all ]]; then echo 90-real; fi
    return 0
  fi
  if [[ $1 == all ]]; then return 0; fi
  nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -u |
    sed -n 's/^\([0-9]*\)\.\([0-9]*\)$/\1\2-real/p' | paste -sd';' || true
}

# Runs CMake; where libraries are missing it fetches them and tries once more.
run_cmake() {
  local vendor again
  vendor=$(vendor_folder)
  rm -f "$build"/missing-{required,optional}
  for again in true false; do
    if cmake -S "$root" -B "$build" "$@" "-DLADDER_VENDOR=$vendor" </dev/null >"$log" 2>&1; then
      return 0
    fi
    if [[ -z $(in_list required) ]]; then show_failure configuring; fi
    # shellcheck disable=SC2046  # one word a line
    if ! $again || ! fetch_libraries $(in_list required) $(in_list optional); then
      name_missing
      give_up "nothing was built"
    fi
    vendor=$(vendor_folder)
  done
}

# What was found before holds no more: the tree was copied or moved, or a compiler is gone.
found_elsewhere() {
  local language compiler
  if [[ $(cached CMAKE_HOME_DIRECTORY) != "$root" ]]; then return 0; fi
  for language in C CXX Fortran CUDA; do
    compiler=$(cached "CMAKE_${language}_COMPILER")
    if [[ $compiler == /* && ! -x $compiler ]]; then return 0; fi
  done
  return 1
}

# An option of CMake; without a value CMake chooses again.
option() { # name, value
  if [[ -n $2 ]]; then options+=("-D$1=$2"); else options+=("-U$1"); fi
}

# CMake itself configures again when its files change; here, when it cannot know.
configure() {
  local stamp options=() nvcc cuda lengths=all architecture='' language stages why=''
  nvcc=$(command -v nvcc || true)
  cuda=$(choose_cuda)
  if [[ $cuda == ON ]]; then lengths=$(choose_half_lengths "$@"); fi
  option LADDER_CUDA "$cuda"
  option LADDER_HALF_LENGTHS "$lengths"
  if [[ $cuda == OFF && ${LADDER_CUDA:-auto} == auto ]]; then
    why="this machine has no GPU, so the CUDA stages were not compiled: LADDER_CUDA=on"
    why+=" scripts/ladder compiles them"
  fi
  option LADDER_WHY_CUDA_IS_OFF "$why"
  stages=$(choose_stages "$@")
  option LADDER_STAGES "$stages"
  why=
  if [[ $stages == OFF ]]; then
    why="only a ladder of your own was asked for, so the stages were not compiled: scripts/ladder"
    why+=" list compiles them"
  fi
  option LADDER_WHY_STAGES_ARE_OFF "$why"
  if [[ $cuda == ON ]]; then architecture=$(choose_architecture "$lengths"); fi
  option CMAKE_CUDA_ARCHITECTURES "$architecture"
  # Elsewhere another compiler's new warnings would stop a build that is right.
  option CMAKE_COMPILE_WARNING_AS_ERROR "$(if [[ ${CI:-} == true ]]; then echo ON; fi)"
  # Libraries may have been installed or removed since CMake looked for them.
  stamp="$root ${nvcc:-without CUDA} $(sha256sum <"$root/CMakeLists.txt") ${CUDNN_ROOT:-}"
  stamp+=" ${options[*]} $everything"
  stamp+=" ${CMAKE_PREFIX_PATH:-} ${CPATH:-} ${CONDA_PREFIX:-} ${LADDER_VENDOR:-}"
  if is_debian; then stamp+=" $(missing_of packages.txt packages-optional.txt | tr '\n' ' ')"; fi
  if [[ -e $build/configured && $(<"$build/configured") == "$stamp" ]] &&
    [[ -e $build/build.ninja || -e $build/Makefile ]]; then
    return 0
  fi
  say "configuring ..."
  if [[ -e $build/CMakeCache.txt ]] && found_elsewhere; then options+=(--fresh); fi
  if [[ ! -e $build/CMakeCache.txt || ${options[-1]} == --fresh ]]; then
    options+=(-DLADDER_UNITY=ON)
    if command -v ninja >/dev/null; then options+=(-G Ninja); fi
    if command -v ccache >/dev/null; then
      for language in C CXX CUDA; do options+=("-DCMAKE_${language}_COMPILER_LAUNCHER=ccache"); done
    fi
  fi
  if $everything; then options+=(-DBUILD_TESTING=ON); else options+=(-DBUILD_TESTING=OFF); fi
  run_cmake "${options[@]}"
  sed -n 's/^-- \(CUDA stages are left out: \)/set-up: \1/p
    s/^-- \(Stage .* is left out: \)/set-up: \1/p' "$log" | awk '!seen[$0]++' >&2
  if [[ -n $(in_list optional) ]]; then
    say "optional libraries are missing: $(in_list optional | paste -sd' '); \`ladder doctor\`" \
      "says what does not work without them, scripts/setup/names.sh what they are called elsewhere"
  fi
  if [[ ! -e $build/build.ninja ]]; then
    say "building by make, which shows no progress: ninja would ..."
  fi
  echo "$stamp" >"$build/configured"
}
