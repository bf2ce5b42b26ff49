#!/usr/bin/env bash
# Check the importer of PyTorch's programs, in a Python of its own: torch takes gigabytes, and no other test needs it.
#   scripts/torch-check.sh [ARGUMENT...]    arguments are those of test/Integration/torch-programs.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

torch=2.15.0
scripts/setup.sh
configure default
build default relax-compile relax-opt RelaxRuntime

venv=build/torch-venv
install_apart torch "what torch needs"
if ! "$venv/bin/python" -c 'import torch' 2>/dev/null; then
  step "installing torch into $venv"
  # The wheel for CPUs is a tenth of the one with CUDA, but not in every index.
  "$venv/bin/python" -m pip install --disable-pip-version-check --no-deps --retries 0 \
    --index-url https://download.pytorch.org/whl/cpu "torch==$torch" >build/torch-pip.log 2>&1 ||
    quietly build/torch-pip.log "$venv/bin/python" -m pip install --disable-pip-version-check "torch==$torch"
fi
step "checking programs of PyTorch"
"$venv/bin/python" test/Integration/torch-programs.py --build build "$@"
