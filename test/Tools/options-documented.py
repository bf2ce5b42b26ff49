# Each option of our tools is in --help and in docs/Tools.md, and no other.
# RUN: %python %s %relax_src_root/docs/Tools.md
"""Compare the options that --help prints with those that a page describes.

The page has a section for each tool, `## relax-run`, with a table whose first
column is the option, as `--function=NAME`.
"""
import re
import shutil
import subprocess
import sys

# These have all of upstream's options; the page has what is added to them.
_ADDED = {"relax-opt": ("isolate", "relax-op-support")}
_COMMON = {"h", "help", "help-list", "version", "help-hidden"}


def described(page):
    """The options of each tool in the page."""
    sections = re.split(r"^## (relax-[\w-]+)$", page, flags=re.M)
    return {name: set(re.findall(r"^\| `--?([\w-]+)", text, re.M)) for name, text in zip(sections[1::2], sections[2::2])}


def offered(tool):
    """The options that --help prints."""
    text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    found = set(re.findall(r"^ {2,8}--?([A-Za-z][\w-]*)", text, re.M)) - _COMMON
    if tool in _ADDED:
        missing = set(_ADDED[tool]) - found
        if missing:
            sys.exit(f"{tool} --help lacks {missing}")
        return set(_ADDED[tool])
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as page:
        tools = described(page.read())
    wrong = 0
    for tool, options in tools.items():
        if not shutil.which(tool):
            continue
        for option in sorted(options ^ offered(tool)):
            print(f"{tool}: --{option} is {'only in the page' if option in options else 'not in the page'}")
            wrong += 1
    print(f"{len(tools)} tools, {wrong} options differ")
    return 1 if wrong or len(tools) < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
