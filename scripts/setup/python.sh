# The Python environment build/venv. Part of setup.sh.
# shellcheck shell=bash disable=SC2154  # root, build, log, everything are setup.sh's

stamp_of_venv() {
  { cat "$root/scripts/requirements.txt" && echo "$build/venv"; } | sha256sum | cut -d' ' -f1
}

venv_is_ready() {
  [[ -e $build/venv/stamp && $(<"$build/venv/stamp") == $(stamp_of_venv) ]] &&
    "$build/venv/bin/python3" -c '' 2>/dev/null
}

# Has a log of its own, since it may run next to the build.
make_venv() {
  local python=python3 venv=$build/venv log=$build/venv.log stamp become
  if [[ -x /usr/bin/python3 ]]; then python=/usr/bin/python3; fi
  if venv_is_ready; then return 0; fi
  stamp=$(stamp_of_venv)
  say "making the Python environment build/venv ..."
  rm -rf "$venv"
  if "$python" -m venv "$venv" >"$log" 2>&1 &&
    "$venv/bin/python3" -m pip install --disable-pip-version-check --timeout 10 --retries 1 \
      --only-binary :all: -r "$root/scripts/requirements.txt" >>"$log" 2>&1; then
    echo "$stamp" >"$venv/stamp"
    return 0
  fi
  say "PyPI could not be used, so Debian's NumPy, matplotlib, segyio and Jinja2 are taken and the" \
    "format of Fortran is not checked; remove build/venv to try again"
  local debian=(python3-numpy python3-matplotlib python3-segyio python3-jinja2)
  if ! "$python" -c 'import numpy, matplotlib, segyio, jinja2' 2>/dev/null; then
    if become=$(as_root) && command -v apt-get >/dev/null; then
      apt_install "$become" "${debian[@]}" >>"$log" 2>&1 ||
        say "${debian[*]} could not be installed"
    else
      say "packages are missing: sudo apt-get install ${debian[*]}"
    fi
  fi
  rm -rf "$venv"
  quietly "making build/venv" "$python" -m venv --system-site-packages --without-pip "$venv"
  echo "$stamp" >"$venv/stamp"
}
