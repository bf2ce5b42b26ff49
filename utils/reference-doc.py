#!/usr/bin/env python3
"""Write the reference by mlir-tblgen: docs/Dialects, docs/Passes.md, docs/Passes and docs/TransformOps.md.

    utils/reference-doc.py            write the pages
    utils/reference-doc.py --check    say which pages are old
"""
import re
import sys

from source_tree import ROOT
from tablegen_docs import bullet, cell, definition_section, dump, first_line, instances, op_section, sections

_INCLUDE = ROOT / "include/Relax"
_DOCS = ROOT / "docs"
_MADE = "Written by `utils/reference-doc.py` from the TableGen files in `include/Relax`.\n"
_DIALECTS = {"Relax": "graphs of operators", "TIR": "tensor programs", "Runtime": "calls of the run-time library",
             "StableHLO": "programs of StableHLO"}
_STEP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_RELAX_FACTS = """## Facts about operators

The line *Facts* below an operator gives what passes ask of it.

* *fusion*: how output elements depend on input elements; `relax-fuse-ops` goes by it. An *out-fusable* operator takes
  elementwise work as its epilogue.
* *mixed precision*: whether `relax-to-mixed-precision` makes the operator compute in the lower precision (always),
  lets it follow its operands (follow), or leaves it (never).
* *axis order*: what becomes of the operator where a layout has other axes; `relax-convert-layout` goes by it.
"""


def _words(name):
    """LinearAlgebraOps is linear algebra."""
    return _STEP.sub(" ", re.sub(r"(?:Ops|Passes)$", "", name)).lower()


def _anchor(title):
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _ops(path):
    """The ops of one file by their full names: class, summary and section."""
    texts, records = sections("-gen-op-doc", path), dump(path)
    parents = {}
    for name, fields in records.items():
        if isinstance(fields, dict) and "opName" in fields:
            parents[name.split("_", 1)[-1]] = f"{records[fields['opDialect']['def']]['name']}.{fields['opName']}"
    found = {}
    for fields in instances(path, "Op").values():
        name = f"{records[fields['opDialect']['def']]['name']}.{fields['opName']}"
        if f"`{name}`" in texts:
            found[name] = (fields["summary"], op_section(texts[f"`{name}`"], fields, records, parents))
    return dict(sorted(found.items()))


def _definitions(folder):
    """Sections about attributes, enumerations and types in a folder: by kind and title."""
    kinds = {"Attributes": ("-gen-attrdef-doc", "AttrDef"), "Enumerations": ("-gen-enum-doc", "EnumInfo"),
             "Types": ("-gen-typedef-doc", "TypeDef")}
    found = {kind: {} for kind in kinds}
    for path in sorted(folder.glob("*.td")):
        if path.stem.endswith("Ops"):
            continue
        for kind, (generator, known) in kinds.items():
            if known not in dump(path)["!instanceof"]:
                continue
            for title, body in sections(generator, path).items():
                found[kind][title] = definition_section(body)
    return found


def _dialect_text(folder):
    """The description of the dialect that a folder defines."""
    for path in sorted(folder.glob("*Base.td")):
        # That which the folder is named after comes first.
        for fields in sorted(instances(path, "Dialect").values(),
                             key=lambda fields: fields["name"] != folder.parent.name.lower()):
            lines = [line.strip() for line in fields["description"].strip().split("\n")]
            return fields["name"], fields["summary"], "\n".join(lines)
    sys.exit(f"{folder} has no *Base.td with a dialect")


def _definition_lines(folder):
    lines = []
    for kind, texts in _definitions(folder).items():
        if texts:
            lines.append(f"## {kind}\n")
        for title, body in sorted(texts.items()):
            lines.append(f"### {title}\n\n{body}\n")
    return lines


def _table(ops, page=""):
    rows = ["| op | |", "| --- | --- |"]
    rows += [f"| [`{name}`]({page}#{_anchor(name)}) | {cell(summary)} |" for name, (summary, _) in ops.items()]
    return "\n".join(rows) + "\n"


def _interfaces(folder):
    """What interfaces of ops and attributes say, without their C++."""
    found = {}
    for path in sorted(list(folder.glob("*.td")) + list(folder.parent.glob("*/*Interface.td"))):
        for fields in [*instances(path, "OpInterface").values(), *instances(path, "AttrInterface").values()]:
            if fields.get("cppNamespace", "").startswith(("::mlir::relax", "::mlir::tir")):
                text = " ".join(fields.get("description", "").split())
                found[fields["cppInterfaceName"]] = text
    if not found:
        return ""
    return "## Interfaces\n\n" + "\n".join(bullet(f"`{name}`: {text}") for name, text in sorted(found.items())) + "\n"


def _split_dialect(folder, title):
    """A dialect with a page for each family of ops, and an index."""
    name, summary, text = _dialect_text(folder / "IR")
    index = [f"# The {name} dialect\n", f"*For those who read or write {title} in MLIR: every op, attribute and type of "
             f"`{name}`, by family.*\n", f"{summary}. {_MADE}", text + "\n", "## Families\n"]
    pages = {}
    for path in sorted((folder / "IR").glob("*Ops.td")):
        family, ops = path.stem.removesuffix("Ops"), _ops(path)
        lines = [f"# {name}: {_words(path.stem)}\n", f"*For those who read or write {title} in MLIR: "
                 f"{first_line(path)[0].lower() + first_line(path)[1:].rstrip('.')}.*\n",
                 f"{_MADE.strip()} All families: [the {name} dialect](../{folder.name}.md).\n", _table(ops)]
        lines += [f"## `{op}`\n\n{body}\n" for op, (_, body) in ops.items()]
        pages[f"Dialects/{folder.name}/{family}.md"] = "\n".join(lines)
        index.append(f"### {_words(path.stem).capitalize()}\n\n{first_line(path)}\n")
        index.append(_table(ops, f"{folder.name}/{family}.md"))
    index += [_RELAX_FACTS, *_definition_lines(folder / "IR"), _interfaces(folder / "IR")]
    pages[f"Dialects/{folder.name}.md"] = "\n".join(index)
    return pages


def _whole_dialect(folder, title):
    """A dialect on one page."""
    name, summary, text = _dialect_text(folder / "IR")
    lines = [f"# The {name} dialect\n", f"*For those who read or write {title} in MLIR: every op, attribute and type of "
             f"`{name}`.*\n", f"{summary}. {_MADE}", text + "\n"]
    for path in sorted((folder / "IR").glob("*Ops.td")):
        ops = _ops(path)
        lines += [f"## {_words(path.stem).capitalize()}\n\n{first_line(path)}\n", _table(ops)]
        lines += [f"### `{op}`\n\n{body}\n" for op, (_, body) in ops.items()]
    lines += [*_definition_lines(folder / "IR"), _interfaces(folder / "IR")]
    return {f"Dialects/{folder.name}.md": "\n".join(lines)}


def _transform_ops():
    lines = ["# Transform ops\n", "*For those who write schedules: every `transform.tir` op, its syntax, operands and attributes.*\n",
             _MADE, "[Schedules](Schedules.md) says how scripts are applied, and which ops make the default schedules.\n"]
    for path in sorted(_INCLUDE.rglob("TransformOps/*Ops.td"), key=lambda path: path.name):
        ops = _ops(path)
        lines += [f"## {_words(path.stem).capitalize()}\n\n{first_line(path)}\n", _table(ops)]
        lines += [f"### `{op}`\n\n{body}\n" for op, (_, body) in ops.items()]
    return {"TransformOps.md": "\n".join(lines)}


def _anchor_op(base):
    """The op that a pass runs on, from the class of the pass."""
    found = re.search(r"OperationPass<(?:::mlir::)?([\w:]*)>", base)
    names = {"ModuleOp": "builtin.module", "relax::FuncOp": "relax.func", "tir::FuncOp": "tir.func",
             "gpu::GPUModuleOp": "gpu.module", "gpu::GPUFuncOp": "gpu.func", "func::FuncOp": "func.func",
             "LLVM::LLVMFuncOp": "llvm.func"}
    return f"`{names.get(found[1], found[1])}`" if found and found[1] else "any op"


def _pass_section(body, fields, records):
    """What mlir-tblgen says of a pass, with types and defaults of its options."""
    text = re.split(r"^#### ", body, maxsplit=1, flags=re.M)[0].strip("\n")
    summary, _, rest = text.partition("\n\n")
    lines = [f"{summary}\n\nRuns on {_anchor_op(fields['baseClass'])}.\n\n{rest}"]
    options = [records[one["def"]] for one in fields["options"]]
    if options:
        items = []
        for one in options:
            default = one.get("defaultValue", "")
            default = default.replace("::mlir::", "").removeprefix("/*default=*/")
            many = " (a list)" if "ListOption" in one["!superclasses"] else ""
            shown = f", default `{default}`" if default else ""
            kind = one["type"].replace("::mlir::", "").replace("std::", "")
            items.append(bullet(f"`{one['argument']}`{many}: {' '.join(one['description'].split())} (`{kind}`{shown})"))
        lines.append("Options:\n\n" + "\n".join(items))
    statistics = [records[one["def"]] for one in fields["statistics"]]
    if statistics:
        lines.append("Statistics:\n\n" + "\n".join(bullet(f"`{one['name']}`: {one['description']}") for one in statistics))
    return "\n\n".join(lines)


def _rooms():
    """The passes by room: (summary, section) by flag."""
    rooms = {}
    for path in sorted(_INCLUDE.rglob("*Passes.td")):
        room = rooms.setdefault(str(path.parent.relative_to(_INCLUDE)), {})
        texts = sections("-gen-pass-doc", path)
        for fields in instances(path, "PassBase").values():
            flag = fields["argument"]
            room[flag] = (fields["summary"], _pass_section(texts[f"`-{flag}`"], fields, dump(path)))
    return {room: dict(sorted(passes.items())) for room, passes in sorted(rooms.items())}


def _pipelines():
    """The stages and the pipeline of all, as their table in lib/Pipelines says."""
    source = (ROOT / "lib/Pipelines/WholeStory.cpp").read_text()
    stages = re.findall(r'\{\d+, "([\w-]+)",\s*"([^"]*)"', source)
    rows = [f"| `--relax-{name}-stage` | {cell(summary)} |" for name, summary in stages]
    return ["## Pipelines\n", "A stage is a pipeline; `relax-opt --help` shows the options of each.\n",
            "| pipeline | |", "| --- | --- |", *rows, "| `--relax-whole-story` | All stages, in their order |\n"]


def _passes():
    """An index of all passes, and a page for each room of lib/Transforms and one for conversions."""
    index = ["# Passes\n", "*For those who run passes one by one: every pass, by the folder it is in.*\n", _MADE,
             "A pass is an option of `relax-opt`, `--relax-fuse-ops=max-depth=4`, and a name in `--pass-pipeline`.",
             "Its example is run by a test. [Nine stages](Rationale/Stages.md) says in which order the compiler runs them.\n"]
    pages, texts = {}, {}
    for room, passes in _rooms().items():
        page = "Conversion" if room.startswith("Conversion") else room.rsplit("/", 1)[-1]
        index += [f"## {room}\n\n| pass | |\n| --- | --- |"]
        index += [f"| [`--{flag}`](Passes/{page}.md#--{flag}) | {cell(summary)} |" for flag, (summary, _) in passes.items()]
        index.append("")
        texts.setdefault(page, {}).update(passes)
    index += _pipelines()
    for page, passes in texts.items():
        what = "steps to a lower level" if page == "Conversion" else f"those in `lib/Transforms/{page}`"
        lines = [f"# Passes: {page.lower()}\n", f"*For those who run passes one by one: {what}.*\n",
                 f"{_MADE.strip()} All: [Passes](../Passes.md).\n"]
        lines += [f"## `--{flag}`\n\n{body}\n" for flag, (_, body) in sorted(passes.items())]
        pages[f"Passes/{page}.md"] = "\n".join(lines)
    pages["Passes.md"] = "\n".join(index)
    return pages


def pages():
    """All pages of the reference: text by path below docs."""
    made = {}
    for folder, title in _DIALECTS.items():
        make = _split_dialect if folder == "Relax" else _whole_dialect
        made.update(make(_INCLUDE / "Dialect" / folder, title))
    made.update(_transform_ops())
    made.update(_passes())
    return {path: re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+$", "", text, flags=re.M)).rstrip("\n") + "\n"
            for path, text in made.items()}


def main():
    made = pages()
    old = {str(path.relative_to(_DOCS)) for folder in ("Dialects", "Passes") for path in (_DOCS / folder).rglob("*.md")}
    if "--check" in sys.argv[1:]:
        wrong = [path for path, text in made.items() if not (_DOCS / path).exists() or (_DOCS / path).read_text() != text]
        wrong += sorted(old - set(made))
        if wrong:
            sys.exit("\n".join(f"docs/{path} is old; run utils/reference-doc.py" for path in sorted(wrong)))
        return
    for path in old - set(made):
        (_DOCS / path).unlink()
    for path, text in made.items():
        (_DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        (_DOCS / path).write_text(text)


if __name__ == "__main__":
    main()
