#!/usr/bin/env bash
# Install what building and testing need, and only what is missing: Debian's
# packages and, in .venv, the Python packages of the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

packages=(
  # Compiler, linker, build.
  clang-22 lld-22 g++ cmake ninja-build ccache git
  # MLIR, LLVM and lld: libraries, mlir-tblgen, FileCheck, lit.
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools liblld-22-dev
  # Threads of the run-time library, sanitizers of the second test run.
  libomp-22-dev libclang-rt-22-dev
  # ONNX import.
  libprotobuf-dev protobuf-compiler libonnx-dev
  # The run time of another machine, and that machine.
  g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
  # Tests, benchmarks, checks of the source.
  libgtest-dev libbenchmark-dev clang-format-22 clang-tidy-22
  # oneDNN, which programs load; test/Integration/dnnl-calls.py compares with it.
  libdnnl2
  # A Debian in a folder, to install packages in.
  mmdebstrap
  # What draws the graphs of relax-opt --relax-graph-svg.
  graphviz
  python3 libpython3-dev python3-venv
)

# installed NAME...: print those of the packages that are fully installed.
installed() {
  dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p' || true
}

install_packages() {
  local missing
  missing=$(comm -23 <(printf '%s\n' "${packages[@]}" | sort -u) \
                     <(installed "${packages[@]}" | sort -u))
  [[ -n $missing ]] || return 0
  step "installing packages:" $missing
  local root=()
  [[ $EUID -eq 0 ]] || root=(sudo)
  mkdir -p build
  quietly build/apt.log "${root[@]}" apt-get update -q
  quietly build/apt.log "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends $missing
}

# The stamp is the list itself: it is written last, so that a broken
# installation is started over.
install_python() {
  local list=scripts/requirements.txt stamp=.venv/requirements.txt
  cmp -s "$list" "$stamp" && [[ -x .venv/bin/python ]] && return 0
  step "installing Python packages into .venv"
  mkdir -p build
  rm -rf .venv
  /usr/bin/python3 -m venv .venv
  quietly build/pip.log .venv/bin/python -m pip install \
    --disable-pip-version-check --no-deps -r "$list"
  cp "$list" "$stamp"
}

# A second TVM, in a folder of its own that tests put before the first one.
install_older_tvm() {
  local list=scripts/requirements-tvm-0.26.txt folder=.venv/tvm-0.26
  cmp -s "$list" "$folder/requirements.txt" && return 0
  step "installing apache-tvm 0.26 into $folder"
  mkdir -p build
  rm -rf "$folder"
  quietly build/pip-tvm-0.26.log .venv/bin/python -m pip install \
    --disable-pip-version-check --no-deps --target "$folder" -r "$list"
  cp "$list" "$folder/requirements.txt"
}

# CUDA's assembler and device library, where no toolkit is: tests of PTX need
# them, and no GPU. What else the packages have (180 MB) is not kept.
install_cuda() {
  local list=scripts/requirements-cuda.txt folder=.venv/cuda
  [[ ! -x /usr/local/cuda/bin/ptxas ]] || return 0
  cmp -s "$list" "$folder/requirements.txt" && return 0
  step "installing CUDA's assembler into $folder"
  mkdir -p build
  rm -rf "$folder"
  quietly build/pip-cuda.log .venv/bin/python -m pip install \
    --disable-pip-version-check --no-deps --target "$folder" -r "$list"
  find "$folder" -type f ! -name ptxas ! -name 'libdevice*' ! -iname '*license*' -delete
  cp "$list" "$folder/requirements.txt"
}

install_packages
install_python
install_older_tvm
install_cuda
