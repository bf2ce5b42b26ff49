#!/usr/bin/env python3
"""Check that each diagnostic's words occur in a test.

Of each statement that reports (emitError, emitOpError, reject, ...) the first
words of the longest literal, or of another long one, must occur in a file
under test/.
"""
from diagnostics import first_words, is_tested, messages, test_text
from source_tree import Check, files, line_of, short


def main():
    check = Check("messages", __doc__.splitlines()[0])
    tests = test_text("\n".join(path.read_text(errors="replace")
                                for path in files(("test",), (".mlir", ".test", ".py", ".cpp", ".h", ".c"))))
    for path in files(("lib", "tools", "runtime"), (".cpp",)):
        text = path.read_text()
        for position, literals in messages(text):
            check.count += 1
            if not is_tested(literals, tests):
                words = first_words(literals[0])
                check.violation(f"{short(path)}: {words}", f"{short(path)}:{line_of(text, position)}: no test has \"{words}\"")
    check.finish("messages")


if __name__ == "__main__":
    main()
