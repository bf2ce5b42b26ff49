#!/usr/bin/env python3
"""Make a web page of all pages: by Sphinx, from a copy of the Markdown files, ordered as docs/README.md orders them.

    utils/site-doc.py build/docs-site     run in an environment with scripts/requirements-docs.txt; see scripts/docs.sh
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

from source_tree import ROOT

_TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
# Pages whose folder holds their parts, which are below them in the contents.
_PARENTS = ("docs/Dialects/Relax", "docs/Passes")
_TITLED = re.compile(r'^```(\w+) title="([^"]*)"$', re.M)

_CONF = '''
"""Sphinx's settings, written by utils/site-doc.py."""
from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, String, Text

project = "relax-mlir"
html_title = project
extensions = ["myst_parser"]
html_theme = "furo"
html_show_copyright = False
myst_heading_anchors = 4
# A page below a title of its own may begin with any level; examples of errors are not highlighted as programs.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]


class MLIRLexer(RegexLexer):
    """Enough of MLIR to tell names, types, strings and comments apart."""
    name, aliases = "MLIR", ["mlir"]
    tokens = {"root": [
        (r"//.*", Comment), (r'"(?:[^"\\\\\\\\]|\\\\\\\\.)*"', String), (r"%[\\w.#$-]+", Name.Variable), (r"@[\\w.$-]+", Name.Function),
        (r"[#!][\\w.]+", Name.Decorator), (r"\\b(?:tensor|memref|vector|index|[usif]+\\d+|bf16|tf32)\\b", Keyword.Type),
        (r"\\b[a-z]\\w*(?:\\.\\w+)+", Keyword), (r"\\b\\d[\\w.]*", Number), (r"[\\w-]+", Text), (r"\\s+|.", Text)]}


def setup(app):
    app.add_lexer("mlir", MLIRLexer)
'''


def _pages():
    return [ROOT / name for name in _TOP] + sorted((ROOT / "docs").rglob("*.md"))


def _copy(path, pages, folder):
    """Copies a page; a link to what is no page becomes its text."""

    def link(match):
        text, target, anchor = match.groups()
        if re.match(r"\w+:", target) or (path.parent / target).resolve() in pages:
            return match.group(0)
        return text if text.startswith("`") else f"`{text}`"

    text = _LINK.sub(link, path.read_text())
    text = _TITLED.sub(lambda match: f"```{{code-block}} {match[1]}\n:caption: {match[2]}\n", text)
    name = str(path.relative_to(ROOT).with_suffix(""))
    if name in _PARENTS:
        text += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{path.stem}/*\n```\n"
    target = folder / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def _index(pages):
    """docs/README.md as the first page, with its sections as the contents."""
    text = (ROOT / "docs/README.md").read_text()
    lines, seen = [], set()
    for title, body in re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        lines += [f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {title}\n"]
        for words, target, _ in _LINK.findall(body):
            path = (ROOT / "docs" / target).resolve()
            if path in pages and path not in seen:
                seen.add(path)
                name = str(path.relative_to(ROOT).with_suffix(""))
                if name.rpartition("/")[0] in _PARENTS:
                    continue
                lines.append(f"{words[0].upper()}{words[1:]} </{name}>")
        lines.append("```\n")
    moved = _LINK.sub(lambda m: f"[{m[1]}]({(ROOT / 'docs' / m[2]).resolve().relative_to(ROOT)}{m[3] or ''})", text)
    return moved + "\n" + "\n".join(lines)


def stage(folder):
    """Writes what Sphinx reads."""
    pages = set(_pages())
    for path in pages:
        if path != ROOT / "docs/README.md":
            _copy(path, pages, folder)
    (folder / "index.md").write_text(_index(pages))
    # Links to the list of all pages lead to the first page.
    (folder / "docs/README.md").write_text("---\norphan: true\n---\n\n# All pages\n\n[All pages, by reader](../index.md)\n")
    (folder / "conf.py").write_text(_CONF.lstrip())
    return len(pages)


def main():
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/docs-site").resolve()
    source = site.with_name(site.name + "-source")
    for folder in (site, source):
        shutil.rmtree(folder, ignore_errors=True)
    count = stage(source)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", source, site])
    if done.returncode == 0:
        print(f"{count} pages in {site / 'index.html'}")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
