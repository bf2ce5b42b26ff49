#!/usr/bin/env python3
"""The compile command of each C++ source by itself, where CMake compiles several as one (RELAX_UNITY_BUILD).

    utils/compile_commands.py --build build > compile_commands.json      # for clangd and other tools
"""
import argparse
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def read(build):
    """The entries of build/compile_commands.json, sorted by source, without those of generated sources and of packages."""
    build, packages, found = Path(build).resolve(), ROOT / ".venv", {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        unity = Path(entry["file"])
        # What CMake writes for several sources includes them one after the other.
        sources = re.findall(r'^#include "(.*)"$', unity.read_text(), re.M) if unity.parent.name == "Unity" else [str(unity)]
        for source in sources:
            place = Path(source)
            if place.suffix == ".cpp" and place.is_relative_to(ROOT) and not any(map(place.is_relative_to, (build, packages))):
                found[source] = {"directory": entry["directory"], "file": source,
                                 "command": entry["command"].replace(str(unity), source)}
    return [found[source] for source in sorted(found)]


def add_arguments(parser):
    """--build, --part, --parts and --only, which `choose` takes."""
    parser.add_argument("--build", type=Path, default=Path("build"), help="the build folder")
    parser.add_argument("--part", type=int, default=0, help="which part of the sources")
    parser.add_argument("--parts", type=int, default=1, help="how many parts there are, each spread over the tree")
    parser.add_argument("--only", default="", help="sources whose path has this")


def choose(options):
    """The entries of the part that the options name."""
    return [entry for i, entry in enumerate(read(options.build))
            if i % options.parts == options.part and options.only in str(Path(entry["file"]).relative_to(ROOT))]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(arguments)
    print(json.dumps(choose(arguments.parse_args()), indent=2))
