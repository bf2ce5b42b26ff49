#!/usr/bin/env python3
"""Attack the rules of the verifiers: uses that break a rule have to be rejected.

Valid uses of operators, from the dialects' tests and the examples of their
definitions, are changed at random: types, ranks, sizes, element types, places,
attributes, numbers of operands and results. What a change breaks is said by
utils/rule_oracle.py, from the words of the rules alone. An attempt that breaks a
rule and is accepted is a hole.
"""
import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from dataclasses import replace

import rule_attacks
import rule_oracle
from operator_uses import Definitions, print_use, run_all, valid_uses
from rule_oracle import EXOTIC, NUMBERS, Tensor, Use, find_oracle, parse_type, split_list
from rule_table import TYPE_RULES, rules
from source_tree import ROOT

_ID = re.compile(r"\[([#!\w.-]+ R\d+|TYPE-\d|[A-Z]+-\d+)\]$")
_NUMBERS = [-(2**63), -100, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 2**31, 2**62, 2**63 - 1]
_SIZES = [0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 33, 2**31, 2**62, 2**63 - 1]
_WORDS = ["", "x", "mean", "NCHW", "NHWC", "NCW", "NCDHW", "OIHW", "OIW", "OIDHW", "NCHWC", "NCH", "NCHW4c", "NCHW0c", "nchw", "N", "ij,jk->ik", "ij->ii", "i->ij",
          "ijk,k->", "NC HW", "CHW", "fast", "onnx", "tensorflow", "nan", "clip", "tf_crop_and_resize", "half_pixel", "TopLeft", "BottomRight", "sum", "none", "both"]
_PLACES = [None, '#relax.vdevice<"cuda", 0>', '#relax.vdevice<"cuda", 1>', '#relax.vdevice<"llvm", 0>', '#relax.vdevice<"vulkan", 0>']
_OTHERS = ["!relax.object", "tuple<tensor<2xf32>>", "i64", "!relax.shape<[2, 3]>", "!relax.callable<() -> (), pure>", "memref<2xf32>", "vector<2xf32>", "index"]
_RAW = ["unit", "[1]", "[1 : i64]", '"x"', "1.5 : f64", "0x7FF8000000000000 : f64", "0xFFF8000000000001 : f64", "0x7FF0000000000000 : f64", "3 : i32", "3 : index", "true", "array<i32: 1>",
        "array<i64: 1>", "array<f64: 1.0>", "f32", "-1 : i64", "7 : i8", "2.0 : f32", "@main", "dense<1> : tensor<2xi64>", "#relax.expr<-1>", "#relax.expr<0>", "{}", "#relax.expr<n * 0 - 1>"]


class Mutator:
    """Changes uses at random."""

    def __init__(self, seed, definitions):
        self.random, self.definitions = random.Random(seed), definitions

    def change(self, use):
        made = Use(use.name, dict(use.operands), dict(use.attributes), list(use.results), use.defaults)
        # What is declared must not be why it is rejected.
        if self.definitions.ops["relax." + use.name]["infers"]:
            made.results = [Tensor(None, "!relax.unknown") if isinstance(r, Tensor) else r for r in made.results]
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3])):
            attributes = self.definitions.ops["relax." + use.name]["attributes"]
            kind = self.random.choice(["type"] * 5 + ["attribute"] * (5 if attributes else 0) + ["count", "places"])
            if kind == "places":
                self.change_places(made)
            elif kind == "type" and made.operands:
                self.change_operand(made)
            elif kind == "attribute":
                self.change_attribute(made, attributes)
            elif kind == "count":
                self.change_count(made)
        return made

    def change_places(self, use):
        """Two operands on two devices."""
        places = [(name, index) for name, value in use.operands.items() for index, one in enumerate(value if isinstance(value, list) else [value])
                  if isinstance(one, Tensor) and one.dims is not None]
        if len(places) < 2:
            return
        for (name, index), device in zip(self.random.sample(places, 2), self.random.sample(_PLACES[1:], 2)):
            value = use.operands[name]
            if isinstance(value, list):
                use.operands[name] = [*value[:index], replace(value[index], device=device), *value[index + 1:]]
            else:
                use.operands[name] = replace(value, device=device)

    def change_operand(self, use):
        name = self.random.choice(list(use.operands))
        value = use.operands[name]
        if isinstance(value, list):
            value = list(value)
            if value:
                place = self.random.randrange(len(value))
                value[place] = self.type(value[place], use)
            use.operands[name] = value
        elif value is not None:
            use.operands[name] = self.type(value, use)

    def type(self, value, use):
        pick = self.random.choice
        if not isinstance(value, Tensor):
            match = re.fullmatch(r"!relax\.shape<\[(.*)\]>", value)
            if match:
                dims = self.dims(tuple(int(d) if re.fullmatch(r"-?\d+", d) else d for d in split_list(match.group(1))), True)
                return f"!relax.shape<[{', '.join(map(str, dims))}]>"
            return pick([value, value, *_OTHERS])
        kind = pick(["element", "element", "rank", "rank", "dims", "dims", "dims", "device", "other", "swap"])
        if kind == "element":
            return replace(value, element=pick(NUMBERS + ("i1", "!relax.unknown")) if self.random.random() < 0.6 else pick(EXOTIC))
        if kind == "device" and value.dims is not None:
            device = pick(_PLACES)
            others = [t for t in use.tensors() if t.dims is not None]
            if device and len(others) > 1 and self.random.random() < 0.7:
                for name, other in use.operands.items():
                    if isinstance(other, Tensor) and other.dims is not None and other is not value:
                        use.operands[name] = replace(other, device=pick(_PLACES[1:]))
                        break
            return replace(value, device=device)
        if kind == "swap":
            return replace(pick(use.tensors()), device=value.device)
        if kind == "other":
            return pick(_OTHERS) if self.random.random() < 0.2 else Tensor(None, value.element)
        if value.dims is None:
            return replace(value, dims=tuple(pick(_SIZES[:12]) for _ in range(pick([0, 1, 2, 3, 4, 5]))))
        return replace(value, dims=self.dims(value.dims, kind == "rank"))

    def dims(self, dims, changes_rank):
        pick, dims = self.random.choice, list(dims)
        if changes_rank:
            kind = pick(["drop", "add", "empty", "reverse"])
            if kind == "drop" and dims:
                del dims[self.random.randrange(len(dims))]
            elif kind == "add":
                dims.insert(self.random.randrange(len(dims) + 1), pick(_SIZES[:12]))
            elif kind == "empty":
                dims = []
            else:
                dims.reverse()
        elif dims:
            place = self.random.randrange(len(dims))
            old = dims[place]
            dims[place] = pick([*_SIZES, "n", "m", "n + 1", "n * 2", *([old + 1, old * 2, max(old - 1, 0)] if isinstance(old, int) and old < 2**60 else [])])
        return tuple(dims)

    def change_attribute(self, use, declared):
        pick = self.random.choice
        name = pick(list(declared))
        storage, _, words = declared[name]
        value = use.get(name)
        if self.random.random() < 0.1:
            use.attributes[name] = (pick(_RAW),)
        elif name in use.attributes and self.random.random() < 0.12:
            del use.attributes[name]
        elif "dtype" in name or isinstance(value, tuple) and parse_type(f"tensor<{value[0]}>") and re.fullmatch(r"[a-z]\w*", value[0]) and value[0] not in ("unit",):
            use.attributes[name] = (pick(NUMBERS + ("i1",) + EXOTIC * 2 + ("tensor<2xf32>", "!relax.unknown", "!relax.object")),)
        elif isinstance(value, bool):
            use.attributes[name] = not value
        elif isinstance(value, int) or value is None and "IntegerAttr" in storage:
            rank = use.first.rank if use.first and use.first.rank is not None else 2
            use.attributes[name] = pick(_NUMBERS + [rank, rank + 1, -rank - 1, -rank, rank, -rank - 2])
        elif isinstance(value, list) or value is None and "DenseI64ArrayAttr" in storage:
            use.attributes[name] = self.numbers(list(value or []), use)
        elif isinstance(value, str) or value is None and "StringAttr" in storage:
            use.attributes[name] = pick(words) if words and self.random.random() < 0.7 else self.word(value or "")
        elif isinstance(value, tuple) and value[0].startswith("array<f"):
            parts = split_list(value[0].partition(":")[2].rstrip(">"))
            parts = parts[:-1] if parts and self.random.random() < 0.5 else parts + ["1.000000e+00"]
            head = value[0].partition(":")[0].rstrip(">")
            use.attributes[name] = (f"{head}: {', '.join(parts)}>" if parts else f"{head}>",)
        else:
            use.attributes[name] = (pick(_RAW),)

    def numbers(self, value, use):
        pick = self.random.choice
        rank = use.first.rank if use.first and use.first.rank is not None else 2
        kind = pick(["set", "set", "set", "append", "remove", "double", "empty", "negate", "reverse"])
        if kind == "set" and value:
            value[self.random.randrange(len(value))] = pick(_NUMBERS + [rank, rank, -rank - 1, -rank - 1])
        elif kind == "append" or not value:
            value.insert(self.random.randrange(len(value) + 1), pick([-1, 0, 1, 2, rank, rank - 1]))
        elif kind == "remove":
            del value[self.random.randrange(len(value))]
        elif kind == "double":
            one = pick(value)
            value.append(one if self.random.random() < 0.5 or not isinstance(rank, int) else one - rank)
        elif kind == "empty":
            value = []
        elif kind == "negate":
            place = self.random.randrange(len(value))
            value[place] = -value[place]
        else:
            value.reverse()
        return value

    def word(self, value):
        pick = self.random.choice
        if not value or self.random.random() < 0.4:
            return pick(_WORDS)
        place, kind = self.random.randrange(len(value)), pick(["drop", "double", "other", "swap", "case"])
        if kind == "drop":
            return value[:place] + value[place + 1:]
        if kind == "double":
            return value[:place] + value[place] + value[place:]
        if kind == "case":
            return value[:place] + value[place].swapcase() + value[place + 1:]
        if kind == "swap":
            return value[::-1]
        return value[:place] + pick("NCHWDOIXzk4ij,-> ") + value[place + 1:]

    def change_count(self, use):
        pick, declared = self.random.choice, self.definitions.ops["relax." + use.name]["operands"]
        loose = [name for name, kind in declared if kind == "many"]
        if loose and self.random.random() < 0.7:
            name = pick(loose)
            value = list(use.operands[name])
            if value and self.random.random() < 0.6:
                del value[self.random.randrange(len(value))]
                if self.random.random() < 0.3:
                    value = []
            elif value:
                value.append(pick(value))
            use.operands[name] = value
        elif use.results:
            use.results = use.results[:-1] if self.random.random() < 0.5 else use.results + [use.results[-1]]


class Attack:
    """Attempts to break rules, and what became of them."""

    def __init__(self, options):
        self.options, self.definitions = options, Definitions()
        self.attempts, self.holes, self.notes = Counter(), [], []
        # The ids of rules that have an oracle.
        self.oracles = {identity for known in self.rules_of().values() for identity, _, oracle in known if oracle}

    def rules_of(self):
        """For each operator its rules: the id, the words, the oracle."""
        found = defaultdict(list)
        for rule in rules():
            for identity in rule.ids:
                owner = identity.rpartition(" ")[0]
                if owner in self.definitions.ops:
                    found[owner].append((identity, rule.text, find_oracle(owner.removeprefix("relax."), rule.text)))
        return found

    def operators(self):
        """Attack what uses of single operators can break."""
        valid, known = valid_uses(self.options.tool, self.definitions), self.rules_of()
        mutator = Mutator(self.options.seed, self.definitions)
        tried = []
        for name in sorted(valid):
            if self.options.only and not re.search(self.options.only, name):
                continue
            tried += self._choose(name, valid[name], known[name], mutator)
        answers = run_all(self.options.tool, [text for _, text, _ in tried])
        for (name, text, broken), errors in zip(tried, answers):
            self._judge(name, text, broken, errors)

    def _choose(self, name, uses, known, mutator):
        """Attempts for each rule, and as many of all kinds."""
        wanted = {identity: self.options.attempts for identity, _, oracle in known if oracle}
        if self.definitions.ops[name]["infers"]:
            wanted["TYPE-4"] = 4
        texts, chosen, extra = set(), [], self.options.attempts
        for count in range(self.options.tries):
            if not extra and not any(wanted.values()):
                break
            use = mutator.change(mutator.random.choice(uses))
            try:
                broken = [identity for identity, _, oracle in known if oracle and oracle(use)]
            except (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError):
                broken = []  # The use is not one that the rule speaks of: an operand is no tensor, an attribute of another kind.
            if self.definitions.ops[name]["infers"] and rule_oracle.has_exotic(use):
                broken.append("TYPE-4")
            needs = [identity for identity in broken if wanted.get(identity)]
            # One rule at a time, so that no other one covers for it; later any.
            if needs and (len(broken) == 1 or count > self.options.tries // 2) or not broken and extra:
                text = print_use(use, self.definitions)
                if text in texts:
                    continue
                texts.add(text)
                chosen.append((name, text, broken))
                for identity in needs:
                    wanted[identity] -= 1
                if not broken:
                    extra -= 1
        return chosen

    def _judge(self, name, text, broken, errors):
        for identity in broken:
            self.attempts[identity] += 1
        if any(error.startswith("crash") for error in errors):
            self.holes.append(("crash", text))
        elif not errors and broken:
            self.holes.append((", ".join(broken), text))
        elif errors:
            ids = [match.group(1) for match in map(_ID.search, errors) if match]
            if ids and len(broken) == 1 and broken[0] not in ids:
                self.notes.append((f"{broken[0]} reported as {ids[0]}", text, errors))
            elif ids and not broken and ids[0] in self.oracles:
                self.notes.append((f"{ids[0]} reported, but holds", text, errors))

    def structures(self):
        """Attack what takes more than one op: rules of functions, calls, memory, loops, contracts."""
        made = [a for a in rule_attacks.attacks(random.Random(self.options.seed), self.options.attempts)
                if not self.options.only or re.search(self.options.only, a.identity)]
        groups = defaultdict(list)
        for attack in made:
            groups[attack.passes].append(attack)
        for passes, group in groups.items():
            answers = run_all(self.options.tool, [a.text for a in group], [f"--{p}" for p in passes])
            for attack, errors in zip(group, answers):
                self.attempts[attack.identity] += 1
                if not errors or any(error.startswith("crash") for error in errors):
                    self.holes.append((attack.identity if not errors else "crash", attack.text))
                elif not any(error.endswith(f"[{attack.identity}]") for error in errors):
                    self.notes.append((f"{attack.identity} in other words", attack.text, errors))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / "build/bin/relax-opt"), help="relax-opt")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--attempts", type=int, default=24, help="attempts to break each rule")
    parser.add_argument("--tries", type=int, default=60000, help="changes that are drawn for each operator, most of which break nothing")
    parser.add_argument("--only", default="", help="operators or rules whose name this expression finds")
    parser.add_argument("--notes", action="store_true", help="print where the oracle and the verifier name different rules")
    parser.add_argument("--table", action="store_true", help="print the attempts at each rule")
    options = parser.parse_args()
    attack = Attack(options)
    attack.operators()
    attack.structures()
    report(attack, options)
    return 1 if attack.holes else 0


def report(attack, options):
    for identity, text in attack.holes:
        print(f"accepted: {identity}\n{text}")
    if options.notes:
        for note, text, errors in attack.notes:
            print(f"note: {note}\n{text}{chr(10).join(errors)}\n")
    every = [identity for rule in rules() for identity in rule.ids] + list(TYPE_RULES)
    if options.only:
        every = [identity for identity in every if re.search(options.only, identity)]
    few = [identity for identity in every if attack.attempts[identity] < 20]
    if options.table:
        for identity in every:
            print(f"{identity}: {attack.attempts[identity]}")
    print(f"{len(every)} rules, {len(every) - len(few)} with 20 attempts or more, {sum(attack.attempts.values())} attempts, {len(attack.holes)} accepted")
    if few:
        print("fewer: " + ", ".join(f"{identity} ({attack.attempts[identity]})" for identity in few))


if __name__ == "__main__":
    sys.exit(main())
