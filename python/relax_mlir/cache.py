"""Compiled models kept on disk, by all that they depend on."""
import contextlib
import hashlib
import mmap
import os
import platform
import tempfile
import time
from pathlib import Path

from . import __version__
from .tools import find_program

# These make files besides the library, or ask for what is not known before.
_UNCACHED = ("--dump-stages", "--kernel-report", "--linker", "--memory-report", "--remarks", "--time-trace", "--timing",
             "--target=native")
# Options that name files that the library depends on.
_FILES = ("--database", "--library-patterns")
# In megabytes, unless $RELAX_MLIR_CACHE_MB says another number.
_LIMIT = 4096
# Seconds for which a library stays after it was made or asked for: who asked may be about to load it.
_GRACE = 60


def get_folder(cache):
    """The folder that `compile(cache=...)` means; None for no cache."""
    if cache is None:
        cache = os.environ.get("RELAX_MLIR_CACHE") or False
    if cache is True:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return Path(base) / "relax-mlir"
    return Path(cache) if cache else None


def get_library(folder, source, words, make):
    """The path of the library in the cache; `make(path)` compiles it if it is not there. None for what is not cached."""
    if any(word.split("=")[0] in _UNCACHED or word in _UNCACHED for word in words):
        return None
    path = folder / f"{_get_key(Path(source), words)}.so"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # Seen by others when it is whole, whoever else compiles the same.
        with tempfile.TemporaryDirectory(dir=folder, prefix=".new-") as new:
            made = Path(new) / "module.so"
            make(made)
            os.replace(made, path)
        _remove_old(folder)
    # The time of the last use, by which libraries are removed; another user may own the file.
    with contextlib.suppress(OSError):
        os.utime(path)
    return path


def _remove_old(folder):
    """Removes the libraries that were not used for longest until the others fit into the limit."""
    kept = []
    for path in folder.glob("*.so"):
        # Another process may remove it, too.
        with contextlib.suppress(FileNotFoundError):
            found = path.stat()
            kept.append((found.st_mtime, found.st_size, path))
    excess = sum(size for _, size, _ in kept) - float(os.environ.get("RELAX_MLIR_CACHE_MB", _LIMIT)) * 1e6
    for used, size, path in sorted(kept):
        if excess <= 0 or used > time.time() - _GRACE:
            return
        with contextlib.suppress(OSError):
            path.unlink()
        excess -= size


def _get_key(source, words):
    tool = find_program("relax-compile").resolve()
    found = tool.stat()
    key = hashlib.sha256()
    # A profile names the source's file. Without --mcpu code is for this machine's processor.
    for part in (__version__, str(tool), found.st_size, found.st_mtime_ns, _describe_processor(), source.name, *words):
        key.update(f"{part}\0".encode())
    for word in words:
        name, _, path = str(word).partition("=")
        if name in _FILES and Path(path).is_file():
            key.update(Path(path).read_bytes() + b"\0")
    for path in [source, *_find_named(source)]:
        key.update(f"{path.relative_to(source.parent)}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            _with_bytes(file, key.update)
    return key.hexdigest()


def _find_named(source):
    """The files beside a source that it names: weights are in files of their own."""
    beside = sorted(entry for entry in source.parent.iterdir() if entry.name != source.name)
    with source.open("rb") as file:
        found = _with_bytes(file, lambda data: [entry for entry in beside if data.find(os.fsencode(entry.name)) >= 0])
    named = []
    for entry in found:
        named += [entry] if entry.is_file() else sorted(path for path in entry.rglob("*") if path.is_file())
    return named


def _with_bytes(file, use):
    """Maps what is in a file, of gigabytes perhaps."""
    if os.fstat(file.fileno()).st_size == 0:
        return use(b"")
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return use(data)


def _describe_processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    described = (line for line in lines if line.startswith(("model name", "flags", "Features", "isa", "CPU part")))
    return "\n".join([platform.machine(), *sorted(set(described))])
