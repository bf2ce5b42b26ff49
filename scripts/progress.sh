# Sourced by the scripts: what they print while they work.
relax_start=$SECONDS

# step TEXT: say what begins now, with the seconds since the start.
step() {
  printf '[%4ds] %s\n' "$((SECONDS - relax_start))" "$*"
}

# quietly LOG COMMAND...: run with the output in LOG; on failure show its end.
quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 && return 0
  printf 'failed: %s\nthe end of %s:\n' "$*" "$log" >&2
  tail -n 60 "$log" >&2
  return 1
}

# configure PRESET: run CMake in the preset's build folder.
configure() {
  local folder
  folder=$(build_folder "$1")
  mkdir -p "$folder"
  step "configuring $folder"
  # A preset names compilers without their folders. Given again, CMake takes them
  # for other ones, starts over and forgets them.
  local how=(--preset "$1")
  [[ ! -f $folder/build.ninja ]] || how=("$folder")
  quietly "$folder/configure.log" cmake "${how[@]}"
}

# build_folder PRESET: print where the preset builds.
build_folder() {
  case $1 in
    default | clang) echo build ;;
    *) echo "build-$1" ;;
  esac
}

# build PRESET [TARGET...]: run ninja, on a terminal with its own progress
# line, else with one line now and then.
build() {
  local folder jobs
  folder=$(build_folder "$1")
  shift
  jobs=$(nproc)
  [[ $jobs -lt 3 ]] || jobs=3
  step "building $folder"
  export NINJA_STATUS='[%f/%t] '
  if [[ -t 1 ]]; then
    ninja -C "$folder" -j "$jobs" "$@"
    return
  fi
  local log=$folder/build.log status=0
  : >"$log"
  quietly "$log" ninja -C "$folder" -j "$jobs" "$@" &
  local ninja=$! waited=0
  while kill -0 "$ninja" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    [[ $((waited % 30)) -ne 0 ]] || step "  $(tail -n 1 "$log" | cut -c -90)"
  done
  wait "$ninja" || status=$?
  return "$status"
}

# install_apart NAME WHAT: install scripts/requirements-NAME.txt, apart from
# .venv since the tests need none of it, into build/NAME-venv. The stamp is
# written last.
install_apart() {
  local list=scripts/requirements-$1.txt venv=build/$1-venv
  cmp -s "$list" "$venv/requirements.txt" && return
  step "installing $2 into $venv"
  rm -rf "$venv"
  mkdir -p build
  python3 -m venv "$venv"
  quietly "build/$1-pip.log" "$venv/bin/python" -m pip install \
    --disable-pip-version-check --no-deps -r "$list"
  cp "$list" "$venv/requirements.txt"
}
