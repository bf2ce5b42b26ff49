#!/usr/bin/env python3
"""Check that the reference has each op, attribute, type, enumeration and pass once, and the passes that relax-opt has."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "utils"))
from tablegen_docs import dump, instances  # noqa: E402

_DIALECTS = ("relax", "tir", "relax_rt")
_FILES = sorted((ROOT / "include/Relax").rglob("*.td"))
_PAGES = [ROOT / "docs/Passes.md", ROOT / "docs/TransformOps.md", *(ROOT / "docs/Dialects").rglob("*.md"),
          *(ROOT / "docs/Passes").glob("*.md")]


def _defined():
    """The headings that TableGen's records ask for."""
    wanted = set()
    for path in _FILES:
        records = dump(path)
        for fields in instances(path, "Op").values():
            dialect = records[fields["opDialect"]["def"]]["name"]
            name = f"{dialect}.{fields['opName']}"
            if dialect in _DIALECTS or name.startswith("transform.tir."):
                wanted.add(f"`{name}`")
        for kind, suffix in (("AttrDef", "Attr"), ("TypeDef", "Type")):
            for fields in instances(path, kind).values():
                if records[fields["dialect"]["def"]]["name"] in _DIALECTS:
                    wanted.add(fields["cppClassName"].removesuffix(suffix) + suffix)
        for fields in instances(path, "EnumInfo").values():
            if fields["cppNamespace"].startswith(("::mlir::relax", "::mlir::tir")):
                wanted.add(fields["className"])
        for fields in instances(path, "PassBase").values():
            wanted.add(f"`--{fields['argument']}`")
    return wanted


def _run(tool, option):
    return subprocess.run([tool, option], capture_output=True, text=True, check=True).stdout


def _registered(tool):
    """What relax-opt itself has: dialects, and passes and pipelines by their flags."""
    dialects = re.findall(r"[\w.]+", _run(tool, "--show-dialects"))
    flags = set(re.findall(r"^ {6}--((?:relax|tir)-[\w-]+)", _run(tool, "--help"), re.M))
    return dialects, flags


def main():
    build = Path(sys.argv[sys.argv.index("--build") + 1])
    headings = [title for page in _PAGES for title in re.findall(r"^#{2,3} (.*)$", page.read_text(), re.M)]
    text = "".join(page.read_text() for page in _PAGES)
    wrong = []
    for name in sorted(_defined()):
        if headings.count(name) != 1:
            wrong.append(f"{name} has {headings.count(name)} headings in the reference, expected 1")
    dialects, flags = _registered(build / "bin/relax-opt")
    wrong += [f"relax-opt has no dialect {name}, but the reference has" for name in _DIALECTS if name not in dialects]
    wrong += [f"the dialect {name} has no page" for name in dialects
              if name.startswith(("relax", "tir")) and f"# The {name} dialect\n" not in text]
    wrong += [f"--{flag} of relax-opt is not in docs/Passes.md" for flag in sorted(flags) if f"`--{flag}`" not in text]
    print(f"{len(_defined())} definitions, {len(flags)} flags, {len(wrong)} violations")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
