#!/usr/bin/env bash
# What .ci/run has no time to do each time, by the day of the year: a bounded
# part, another one each time, so that the parts of some weeks are all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

usage() {
  cat <<'TEXT'
usage: scripts/rotation.sh [--day=N] [nightly|gcc|tsan|assertions|clang-tidy]

  nightly     1 of 8 parts of the tests that `scripts/test.sh --all` adds
  gcc         g++, without the precompiled header, on 1 of 16 parts of the
              sources: about 50, syntax only, which finds what is not included
  tsan        unit tests of the run time: threads, streams, collectives, calls
              by TVM
  assertions  unit tests of analyses with the assertions of our code and of the
              C++ library
  clang-tidy  on 1 of 16 parts of the sources

Without a name the day of the year N (today) chooses one of the last four; it
always chooses the part.
TEXT
}

day=$((10#$(date +%j)))
kind=
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --day=*) day=${argument#*=} ;;
    nightly | gcc | tsan | assertions | clang-tidy) kind=$argument ;;
    *) usage >&2; exit 2 ;;
  esac
done
kinds=(gcc tsan assertions clang-tidy)
kind=${kind:-${kinds[day % 4]}}
part=(--build build --part=$((day / 4 % 16)) --parts=16)

echo "$kind, day $day"
# The tests whose preset builds nothing but them.
unit_tests() {
  local preset=$1 name
  shift
  for name in "$@"; do
    scripts/test.sh --preset "$preset" --target "$name" -R "^unit-$name\$"
  done
}
# The headers that TableGen writes, of which the sources include some.
generated() {
  configure default
  build default $(ninja -C build -t targets all |
    sed -n 's/^\([A-Za-z0-9_]*Gen\): phony$/\1/p')
}
case $kind in
  nightly)
    listed=$(ctest --test-dir build -N -L nightly |
      sed -n 's/^ *Test *#[0-9]*: //p' | awk -v day="$day" 'NR % 8 == day % 8')
    ctest --test-dir build --output-on-failure --no-tests=error -j 3 \
      -R "^($(paste -s -d'|' <<<"$listed"))\$"
    ;;
  gcc)
    generated
    utils/check-includes.py "${part[@]}"
    ;;
  tsan) unit_tests tsan RuntimeTest RuntimeDeviceTest TVMCallsTest ;;
  assertions)
    unit_tests assertions SymbolicExprTest SymbolicEqualityTest DecisionsTest ;;
  clang-tidy)
    generated
    utils/check-tidy.py "${part[@]}"
    ;;
esac
