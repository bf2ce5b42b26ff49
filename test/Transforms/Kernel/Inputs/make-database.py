"""Writes a database that has one script, for the program @exp: a step for its loop %i, or `--text` of a script."""
import json
import sys
from pathlib import Path

folder, output, *words = sys.argv[1:]
(key,) = (row["key"] for row in json.loads((Path(folder) / "tasks.json").read_text()) if row["name"] == "exp")
script = words[1] if words[0] == "--text" else f"""module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %func = transform.tir.get_function @program in %root : !transform.any_op
    %block = transform.tir.get_block "exp" in %func : !transform.op<"tir.func">
    %i = transform.tir.get_loops %block
    {words[0]}
    transform.tir.lower_blocks %func : !transform.op<"tir.func">
    transform.yield
  }}
}}"""
Path(output).write_text(json.dumps({"version": 1, "programs": {key: {"script": script}}}))
