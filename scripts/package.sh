#!/usr/bin/env bash
# Make the packages in build/packages: wheels, Debian packages and a tarball, of the compiler and of the run time alone.
#   scripts/package.sh [--check]    --check: also install each one in a clean place, and compile and call a model there
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

check=
case ${1:-} in
  "") ;;
  --check) check=yes ;;
  *) sed -n '2,3s/^# *//p' "$0"; [[ $1 == --help || $1 == -h ]]; exit ;;
esac

scripts/setup.sh
configure default
build default relax-tools relax-run RelaxRuntime RelaxRuntimeStatic RelaxPythonPackage

venv=build/package-venv
install_apart package wheel

# Times in packages are those of the commit, so that the same sources make the same bytes.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
step "writing build/packages"
"$venv/bin/python" scripts/package.py --build build --output build/packages
ls -l build/packages
if [[ -n $check ]]; then
  step "installing and using them"
  .venv/bin/python test/Packages/packages.py build/packages
  step "installing and using them in a Debian of their own"
  root=()
  [[ $EUID -eq 0 ]] || root=(sudo)
  "${root[@]}" .venv/bin/python test/Packages/chroot.py build/packages build/package-root
fi
