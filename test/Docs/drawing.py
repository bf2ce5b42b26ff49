#!/usr/bin/env python3
"""Draw a model by relax-opt --relax-graph-svg and open it in headless Chromium: each node and edge of the drawing is
there, takes place, and lies inside of the picture."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

from browser import open_page

MODELS = Path(__file__).resolve().parents[2] / "scripts/models.py"
# What the page finds of the drawing, as JSON in its body.
_MEASURE = """
const whole = document.querySelector("svg").getBoundingClientRect(), found = {};
for (const kind of ["node", "edge", "cluster"]) {
  const boxes = [...document.querySelectorAll("g." + kind)].map(group => group.getBoundingClientRect());
  found[kind] = boxes.length;
  found[kind + " outside"] = boxes.filter(box => !(box.width > 0 && box.height > 0 && box.left >= whole.left - 1 &&
    box.right <= whole.right + 1 && box.top >= whole.top - 1 && box.bottom <= whole.bottom + 1)).length;
}
document.body.innerHTML = "<pre id=found>" + JSON.stringify(found) + "</pre>";
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    arguments = parser.parse_args()
    tools = arguments.build / "bin"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = subprocess.run([sys.executable, MODELS, "magika"], capture_output=True, text=True, check=True).stdout.strip()
        subprocess.run([tools / "relax-import-onnx", model, "--bytecode", "-o", folder / "model.mlirbc"], check=True)
        for output in ("graph.svg", "graph.dot"):
            subprocess.run([tools / "relax-opt", folder / "model.mlirbc", f"--relax-graph-svg=output={folder / output}",
                            "-o", "/dev/null"], check=True)
        dot = (folder / "graph.dot").read_text()
        svg = (folder / "graph.svg").read_text()
        page = folder / "page.html"
        page.write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{svg[svg.index('<svg'):]}<script>{_MEASURE}</script>")
        text = open_page(page.as_uri())
    found = json.loads(unescape(re.search(r"<pre id=\"?found\"?>(.*?)</pre>", text)[1]))
    wanted = {"node": len(re.findall(r"^ *n\d+ \[", dot, re.M)), "edge": dot.count(" -> "), "cluster": dot.count("subgraph")}
    wanted.update({f"{kind} outside": 0 for kind in list(wanted)})
    if found != wanted or wanted["node"] < 10:
        sys.exit(f"expected {wanted} in the browser, found {found}")
    print(f"the browser shows {found['node']} nodes and {found['edge']} edges")


if __name__ == "__main__":
    main()
