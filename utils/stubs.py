"""How new-op.py and new-pass.py write into the project."""
import re
import sys

from source_tree import ROOT, short


def kebab(name):
    """The stem of a test: KillAfterLastUse is kill-after-last-use."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


def camel(name):
    """A class from a mnemonic: kill_tensor is KillTensor."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[._]", name))


def read(path):
    """Text of a file that has to exist."""
    if not (ROOT / path).exists():
        sys.exit(f"{path} does not exist; write the first lines of it by hand")
    return (ROOT / path).read_text()


def write(path, text):
    """Writes a file and says so."""
    target = ROOT / path
    known = target.exists()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    print(f"{'changed' if known else 'wrote'} {short(target)}")


def insert_before(path, mark, text):
    """Puts text before the last line that begins with `mark`."""
    old = read(path)
    position = old.rfind("\n" + mark)
    if position < 0:
        sys.exit(f"{path} has no line that begins with '{mark}'")
    write(path, old[:position + 1] + text + old[position + 1:])


def insert_line(path, pattern, line):
    """Puts a line into the sorted run of lines that match a pattern."""
    lines = read(path).splitlines()
    places = [i for i, other in enumerate(lines) if re.match(pattern, other)]
    if not places:
        sys.exit(f"{path} has no line like {pattern}; add '{line.strip()}' by hand")
    if line not in lines:
        later = [i for i in places if lines[i] > line]
        lines.insert(later[0] if later else places[-1] + 1, line)
        write(path, "\n".join(lines) + "\n")
