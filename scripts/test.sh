#!/usr/bin/env bash
# Set up, build and run the tests; the last lines are ctest's summary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

usage() {
  cat <<'TEXT'
usage: scripts/test.sh [--all] [--preset NAME] [--target NAME] [CTEST-OPTION...]

  --all           also the tests that take long (label nightly); then make the
                  packages, install and use them, too
  --preset NAME   which build: default, gcc, asan, tsan, assertions
                  (CMakePresets.json)
  --target NAME   build that alone, of which CTEST-OPTION picks the tests
  CTEST-OPTION    for instance -R unit (only tests whose name matches)
TEXT
}

preset=default
target=all
packages=
options=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --all) packages=yes; shift ;;
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    --preset=*) preset=${1#*=}; shift ;;
    --target) target=${2:?--target needs a name}; shift 2 ;;
    --target=*) target=${1#*=}; shift ;;
    *) options+=("$1"); shift ;;
  esac
done

scripts/setup.sh
# Without CUDA's toolkit, what setup.sh has brought of it.
if [[ ! -x /usr/local/cuda/bin/ptxas && -d .venv/cuda ]]; then
  export CUDA_ROOT=${CUDA_ROOT:-$PWD/.venv/cuda/nvidia/cu13}
fi
configure "$preset"
build "$preset" "$target"
step "running the tests"
[[ ! -t 1 ]] || options+=(--progress)
[[ -n $packages ]] || options+=(-LE nightly)
folder=$(build_folder "$preset")
status=0
ctest --test-dir "$folder" --output-on-failure --no-tests=error -j 3 \
  "${options[@]}" || status=$?
if [[ -n $packages ]]; then
  scripts/package.sh --check || status=$?
fi
# Each line of the costs is a test, its runs and its seconds; names of failures
# follow.
echo "The slowest tests, in seconds:"
sed '/^---$/,$d' "$folder/Testing/Temporary/CTestCostData.txt" |
  sort -k3,3nr | awk 'NR <= 10 { printf "%8.1f  %s\n", $3, $1 }'
exit "$status"
