#!/usr/bin/env bash
# Set up, build and run all tests; the last lines are ctest's summary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

usage() {
  cat <<'TEXT'
usage: scripts/test.sh [--preset NAME] [CTEST-OPTION...]

  --preset NAME   which build: default, gcc, asan (CMakePresets.json)
  CTEST-OPTION    for instance -R unit (only tests whose name matches)
TEXT
}

preset=default
options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    --preset=*) preset=${1#*=}; shift ;;
    *) options+=("$1"); shift ;;
  esac
done

scripts/setup.sh
configure "$preset"
build "$preset"
step "running the tests"
[[ ! -t 1 ]] || options+=(--progress)
exec ctest --test-dir "$(build_folder "$preset")" --output-on-failure \
  --no-tests=error -j 2 "${options[@]}"
