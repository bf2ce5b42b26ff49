"""Uses of single operators: valid ones from tests and definitions, read, printed
and given to relax-opt by the hundred."""
import bisect
import json
import re
import resource
import signal
import subprocess
from collections import defaultdict

from op_table import operators
from rule_oracle import Tensor, Use, parse_type, split_list
from source_tree import ROOT, files, llvm_tool

_MARK = "// -----\n"
_AT = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)$", re.M)


class Definitions:
    """What the definitions say of operands, attributes and results."""

    def __init__(self):
        self.ops = {}
        for path in files(("include/Relax/Dialect/Relax/IR",), (".td",)):
            if not path.stem.endswith("Ops"):
                continue
            run = subprocess.run([llvm_tool("llvm-tblgen"), "--dump-json", "-I", str(ROOT / "include"), "-I", "/usr/lib/llvm-22/include", str(path)],
                                 capture_output=True, text=True, check=True)
            dump = json.loads(run.stdout)
            for name in dump["!instanceof"]["Op"]:
                fields = dump[name]
                self.ops["relax." + fields["opName"]] = self._op(dump, fields)

    @staticmethod
    def _op(dump, fields):
        operands, attributes = [], {}
        for value, name in fields["arguments"]["args"]:
            record = dump[value["def"]]
            classes = record["!superclasses"]
            if "AttrConstraint" in classes:
                words = re.search(r"one of ([\w, ]+)", json.dumps(record) + json.dumps(dump.get((record.get("baseAttr") or {}).get("def"), {})))
                attributes[name] = (record.get("storageType") or "", record.get("defaultValue"), words.group(1).split(", ") if words else [])
            else:
                operands.append((name, "many" if "Variadic" in classes else "maybe" if "Optional" in classes else "one"))
        return {"operands": operands, "attributes": attributes, "infers": "TypeRules" in operators()[fields["opName"]].traits}


_KEY = re.compile(r"\s*(\w+)\s*=\s*")


def parse_attribute(text):
    """A number, a truth value, a string, a list of numbers, or the text of another one."""
    if text in ("true", "false"):
        return text == "true"
    match = re.fullmatch(r"(-?\d+)(?: : i64)?", text)
    if match:
        return int(match.group(1))
    if re.fullmatch(r'"[^"]*"', text):
        return text[1:-1]
    match = re.fullmatch(r"array<i64(?:: (.*))?>", text)
    if match:
        return [int(part) for part in split_list(match.group(1) or "")]
    return (text,)


def print_attribute(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, list):
        return f"array<i64: {', '.join(map(str, value))}>" if value else "array<i64>"
    return f'"{value}"' if isinstance(value, str) else value[0]


def _balanced(text, start):
    """Where the bracket at `start` ends."""
    depth, quoted = 0, False
    for place in range(start, len(text)):
        letter = text[place]
        if letter == '"' and text[place - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        if letter in "<([{":
            depth += 1
        elif letter in ")]}" or letter == ">" and text[place - 1] != "-":
            depth -= 1
            if depth == 0:
                return place
    return len(text) - 1


def parse_use(line, definitions):
    """A use of an operator in generic form, None if it is another line."""
    match = re.match(r"\s*(?:%[\w:]+ = )?\"(relax\.[\w.]+)\"\(", line)
    if not match or match.group(1) not in definitions.ops or line.rstrip().endswith("({"):
        return None
    end = _balanced(line, match.end() - 1)
    rest = line[end + 1:].strip()
    attributes = {}
    while rest[:1] in "<{":
        close = _balanced(rest, 0)
        inner = rest[:close + 1].strip("<>{}") if rest[0] == "{" else rest[2:close - 1]
        for part in split_list(inner):
            key = _KEY.match(part)
            if key:
                attributes[key.group(1)] = parse_attribute(part[key.end():].strip())
            else:
                attributes[part] = ("unit",)
        rest = rest[close + 1:].strip()
    if not rest.startswith(": ("):
        return None
    close = _balanced(rest, 2)
    operands = [parse_type(t) for t in split_list(rest[3:close])]
    after = rest[close + 1:].strip().removeprefix("->").strip()
    results = split_list(after[1:_balanced(after, 0)]) if after.startswith("(") else [after]
    return _assign(match.group(1), operands, attributes, [parse_type(r) for r in results], definitions)


def _assign(name, operands, attributes, results, definitions):
    """The operands by their names."""
    declared = definitions.ops[name]["operands"]
    sizes = attributes.pop("operandSegmentSizes", None)
    attributes.pop("resultSegmentSizes", None)
    if sizes is not None:
        counts = [int(n) for n in re.findall(r"-?\d+", sizes[0].partition(":")[2])]
    else:
        loose = sum(kind != "one" for _, kind in declared)
        counts = [1 if kind == "one" else (len(operands) - (len(declared) - loose)) for _, kind in declared]
    found, place = {}, 0
    for (operand, kind), count in zip(declared, counts):
        part = operands[place:place + count]
        place += count
        found[operand] = part if kind == "many" else part[0] if part else None
    defaults = {}
    for attribute, (_, default, _) in definitions.ops[name]["attributes"].items():
        if default is not None:
            defaults[attribute] = _default(default)
    return Use(name.removeprefix("relax."), found, attributes, results, defaults)


def _default(text):
    text = str(text)
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r'"[^"]*"', text):
        return text[1:-1]
    if re.fullmatch(r"\{[-\d, ]*\}", text):
        return [int(n) for n in re.findall(r"-?\d+", text)]
    return (text,)


def print_use(use, definitions):
    """A function with this use and nothing else."""
    listed, sizes = [], []
    for name, kind in definitions.ops["relax." + use.name]["operands"]:
        value = use.operands.get(name)
        part = value if isinstance(value, list) else [] if value is None else [value]
        sizes.append(len(part))
        listed += part
    types = [str(t) for t in listed]
    attributes = dict(use.attributes)
    if sum(kind != "one" for _, kind in definitions.ops["relax." + use.name]["operands"]) > 1:
        attributes["operandSegmentSizes"] = (f"array<i32: {', '.join(map(str, sizes))}>",)
    properties = ", ".join(f"{key} = {print_attribute(value)}" for key, value in attributes.items())
    results = [str(r) for r in use.results]
    left = f"%r:{len(results)} = " if len(results) > 1 else "%r = " if results else ""
    call = f'{left}"relax.{use.name}"({", ".join(f"%a{i}" for i in range(len(types)))}) {f"<{{{properties}}}> " if properties else ""}: ({", ".join(types)}) -> ({", ".join(results)})'
    words = " ".join([*types, *results, properties])
    symbols = sorted(set(re.findall(r"(?<![\w\"#!.@%])([a-z]\w?)(?![\w\".])", " ".join(re.findall(r"(?:dims<\[|shape<\[|expr<)[^<>]*", words)))))
    parameters = [f"%a{i}: {t}" for i, t in enumerate(types)]
    if symbols:
        parameters.insert(0, f"%symbols: tensor<{'?x' * len(symbols)}f32, #relax.dims<[{', '.join(symbols)}]>>")
    return f"relax.func impure @main({', '.join(parameters)}) {{\n  {call}\n  relax.return\n}}\n"


def run_all(tool, texts, options=(), limit=0):
    """For each text the errors, an empty list if it is accepted. What takes more than `limit` seconds of processor time,
    if there is a limit, has an error that says so."""
    found = []
    for start in range(0, len(texts), 400):
        found += _run(tool, texts[start:start + 400], options, limit)
    return found


def _run(tool, texts, options, limit):
    text = _MARK.join(texts)
    # Processor time, which other processes on the machine do not change. Some take longer than others: half a second
    # is the mean of one.
    most = limit + len(texts) // 2
    run = subprocess.run([tool, "--split-input-file", "-", "-o", "/dev/null", *options], input=text, capture_output=True, text=True,
                         preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most))) if limit else None)
    if run.returncode not in (0, 1):
        if len(texts) == 1:
            slow = limit and run.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
            return [[f"crash: over {most} seconds" if slow else f"crash: status {run.returncode}"]]
        middle = len(texts) // 2
        return _run(tool, texts[:middle], options, limit) + _run(tool, texts[middle:], options, limit)
    starts, line = [], 1
    for part in texts:
        starts.append(line)
        line += part.count("\n") + 1
    found = [[] for _ in texts]
    for at, message in _AT.findall(run.stderr):
        found[bisect.bisect_right(starts, int(at)) - 1].append(message)
    if (run.returncode == 0) != (not any(found)):
        raise SystemExit(f"{tool} ends with {run.returncode}:\n{run.stderr[-2000:]}")
    return found


def valid_uses(tool, definitions):
    """Valid uses of operators, by operator."""
    texts = []
    for path in files(("test/Dialect/Relax",), (".mlir",)):
        if not path.stem.endswith("invalid"):
            texts += path.read_text().split(_MARK)
    for path in files(("include/Relax/Dialect/Relax/IR",), (".td",)):
        texts += _examples(path)
    texts = [text if text.endswith("\n") else text + "\n" for text in texts]
    accepted = [text for text, errors in zip(texts, run_all(tool, texts)) if not errors]
    run = subprocess.run([tool, "--split-input-file", "--mlir-print-op-generic", "-"], input=_MARK.join(accepted), capture_output=True, text=True, check=True)
    found = defaultdict(dict)
    for chunk in run.stdout.split("// -----"):
        aliases = dict(re.findall(r"^(#\w+) = (.*)$", chunk, re.M))
        for line in chunk.splitlines():
            for alias, text in aliases.items():
                line = re.sub(re.escape(alias) + r"\b", lambda _: text, line)
            use = parse_use(line, definitions)
            if use:
                found["relax." + use.name][print_use(use, definitions)] = use
    texts = [(name, text) for name, uses in found.items() for text in uses]
    valid = defaultdict(list)
    for (name, text), errors in zip(texts, run_all(tool, [text for _, text in texts])):
        if not errors:
            valid[name].append(found[name][text])
    return valid


def infer(tool, uses, definitions):
    """Give uses the results that inference finds; those that are not valid stay."""
    texts = [print_use(use, definitions) for use in uses]
    accepted = [index for index, errors in enumerate(run_all(tool, texts, ["--relax-infer-types"])) if not errors]
    for start in range(0, len(accepted), 400):
        part = accepted[start:start + 400]
        run = subprocess.run([tool, "--split-input-file", "--relax-infer-types", "--mlir-print-op-generic", "-"], input=_MARK.join(texts[index] for index in part),
                             capture_output=True, text=True, check=True)
        for index, chunk in zip(part, run.stdout.split("// -----"), strict=True):
            found = [use for use in (parse_use(line, definitions) for line in chunk.splitlines()) if use]
            for use in found:
                if use.name == uses[index].name:
                    uses[index].results = use.results


def _examples(path):
    """The examples of a file of definitions, but those of classes, which lack names."""
    text = path.read_text()
    for block in re.findall(r"```mlir\n(.*?)```", text, re.S):
        if "}]" not in block:
            yield re.sub(r"^    ", "", block, flags=re.M)
