#!/usr/bin/env bash
# The main job: compile the magika model to a shared library, then let a small
# C++ program, which links nothing of MLIR, name the types of files with it.
#   scripts/demo.sh [FILE...]      default: a dozen files of the repository
set -euo pipefail
files=()
for file in "$@"; do
  files+=("$(realpath -m "$file")")
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

if [[ ${#files[@]} -eq 0 ]]; then
  files=(README.md LICENSE CMakeLists.txt CMakePresets.json .clang-tidy
    .gitignore scripts/demo.sh scripts/models.py scripts/requirements.txt
    runtime/include/relax_runtime.h examples/file-type/FileType.cpp
    build/demo/magika.so)
fi

scripts/setup.sh
configure default
build default relax-compile RelaxRuntime file-type

out=build/demo
mkdir -p "$out"
model=$(.venv/bin/python scripts/models.py magika)
.venv/bin/python examples/file-type/write-labels.py >"$out/labels.txt"

step "compiling $(basename "$(dirname "$model")")/model.onnx ($(du -h "$model" | cut -f 1))"
start=$(date +%s%N)
build/bin/relax-compile "$model" -o "$out/magika.so"
finish=$(date +%s%N)

step "naming the types of ${#files[@]} files in one call"
build/bin/file-type --time "$out/magika.so" "$out/labels.txt" "${files[@]}"
printf 'compile time: %d ms\n' $(((finish - start) / 1000000))
