#!/usr/bin/env python3
"""Install the packages in Debian as it comes, and compile and call a model there: the .deb pair by the Dockerfile, and
the tarball.

    chroot.py PACKAGES ROOT    what scripts/package.sh wrote; ROOT keeps the Debian that mmdebstrap made, for the next run

Each Debian is a folder that is root for its programs, so this runs as root. It has no compiler, no LLVM and no Python.
"""
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packages import PROGRAM

SOURCES = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"
# Compile a program and call it: 3 x 8 numbers, each 8.
USE = ("cd /tmp && relax-compile program.mlir -o program.so && "
       "relax-run program.so --input=3x4xf32=1 --input=4x8xf32=2 --output=-")


def make_debian(suite, root):
    """The least system of a suite, as an archive."""
    archive = root / f"{suite}.tar"
    if not archive.exists():
        root.mkdir(parents=True, exist_ok=True)
        part = root / f"{suite}.part.tar"
        subprocess.run(["mmdebstrap", "--mode=root", "--variant=minbase", "--quiet", suite, part, MIRROR], check=True)
        part.rename(archive)
    return archive


class Debian:
    """A system in a folder."""

    def __init__(self, archive, folder):
        self.folder, self.workdir, self.variables = folder, "/", {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
        folder.mkdir()
        subprocess.run(["tar", "-xf", archive, "-C", folder, "--exclude=./dev/*"], check=True)
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")

    def run(self, command):
        """A command of the shell, with /proc and /dev of this machine as long as it runs."""
        inside = f"mkdir -p {shlex.quote(self.workdir)} && cd {shlex.quote(self.workdir)} && {command}"
        outside = (f"mount --rbind /proc {self.folder}/proc && mount --rbind /dev {self.folder}/dev && "
                   f"exec chroot {self.folder} /bin/sh -c {shlex.quote(inside)}")
        done = subprocess.run(["/usr/bin/unshare", "--mount", "/bin/sh", "-c", outside], capture_output=True, text=True,
                              env=self.variables)
        if done.returncode:
            sys.exit(f"in the chroot '{command}' ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def copy(self, words):
        """COPY of a Dockerfile: files of the sources."""
        *sources, target = words
        place = self.folder / target.lstrip("/")
        for pattern in sources:
            found = sorted(SOURCES.glob(pattern))
            if not found:
                sys.exit(f"expected files {pattern} for COPY of the Dockerfile, found none")
            for path in found:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)

    def use(self, prefix=""):
        """Compile and call a model."""
        (self.folder / "tmp/program.mlir").write_text(PROGRAM)
        printed = self.run(prefix + USE)
        assert printed.count("8") >= 24, printed


def read_dockerfile(path):
    """Instructions, each a word and what follows."""
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", path.read_text(), flags=re.M))
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def follow(instructions, archive, folder):
    """What `docker build` does with the instructions of our Dockerfile."""
    debian = None
    for word, rest in instructions:
        if word == "FROM":
            debian = Debian(archive, folder)
        elif word == "COPY":
            debian.copy(rest.split())
        elif word == "WORKDIR":
            debian.workdir = rest
        elif word == "RUN":
            debian.run(rest)
        elif word == "CMD":
            assert debian.run(shlex.join(json.loads(rest)))
        else:
            sys.exit(f"expected FROM, COPY, WORKDIR, RUN or CMD in the Dockerfile, found {word}")
    return debian


def main():
    packages, root = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    instructions = read_dockerfile(SOURCES / "Dockerfile")
    image = re.fullmatch(r"debian:(\w+)-slim", dict(instructions)["FROM"].strip())
    archive = make_debian(image[1], root)
    with tempfile.TemporaryDirectory() as name:
        debian = follow(instructions, archive, Path(name) / "docker")
        debian.use()
        assert not list(debian.folder.glob("usr/lib/llvm*"))
        print("the Dockerfile's commands ran in a chroot, and a model was compiled and called there")
        debian = Debian(archive, Path(name) / "tarball")
        (tarball,) = packages.glob("relax-mlir-*.tar.gz")
        subprocess.run(["tar", "-xf", tarball, "-C", debian.folder / "opt"], check=True)
        debian.use("PATH=$(echo /opt/relax-mlir-*/bin):$PATH && ")
        print("the tarball was unpacked in a chroot, and a model was compiled and called there")


if __name__ == "__main__":
    main()
