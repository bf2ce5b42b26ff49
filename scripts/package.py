#!/usr/bin/env python3
"""Write the packages of a build folder: called by scripts/package.sh, which builds what goes in."""
import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("relax-compile", "relax-import-onnx", "relax-interp", "relax-lsp-server", "relax-opt", "relax-translate")
# Debian packages whose code is inside, static or as a library; licenses as SPDX says them.
LLVM = "Apache-2.0 WITH LLVM-exception"
INSIDE = {"libllvm22": LLVM, "libmlir-22": LLVM, "liblld-22": LLVM, "libonnx1": "Apache-2.0",
          "libprotobuf32": "BSD-3-Clause", "zlib1g": "Zlib", "libzstd1": "BSD-3-Clause"}
# All of the compiler, with the functions of the C API.
TOOLS_LIBRARY = "libRelaxMLIRCAPI.so.0.1"
LIBRARIES = ("libonnx.so.1", "libonnx_proto.so.1", "libprotobuf.so.32")


class Packer:
    """Folders of what is installed, and the packages of them."""

    def __init__(self, build, output):
        self.build, self.output, self.stage = build, output, build / "package-stage"
        text = (ROOT / "CMakeLists.txt").read_text()
        self.version = re.search(r"^project\(.* VERSION (\S+)", text, re.M)[1]
        glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
        self.machine = os.uname().machine
        self.platform = f"manylinux_{glibc}_{self.machine}"
        self.epoch = int(os.environ["SOURCE_DATE_EPOCH"])

    def write_notices(self, folder, packages):
        """LICENSE, the licenses of what is inside, and the same as CycloneDX."""
        folder.mkdir(parents=True)
        shutil.copy(ROOT / "LICENSE", folder)
        parts = []
        components = []
        for package in packages:
            words = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True,
                                   check=True).stdout
            parts.append(f"{package} {words}\n\n{Path(f'/usr/share/doc/{package}/copyright').read_text()}")
            components.append({"type": "library", "name": package, "version": words,
                               "licenses": [{"expression": INSIDE[package]}],
                               "purl": f"pkg:deb/debian/{package}@{words}?arch=amd64"})
        if parts:
            (folder / "THIRD_PARTY_NOTICES.txt").write_text(f"\n{'=' * 78}\n".join(parts))
        sbom = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
                "metadata": {"component": {"type": "application", "name": "relax-mlir", "version": self.version,
                                           "licenses": [{"expression": "Apache-2.0"}]}},
                "components": components}
        (folder / "relax-mlir.cdx.json").write_text(json.dumps(sbom, indent=2) + "\n")

    def stage_runtime(self):
        """The run time alone, as `cmake --install` lays it."""
        folder = self.stage / "runtime"
        subprocess.run(["cmake", "--install", self.build, "--prefix", folder, "--component", "Runtime", "--strip"],
                       check=True, stdout=subprocess.DEVNULL)
        self.write_notices(folder / "share/doc/relax-mlir-runtime", ())
        return folder

    def stage_compiler(self, runtime):
        """lib/relax-mlir with the programs and their libraries; `bin` has links to them."""
        folder = self.stage / "compiler"
        home = folder / "lib/relax-mlir"
        (home / "bin").mkdir(parents=True)
        (home / "lib").mkdir()
        (folder / "bin").mkdir()
        for program in ("package-tools/bin/relax-tools", "bin/relax-run"):
            shutil.copy(self.build / program, home / "bin")
        subprocess.run(["strip", home / "bin/relax-run"], check=True)
        shutil.copy(self.build / "package-tools/lib" / TOOLS_LIBRARY, home / "lib")
        for name in LIBRARIES:
            shutil.copy(Path("/usr/lib/x86_64-linux-gnu") / name, home / "lib")
        for tool in TOOLS:
            (home / "bin" / tool).symlink_to("relax-tools")
        for tool in (*TOOLS, "relax-run"):
            (folder / "bin" / tool).symlink_to(f"../lib/relax-mlir/bin/{tool}")
        shutil.copy(runtime / "lib/librelax_runtime.so.1", home / "lib/librelax_runtime.so")
        self.write_notices(folder / "share/doc/relax-mlir", INSIDE)
        return folder

    def write_wheel(self, name, summary, package, scripts, notices, python="py3-none"):
        """A wheel of the folder `package` for some Pythons; `wheel pack` writes its list of files, in order and with one
        time."""
        root = self.stage / f"wheel-{name}-{python}"
        info = root / f"{name}-{self.version}.dist-info"
        shutil.copytree(package, root / package.name)
        shutil.copytree(notices, info / "licenses")
        (info / "sboms").mkdir()
        (info / "licenses/relax-mlir.cdx.json").rename(info / "sboms/relax-mlir.cdx.json")
        (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: relax-mlir\nRoot-Is-Purelib: false\n"
                                  f"Tag: {python}-{self.platform}\n")
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.4\nName: {name}\nVersion: {self.version}\nSummary: {summary}\n"
            "License-Expression: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.9\nRequires-Dist: numpy\n")
        if scripts:
            lines = "".join(f"{script} = {place}\n" for script, place in sorted(scripts.items()))
            lines += "\n[torch_dynamo_backends]\nrelax_mlir = relax_mlir.torch.backend:backend\n"
            (info / "entry_points.txt").write_text(f"[console_scripts]\n{lines}")
        subprocess.run([sys.executable, "-m", "wheel", "pack", root, "-d", self.output], check=True,
                       stdout=subprocess.DEVNULL)

    def write_compiler_wheel(self, compiler):
        package = self.stage / "relax_mlir"
        shutil.copytree(ROOT / "python/relax_mlir", package, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        (package / "_version.py").write_text(f'"""The version of what is installed."""\n\nversion = "{self.version}"\n')
        shutil.copytree(compiler / "lib/relax-mlir", package, dirs_exist_ok=True, symlinks=True)
        # A wheel has no links. relax-run looks for relax-compile beside itself.
        for tool in TOOLS:
            path = package / "bin" / tool
            path.unlink()
            path.write_text(f'#!/bin/sh\nexec "${{0%/*}}/relax-tools" {tool} "$@"\n')
            path.chmod(0o755)
        scripts = {tool: "relax_mlir.tools:run_tool" for tool in (*TOOLS, "relax-run")}
        scripts["relax-debug-accuracy"] = "relax_mlir.accuracy:main"
        scripts["relax-import-torch"] = "relax_mlir.torch.__main__:main"
        scripts["relax-import-tvm"] = "relax_mlir.tvm.__main__:main"
        scripts["relax-tune"] = "relax_mlir.tuning.__main__:main"
        words = ("relax_mlir", "Compiler from Relax, TensorIR and ONNX to native code", package, scripts)
        notices = compiler / "share/doc/relax-mlir"
        self.write_wheel(*words, notices)
        # relax_mlir.ir is for one Python. pip takes this wheel where it fits, and the first one elsewhere.
        subprocess.run(["cmake", "--install", self.build, "--prefix", package.parent, "--component", "Bindings", "--strip"],
                       check=True, stdout=subprocess.DEVNULL)
        (extension,) = package.glob("_mlir.*.so")
        python = re.match(r"_mlir\.cpython-(\d+)-", extension.name)[1]
        self.write_wheel(*words, self.add_bindings_notices(notices), f"cp{python}-cp{python}")

    def add_bindings_notices(self, notices):
        """A copy of `notices` that also has what is inside of the extension: nanobind, which brings robin-map."""
        folder = shutil.copytree(notices, self.stage / "bindings-notices")
        (site,) = (ROOT / ".venv/lib").glob("python*/site-packages")
        (info,) = site.glob("nanobind-*.dist-info")
        version = info.name.split("-")[1].removesuffix(".dist")
        header = (site / "nanobind/ext/robin_map/include/tsl/robin_map.h").read_text()
        map_license = re.match(r"/\*\*(.*?)\*/", header, re.S)[1]
        with open(folder / "THIRD_PARTY_NOTICES.txt", "a") as file:
            for name, text in ("nanobind", (info / "licenses/LICENSE").read_text()), ("robin-map", map_license):
                file.write(f"\n{'=' * 78}\n{name}\n\n{text}")
        path = folder / "relax-mlir.cdx.json"
        sbom = json.loads(path.read_text())
        sbom["components"] += [
            {"type": "library", "name": "nanobind", "version": version, "licenses": [{"expression": "BSD-3-Clause"}],
             "purl": f"pkg:pypi/nanobind@{version}"},
            {"type": "library", "name": "robin-map", "licenses": [{"expression": "MIT"}],
             "purl": "pkg:github/Tessil/robin-map"}]
        path.write_text(json.dumps(sbom, indent=2) + "\n")
        return folder

    def write_runtime_wheel(self, runtime):
        package = self.stage / "relax_mlir_runtime"
        shutil.copytree(runtime, package, ignore=shutil.ignore_patterns("share", "*.a", "librelax_runtime.so"))
        shutil.copy(ROOT / "python/relax_mlir/runtime.py", package / "runtime.py")
        shutil.copy(ROOT / "python/relax_mlir/runtime_package.py.in", package / "__init__.py")
        self.write_wheel("relax_mlir_runtime", "Calls models that relax-mlir compiled", package, {},
                         runtime / "share/doc/relax-mlir-runtime")

    def write_tarball(self, *folders):
        """All of it, in a folder of the name and the version."""
        name = f"relax-mlir-{self.version}-linux-{self.machine}"

        def settle(entry):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = self.epoch, 0, 0, "", ""
            return entry

        with open(self.output / f"{name}.tar.gz", "wb") as file, \
                gzip.GzipFile("", "wb", 6, file, self.epoch) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
            for folder in folders:
                for path in sorted(folder.rglob("*")):
                    tar.add(path, f"{name}/{path.relative_to(folder)}", recursive=False, filter=settle)

    def write_deb(self, name, folder, summary, depends):
        """CPack finds out what the programs need of Debian's libraries."""
        config = self.stage / f"{name}.cmake"
        values = {
            "CPACK_GENERATOR": "DEB", "CPACK_PACKAGE_NAME": name, "CPACK_PACKAGE_VERSION": self.version,
            "CPACK_PACKAGE_VENDOR": "relax-mlir", "CPACK_PACKAGE_DESCRIPTION_SUMMARY": summary,
            "CPACK_PACKAGE_DESCRIPTION": summary,
            "CPACK_DEBIAN_PACKAGE_MAINTAINER": "relax-mlir", "CPACK_DEBIAN_PACKAGE_SECTION": "devel",
            "CPACK_INSTALLED_DIRECTORIES": f"{folder};/usr",
            "CPACK_PACKAGE_FILE_NAME": name, "CPACK_DEBIAN_FILE_NAME": "DEB-DEFAULT", "CPACK_DEBIAN_PACKAGE_DEPENDS": depends,
            "CPACK_DEBIAN_PACKAGE_SHLIBDEPS": "ON",
            "CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS": str(self.stage / "compiler/lib/relax-mlir/lib"),
            "CPACK_PACKAGE_DIRECTORY": str(self.stage / "cpack"), "CPACK_STRIP_FILES": "OFF",
        }
        config.write_text("".join(f'set({key} "{value}")\n' for key, value in values.items()))
        subprocess.run(["cpack", "--config", config], check=True, stdout=subprocess.DEVNULL)
        for path in (self.stage / "cpack").glob("*.deb"):
            shutil.move(path, self.output / path.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    packer = Packer(arguments.build.resolve(), arguments.output.resolve())
    for folder in (packer.stage, packer.output):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    runtime = packer.stage_runtime()
    packer.write_runtime_wheel(runtime)
    compiler = packer.stage_compiler(runtime)
    packer.write_compiler_wheel(compiler)
    packer.write_tarball(compiler, runtime)
    packer.write_deb("relax-mlir", compiler, "Compiler from Relax, TensorIR and ONNX to native code",
                     f"relax-mlir-runtime (= {packer.version})")
    packer.write_deb("relax-mlir-runtime", runtime, "Run time of compiled models, with its header", "")
    shutil.rmtree(packer.stage)


if __name__ == "__main__":
    main()
