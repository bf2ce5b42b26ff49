"""How much there is: passes, ops, rules and tests, from the pages that are generated of the definitions."""
import re


def _count(tree, pattern, glob):
    return sum(len(re.findall(pattern, path.read_text(), re.M)) for path in tree.root.glob(glob))


def figures(tree):
    """Lines of the report; nothing of it is wrong."""
    tests = [path for path in (tree.root / "test").rglob("*") if path.suffix in (".mlir", ".test")]
    lengths = sorted(path.read_text(errors="replace").count("\n") for path in tests)
    sources = sum(text.count("\n") for text in tree.text.values())
    return [f"passes: {_count(tree, r'^## `--', 'docs/Passes/*.md')}",
            f"ops: {_count(tree, r'^#+ `(?:relax|tir|relax_rt)[.]', 'docs/Dialects/**/*.md')}, "
            f"of schedules {_count(tree, r'^#+ `transform[.]', 'docs/TransformOps.md')}",
            f"lit files: {len(tests)}, median lines {lengths[len(lengths) // 2]}, "
            f"lines a line of source {sum(lengths) / sources:.2f}"], []
