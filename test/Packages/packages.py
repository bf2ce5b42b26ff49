#!/usr/bin/env python3
"""Install each package of a folder in a clean place, compile a model there with nothing on the path, and call it.

    packages.py FOLDER               what scripts/package.sh wrote
    packages.py --installed BUILD    the run time of a build folder, as `cmake --install` lays it
"""
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

import numpy

PROGRAM = """\
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"}, %w: tensor<4x8xf32> {relax.name = "w"})
    -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.nn.relu %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
"""
CALL = r"""
import sys
import numpy as np
import relax_mlir
assert "site-packages" in relax_mlir.__file__, relax_mlir.__file__
module = relax_mlir.compile(sys.argv[1])
x, w = np.ones((3, 4), np.float32), np.full((4, 8), 2, np.float32)
(y,) = module(x, w=w)
assert (y == 8).all(), y
module.save(sys.argv[2])
print(module.signature)
"""
CALL_RUNTIME = """\
import sys
import numpy as np
import relax_mlir_runtime
module = relax_mlir_runtime.load(sys.argv[1])
(y,) = module.call("main", np.ones((3, 4), np.float32), np.full((4, 8), 2, np.float32))
assert (y == 8).all(), y
"""
# LLVM is in a process once: in the library of the package, which asks for none of the system.
NO_SECOND_LLVM = """\
import relax_mlir.ir
libraries = {line.split("/")[-1].strip() for line in open("/proc/self/maps") if "LLVM" in line or "MLIR" in line}
assert libraries == {"libRelaxMLIRCAPI.so.0.1"}, libraries
"""
MEGABYTE = 1 << 20


def run(*words, **options):
    """A command without an environment: neither a path nor anything of a build."""
    done = subprocess.run(list(map(str, words)), env={}, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def get_size(path):
    if path.is_file():
        return path.stat().st_size
    return sum(entry.stat().st_size for entry in path.rglob("*") if entry.is_file() and not entry.is_symlink())


def install(wheel, folder):
    """A virtual environment with the wheel and, of all else, numpy."""
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    site = next(folder.glob("lib/python*/site-packages"))
    theirs = Path(numpy.__file__).parents[1]
    for path in theirs.glob("numpy*"):
        (site / path.name).symlink_to(path)
    before = get_size(site)
    run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", "--quiet", wheel)
    size = get_size(site) - before
    print(f"{wheel.name}: {get_size(wheel) / MEGABYTE:.2f} MiB, installed {size / MEGABYTE:.2f} MiB")
    return python, size


def check_contents(wheel):
    """Licenses and what is inside are said, and times are one."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert any(name.endswith("licenses/LICENSE") for name in names), names
        assert any(name.endswith("sboms/relax-mlir.cdx.json") for name in names), names
        assert len({info.date_time for info in archive.infolist()}) == 1


def check_bindings(python, folder):
    """The programs of the page, and in the same process what compiles and what imports a model by itself."""
    page = (Path(__file__).resolve().parents[2] / "docs/PythonBindings.md").read_text()
    program = "".join(re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S))
    run(python, "-c", program + "\nassert 'site-packages' in relax_mlir.ir.__file__\n", cwd=folder)
    done = subprocess.run([python, "-c", NO_SECOND_LLVM], env={}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def check_types(wheel):
    """Type checkers look at the hints of a package that has this file (PEP 561)."""
    with zipfile.ZipFile(wheel) as archive:
        assert "relax_mlir/py.typed" in archive.namelist()


def check_plain_wheel(wheel, folder):
    """The wheel for other Pythons has all but relax_mlir.ir, and says so."""
    check_contents(wheel)
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "/_mlir." in name]
    python, _ = install(wheel, folder / "plain-venv")
    done = subprocess.run([python, "-c", "import relax_mlir.ir"], env={}, capture_output=True, text=True)
    assert "ModuleNotFoundError: No module named 'relax_mlir._mlir'" in done.stderr, done.stderr
    (folder / "plain.mlir").write_text(PROGRAM)
    print(run(python, "-c", CALL, folder / "plain.mlir", folder / "plain.so").strip())


def check_compiler_wheel(wheel, folder):
    check_contents(wheel)
    check_types(wheel)
    assert get_size(wheel) <= 80 * MEGABYTE
    python, size = install(wheel, folder / "venv")
    assert size <= 300 * MEGABYTE
    check_bindings(python, folder)
    program = folder / "program.mlir"
    program.write_text(PROGRAM)
    tools = python.parent
    for tool in ("relax-opt", "relax-interp", "relax-import-onnx", "relax-translate", "relax-lsp-server", "relax-run"):
        assert run(tools / tool, "--version").startswith(f"{tool} (relax-mlir) "), tool
    run(tools / "relax-compile", program, "-o", folder / "program.so")
    values = ("--input=3x4xf32=1", "--input=4x8xf32=2")
    printed = run(tools / "relax-run", folder / "program.so", *values)
    assert printed.count("8") >= 24, printed
    assert run(tools / "relax-run", program, *values) == printed
    assert run(tools / "relax-interp", program, *values).count("8") >= 24
    print(run(python, "-c", CALL, program, folder / "saved.so").strip())
    page = (Path(__file__).resolve().parents[2] / "docs/Python.md").read_text()
    print(run(python, "-c", "".join(re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)), cwd=folder).strip())
    # The same bytes in another folder and from the library.
    other = folder / "elsewhere/deeper"
    other.mkdir(parents=True)
    (other / "renamed.mlir").write_text(PROGRAM)
    # There with one thread.
    run(tools / "relax-compile", "renamed.mlir", "-o", "renamed.so", cwd=other,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
    library = (folder / "program.so").read_bytes()
    assert library == (other / "renamed.so").read_bytes() == (folder / "saved.so").read_bytes()


def check_runtime_wheel(wheel, folder, library):
    check_contents(wheel)
    assert get_size(wheel) <= MEGABYTE
    python, size = install(wheel, folder / "runtime-venv")
    assert size <= MEGABYTE
    run(python, "-c", CALL_RUNTIME, library)
    package = next((folder / "runtime-venv").glob("lib/python*/site-packages/relax_mlir_runtime"))
    check_c_program(package, folder)


def check_c_program(prefix, folder):
    """The headers and the library are found by CMake, and by what pkg-config is told."""
    source = folder / "c"
    source.mkdir()
    (source / "main.c").write_text("#include <relax_runtime.h>\n#include <stdio.h>\n"
                                   "int main(void) { return puts(relax_version()) < 0; }\n")
    (source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(c C)\nfind_package(RelaxRuntime 0.1 REQUIRED CONFIG)\n"
        "add_executable(main main.c)\ntarget_link_libraries(main RelaxRuntime::RelaxRuntime)\n")
    path = {"PATH": "/usr/bin:/bin"}
    subprocess.run(["cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}"], env=path, check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", source / "build"], env=path, check=True, stdout=subprocess.DEVNULL)
    assert run(source / "build/main").count(".") == 2
    assert "-l:librelax_runtime.so.1" in (prefix / "lib/pkgconfig/relax-runtime.pc").read_text()


def check_prefix(prefix, folder, name):
    """A compiler that lies in some folder."""
    program, library = folder / "program.mlir", folder / f"{name}.so"
    run(prefix / "bin/relax-compile", program, "-o", library)
    assert library.read_bytes() == (folder / "program.so").read_bytes()
    assert run(prefix / "bin/relax-run", library, "--input=3x4xf32=1", "--input=4x8xf32=2").count("8") >= 24
    for page in ("LICENSE", "THIRD_PARTY_NOTICES.txt", "relax-mlir.cdx.json"):
        assert (prefix / "share/doc/relax-mlir" / page).exists(), page


def check_installed(build):
    """What a C program needs, of which no package was made."""
    with tempfile.TemporaryDirectory() as name:
        prefix = Path(name) / "prefix"
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", "Runtime", "--strip"], check=True,
                       stdout=subprocess.DEVNULL)
        assert get_size((prefix / "lib/librelax_runtime.so.1").resolve()) < MEGABYTE
        check_c_program(prefix, Path(name))
    print("the run time was installed and called")


def main():
    if sys.argv[1] == "--installed":
        check_installed(sys.argv[2])
        return
    packages = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (wheel,) = packages.glob("relax_mlir-*-cp*.whl")
        check_compiler_wheel(wheel, folder)
        (wheel,) = packages.glob("relax_mlir-*-py3-*.whl")
        check_plain_wheel(wheel, folder)
        for wheel in packages.glob("relax_mlir_runtime-*.whl"):
            check_runtime_wheel(wheel, folder, folder / "program.so")
        for path in packages.glob("*.tar.gz"):
            with tarfile.open(path) as archive:
                archive.extractall(folder / "tarball")
            check_prefix(next((folder / "tarball").iterdir()), folder, "tarball")
        debs = sorted(packages.glob("*.deb"))
        for deb in debs:
            subprocess.run(["dpkg-deb", "-x", deb, folder / "root"], check=True)
        if debs:
            check_prefix(folder / "root/usr", folder, "deb")
        print(f"{len(list(packages.iterdir()))} packages installed and used")


if __name__ == "__main__":
    main()
