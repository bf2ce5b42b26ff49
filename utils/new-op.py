#!/usr/bin/env python3
"""Write a new op in all its places, as a copy of one that the family has.

    utils/new-op.py relax Binary lerp --like=subtract

adds `relax.lerp` to the family Binary. It gets the base class, the type rules, the lowering and the tests of
`relax.subtract`, and computes what that one computes: it compiles, and its tests pass, unless a lowering asks which op
it lowers. Then give it its meaning, place by place; the script prints what it wrote and what is to be done by hand.
"""
import argparse
import re
import subprocess
import sys

from op_table import operators
from source_tree import ROOT, files, mlir_blocks, records, short
from stubs import camel, kebab, read, write

_FOLDERS = {"relax": "Relax", "tir": "TIR", "relax_rt": "Runtime"}
# Members that a copy does not need; each has its own tests.
_LEFT_OUT = re.compile(r"^ *let has(?:Folder|Canonicalizer|CanonicalizeMethod) = 1;\n"
                       r"|let has(?:Folder|Canonicalizer|CanonicalizeMethod) = 1; ?", re.M)
_FOLDS = ("fold", "getCanonicalizationPatterns", "canonicalize")


class Names:
    """The names of the model and of the new op."""

    def __init__(self, dialect, like, new):
        table = operators(_FOLDERS[dialect])
        if new in table:
            sys.exit(f"{dialect}.{new} exists already, in {table[new].file}.td")
        if like not in table:
            sys.exit(f"{dialect}.{like} does not exist; name an op as model with --like")
        self.dialect, self.model = dialect, table[like]
        self.like, self.new = like, new
        self.old_class = table[like].cpp_class
        # math::AbsOp is another op.
        self.class_pattern = re.compile(rf"(?:(?<![A-Za-z0-9:])|(?<=relax::)|(?<=tir::)){self.old_class}(?![A-Za-z0-9])")
        whole = self.old_class == camel(like) + "Op"
        self.new_class = camel(new if whole else new.rsplit(".", 1)[-1]) + "Op"

    def renamed(self, text):
        """Text about the model, made about the new op."""
        text = self.class_pattern.sub(self.new_class, text)
        text = re.sub(rf"\b{self.dialect}\.{re.escape(self.like)}(?![\w.])", f"{self.dialect}.{self.new}", text)
        symbol, new_symbol = self.like.replace(".", "_"), self.new.replace(".", "_")
        text = re.sub(rf"@{symbol}(?!\w)", f"@{new_symbol}", text)
        return re.sub(rf'"{re.escape(self.like)}"', f'"{self.new}"', text)

    def knows(self, text):
        """Whether text is about the model."""
        return self.renamed(text) != text


def _definition(text, start):
    """The TableGen record that begins at a position."""
    depth, position = 0, start
    while position < len(text):
        two, one = text[position:position + 2], text[position]
        if two == "[{":
            position = text.index("}]", position) + 1
        elif one == '"':
            position = text.index('"', position + 1)
        elif one in "<{[(":
            depth += 1
        elif one in ">}])":
            depth -= 1
        if depth == 0 and (one == ";" or one == "}" and two != "}]" and text[position - 1] != "]"):
            return text[start:position + 1]
        position += 1
    sys.exit("a definition does not end")


def _copy_definition(names, path):
    """Puts a copy of the model's record behind it."""
    text = read(path)
    found = re.search(rf"^def \w*?{names.old_class}\b", text, re.M)
    if not found:
        sys.exit(f"{path} does not define {names.old_class} by 'def'; name another model with --like")
    record = _definition(text, found.start())
    copy = names.renamed(re.sub(rf"(?<=_){names.old_class}\b", names.new_class, record, count=1))
    last, new_last = names.like.rsplit(".", 1)[-1], names.new.rsplit(".", 1)[-1]
    if f'"{names.new}"' not in copy:
        prefix = names.like.removesuffix(last)
        if names.new.removesuffix(new_last) != prefix:
            sys.exit(f"ops of this base class begin with '{prefix}', expected {prefix}{new_last}, found {names.new}")
        copy = copy.replace(f'"{last}"', f'"{new_last}"', 1)
    copy = re.sub(r"\s*\{\s*\}$", ";", _LEFT_OUT.sub("", copy))
    end = found.start() + len(record)
    write(path, text[:end] + "\n" + ("\n" if "\n" in copy else "") + copy + text[end:])


def _copy_members(names, path):
    """Puts a copy of each member function of the model behind it."""
    text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    pattern = re.compile(rf"^[^\s/#{{}}][^{{}};]*?\b{names.old_class}::(\w+)\(.*?^}}\n", re.M | re.S)

    def copied(match):
        text = match.group(0)
        return text if match.group(1) in _FOLDS else text + "\n" + names.renamed(text)

    changed = pattern.sub(copied, text)
    if changed != text:
        write(path, changed)


def _statement(text, start):
    """The C++ statement that begins at a position, to the end of its line; nothing for a part of one."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] in "({[") - (text[position] in ")}]")
        if depth < 0:
            return ""
        if depth == 0 and text[position] == ";":
            return text[start:position + 2]
    return ""


def _copy_lowering(names):
    """Lowers the new op as the model: a line in the table of its family, and the function that takes the op, if any."""
    for path in files(("lib/Conversion/RelaxToTIR",), (".cpp",)):
        text = path.read_text()
        function = re.search(rf"^static LogicalResult (\w+)\({names.old_class}\b.*?^}}\n", text, re.M | re.S)
        word = function.group(1) if function else names.old_class
        begins = [match.start() for match in re.finditer(r"^ +\w+\.add\b", text, re.M)]
        line = next((line for line in (_statement(text, begin) for begin in begins) if re.search(rf"\b{word}\b", line)), None)
        if not line:
            continue
        rest = text.replace(line, "").replace(function.group(0) if function else "", "")
        if re.search(rf"(?<![\w:]){names.old_class} \w+[,;)]", rest):
            print(f"by hand: its lowering; in {short(path)} others than its function take a {names.old_class}")
            return
        copy = names.renamed(line)
        if function:
            new_word = re.match("[a-z]*", word).group(0) + names.new_class.removesuffix("Op")
            copy = re.sub(rf"\b{word}\b", new_word, copy)
        text = text.replace(line, line + copy, 1)
        if function:
            body = re.sub(rf"\b{word}\b", new_word, names.renamed(function.group(0)))
            text = text.replace(function.group(0), function.group(0) + "\n" + body, 1)
        write(short(path), text)
        return
    print("by hand: its lowering, or the entry that says which later stage owns the op")


def _copy_round_trip(names, folder):
    """The first lines of a round trip in which the model is used, and their checks: again, about the new op."""
    path = next((short(path) for path in files((folder,), (".mlir",)) if "--mlir-print-op-generic" in path.read_text()
                 and re.search(rf"^ *(?:%.*= )?{names.dialect}\.{re.escape(names.like)}(?![\w.])", path.read_text(), re.M)), None)
    if not path:
        print(f"by hand: a round trip in {folder}")
        return
    lines = read(path).splitlines(keepends=True)
    begin = 0
    while begin < len(lines):
        end = begin
        while end < len(lines) and names.knows(lines[end]):
            end += 1
        if any(not line.lstrip().startswith("//") for line in lines[begin:end]):
            stem = names.new.replace(".", "_")
            copy = [re.sub(r"^(\s*)%\w+((?::\d+)? = )", rf"\1%{stem}_{number}\2", names.renamed(line))
                    for number, line in enumerate(lines[begin:end])]
            write(path, "".join([*lines[:end], *copy, *lines[end:]]))
            return
        begin = end + 1


def _lowered_case(names):
    """A lit file with a case of what the model is lowered to, and that case."""
    use = re.compile(rf"^ *(?:%.*= )?{names.dialect}\.{re.escape(names.like)}(?![\w.])", re.M)
    for path in files(("test/Conversion/RelaxToTIR",), (".mlir",)):
        text = path.read_text()
        if "--relax-legalize-ops" not in text or "--split-input-file" not in text:
            continue
        for case in re.split(r"^// -----\n", text, flags=re.M):
            if re.search(rf"//.*relax\.call_tir @{names.like.replace('.', '_')}(?!\w)", case) and use.search(case):
                # The label of a block may be the op's name, or a word of its lowering.
                case = case.replace(f'tir.block "{names.like}"', 'tir.block "{{.*}}"')
                return short(path), re.sub(r"^// RUN:.*\n", "", case.strip("\n") + "\n", flags=re.M)
    return None, None


def _example_case(names):
    """The example in the model's description as a case: it is a whole function."""
    td = ROOT / f"include/Relax/Dialect/Relax/IR/{names.model.file}.td"
    fields = next(fields for name, fields, _ in records(td) if name.split("_", 1)[-1] == names.new_class)
    program = mlir_blocks(fields["description"])[0].strip("\n")
    return f"// CHECK: relax.call_tir @{names.new.replace('.', '_')}\n{program}\n"


def _copy_case(names, family):
    """A test of what the op is lowered to."""
    support = re.search(rf"^\| `relax\.{re.escape(names.like)}` \| (\S+) \| (.*?) \|", read("docs/OpSupport.md"), re.M)
    if not support or support[2] != "a tensor program":
        owner = support[1] if support else "the pass that owns it"
        print(f"by hand: a test of what {owner} makes of it")
        return
    path, case = _lowered_case(names)
    if not path:
        path, case = f"test/Conversion/RelaxToTIR/{kebab(family)}-forms.mlir", _example_case(names)
    run = f"// What operators of {family}Ops become.\n// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s\n"
    text = read(path).rstrip("\n") + "\n\n// -----\n" if (ROOT / path).exists() else run
    write(path, text + "\n" + names.renamed(case).strip("\n") + "\n")


def _copy_rule(names, case):
    """A case of test/Rules that also breaks the rule of the new op, or None where that is to be done by hand."""
    rule = re.search(rf"^// rule: {names.dialect}\.(\S+)", case, re.M).group(1)
    variable = re.fullmatch(r"([^$]*)\$\{(\w+)\}", rule)
    if variable and names.like.startswith(variable[1]) and names.new.startswith(variable[1]):
        like, new = names.like.removeprefix(variable[1]), names.new.removeprefix(variable[1])
        return re.sub(rf"^(// {variable[2]}: (?:.* )?){re.escape(like)}(?= |$)", rf"\g<0> {new}", case, flags=re.M)
    if rule == names.like:
        return case.rstrip("\n") + "\n\n// -----\n\n" + names.renamed(case).strip("\n") + "\n"
    choices = dict(re.findall(r"^// (\w+): (.*)$", case, re.M))
    pattern = "".join("|".join(map(re.escape, choices.get(part[2:-1], "").split())).join("()") if part.startswith("$")
                      else re.escape(part) for part in re.split(r"(\$\{\w+\})", rule))
    return None if re.fullmatch(pattern, names.like) else case


def _copy_rules(names):
    """The rules that the new op shares with the model are broken with it, too."""
    for path in files(("test/Rules",), (".mlir",)):
        text = path.read_text()
        cases = re.split(r"(?<=\n)// -----\n", text)
        for i, case in enumerate(cases):
            if not re.search(rf"^// rule: {names.dialect}\.", case, re.M):
                continue
            copy = _copy_rule(names, case)
            if copy is None:
                print(f"by hand: in {short(path)}, {re.search('rule: (.*)', case)[1]}")
            else:
                cases[i] = copy
        if "// -----\n".join(cases) != text:
            write(short(path), "// -----\n".join(cases))


def _copy_support(names):
    """The row of docs/OpSupport.md, which `utils/op-support-doc.py` writes again from the build."""
    page = "docs/OpSupport.md"
    lines = read(page).splitlines(keepends=True)
    for line in lines:
        if line.startswith(f"| `{names.dialect}.{names.like}` |"):
            # The derivative is not copied.
            row = re.sub(r"\| yes \|$", "|  |", names.renamed(line))
            write(page, "".join(sorted_in(lines, row)))
            return


def sorted_in(lines, row):
    """Lines with a row put among the rows of its table, which are sorted."""
    rows = [i for i, line in enumerate(lines) if line.startswith("| `")]
    later = [i for i in rows if lines[i] > row]
    place = later[0] if later else rows[-1] + 1
    return [*lines[:place], row, *lines[place:]]


def _default_model(dialect, family):
    """The first op of the family's most common base class."""
    text = read(f"include/Relax/Dialect/{_FOLDERS[dialect]}/IR/{family}Ops.td")
    found = re.findall(r"^def (?:[A-Z]\w*?_)(\w+Op)\s*:\s*(\w+)", text, re.M)
    if not found:
        sys.exit(f"the family {family} has no op to copy; write the first one by hand")
    bases = [base for _, base in found]
    base = max(bases, key=bases.count)
    names = {operator.cpp_class: name for name, operator in operators(_FOLDERS[dialect]).items()}
    return next(names[name] for name, other in found if other == base)


def _report(names):
    """What is still to do, and where the model has what was not copied."""
    print(f"""
{names.dialect}.{names.new} computes what {names.dialect}.{names.like} computes. Give it a meaning of its own:
summary and rules in the .td file, `inferTypes`, what its lowering computes, the checks of its lit cases. Then
  test/Integration: a case that compares it with numpy
  CHANGELOG.md: a line
  after the build: utils/op-support-doc.py""")
    others = [short(path) for path in files(("lib/Dialect/Relax/Gradient", "lib/Dialect/Relax/Layout", "lib/Import", "test/lib"), (".cpp",))
              if names.class_pattern.search(path.read_text())]
    if others:
        print(f"{names.dialect}.{names.like} is also in these files, for a derivative, a layout or an import of your own:")
        print("\n".join(f"  {other}" for other in others))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialect", choices=_FOLDERS)
    parser.add_argument("family", help="its file is <family>Ops.td, such as Binary")
    parser.add_argument("mnemonic", help="the name without the dialect's, such as nn.swish")
    parser.add_argument("--like", help="an op of the family to copy (default: the first of its most common base class)")
    options = parser.parse_args()
    folder = _FOLDERS[options.dialect]
    names = Names(options.dialect, options.like or _default_model(options.dialect, options.family), options.mnemonic)
    if names.model.file != options.family + "Ops":
        sys.exit(f"{options.dialect}.{names.like} is of {names.model.file}.td; name an op of {options.family}Ops.td with --like")
    _copy_definition(names, f"include/Relax/Dialect/{folder}/IR/{options.family}Ops.td")
    _copy_members(names, f"lib/Dialect/{folder}/IR/{options.family}Ops.cpp")
    if options.dialect == "relax":
        _copy_lowering(names)
    else:
        print("by hand: its lowering, or the entry that says which later stage owns the op")
    _copy_round_trip(names, f"test/Dialect/{folder}")
    if options.dialect == "relax":
        _copy_case(names, options.family)
    _copy_rules(names)
    _copy_support(names)
    for script in ("rules-doc.py", "reference-doc.py"):
        subprocess.run([sys.executable, ROOT / "utils" / script], check=True)
    print("changed docs/Rules.md and docs/Dialects")
    _report(names)


if __name__ == "__main__":
    main()
