#!/usr/bin/env python3
"""Check that the tree says the field's terms: no word of docs/Glossary.md's left column.

Each row is a word in one sense, the term to write, and patterns that only that
sense has: identifiers and phrases. Ordinary English stays, and so do words that
TVM's interface has (`factor` of a split, `rfactor`). A file that is an
exception has a row with its reason.
"""
import re
import subprocess

from source_tree import ROOT, Check

_SUFFIXES = (".cpp", ".h", ".td", ".md", ".mlir", ".test", ".py", ".txt", ".sh", ".cmake")

# Word and sense, the field's term, patterns.
_ROWS = (
    ("factor: what a contraction multiplies", "operand (lhs, rhs)",
     (r"\b(?:Contraction|Warpgroup|Pack|Narrow)Factors?\b", r"\bFactor(?:Tile|Line|Panel|Packer)\b",
      r"\brelax-pack-factors\b", r"\bfactors? of (?:a|the) (?:product|contraction)s?\b",
      r"\bconstant factors? of products\b", r"\bwhose factors\b")),
    ("terms, depth: what a contraction reduces over", "reduction (K) dimension",
     (r"\bgetNumTerms\b", r"\b(?:along|has|is)(?:Along|InRow|By)?(?:Depth|Terms?)\b", r"\bbuildTermLoads\b")),
    ("aside: copies that threads do not wait for", "async copy",
     (r"\bcop(?:y|ies|ied) aside\b", r"\bcop(?:y|ies|ied)_?Aside\b", r"\bcopies_aside\b", r"\baside of the threads\b")),
    ("refuse: turn down what was asked for", "precondition failure; reject", (r"(?i)\brefus\w*",)),
    ("side by side: in memory, or at one time", "contiguous, adjacent, in parallel",
     (r"\b(?:lies?|stands?|stored?|works?|loops|all of them|become code) side by side\b",)),
    ("sum up", "accumulate", (r"(?i)\bsum(?:s|med)? up\b",)),
    ("to ask memory", "load from, request", (r"\basks? memory\b",)),
    ("border: of a function", "ABI boundary", (r"\bBorderType\b", r"\bborder of (?:a|host|the) functions?\b")),
    ("border: of a padded buffer", "padding, halo",
     (r"\bborder (?:around|of a buffer)\b", r"\b(?:inside|but for|with) (?:of )?a border\b")),
    ("what is outside is 0, isThere", "zero-fill, bounds predicate", (r"\bwhat is outside is 0\b",)),
    ("counted: a shape that data decide", "data-dependent shape", (r"\bDecomposeCounted\b", r"\bdecomposeCounted\b")),
    ("greatest: what a conversion gives", "saturate", (r"\bBeyond::Greatest\b",)),
    ("RowKernel, RowGroups: rows as one kernel", "fused row-wise reduction", (r"\bRow(?:Kernel|Groups)\b", r"\bbind_rows\b")),
    ("left, right: of a product", "lhs, rhs", (r"\b(?:left|right)_(?:start|layout|transposed)\b",)),
    ("shelf: shared memory that results pass through", "epilogue staging",
     (r"\bshel(?:f|ves)\b", r"\bSumShelf\b", r"\bk?Shelf\w*\b", r"\bleaveSums?\b")),
    ("boxes: what TMA loads", "TMA tile, TMA load", (r"\bWarpgroupBoxes\b", r"\b(?:start|waitFor|uses|isOf)Boxes\b")),
    ("rehearse: try steps on a clone", "dry run", (r"(?i)\brehears\w*",)),
    ("turned: with two axes swapped", "transposed", (r"\bisTurned\b", r"\bturned around\b")),
    ("planted: put in to be found", "seeded fault", (r"(?i)\bplanted defects?\b", r"\bPlantedDefects?\b")),
    ("one behind the other, side by side", "contiguous, sequential, in parallel", (r"\bone behind the other\b",)),
    ("bits behind the point", "mantissa bits", (r"\bbits behind the point\b",)),
    ("what something lacks", "missing", (r"\bwhat (?:a|an|the) [a-z]+ lacks\b",)),
    ("most, least: bounds", "max, min", (r"\bk(?:Most|Least)[A-Z]\w*\b", r"\bkMost\b", r"\bkLeast\b")),
    ("BlockNest", "loop nest", (r"\b(?:match)?BlockNest\b",)),
    ("ends of life", "kill, deallocation, last use", (r"\bends? of life\b", r"\bendLife\b", r"\baddDeath\b")),
    ("ask for: memory traffic", "request, load", (r"\basked of memory\b", r"\bask(?:s|ed)? of memory\b")),
    ("border of a module", "ABI boundary", (r"\bborder of a module\b",)),
    ("what a chip lacks", "missing", (r"\bwhat the chip lacks\b",)),
    ("greatest score, places of the greatest", "maximum, argmax", (r"\bplaces? of the (?:greatest|least)\b",)),
    ("in pieces: cut along the reduction", "split-K, split-KV, partitions, chunks",
     (r"\b(?:keys|rows|terms) in pieces\b", r"\bAttentionPieces\b", r"\bnumPieces\b")),
)

# Files that have a word for a reason.
_EXCEPTIONS = {
    "docs/Glossary.md": "the table of these words",
    "utils/check-vocabulary.py": "the patterns",
    "CHANGELOG.md": "names what was renamed",
    "docs/FormerNames.md": "names what was renamed",
    "lib/Support/FormerNames.cpp": "names what was renamed",
    "test/Tools/former-names.test": "names what was renamed",
}


def main():
    check = Check("vocabulary", __doc__.splitlines()[0])
    rows = [(word, term, re.compile("|".join(patterns))) for word, term, patterns in _ROWS]
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if not name.endswith(_SUFFIXES) or name in _EXCEPTIONS or name.startswith("utils/baseline/") or not path.is_file():
            continue
        check.count += 1
        text = path.read_text(errors="replace")
        for word, term, pattern in rows:
            found = pattern.search(text)
            if found:
                line = text.count("\n", 0, found.start()) + 1
                check.violation(f"{name}: {word}", f"{name}:{line}: '{found.group()}' ({word}): write {term}; docs/Glossary.md")
    check.finish("files")


if __name__ == "__main__":
    main()
