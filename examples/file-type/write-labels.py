#!/usr/bin/env python3
"""Write what file-type has to know about the magika model as lines of text:
the sizes of its input and, per output, how a label is decided."""
import importlib.util
import json
from pathlib import Path


def main():
    package = Path(importlib.util.find_spec("magika").origin).parent
    config = json.loads((package / "models/standard_v3_3/config.min.json").read_text())
    kinds = json.loads((package / "config/content_types_kb.min.json").read_text())

    assert config["mid_size"] == 0 and not config["use_inputs_at_offsets"]
    for name in ("beg_size", "end_size", "block_size", "padding_token", "min_file_size_for_dl"):
        print(name, config[name])
    print("# label, what it stands for, least probability, else")
    for label in config["target_labels_space"]:
        named = config["overwrite_map"].get(label, label)
        least = config["thresholds"].get(label, config["medium_confidence_threshold"])
        print("label", label, named, least, "txt" if kinds[named]["is_text"] else "unknown")


if __name__ == "__main__":
    main()
