#!/usr/bin/env python3
"""Run the example of each pass and compare; run it again: nothing changes.

An example is an ```mlir block in the description of a pass in Passes.td:

    // before
    IR
    // after
    IR

The pass turns the first into the second, as relax-opt prints both. The line
may be `// before: option=value`, to set options of the pass. Instead of
`// after`, `// unchanged` says that the pass leaves the IR as it is, and
`// error: TEXT` that the pass rejects it with an error that contains TEXT.
"""
import difflib
import re
import subprocess

from source_tree import Check, files, mlir_blocks, records, short

_EXAMPLE = re.compile(r"// before(?::(?P<options>[^\n]*))?\n(?P<before>.*?)^"
                      r"// (?P<kind>after|unchanged|error)(?::(?P<error>[^\n]*))?\n(?P<after>.*)",
                      re.S | re.M)


def run(check, flags, text):
    """Exit code, output and errors of relax-opt."""
    result = subprocess.run([check.tool("relax-opt"), *flags, "-"], input=text,
                            capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def problem(check, flag, example):
    """What is wrong with an example, or None."""
    code, output, errors = run(check, [flag], example["before"])
    if example["kind"] == "error":
        wanted = " ".join(example["error"].split())
        if code == 0 or wanted not in " ".join(errors.split()):
            return f"no error with '{wanted}':\n{errors or output}"
        return None
    if code != 0:
        return f"the pass fails:\n{errors}"
    expected = example["before" if example["kind"] == "unchanged" else "after"]
    code, expected, errors = run(check, [], expected)
    if code != 0:
        return f"the part after '// {example['kind']}' does not parse:\n{errors}"
    if expected != output:
        lines = difflib.unified_diff(expected.splitlines(True), output.splitlines(True),
                                     "the example says", "the pass makes")
        return "the pass makes something else:\n" + "".join(lines)
    code, again, errors = run(check, [flag], output)
    if code != 0 or again != output:
        return f"a second run changes the IR:\n{errors or again}"
    return None


def main():
    check = Check("pass-examples", __doc__.splitlines()[0], needs_build=True)
    for path in files(("include",), (".td",)):
        if not path.name.endswith("Passes.td"):
            continue
        for name, fields, classes in records(path):
            if "PassBase" not in classes:
                continue
            check.count += 1
            where = f"{short(path)}: {name}"
            matches = [_EXAMPLE.match(block) for block in mlir_blocks(fields["description"] or "")]
            examples = [match.groupdict() for match in matches if match]
            if not examples:
                check.violation(name, f"{where}: no example (an mlir block with '// before' and '// after')")
            for example in examples:
                options = (example["options"] or "").strip()
                flag = "--" + fields["argument"] + (f"={options}" if options else "")
                text = problem(check, flag, example)
                if text:
                    check.violation(name, f"{where}: {text}")
    check.finish("passes")


if __name__ == "__main__":
    main()
