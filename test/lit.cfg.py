# What every lit test of the project can rely on: tools, paths, features.
import os
import re
import subprocess

import lit.formats

config.name = "relax-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Inputs", "Unit", "Integration", "Bridge", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.relax_binary_dir, "test")

# Our tools come first, then LLVM's (FileCheck, not, split-file, mlir-opt).
config.environment["PATH"] = os.pathsep.join(
    [config.relax_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
for name in ("HOME", "TMPDIR", "OMP_NUM_THREADS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# The sanitizers' settings are those that ctest gives the other tests.
for setting in config.sanitizer_environment:
    name, _, value = setting.partition("=")
    config.environment[name] = value

config.substitutions += [
    ("%python", config.python),
    # `%same-results=PASSES`: the file's functions give the same before and after.
    ("%same-results", "relax-interp %s --split-input-file --before-after"),
    ("%clang", os.path.join(config.llvm_tools_dir, "clang")),
    ("%runtime_lib_dir", config.relax_library_dir),
    ("%runtime_include_dir", os.path.join(config.relax_source_dir, "runtime/include")),
    ("%plugin_dir", config.relax_library_dir),
    ("%relax_src_root", config.relax_source_dir),
]

# How many random modules a test looks at. Sanitizers make each ten times slower.
for name, modules in ("%many", 150), ("%some", 12), ("%few", 4):
    config.substitutions.append((name, str(modules // 10 or 1 if config.sanitized else modules)))

# CUDA's assembler judges the PTX that tests make: a toolkit's, or that of
# scripts/setup.sh, which then is the toolkit.
own_cuda = os.path.join(config.relax_source_dir, ".venv/cuda/nvidia/cu13")
ptxas = next(filter(os.path.exists, map("{}/ptxas".format, ("/usr/local/cuda/bin", "/usr/bin", own_cuda + "/bin"))), None)
if ptxas:
    if ptxas.startswith(own_cuda):
        config.environment["CUDA_ROOT"] = own_cuda
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
else:
    lit_config.note("tests that need CUDA's ptxas are left out")

# Features: `sanitized` (tools are instrumented), `onnx` (the importer is
# built), `static-mlir` (relax-opt has MLIR linked in), `wheels` (the Python packages of scripts/requirements.txt are there;
# then %models/NAME.onnx are the models of scripts/models.py).
tests = {
    os.path.join(folder, name): open(os.path.join(folder, name)).read()
    for folder, _, names in os.walk(config.test_source_root)
    for name in names
    if name.endswith(tuple(config.suffixes))
}
left_out = [path for path, text in tests.items() if "UNSUPPORTED: " + "sanitized" in text]
# Python is not instrumented, and cannot load a library that is: said in each build, so that none waits for the other.
for path, text in tests.items():
    if re.search(r"RUN: .*%python .*%runtime_lib_dir[ \n]", text) and path not in left_out:
        lit_config.fatal(f"{path}: expected 'UNSUPPORTED: sanitized' where Python loads the run time")
if config.sanitized:
    config.available_features.add("sanitized")
    lit_config.note(
        f"{len(left_out)} tests are left out under sanitizers, whose run time the programs "
        "they start do not have, whose reports hide a crash that is looked for, or which are "
        "too slow for what is timed or counted: " + ", ".join(sorted(map(os.path.basename, left_out)))
    )
if config.static_mlir:
    config.available_features.add("static-mlir")
if config.onnx:
    config.available_features.add("onnx")

models = os.path.join(config.test_exec_root, "models")
linked = subprocess.run(
    [
        config.python,
        os.path.join(config.relax_source_dir, "scripts/models.py"),
        "--link-into",
        models,
    ],
    capture_output=True,
    text=True,
)
if linked.returncode == 0:
    config.available_features.add("wheels")
    config.substitutions.append(("%models", models))
else:
    lit_config.note("tests that need Python packages are left out: " + linked.stderr.strip())
