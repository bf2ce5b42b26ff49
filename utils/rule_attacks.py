"""Modules that break rules of functions, calls, memory, loops and stages.

Each function draws modules that break one rule by how they are made; what they
are made of, where it stands and what is around it is drawn.
"""
from dataclasses import dataclass

_ELEMENTS = ("f32", "f16", "bf16", "f64", "i8", "i32", "i64", "ui8", "i1")
_ATTACKS = []


@dataclass
class StructureAttack:
    """A module that breaks one rule."""
    identity: str
    text: str
    passes: tuple = ()


def attack(*identities, passes=()):
    """Register what draws modules that break these rules; `$` in an identity stands for what is drawn with it."""
    def add(make):
        for identity in identities:
            _ATTACKS.append((identity, passes, make))
        return make
    return add


def attacks(random, count):
    """So many modules for each rule."""
    found = []
    for identity, passes, make in _ATTACKS:
        owner = identity.split()[0]
        passes = (owner,) if "-verify-" in owner else ()
        texts = []
        for _ in range(count * 12):
            text = make(Draw(random), identity)
            if not text.endswith("\n"):
                text += "\n"
            if text not in texts:
                texts.append(text)
            if len(texts) == count:
                break
        found += [StructureAttack(identity, text, passes) for text in texts]
    return found


class Draw:
    """What modules are made of, at random."""

    def __init__(self, random):
        self.random = random
        self.pick, self.chance = random.choice, lambda p: random.random() < p

    def size(self, *others):
        return self.pick([n for n in (1, 2, 3, 4, 5, 7, 8, 16, 33, 100) if n not in others])

    def element(self, *others):
        return self.pick([e for e in _ELEMENTS if e not in others])

    def tensor(self, *others):
        """A tensor type of which no two may be equal."""
        while True:
            dims = [self.size() for _ in range(self.pick([0, 1, 1, 2, 3]))]
            made = f"tensor<{''.join(f'{d}x' for d in dims)}{self.element()}>"
            if made not in others:
                return made

    def mismatch(self, kind):
        """A tensor type that differs for certain from another one."""
        inner = kind[7:-1]
        *dims, element = inner.split("x") if "x" in inner and not inner.startswith("x") else [inner]
        which = self.pick(["element", "rank", "dim"] if dims else ["element", "rank"])
        if which == "element":
            return f"tensor<{''.join(d + 'x' for d in dims)}{self.element(element)}>"
        if which == "rank":
            return f"tensor<{''.join(d + 'x' for d in [*dims, '3'])}{element}>"
        place = self.random.randrange(len(dims))
        dims[place] = str(self.size(int(dims[place])))
        return f"tensor<{''.join(d + 'x' for d in dims)}{element}>"

    def memref(self, tensor):
        return "memref" + tensor[6:]

    def callable(self, purity, kind=None):
        kind = kind or self.tensor()
        return self.pick([f"!relax.callable<() -> {kind}, {purity}>", f"!relax.callable<({kind}) -> {kind}, {purity}>", f"!relax.callable<({kind}, {kind}) -> (), {purity}>",
                          f"!relax.callable<(!relax.object) -> {kind}, {purity}>"])

    def inside(self, body, impure=True, parameters=""):
        """A function with statements at some place, perhaps in regions or modules."""
        lines = [line.strip() for line in body.strip().splitlines()]
        place = self.pick(["plain", "plain", "then", "else", "nested"])
        if place in ("then", "else", "nested"):
            yielding = ["relax.yield"]
            branches = [lines + yielding, yielding]
            if place == "else":
                branches.reverse()
            lines = ["relax.if %condition : tensor<i1> {", *branches[0], "} else {", *branches[1], "}"]
            if place == "nested":
                lines = ["relax.if %condition : tensor<i1> {", "relax.yield", "} else {", *lines, "relax.yield", "}"]
        visibility = self.pick(["", "private "])
        name = self.pick(["f", "main", "div", '"a.b"', "_", "x1"])
        parameters = ", ".join(p for p in ("%condition: tensor<i1>", parameters) if p)
        text = f"relax.func {'impure ' if impure else ''}{visibility}@{name}({parameters}) {{\n" + "\n".join(lines) + "\nrelax.return\n}\n"
        return text



# Calls of functions.
@attack("relax.call R1", "relax.make_closure R1")
def _(d, identity):
    kind, target = d.tensor(), d.pick(["none", "extern", "tir", "func", "self-module"])
    other = {"none": "", "extern": "relax.extern_func @g\n", "tir": f"tir.func private @g(%x: {d.memref(d.tensor())}) attributes {{num_inputs = 1 : i64}} {{\ntir.return\n}}\n",
             "func": f"func.func private @g({kind}) -> {kind}\n", "self-module": f"module @g {{\nrelax.func private @g(%x: {kind}) -> {kind} {{\nrelax.return %x : {kind}\n}}\n}}\n"}[target]
    if "call " in identity:
        body = f"%0 = relax.call @g(%x) : ({kind}) -> {kind}"
    else:
        body = f"%0 = relax.make_closure @g(%x) : ({kind}) -> {d.pick(['!relax.object', f'!relax.callable<() -> {kind}, pure>', f'!relax.callable<() -> {kind}, impure>'])}"
    return other + d.inside(body, parameters=f"%x: {kind}")


@attack("relax.call R2")
def _(d, _):
    a, b = d.tensor(), d.tensor()
    takes, gives = d.random.randrange(4), d.random.randrange(3)
    given, gets = d.pick([(takes + 1, gives), (takes, gives + 1), (max(takes - 1, 0), gives), (takes, max(gives - 1, 0)), (takes + 2, gives)])
    if (given, gets) == (takes, gives):
        given += 1
    parameters = ", ".join(f"%p{i}: {a}" for i in range(takes)) or ""
    extra = f", %q: {b}" if parameters else f"%q: {b}"
    callee = f"relax.func private @g({parameters}{extra}) -> ({', '.join([b] * gives)}) {{\nrelax.return {', '.join(['%q'] * gives)}{' : ' if gives else ''}{', '.join([b] * gives)}\n}}\n"
    arguments = ", ".join(["%x"] * given + ["%y"])
    left = f"%0:{gets} = " if gets > 1 else "%0 = " if gets else ""
    return callee + d.inside(f"{left}relax.call @g({arguments}) : ({', '.join([a] * given + [b])}) -> ({', '.join([b] * gets)})", parameters=f"%x: {a}, %y: {b}")


@attack("relax.call R3")
def _(d, _):
    kind, form = d.tensor(), d.pick(["plain", "tuple", "symbol", "purity", "twice", "shape", "nested"])
    wrong = d.mismatch(kind)
    if form == "tuple":
        kind, wrong = f"tuple<{kind}, {kind}>", f"tuple<{kind}, {wrong}>"
    elif form == "purity":
        kind, wrong = f"!relax.callable<() -> {kind}, pure>", f"!relax.callable<() -> {kind}, impure>"
        if d.chance(0.4):
            kind, wrong = f"tuple<tensor<2xf32>, {kind}>", f"tuple<tensor<2xf32>, {wrong}>"
    elif form == "shape":
        kind, wrong = "!relax.shape<[2, 3]>", d.pick(["!relax.shape<[2, 4]>", "!relax.shape<[2]>", "!relax.shape<rank 3>"])
    elif form == "nested":
        kind, wrong = f"!relax.callable<({kind}) -> {kind}, pure>", f"!relax.callable<({kind}) -> {wrong}, pure>"
    if form in ("symbol", "twice"):
        e = d.element()
        a, b = d.size(), 0
        b = d.size(a)
        callee = f"relax.func private @g(%x: tensor<?x{e}, #relax.dims<[n]>>, %y: tensor<?x{e}, #relax.dims<[{d.pick(['n', 'n * 2', 'n + 1', 'n floordiv 1'])}]>>) {{\nrelax.return\n}}\n"
        b = a * 2 + 2 if b in (a, a * 2, a + 1) else b
        return callee + d.inside(f"relax.call @g(%x, %y) : (tensor<{a}x{e}>, tensor<{b}x{e}>) -> ()", parameters=f"%x: tensor<{a}x{e}>, %y: tensor<{b}x{e}>")
    callee = f"relax.func private @g(%x: {kind}) {{\nrelax.return\n}}\n"
    return callee + d.inside(f"relax.call @g(%x) : ({wrong}) -> ()", parameters=f"%x: {wrong}")


@attack("relax.call R4")
def _(d, _):
    form = d.pick(["plain", "symbol", "expression", "tuple", "purity"])
    kind = d.tensor()
    wrong = d.mismatch(kind)
    if form == "tuple":
        kind, wrong = f"tuple<{kind}>", f"tuple<{wrong}>"
    elif form == "purity":
        kind, wrong = f"!relax.callable<() -> {kind}, impure>", f"!relax.callable<() -> {kind}, pure>"
    if form in ("symbol", "expression"):
        e, a = d.element(), d.size()
        expr, value = d.pick([("n", a), ("n * 2", 2 * a), ("n + 3", a + 3), ("n * n", a * a), ("n floordiv 2", a // 2)])
        callee = f"relax.func private @g(%x: tensor<?x{e}, #relax.dims<[n]>>, %c: tensor<*x{e}>) -> tensor<?x{e}, #relax.dims<[{expr}]>> {{\n%0 = relax.match_cast %c : tensor<*x{e}> to tensor<?x{e}, #relax.dims<[{expr}]>>\nrelax.return %0 : tensor<?x{e}, #relax.dims<[{expr}]>>\n}}\n"
        return callee + d.inside(f"%0 = relax.call @g(%x, %y) : (tensor<{a}x{e}>, tensor<*x{e}>) -> tensor<{d.size(value)}x{e}>", parameters=f"%x: tensor<{a}x{e}>, %y: tensor<*x{e}>")
    callee = f"relax.func private @g(%x: {kind}) -> {kind} {{\nrelax.return %x : {kind}\n}}\n"
    return callee + d.inside(f"%0 = relax.call @g(%x) : ({kind}) -> {wrong}", parameters=f"%x: {kind}")


@attack("relax.call R5")
def _(d, _):
    kind, says = d.tensor(), d.chance(0.5)
    body = d.pick([f'relax.print "{{}}"(%x) : {kind}\n', "", "%0 = relax.memory.alloc_storage [4]\nrelax.memory.kill_storage %0\n"]) if says else ""
    callee = f"relax.func {'impure ' if says else ''}private @g(%x: {kind}) -> {kind} {{\n{body}relax.return %x : {kind}\n}}\n"
    return callee + d.inside(f"%0 = relax.call {'' if says else 'impure '}@g(%x) : ({kind}) -> {kind}", impure=not says or d.chance(0.7), parameters=f"%x: {kind}")


# Calls of tensor programs.
_FORMS = {"relax.call_tir": ("%0 = relax.call_tir @k({args}){vars} : ({types}) -> {results}", False),
          "relax.call_tir_with_grad": ('%0 = relax.call_tir_with_grad @k({args}){vars} {{te_grad_name = "g"}} : ({types}) -> {results}', False),
          "relax.call_tir_inplace": ("%0 = relax.call_tir_inplace @k({args}){vars} {{inplace_indices = array<i64: {last}>}} : ({types}) -> {results}", True)}


def _kernel(kinds, inputs, body="", scalars=0, name="k"):
    parameters = ", ".join([f"%b{i}: {k}" for i, k in enumerate(kinds)] + [f"%s{i}: index" for i in range(scalars)])
    return f"tir.func private @{name}({parameters}) attributes {{num_inputs = {inputs} : i64}} {{\n{body}tir.return\n}}\n"


def _call(d, identity, arguments, results, variables=""):
    """A call of the kernel in the form of a rule."""
    owner = identity.split()[0]
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    if owner == "relax.call_prim_func":
        outs = ", ".join(f"%o{i}" for i in range(len(results)))
        ins = f" ins({names} : {', '.join(arguments)})" if arguments else ""
        out = f" outs({outs} : {', '.join(results)})" if results else ""
        parameters = ", ".join(filter(None, [parameters, ", ".join(f"%o{i}: {t}" for i, t in enumerate(results))]))
        return d.inside(f"relax.call_prim_func @k{ins}{out}{variables}", parameters=parameters)
    form, is_impure = _FORMS[owner]
    text = form.format(args=names, types=", ".join(arguments), results=", ".join(results) if len(results) == 1 else f"({', '.join(results)})", vars=variables, last=len(arguments) - 1)
    if len(results) != 1:
        text = text.replace("%0 =", f"%0:{len(results)} =" if results else "").strip()
    return d.inside(text, impure=is_impure or d.chance(0.5), parameters=parameters)


_TIR = ("relax.call_tir", "relax.call_tir_with_grad", "relax.call_tir_inplace", "relax.call_prim_func")


@attack(*(f"{op} R1" for op in _TIR))
def _(d, identity):
    kind = d.tensor()
    other = d.pick(["", f"relax.func private @k(%x: {kind}) -> {kind} {{\nrelax.return %x : {kind}\n}}\n", "relax.extern_func @k\n", f"func.func private @k({d.memref(kind)}, {d.memref(kind)})\n",
                    f"module @k {{\n{_kernel([d.memref(kind)] * 2, 1)}}}\n", f"module @m {{\n{_kernel([d.memref(kind)] * 2, 1)}}}\n"])
    return other + _call(d, identity, [kind], [kind])


@attack(*(f"{op} R2" for op in _TIR))
def _(d, identity):
    kind = d.tensor()
    count, scalars = d.pick([(0, 0), (1, 0), (3, 0), (4, 0), (2, 1), (2, 2), (1, 1), (3, 1)])
    if "inplace" in identity:
        count, scalars = d.pick([(0, 0), (2, 0), (3, 0), (1, 1), (1, 2), (4, 1)])
    variables = d.pick(["", "", " vars [4, 5, 6]" if "inplace" in identity or "prim" in identity else ""])
    if variables and scalars == 3:
        variables = ""
    inputs = min(1, count)
    if identity.split()[0] in _TIR[:2] and d.chance(0.25):
        count, inputs, scalars, variables = 2, d.pick([0, 2]), 0, ""
    return _kernel([d.memref(kind)] * count, inputs, scalars=scalars) + _call(d, identity, [kind], [kind], variables)


@attack(*(f"{op} R3" for op in _TIR))
def _(d, identity):
    kind = d.tensor()
    form = d.pick(["argument", "result", "symbol"])
    inplace = "inplace" in identity
    if form == "symbol":
        e, a = d.element(), d.size()
        expr, value = d.pick([("n", a), ("n * 2", 2 * a), ("n + 1", a + 1), ("n ceildiv 2", (a + 1) // 2)])
        buffers = [f"memref<?x{e}> {{tir.dims = #relax.dims<[n]>}}", f"memref<?x{e}> {{tir.dims = #relax.dims<[{expr}]>}}"]
        arguments = [f"tensor<{a}x{e}>", f"tensor<{d.size(value)}x{e}>"]
        text = "".join(f", %b{i}: {b}" for i, b in enumerate(buffers))[2:]
        kernel = f"tir.func private @k({text}) attributes {{num_inputs = 1 : i64}} {{\ntir.return\n}}\n"
        return kernel + (_call(d, identity, arguments, arguments[1:]) if inplace else _call(d, identity, arguments[:1], arguments[1:]))
    wrong = d.mismatch(kind)
    if inplace:
        return _kernel([d.memref(wrong)], 1) + _call(d, identity, [kind], [kind])
    buffers = [d.memref(wrong), d.memref(kind)] if form == "argument" else [d.memref(kind), d.memref(wrong)]
    return _kernel(buffers, 1) + _call(d, identity, [kind], [kind])


@attack("relax.call_tir R4", "relax.call_tir_with_grad R4")
def _(d, identity):
    kinds = [d.tensor() for _ in range(d.pick([0, 1, 2, 3]))]
    return _kernel([d.memref(k) for k in kinds], len(kinds)) + _call(d, identity, kinds, [])


def _writes(d, target, kind):
    """Statements that write a buffer, in one of many ways."""
    memref = d.memref(kind)
    rank = len([p for p in kind[7:-1].split("x")][:-1])
    element = kind[7:-1].split("x")[-1]
    zeros = ", ".join(["%c0"] * rank)
    view, way = target, d.pick(["store", "store", "copy", "block", "loop", "vector", "extern-block", "atomic"])
    lines = ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
    if d.chance(0.5) and rank:
        dynamic = "memref<" + "?x" * rank + element + ">"
        lines.append(f"%view = memref.cast {target} : {memref} to {dynamic}")
        lines.append(f"%back = memref.cast %view : {dynamic} to {memref}")
        view = "%back"
    load = f"%v = memref.load {view}[{zeros}] : {memref}"
    store = f"memref.store %v, {view}[{zeros}] : {memref}"
    if element.startswith("ui") or way == "copy":
        lines.append(f"memref.copy %b1, {view} : {memref} to {memref}" if target != "%b1" else f"memref.copy %b0, {view} : {memref} to {memref}")
    elif way == "block":
        lines += [f'tir.block "b" reads({view} : {memref}) writes({view} : {memref}) {{', load, store, "}"]
    elif way == "loop":
        lines += ["tir.for %i = %c0 to %c1 {", load, store, "}"]
    elif way == "atomic" and rank and element in ("f32", "i32", "i64"):
        lines += [load, f"%w = memref.atomic_rmw {'addf' if element == 'f32' else 'addi'} %v, {view}[{zeros}] : ({element}, {memref}) -> {element}"]
    elif way == "vector" and rank and element != "i1":
        lines += [f"%v = arith.constant dense<{'1.0' if 'f' in element else '1'}> : vector<1x{element}>", f"vector.store %v, {view}[{zeros}] : {memref}, vector<1x{element}>"]
    elif way == "extern-block":
        lines += ["%true = arith.constant true", "tir.if %true {", load, store, "}"]
    else:
        lines += [load, store]
    return "\n".join(lines) + "\n"


@attack("relax.call_tir R5", "relax.call_tir_with_grad R5", "relax.call_prim_func R4", "relax.call_tir_inplace R7", "relax.vm.call_tir_dyn R5", "relax.dist.call_tir_local_view R5")
def _(d, identity):
    kind = d.tensor()
    body = _writes(d, "%b0", kind)
    kernel = _kernel([d.memref(kind)] * 2, 1, body)
    if "vm" in identity:
        return kernel + d.inside(f"relax.vm.call_tir_dyn @k(%x, %y : {kind}, {kind})", parameters=f"%x: {kind}, %y: {kind}")
    if "dist" in identity:
        shard = f"!relax.dtensor<{kind}, @mesh, [R]>"
        return "relax.device_mesh @mesh [2]\n" + kernel + d.inside(f"%0 = relax.dist.call_tir_local_view @k(%x) : ({shard}) -> {shard}", parameters=f"%x: {shard}")
    return kernel + (_call(d, identity, [kind] * 2, [kind]) if "inplace" in identity else _call(d, identity, [kind], [kind]))


def _indices(d, identity, indices, arguments, results):
    op = identity.split()[0]
    extern = "relax.extern_func @k\n" if "packed" in op else ""
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    left = "" if not results else "%0 = " if len(results) == 1 else f"%0:{len(results)} = "
    listed = f"array<i64: {', '.join(map(str, indices))}>" if indices else "array<i64>"
    return extern + d.inside(f"{left}{op} @k({names}) {{inplace_indices = {listed}}} : ({', '.join(arguments)}) -> ({', '.join(results)})",
                             parameters=", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments)))


@attack("relax.call_tir_inplace R4", "relax.call_inplace_packed R2")
def _(d, identity):
    kind = d.tensor()
    indices, count, results = d.pick([([2], 1, 1), ([-2], 1, 1), ([], 1, 1), ([0, 1], 2, 1), ([0], 2, 2), ([2**31], 2, 1), ([-2**63], 1, 1), ([2**63 - 1], 1, 1), ([1], 1, 1), ([0, -2], 2, 2), ([0, 5], 2, 2)])
    kernel = "" if "packed" in identity else _kernel([d.memref(kind)] * (count + max(0, results - 1)), count)
    return kernel + _indices(d, identity, indices, [kind] * count, [kind] * results)


@attack("relax.call_tir_inplace R5", "relax.call_inplace_packed R3")
def _(d, identity):
    kind = d.tensor()
    indices, count = d.pick([([0, 0], 1), ([0, 0], 2), ([1, 1], 2), ([0, -1, 0], 2), ([-1], 1), ([-1, -1], 1), ([1, 0, 1], 2), ([2, 2], 3), ([-1, -1, -1], 3)])
    fresh = sum(i == -1 for i in indices)
    kernel = "" if "packed" in identity else _kernel([d.memref(kind)] * (count + fresh), count)
    return kernel + _indices(d, identity, indices, [kind] * count, [kind] * len(indices))


@attack("relax.call_tir_inplace R6")
def _(d, identity):
    kind = d.tensor()
    place = d.pick([0, 1])
    return _kernel([d.memref(kind)] * 2, 2) + _indices(d, identity, [place], [kind, kind], [d.mismatch(kind)])


@attack(*(f"relax.{op} R1" for op in ("call_dps_packed", "call_packed", "call_pure_packed", "call_inplace_packed")))
def _(d, identity):
    kind, op = d.tensor(), identity.split()[0]
    other = d.pick(["", f"relax.func private @k(%x: {kind}) -> {kind} {{\nrelax.return %x : {kind}\n}}\n", _kernel([d.memref(kind)] * 2, 1), f"func.func private @k({kind}) -> {kind}\n",
                    "module @m {\nrelax.extern_func @k\n}\n", "module @k {\n}\n"])
    extra = " {inplace_indices = array<i64: 0>}" if "inplace" in op else ""
    return other + d.inside(f"%0 = {op} @k(%x){extra} : ({kind}) -> {kind}", parameters=f"%x: {kind}")


@attack("relax.call_packed R2")
def _(d, _):
    kind, count = d.tensor(), d.random.randrange(4)
    outs = d.pick([count + 1, count + 2, 100, 2**31, 2**63 - 1, -1, -2, -(2**63)])
    names = ", ".join(["%x"] * count)
    return "relax.extern_func @g\n" + d.inside(f"relax.call_packed @g({names}) {{num_outs = {outs} : i64}} : ({', '.join([kind] * count)}) -> ()", parameters=f"%x: {kind}")


@attack("relax.call_py_func R1")
def _(d, _):
    kinds = [d.tensor() for _ in range(d.random.randrange(4))]
    return d.inside(f"relax.call_py_func \"\"({', '.join(f'%a{i}' for i in range(len(kinds)))}) : ({', '.join(kinds)}) -> ()", parameters=", ".join(f"%a{i}: {k}" for i, k in enumerate(kinds)))


# Callables.
@attack("relax.make_closure R2")
def _(d, _):
    kind = d.tensor()
    takes, given = d.pick([(["f"], []), ([], [kind]), ([kind], [kind, kind]), ([kind], [d.mismatch(kind)]), ([kind, d.tensor(kind)], [kind, kind]), ([kind, kind], [d.mismatch(kind)]),
                           ([f"tuple<{kind}>"], [f"tuple<{d.mismatch(kind)}>"]), ([f"!relax.callable<() -> {kind}, pure>"], [f"!relax.callable<() -> {kind}, impure>"])])
    if takes == ["f"]:
        takes, given = [kind], [d.mismatch(kind)]
    if len(given) == 2 and len(takes) == 2 and takes[1] == given[1]:
        given = [kind, d.mismatch(kind)]
    callee = f"relax.func private @g({', '.join(f'%p{i}: {t}' for i, t in enumerate(takes))}) {{\nrelax.return\n}}\n"
    return callee + d.inside(f"%0 = relax.make_closure @g({', '.join(f'%a{i}' for i in range(len(given)))}) : ({', '.join(given)}) -> !relax.object", parameters=", ".join(f"%a{i}: {t}" for i, t in enumerate(given)))


@attack("relax.make_closure R3", "relax.make_closure R4")
def _(d, identity):
    kind = d.tensor()
    impure = identity[-1] == "3"
    body = f'relax.print "{{}}"(%x) : {kind}\n' if impure and d.chance(0.5) else ""
    callee = f"relax.func {'impure ' if impure else ''}private @g(%y: {kind}, %x: {kind}) -> {kind} {{\n{body}relax.return %x : {kind}\n}}\n"
    if impure:
        # Called pure, with one parameter left or with none.
        if d.chance(0.5):
            return callee + d.inside(f"%0 = relax.make_closure @g(%x) : ({kind}) -> !relax.callable<({kind}) -> {kind}, pure>", parameters=f"%x: {kind}")
        return callee + d.inside(f"%0 = relax.make_closure @g(%x, %x) : ({kind}, {kind}) -> !relax.callable<() -> {kind}, pure>", parameters=f"%x: {kind}")
    wrong = d.pick([f"!relax.callable<() -> {kind}, pure>", f"!relax.callable<({kind}, {kind}) -> {kind}, pure>", f"!relax.callable<({kind}) -> {d.mismatch(kind)}, pure>",
                    f"!relax.callable<({d.mismatch(kind)}) -> {kind}, pure>", f"!relax.callable<({kind}) -> (), pure>", f"!relax.callable<({kind}) -> ({kind}, {kind}), pure>"])
    return callee + d.inside(f"%0 = relax.make_closure @g(%x) : ({kind}) -> {wrong}", parameters=f"%x: {kind}")


@attack("relax.invoke_closure R1", "relax.invoke_pure_closure R1")
def _(d, identity):
    kind, pure = d.tensor(), "pure" in identity
    purity, op = "pure" if pure else "impure", identity.split()[0]
    takes, gives, given, gets = d.pick([([kind], [kind], [], [kind]), ([], [kind], [kind], [kind]), ([kind], [kind], [d.mismatch(kind)], [kind]), ([kind], [kind], [kind], [d.mismatch(kind)]),
                                        ([kind], [kind], [kind], []), ([kind], [], [kind], [kind]), ([kind], [kind], [kind, kind], [kind]), ([kind, kind], [kind], [kind, d.mismatch(kind)], [kind])])
    f = f"!relax.callable<({', '.join(takes)}) -> ({', '.join(gives)}), {purity}>"
    left = "%0 = " if gets else ""
    return d.inside(f"{left}{op} %f({', '.join(f'%a{i}' for i in range(len(given)))}) : {f}, ({', '.join(given)}) -> ({', '.join(gets)})",
                    parameters=", ".join([f"%f: {f}"] + [f"%a{i}: {t}" for i, t in enumerate(given)]))


@attack("relax.invoke_pure_closure R2")
def _(d, _):
    kind = d.tensor()
    f = d.pick([f"!relax.callable<() -> {kind}, impure>", f"!relax.callable<(!relax.object) -> {kind}, impure>", f"!relax.callable<({kind}) -> {kind}, impure>"])
    given = {"(": [], "!": ["!relax.object"]}.get(f[17], [kind])
    given = [] if "<()" in f else ["!relax.object"] if "object" in f else [kind]
    way = d.pick(["parameter", "tuple", "lambda", "if"])
    invoke = f"%r = relax.invoke_pure_closure %f({', '.join(f'%a{i}' for i in range(len(given)))}) : {f}, ({', '.join(given)}) -> {kind}"
    parameters = [f"%a{i}: {t}" for i, t in enumerate(given)]
    if way == "tuple":
        return d.inside(f"%f = relax.tuple_get_item %t[0] : tuple<{f}> -> {f}\n{invoke}", parameters=", ".join([f"%t: tuple<{f}>", *parameters]))
    return d.inside(invoke, parameters=", ".join([f"%f: {f}", *parameters]), impure=d.chance(0.5))


@attack("relax.lambda R1")
def _(d, _):
    kind = d.tensor()
    form = d.pick(["arguments", "results", "count", "recursive", "none", "unknown"])
    wrong = d.mismatch(kind)
    if form == "arguments":
        return d.inside(f"%l = relax.lambda : !relax.callable<({kind}) -> (), pure> {{\n^bb0(%y: {wrong}):\nrelax.yield\n}}")
    if form == "results":
        return d.inside(f"%l = relax.lambda : !relax.callable<({kind}) -> {wrong}, pure> {{\n^bb0(%y: {kind}):\nrelax.yield %y : {kind}\n}}")
    if form == "count":
        return d.inside(f"%l = relax.lambda : !relax.callable<({kind}, {kind}) -> {kind}, {d.pick(['pure', 'impure'])}> {{\n^bb0(%y: {kind}):\nrelax.yield %y : {kind}\n}}")
    if form == "recursive":
        return d.inside(f"%l = relax.lambda recursive : !relax.callable<({kind}) -> {kind}, pure> {{\n^bb0(%f: {d.pick([f'!relax.callable<({kind}) -> {wrong}, pure>', '!relax.object', f'!relax.callable<({kind}) -> {kind}, impure>', kind])}, %y: {kind}):\nrelax.yield %y : {kind}\n}}")
    if form == "none":
        return d.inside(f"%l = relax.lambda : !relax.callable<({kind}) -> {kind}, pure> {{\n^bb0(%y: {kind}):\nrelax.yield\n}}")
    return d.inside(f"%l = relax.lambda : !relax.callable<{d.pick(['pure', 'impure'])}> {{\nrelax.yield {d.pick(['', '%x : ' + kind])}\n}}", parameters=f"%x: {kind}")


def _effect(d, kind="tensor<4xf32>", value="%x"):
    """A statement with an effect, or several."""
    return d.pick([f'relax.print "{{}}"({value}) : {kind}', "%e0 = relax.memory.alloc_storage [4]\nrelax.memory.kill_storage %e0", f"relax.memory.copy {value} to {value} : {kind} to {kind}",
                   '%e2 = arith.constant true\nrelax.assert_op %e2, "no" : i1',
                   f"%e3 = memref.alloc() : memref<4xf32>\nmemref.dealloc %e3 : memref<4xf32>", "relax.call impure @effect() : () -> ()", f"relax.call_packed @packed({value}) : ({kind}) -> ()",
                   f"relax.call_prim_func @kernel outs({value} : {kind})", "func.call @host() : () -> ()", f"%e5 = llvm.inline_asm has_side_effects \"\", \"=r\" : () -> i32",
                   f"%e6 = arith.constant true\nscf.if %e6 {{\nfunc.call @host() : () -> ()\n}}", f"%e7 = relax.call_tir_inplace @kernel({value}) {{inplace_indices = array<i64: 0>}} : ({kind}) -> {kind}"])


_SUPPORT = ("relax.func impure private @effect() {\nrelax.return\n}\nrelax.extern_func @packed\nfunc.func private @host()\n"
            "tir.func private @kernel(%k: memref<4xf32>) attributes {num_inputs = 0 : i64} {\ntir.return\n}\n")


def _nest(d, text):
    """Statements, perhaps in a region."""
    way = d.pick(["plain", "plain", "if", "else", "loop"])
    if way == "if":
        return f"relax.if %condition : tensor<i1> {{\n{text}\nrelax.yield\n}} else {{\nrelax.yield\n}}"
    if way == "else":
        return f"relax.if %condition : tensor<i1> {{\nrelax.yield\n}} else {{\n{text}\nrelax.yield\n}}"
    if way == "loop":
        return f"%n0 = arith.constant 0 : index\n%n1 = arith.constant 1 : index\nscf.for %iv = %n0 to %n1 step %n1 {{\n{text}\n}}"
    return text


@attack("relax.func R4")
def _(d, _):
    return _SUPPORT + f"relax.func {d.pick(['', 'private '])}@f(%condition: tensor<i1>, %x: tensor<4xf32>) {{\n{_nest(d, _effect(d))}\nrelax.return\n}}\n"


@attack("relax.lambda R2")
def _(d, _):
    return _SUPPORT + f"relax.func {d.pick(['', 'impure '])}@f(%condition: tensor<i1>, %x: tensor<4xf32>) {{\n%l = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {{\n^bb0(%y: tensor<4xf32>):\n{_nest(d, _effect(d, value='%y'))}\nrelax.yield %y : tensor<4xf32>\n}}\nrelax.return\n}}\n"


@attack("relax.dataflow R2")
def _(d, _):
    effect = _effect(d)
    if d.chance(0.3):
        effect = f"%n0 = arith.constant 0 : index\n%n1 = arith.constant 1 : index\nscf.for %iv = %n0 to %n1 step %n1 {{\n{effect}\n}}"
    return _SUPPORT + d.inside(f"relax.dataflow {{\n{effect}\nrelax.output\n}}", parameters="%x: tensor<4xf32>")


@attack("relax.dataflow R3")
def _(d, _):
    kind = d.tensor()
    inner = d.pick(["relax.dataflow {\nrelax.output\n}", f"%i = relax.dataflow -> {kind} {{\nrelax.output %x : {kind}\n}}", "relax.if %condition : tensor<i1> {\nrelax.yield\n} else {\nrelax.yield\n}",
                    f"%i = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield %x : {kind}\n}} else {{\nrelax.yield %x : {kind}\n}}"])
    return d.inside(f"relax.dataflow {{\n{inner}\nrelax.output\n}}", impure=d.chance(0.5), parameters=f"%x: {kind}")


@attack("relax.dataflow R1", "relax.if R1", "relax.return R1", "relax.tuple R1", "relax.match_cast R1")
def _(d, identity):
    kind = d.tensor()
    have, says = kind, d.mismatch(kind)
    form = d.pick(["plain", "tuple", "purity", "count", "symbol", "callable", "shape", "deep"])
    if form == "tuple":
        have, says = f"tuple<{kind}, {have}>", f"tuple<{kind}, {says}>"
    elif form == "purity":
        have, says = f"!relax.callable<() -> {kind}, impure>", f"!relax.callable<() -> {kind}, pure>"
    elif form == "deep":
        have, says = f"tuple<!relax.callable<() -> {kind}, impure>>", f"tuple<!relax.callable<() -> {kind}, pure>>"
    elif form == "callable":
        have, says = f"!relax.callable<({kind}) -> {kind}, pure>", d.pick([f"!relax.callable<({kind}) -> {says}, pure>", f"!relax.callable<({kind}, {kind}) -> {kind}, pure>", f"!relax.callable<({kind}) -> (), pure>"])
    elif form == "shape":
        have, says = "!relax.shape<[2, 3]>", d.pick(["!relax.shape<[2, 4]>", "!relax.shape<[2]>", "!relax.shape<rank 1>", "!relax.shape<[2, 3, 1]>"])
    elif form == "symbol":
        e = d.element()
        have, says = f"tensor<?x{e}, #relax.dims<[n]>>", d.pick([f"tensor<?x{e}, #relax.dims<[n + {d.size()}]>>", f"tensor<?x{d.element(e)}, #relax.dims<[n]>>", f"tensor<?x1x{e}, #relax.dims<[n, 1]>>"])
    if "return" in identity:
        if form == "count":
            return d.pick([f"relax.func @f(%x: {kind}) {{\nrelax.return %x : {kind}\n}}\n", f"relax.func @f(%x: {kind}) -> {kind} {{\nrelax.return\n}}\n", f"relax.func private @f(%x: {kind}) -> {kind} {{\nrelax.return %x, %x : {kind}, {kind}\n}}\n",
                           f"relax.func @f(%x: {kind}) -> ({kind}, {kind}) {{\nrelax.return %x : {kind}\n}}\n"])
        return f"relax.func {d.pick(['', 'private '])}@f(%x: {have}) -> {says} {{\nrelax.return %x : {have}\n}}\n"
    if "tuple" in identity:
        if form == "count":
            says = d.pick([f"tuple<{kind}, {kind}>", "tuple<>", f"tuple<tuple<{kind}>>", f"tuple<{kind}, {kind}, {kind}>"])
            return d.inside(f"%0 = relax.tuple %x : ({kind}) -> {says}", parameters=f"%x: {kind}", impure=d.chance(0.5))
        return d.inside(f"%0 = relax.tuple %x, %x : ({have}, {have}) -> tuple<{d.pick([f'{says}, {have}', f'{have}, {says}'])}>", parameters=f"%x: {have}", impure=d.chance(0.5))
    if "match" in identity:
        return d.inside(f"%0 = relax.match_cast %x : {have} to {says}", parameters=f"%x: {have}", impure=d.chance(0.5))
    if "dataflow" in identity:
        if form == "count":
            return d.inside(d.pick([f"relax.dataflow {{\nrelax.output %x : {kind}\n}}", f"%0 = relax.dataflow -> {kind} {{\nrelax.output\n}}", f"%0 = relax.dataflow -> {kind} {{\nrelax.output %x, %x : {kind}, {kind}\n}}",
                                    f"%0 = relax.dataflow -> {kind} {{\nrelax.yield %x : {kind}\n}}"]), parameters=f"%x: {kind}")
        return d.inside(f"%0 = relax.dataflow -> {says} {{\nrelax.output %x : {have}\n}}", parameters=f"%x: {have}", impure=d.chance(0.5))
    if form == "count":
        return d.inside(d.pick([f"%0 = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield\n}} else {{\nrelax.yield %x : {kind}\n}}", f"relax.if %condition : tensor<i1> {{\nrelax.yield %x : {kind}\n}} else {{\nrelax.yield\n}}",
                                f"%0 = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield %x : {kind}\n}} else {{\nrelax.yield %x, %x : {kind}, {kind}\n}}"]), parameters=f"%x: {kind}")
    return d.inside(f"%0 = relax.if %condition : tensor<i1> -> {says} {{\nrelax.yield %x : {have}\n}} else {{\nrelax.yield %y : {says}\n}}" if d.chance(0.5) else
                    f"%0 = relax.if %condition : tensor<i1> -> {says} {{\nrelax.yield %y : {says}\n}} else {{\nrelax.yield %x : {have}\n}}", parameters=f"%x: {have}, %y: {says}")


@attack("relax.if R2", "relax.assert_op R1")
def _(d, identity):
    kind = d.pick(["i8", "i32", "index", "f32", "ui1", "si1", f"tensor<{d.size()}xi1>", "tensor<1xi1>", f"tensor<{d.element('i1')}>", "tensor<?xi1>", "!relax.object", "!relax.shape<[1]>", "tuple<tensor<i1>>", "vector<1xi1>", "tensor<si1>",
                   "tensor<0xi1>", "tensor<1x1xi1>", "tensor<index>", "tensor<i2>", "i64", "f16", "bf16", "tensor<?x?xi1>"])
    if "if" in identity:
        return d.inside(f"relax.if %c : {kind} {{\nrelax.yield\n}} else {{\nrelax.yield\n}}", parameters=f"%c: {kind}")
    return d.inside(f"relax.assert_op %c, \"no\" : {kind}", parameters=f"%c: {kind}")


# Functions.
@attack("relax.func R1")
def _(d, _):
    kind = d.tensor()
    return d.pick([f"relax.func {d.pick(['', 'private ', 'impure '])}@f(%x: {kind})\n", f"relax.func @f(%x: {kind}) {{\ncf.br ^next\n^next:\nrelax.return\n}}\n", f"relax.func @f(%x: {kind}) {{\nrelax.return\n^next:\nrelax.return\n}}\n",
                   f"relax.func @f(%x: {kind}) {{\nfunc.return\n}}\n", f"relax.func @f(%x: {kind}) {{\nllvm.unreachable\n}}\n",
                   f"relax.func @f(%x: {kind}) -> {kind} {{\nrelax.yield %x : {kind}\n}}\n", f"relax.func @f(%x: {kind}) -> {kind}\n",
                   f"\"relax.func\"() <{{sym_name = \"f\", function_type = ({kind}) -> ()}}> ({{\n}}) : () -> ()\n"])


@attack("relax.func R2", "relax.extern_func R1", "tir.func R6")
def _(d, identity):
    kind, name = d.tensor(), d.pick(["f", "main", "g1"])
    wrong = d.pick(['"other"', '""', f'"{name}_"', f'"@{name}"', f'"{name.upper()}"', '"ü"', "7 : i64", "true", f"@{name}", f'["{name}"]', "unit", f"#relax.expr<n>", f'"{name}\\00"', "f32", "array<i8: 1>"])
    if "extern" in identity:
        return f"relax.extern_func @{name} {{global_symbol = {wrong}}}\n"
    if "tir" in identity:
        return f"tir.func {d.pick(['', ''])}@{name}(%x: {d.memref(kind)}) attributes {{num_inputs = 1 : i64, global_symbol = {wrong}}} {{\ntir.return\n}}\n"
    if d.chance(0.2):
        return f"relax.func private @{name}(%x: {kind}) attributes {{global_symbol = \"{name}\"}} {{\nrelax.return\n}}\n"
    return f"relax.func {d.pick(['', 'private ', 'impure '])}@{name}(%x: {kind}) attributes {{global_symbol = {wrong}}} {{\nrelax.return\n}}\n"


@attack("relax.func R3")
def _(d, _):
    kind, count = d.tensor(), d.random.randrange(4)
    wrong = d.pick([f"{n} : i64" for n in (count + 1, count + 2, -1, -2, 2**31, 2**63 - 1, -(2**63), 100)] + ["[1]", "1.5 : f64", '"x"', "1 : i32", "true", "unit", "array<i64: 1>", "-1 : i8", "1 : index", "@f", "dense<1> : tensor<1xi64>"])
    return f"relax.func {d.pick(['', 'private '])}@f({', '.join(f'%p{i}: {kind}' for i in range(count))}) attributes {{num_input = {wrong}}} {{\nrelax.return\n}}\n"


@attack("relax.func R5")
def _(d, _):
    kind = d.tensor()
    body = d.pick(["", f'relax.print "{{}}"(%x) : {kind}\n', "%0 = relax.memory.alloc_storage [4]\n"])
    return f"relax.func impure {d.pick(['', 'private '])}@{d.pick(['f', 'g'])}(%x: {kind}) attributes {{relax.force_pure{d.pick(['', ' = true', ' = false', ' = 1 : i64'])}}} {{\n{body}relax.return\n}}\n"


@attack("relax.func R6")
def _(d, _):
    e, expr = d.element(), d.pick(["n + 1", "n * 2", "n - m", "n floordiv 2", "n ceildiv 3", "min(n, m)", "max(n, 4)", "n mod 5"])
    t = f"tensor<?x{e}, #relax.dims<[{expr}]>>"
    u = f"tensor<?x{e}>"
    return d.pick([
        f"relax.func {d.pick(['', 'private '])}@f(%x: {t}) {{\nrelax.return\n}}\n",
        f"relax.func @f(%x: {u}) -> {t} {{\n%0 = relax.match_cast %x : {u} to {t}\nrelax.return %0 : {t}\n}}\n",
        f"relax.func @f() {{\n%0 = relax.prim_value {expr} : i64\nrelax.return\n}}\n", f"relax.func @f() {{\n%0 = relax.shape [{expr}] : !relax.shape<[{expr}]>\nrelax.return\n}}\n",
        f"relax.func @f(%s: !relax.shape<[{expr}]>) {{\nrelax.return\n}}\n", f"relax.func @f(%s: tuple<{t}>) {{\nrelax.return\n}}\n",
        f"relax.func impure @f() {{\n%0 = relax.memory.alloc_storage [{expr}]\nrelax.return\n}}\n",
        f"relax.func @f(%x: {u}) {{\n%0 = relax.prim_value n : i64\n%1 = relax.match_cast %x : {u} to tensor<?x{e}, #relax.dims<[n]>>\nrelax.return\n}}\n",
        f"relax.func @f(%c: tensor<i1>, %x: {u}) {{\nrelax.if %c : tensor<i1> {{\n%0 = relax.match_cast %x : {u} to tensor<?x{e}, #relax.dims<[n]>>\nrelax.yield\n}} else {{\n%1 = relax.prim_value n : i64\nrelax.yield\n}}\nrelax.return\n}}\n",
        f"relax.func private @g(%f: !relax.callable<(tensor<?x{e}, #relax.dims<[k]>>) -> {t}, pure>) {{\nrelax.return\n}}\n",
        f"relax.func @f(%x: {u}) {{\n%l = relax.lambda : !relax.callable<({u}) -> (), pure> {{\n^bb0(%y: {u}):\n%0 = relax.match_cast %y : {u} to tensor<?x{e}, #relax.dims<[n]>>\nrelax.yield\n}}\n%1 = relax.prim_value n : i64\nrelax.return\n}}\n",
        f"relax.func impure @f() {{\n%0 = relax.builtin.alloc_tensor : {t}\nrelax.return\n}}\n"])


@attack("relax.func R7", "relax.extern_func R3", "tir.func R8")
def _(d, identity):
    name, kind = d.pick(['""', '"\\00"', '"a\\00b"', '"\\00x"', '"main\\00"', '"\\00\\00"', '"f\\00f"', '"é\\00"']), d.tensor()
    if "extern" in identity:
        return f"relax.extern_func @{name}\n" + (f"relax.func private @other{d.size()}() {{\nrelax.return\n}}\n")
    if "tir" in identity:
        return f"tir.func {d.pick(['', 'private '])}@{name}(%x: {d.memref(kind)}) attributes {{num_inputs = 1 : i64}} {{\ntir.return\n}}\n"
    return f"relax.func {d.pick(['', 'private ', 'impure '])}@{name}(%x: {kind}) {{\nrelax.return\n}}\n"


@attack("relax.extern_func R2")
def _(d, _):
    name = d.pick(["f", "a.b", "printf", "div", "_x", "main"])
    text = f"\"relax.extern_func\"() <{{sym_name = \"{name}\", sym_visibility = \"{d.pick(['private', 'nested', 'private'])}\"{d.pick(['', ', pure'])}}}> : () -> ()\n"
    return text + d.pick(["", f"relax.func private @other{d.size()}() {{\nrelax.return\n}}\n"])


@attack("relax.extern_func R4")
def _(d, _):
    value = d.pick(["false", "true", "0 : i64", "1 : i8", '""', '"yes"', "[]", "[unit]", "{}", "f32", "@f", "dense<1> : tensor<1xi1>", "affine_map<(i) -> (i)>"])
    purity = d.pick(["", "pure "])
    return f"relax.extern_func {purity}@f {{relax.{d.pick(['takes_devices', 'needs_device'])} = {value}}}\n" + d.pick(["", "relax.extern_func @g {relax.takes_devices}\n"])


@attack("relax.layout_transform R1")
def _(d, _):
    kind = f"tensor<{d.size()}x{d.size()}x{d.element()}>"
    divisor = d.pick([0, -1, -d.size()])
    index_map = d.pick([
        "(i) -> (i)", "(i, j, k) -> (i, j)", "() -> (0)", f"(i, j)[s] -> (i + s * {d.size()}, j)", "(i, j)[s, t] -> (i, j)",
        f"(i, j) -> (i floordiv {divisor}, j)", f"(i, j) -> (j mod {divisor})", f"(i, j) -> (i, (i + j) ceildiv {divisor})"])
    return d.inside(f"%0 = relax.layout_transform %x {{index_map = affine_map<{index_map}>}} : ({kind}) -> tensor<*x{kind.split('x')[-1]}", parameters=f"%x: {kind}")


@attack("relax.layout_transform R2")
def _(d, _):
    element, n, m = d.element(), d.size(), d.size()
    # One more than the last place, or one less than the first one.
    index, size = d.pick([
        (f"i * {m} + j", n * m - 1), (f"i + j + {d.size()}", n + m - 1), (f"-i - {d.size()}", n), (f"j - {d.size()} * {m}", m),
        ("(i + j) floordiv 1", n + m - 2), (f"(i * {m} + j) ceildiv 1", n * m - 1), (f"i * {d.pick([10, 10**9, 10**15])} * {n} + {n}", n),
        (f"i mod {n} + {n}", n), (f"(j + {m}) floordiv 2 * 2 + 1 + {m}", m)])
    return d.inside(f"%0 = relax.layout_transform %x {{index_map = affine_map<(i, j) -> ({index})>}} : (tensor<{n}x{m}x{element}>) -> tensor<{max(size, 0)}x{element}>",
                    parameters=f"%x: tensor<{n}x{m}x{element}>")


# Values.
@attack("relax.constant R1")
def _(d, _):
    e = d.pick(["f32", "f64", "i32", "i64", "f16", "bf16", "i8"])
    value, n = ("1.0" if "f" in e else "1"), d.size()
    wrong = d.pick([f"tensor<{d.size(n)}x{e}>", f"tensor<{n}x1x{e}>", f"tensor<{n}x{d.element(e)}>", f"tensor<*x{e}>", f"tensor<?x{e}>", f"tensor<{n}x!relax.unknown>", f"tensor<{e}>", f"tensor<?x{e}, #relax.dims<[n]>>"])
    return d.inside(f"%0 = relax.constant dense<{value}> : tensor<{n}x{e}> as {wrong}", impure=d.chance(0.5), parameters="%n: tensor<?xf32, #relax.dims<[n]>>")


@attack("relax.shape R1")
def _(d, _):
    return d.inside(f"%0 = relax.shape [{d.pick(['?', '2, ?', '?, n', '?, ?', 'n, ?, 3', '?, 4', 'm, ?', '? , 1, 2', '3, 3, ?'])}] : !relax.shape<{d.pick(['?', 'rank 1', 'rank 2', 'rank 3'])}>", parameters="%n: tensor<?x?xf32, #relax.dims<[n, m]>>")


_NEGATIVE = ["-1", "-5", "-n - 1", "0 - n * 2 - 4", "(0 - n - 1) floordiv 2", "-n - m - 3", "min(n, -1)", "min(-2, n + 3)", "0 - (n + 1)", "-(2 * n) - 1", "n - n - 7", "-9223372036854775808", "n - 1 - max(n, m + n)", "-1 * (n + 2)",
             "(n mod 4) - 4", "-max(n, 1)", "-(n ceildiv 2) - 1", "0 - n * n - 1", "n * -2 - 3", "-n * m - 1", "-min(n, m) - 2", "(n mod 8) * -1 - 1", "-(n floordiv 3) - 1"]


@attack("relax.shape R2", "!relax.shape R1", "#relax.dims R5", "relax.memory.alloc_storage R1", "relax.vm.alloc_storage R1", "relax.memory.alloc_tensor R2", "relax.vm.alloc_tensor R2", "relax.memory.view R2")
def _(d, identity):
    expr, e = d.pick(_NEGATIVE), d.element()
    symbols = "%n: tensor<?x?xf32, #relax.dims<[n, m]>>"
    if identity == "relax.shape R2":
        text = d.pick([expr, f"2, {expr}", f"{expr}, n"])
        return d.inside(f"%0 = relax.shape [{text}] : !relax.shape<?>", parameters=symbols)
    if identity == "!relax.shape R1":
        return d.inside("", parameters=f"{symbols}, %s: !relax.shape<[{d.pick([expr, f'2, {expr}', f'{expr}, n'])}]>")
    if identity == "#relax.dims R5":
        if expr.lstrip("-").isdigit() or expr == "n - n - 7":
            expr = "-n - " + str(d.size())
        return d.inside("", parameters=f"{symbols}, %s: tensor<?x2x{e}, #relax.dims<[{expr}, 2]>>")
    if "storage" in identity:
        return d.inside(f"%0 = {identity.split()[0]} [{expr}]", parameters=symbols)
    if "view" in identity:
        return d.inside(f"%0 = relax.memory.view %x at [{expr}] : tensor<4xf32> to tensor<1xf32>", parameters=f"{symbols}, %x: tensor<4xf32>")
    kind = f"tensor<{d.size()}x{e}>"
    if "vm" in identity:
        return d.inside(f"%1 = relax.vm.alloc_tensor %s at [{expr}] : {kind}", parameters=f"{symbols}, %s: !relax.object")
    return d.inside(f"%0 = relax.memory.alloc_storage [10000]\n%1 = relax.memory.alloc_tensor %0 at [{expr}] : {kind}", parameters=symbols)


@attack("relax.memory.alloc_tensor R3", "relax.vm.alloc_tensor R3", "relax.memory.view R3")
def _(d, identity):
    size = {"f32": 4, "f16": 2, "bf16": 2, "f64": 8, "i8": 1, "i32": 4, "i64": 8, "ui8": 1, "i1": 1}
    e, n = d.element(), d.size()
    whole = size[e] * n
    offset = d.pick([0, 1, 4, 64, 2**40])
    room = d.pick([r for r in (whole + offset - 1, whole // 2 + offset, offset, 0) if 0 <= r < whole + offset])
    if d.chance(0.3):
        # The same with a symbol in both.
        kind, text, at = f"tensor<?x{n}x{e}, #relax.dims<[n, {n}]>>", f"n * {whole - 1}" if whole > 1 else "0", "4"
        if "view" in identity:
            kind, offset, room = f"tensor<{n}x{e}>", 0, whole - 1
        else:
            op = "vm" if "vm" in identity else "memory"
            return d.inside(f"%0 = relax.{op}.alloc_storage [{text}]\n%1 = relax.{op}.alloc_tensor %0 at [{at}] : {kind}", parameters="%n: tensor<?xf32, #relax.dims<[n]>>")
    if "view" in identity:
        return d.inside(f"%0 = relax.memory.view %x at [{offset}] : tensor<{room}xi8> to tensor<{n}x{e}>", parameters=f"%x: tensor<{room}xi8>", impure=d.chance(0.5))
    op = "vm" if "vm" in identity else "memory"
    return d.inside(f"%0 = relax.{op}.alloc_storage [{room}]\n%1 = relax.{op}.alloc_tensor %0 at [{offset}] : tensor<{n}x{e}>")


@attack("relax.builtin.alloc_tensor R1", "relax.memory.alloc_tensor R1", "relax.vm.alloc_tensor R1", "relax.memory.view R1")
def _(d, identity):
    e, n = d.element(), d.size()
    kind = d.pick([f"tensor<?x{e}>", f"tensor<*x{e}>", f"tensor<{n}x!relax.unknown>", f"tensor<{n}x?x{e}>", "tensor<*x!relax.unknown>", f"tensor<?x?x{e}, #relax.dims<[n, ?]>>", f"tensor<?x{n}x{e}>", "tensor<?x!relax.unknown>", f"tensor<?x?x!relax.unknown, #relax.dims<[n, n]>>"])
    symbols = "%n: tensor<?xf32, #relax.dims<[n]>>"
    if "builtin" in identity:
        return d.inside(f"%0 = relax.builtin.alloc_tensor : {kind}", parameters=symbols)
    if "view" in identity:
        return d.inside(f"%0 = relax.memory.view %x at [{d.pick([0, 4, 'n'])}] : tensor<400xf32> to {kind}", parameters=f"{symbols}, %x: tensor<400xf32>")
    op = "vm" if "vm" in identity else "memory"
    return d.inside(f"%0 = relax.{op}.alloc_storage [1000]\n%1 = relax.{op}.alloc_tensor %0 at [{d.pick([0, 4, 'n'])}] : {kind}", parameters=symbols)


@attack("relax.memory.alloc_tensor R4")
def _(d, _):
    n, e = d.size(), d.element()
    places = ['#relax.vdevice<"cuda", 0>', '#relax.vdevice<"cuda", 1>', '#relax.vdevice<"vulkan", 2>', None]
    a = d.pick(places)
    b = d.pick([p for p in places if p != a])
    storage = f" {{vdevice = {a}}}" if a else ""
    kind = f"tensor<{n}x{e}, #relax.dims<[{n}], vdevice = {b}>>" if b else f"tensor<{n}x{e}>"
    return d.inside(f"%0 = relax.memory.alloc_storage [8000]{storage}\n%1 = relax.memory.alloc_tensor %0 at [0] : {kind}")


@attack("relax.memory.kill_tensor R1", "relax.memory.kill_storage R1", "relax.vm.kill_object R1")
def _(d, identity):
    kind = d.tensor()
    if "object" in identity:
        end, parameters = f"relax.vm.kill_object %x : {d.pick(['!relax.object', kind])}", ""
        t = end.rpartition(" : ")[2]
        return d.inside(f"relax.dataflow {{\n{end}\nrelax.output\n}}", parameters=f"%x: {t}")
    if "tensor" in identity:
        return d.inside(f"%0 = relax.builtin.alloc_tensor : {kind}\nrelax.dataflow {{\nrelax.memory.kill_tensor %0 : {kind}\nrelax.output\n}}")
    return d.inside(f"%0 = relax.memory.alloc_storage [{d.size()}]\nrelax.dataflow {{\n{d.pick(['', f'%c{d.size()} = arith.constant 1 : index'])}\nrelax.memory.kill_storage %0\nrelax.output\n}}")


@attack("relax.memory.kill_tensor R2")
def _(d, _):
    n, e = d.size(), d.pick(["f32", "f64"])
    kind = f"tensor<{n}x{e}>"
    make = d.pick(["", f"%v = relax.constant dense<1.0> : {kind}", f"%v = relax.exp %x : ({kind}) -> {kind}", f"%v = relax.add %x, %x : ({kind}, {kind}) -> {kind}", f"%v = relax.match_cast %x : {kind} to {kind}",
                   f"%v = relax.tuple_get_item %t[0] : tuple<{kind}> -> {kind}", f"%v = relax.memory.view %x at [0] : {kind} to {kind}",
                   f"%v = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield %x : {kind}\n}} else {{\nrelax.yield %x : {kind}\n}}", f"%v = relax.dataflow -> {kind} {{\nrelax.output %x : {kind}\n}}",
                   f"%s = relax.shape [{n}] : !relax.shape<[{n}]>\n%v = relax.reshape %x, %s : ({kind}, !relax.shape<[{n}]>) -> {kind}"])
    value = "%v" if make else "%x"
    return d.inside(f"{make}\nrelax.memory.kill_tensor {value} : {kind}", parameters=f"%x: {kind}, %t: tuple<{kind}>")


@attack("relax.memory.kill_tensor R3")
def _(d, _):
    kind = d.tensor()
    after = d.pick([f"relax.memory.kill_tensor %v : {kind}", f'relax.print "{{}}"(%v) : {kind}', f"%u = relax.match_cast %v : {kind} to {kind}", f"%u = relax.tuple %v : ({kind}) -> tuple<{kind}>",
                    f'relax.if %condition : tensor<i1> {{\nrelax.print "{{}}"(%v) : {kind}\nrelax.yield\n}} else {{\nrelax.yield\n}}', f"relax.call impure @g(%v) : ({kind}) -> ()", f"%u = relax.shape_of %v : {kind} -> !relax.shape<?>"])
    return f"relax.func impure private @g(%x: {kind}) {{\nrelax.return\n}}\n" + d.inside(f"%v = relax.builtin.alloc_tensor : {kind}\nrelax.memory.kill_tensor %v : {kind}\n{after}")


@attack("relax.memory.kill_storage R2")
def _(d, _):
    form = d.pick(["parameter", "tuple", "call", "if", "vm"])
    body = {"parameter": "", "tuple": "%s = relax.tuple_get_item %t[0] : tuple<!relax.object> -> !relax.object\n", "call": "%s = relax.call_pure_packed @p(%o) : (!relax.object) -> !relax.object\n",
            "if": "%s = relax.if %condition : tensor<i1> -> !relax.object {\nrelax.yield %o : !relax.object\n} else {\nrelax.yield %o : !relax.object\n}\n", "vm": "%s = relax.match_cast %o : !relax.object to !relax.object\n"}[form]
    return "relax.extern_func @p\n" + d.inside(f"{body}relax.memory.kill_storage {'%s' if body else '%o'}", parameters=f"%o: !relax.object, %t: tuple<!relax.object>, %u{d.size()}: {d.tensor()}")


@attack("relax.memory.kill_storage R3")
def _(d, _):
    kind = f"tensor<{d.size()}x{d.element()}>"
    after = d.pick(["relax.memory.kill_storage %s", f"%1 = relax.memory.alloc_tensor %s at [0] : {kind}", f"relax.if %condition : tensor<i1> {{\n%1 = relax.memory.alloc_tensor %s at [0] : {kind}\nrelax.yield\n}} else {{\nrelax.yield\n}}",
                    "%1 = relax.tuple %s : (!relax.object) -> tuple<!relax.object>", "relax.call_packed @p(%s) : (!relax.object) -> ()"])
    return "relax.extern_func @p\n" + d.inside(f"%s = relax.memory.alloc_storage [{d.pick([800, 1600])}]\nrelax.memory.kill_storage %s\n{after}")


@attack("relax.memory.kill_storage R4")
def _(d, _):
    n, e = d.size(), d.element()
    kind = f"tensor<{n}x{e}>"
    alias = d.pick(["", f"%w = relax.memory.view %v at [0] : {kind} to {kind}", f"%w = relax.expand_dims %v {{axis = array<i64: 0>}} : ({kind}) -> tensor<1x{n}x{e}>"])
    value, t = ("%w", alias.rpartition(" ")[2] if "->" not in alias else f"tensor<1x{n}x{e}>") if alias else ("%v", kind)
    use = d.pick([f'relax.print "{{}}"({value}) : {t}', f"%u = relax.tuple {value} : ({t}) -> tuple<{t}>", f'relax.if %condition : tensor<i1> {{\nrelax.print "{{}}"({value}) : {t}\nrelax.yield\n}} else {{\nrelax.yield\n}}'])
    return d.inside(f"%s = relax.memory.alloc_storage [800]\n%v = relax.memory.alloc_tensor %s at [0] : {kind}\n{alias}\nrelax.memory.kill_storage %s\n{use}")


@attack("relax.memory.copy R1", "relax.to_vdevice R1")
def _(d, identity):
    n, e = d.size(), d.element()
    place = d.pick(['#relax.vdevice<"cuda", 0>', '#relax.vdevice<"rocm", 1>', '#relax.vdevice<"vulkan", 2>'])
    if "copy" in identity:
        a = f"tensor<{n}x{e}>"
        b = d.pick([d.mismatch(a), f"tensor<{d.size(n)}x{e}, #relax.dims<[{n}], vdevice = {place}>>".replace(f"[{n}]", "[%]")])
        if "%" in b:
            m = d.size(n)
            b = f"tensor<{m}x{e}, #relax.dims<[{m}], vdevice = {place}>>"
        return d.inside(f"relax.memory.copy %x to %y : {a} to {b}", parameters=f"%x: {a}, %y: {b}")
    m = d.size(n)
    other = d.pick([p for p in ('#relax.vdevice<"cuda", 0>', '#relax.vdevice<"llvm", 1>', '#relax.vdevice<"metal", 0>') if p != place])
    wrong = d.pick([f"tensor<{m}x{e}, #relax.dims<[{m}], vdevice = {place}>>", f"tensor<{n}x{d.element(e)}, #relax.dims<[{n}], vdevice = {place}>>", f"tensor<{n}x1x{e}, #relax.dims<[{n}, 1], vdevice = {place}>>", f"tensor<{n}x{e}, #relax.dims<[{n}], vdevice = {other}>>", f"tensor<{n}x{e}>"])
    return d.inside(f"%0 = relax.to_vdevice %x to {place.removeprefix('#relax.vdevice')} : tensor<{n}x{e}> -> {wrong}", parameters=f"%x: tensor<{n}x{e}>", impure=d.chance(0.5))


@attack("relax.vm.call_tir_dyn R1", "relax.vm.call_tir_dyn R2", "relax.vm.call_tir_dyn R3", "relax.vm.call_tir_dyn R4")
def _(d, identity):
    kind, number = d.tensor(), identity[-1]
    call = f"relax.vm.call_tir_dyn @k(%x, %y : {kind}, {kind})"
    parameters = f"%x: {kind}, %y: {kind}"
    if number == "1":
        return d.pick(["", "relax.extern_func @k\n", f"relax.func private @k(%x: {kind}) {{\nrelax.return\n}}\n", "func.func private @k()\n", f"module @k {{\n}}\n"]) + d.inside(call, parameters=parameters)
    if number == "2":
        count, scalars = d.pick([(0, 0), (1, 0), (3, 0), (2, 1), (1, 1), (2, 2), (4, 0)])
        return _kernel([d.memref(kind)] * count, min(count, 1), scalars=scalars) + d.inside(call, parameters=parameters)
    if number == "3":
        wrong = d.mismatch(kind)
        return _kernel(d.pick([[d.memref(wrong), d.memref(kind)], [d.memref(kind), d.memref(wrong)]]), 1) + d.inside(call, parameters=parameters)
    count = d.pick([1, 2, 3])
    shape = d.pick([f"!relax.shape<rank {count}>", "!relax.shape<?>"])
    return _kernel([d.memref(kind)] * 2, 1, scalars=count) + d.inside(f"relax.vm.call_tir_dyn @k(%x, %y : {kind}, {kind}) shape(%s : {shape})", parameters=parameters + f", %s: {shape}")


@attack("relax.tuple_get_item R1", "relax.tuple_get_item R2")
def _(d, identity):
    kinds = [d.tensor() for _ in range(d.random.randrange(4))]
    t = f"tuple<{', '.join(kinds)}>"
    if identity[-1] == "1" or not kinds:
        if identity[-1] == "2":
            kinds = [d.tensor()]
            t = f"tuple<{kinds[0]}>"
        else:
            return d.inside(f"%0 = relax.tuple_get_item %t[{d.pick([len(kinds), len(kinds) + 1, 100, 2**31, 2**63 - 1])}] : {t} -> {d.tensor()}", parameters=f"%t: {t}")
    place = d.random.randrange(len(kinds))
    return d.inside(f"%0 = relax.tuple_get_item %t[{place}] : {t} -> {d.mismatch(kinds[place])}", parameters=f"%t: {t}")


@attack("relax.dtype R1")
def _(d, _):
    return d.inside(f"%0 = relax.dtype {d.pick(['index', 'none', 'complex<f32>', 'complex<f64>', d.tensor(), 'vector<2x2xf32>', 'vector<index>', 'vector<[4]xf32>', '!relax.shape<?>', 'tuple<>', '!relax.callable<pure>', 'memref<2xf32>', 'vector<2xindex>', 'i2', 'i7', 'i128', 'f80', 'f128', 'tf32', 'si8', 'si32', '() -> ()', 'vector<4xi7>', 'vector<2xtf32>'])}", impure=d.chance(0.5))


@attack("relax.shape_of R1", "relax.size R1", "relax.shape_to_tensor R1", "relax.tensor_to_shape R2", "relax.shape R3")
def _(d, identity):
    n, m, e = d.size(), d.size(), d.element()
    if "shape_of" in identity:
        return d.inside(f"%0 = relax.shape_of %x : tensor<{n}x{m}x{e}> -> !relax.shape<{d.pick([f'[{d.size(n)}, {m}]', f'[{n}, {d.size(m)}]', f'[{n}]', 'rank 1', 'rank 3', f'[{n}, {m}, 1]'])}>", parameters=f"%x: tensor<{n}x{m}x{e}>")
    if "size" in identity:
        return d.inside(f"%0 = \"relax.size\"(%x) : (tensor<{n}x{e}>) -> {d.pick([f'tensor<{d.element(chr(105) + str(64))}>', 'tensor<1xi64>', 'tensor<ui64>', f'tensor<{n}xi64>'])}", parameters=f"%x: tensor<{n}x{e}>")
    if "shape_to" in identity:
        return d.inside(f"%0 = relax.shape_to_tensor %s : !relax.shape<[{n}, {m}]> -> {d.pick(['tensor<3xi64>', 'tensor<2xi32>', 'tensor<1xi64>', 'tensor<2x1xi64>', 'tensor<i64>', f'tensor<2x{d.element(chr(105) + str(64))}>'])}", parameters=f"%s: !relax.shape<[{n}, {m}]>")
    if "tensor_to" in identity:
        return d.inside(f"%0 = relax.tensor_to_shape %x : tensor<{n}xi64> -> !relax.shape<rank {d.size(n)}>", parameters=f"%x: tensor<{n}xi64>")
    return d.inside(f"%0 = relax.shape [{n}, {m}] : !relax.shape<{d.pick([f'[{d.size(n)}, {m}]', f'[{n}]', 'rank 1', 'rank 3', f'[{n}, {d.size(m)}]', f'[{n}, {m}, 1]'])}>")


@attack("relax.scalar_to_tensor R1")
def _(d, _):
    s = d.pick(["f32", "i64", "index", "i1", "f64", "i8", "bf16"])
    good = {"index": ("i64",), "i64": ("i64", "ui64"), "i8": ("i8", "ui8")}.get(s, (s,))
    bad = d.pick([e for e in _ELEMENTS if e not in good])
    t = d.pick([f"tensor<{bad}>", f"tensor<1x{good[0]}>", f"tensor<{d.size()}x{good[0]}>", f"tensor<?x{good[0]}>"])
    return d.inside(f"%0 = relax.scalar_to_tensor %x : {s} -> {t}", parameters=f"%x: {s}", impure=d.chance(0.5))


@attack("relax.inspect.tensor_shape_i R1", "relax.inspect.tensor_stride_i R1")
def _(d, identity):
    rank = d.random.randrange(4)
    kind, t = f"tensor<{''.join(f'{d.size()}x' for _ in range(rank))}{d.element()}>", "i64"
    return d.inside(f"%0 = arith.constant {d.pick([rank, rank + 1, 100, -1, -2, -rank - 1])} : {t}\n%1 = {identity.split()[0]} %x, %0 : {kind}, {t} -> {t}", parameters=f"%x: {kind}", impure=d.chance(0.5))


# Attributes and types.
@attack("#relax.vdevice R1", "#relax.vdevice R2", "#relax.vdevice R3")
def _(d, identity):
    number, n = identity[-1], d.size()
    place = {"1": f'"", {d.size()}', "2": f'"{d.pick(["cuda", "llvm", "metal", "x"])}", {d.pick([-1, -2, -100, -(2**31), -(2**62)])}', "3": f'"{d.pick(["cuda", "llvm", "rocm"])}", {d.size()}, ""'}[number]
    where = d.pick([f"tensor<{n}xf32, #relax.dims<[{n}], vdevice = #relax.vdevice<{place}>>>", None])
    if where:
        return f"relax.func @f(%x: {where}) {{\nrelax.return\n}}\n"
    return f"relax.func {d.pick(['', 'private '])}@f{d.size()}() attributes {{d = #relax.vdevice<{place}>}} {{\nrelax.return\n}}\n"


@attack("#relax.dims R1", "#relax.dims R2", "#relax.dims R3", "#relax.dims R4")
def _(d, identity):
    e, n, m = d.element(), d.size(), d.size()
    device = d.pick(["", ', vdevice = #relax.vdevice<"cuda", 0>'])
    kind = {"1": d.pick([f"tensor<?x{n}x{e}, #relax.dims<[n]{device}>>", f"tensor<?x{e}, #relax.dims<[n, {n}]{device}>>", f"tensor<?x{e}, #relax.dims<[]{device or ', vdevice = #relax.vdevice<' + chr(34) + 'cuda' + chr(34) + ', 0>'}>>", f"tensor<{e}, #relax.dims<[n]{device}>>", f"tensor<?x?x?x{e}, #relax.dims<[n, m]>>"]),
            "2": d.pick([f"tensor<?x{n}x{e}, #relax.dims<[n, {d.size(n)}]{device}>>", f"tensor<?x{n}x{e}, #relax.dims<[n, ?]{device}>>", f"tensor<{n}x{e}, #relax.dims<[n]{device}>>", f"tensor<{n}x?x{e}, #relax.dims<[{d.size(n)}, n]>>"]),
            "3": d.pick([f"tensor<?x?x{e}, #relax.dims<[n, {n}]{device}>>", f"tensor<?x?x{e}, #relax.dims<[n, n - n + {n}]{device}>>", f"tensor<?x{e}, #relax.dims<[{n}]{device}>>", f"tensor<?x?x{e}, #relax.dims<[{n}, m]>>"]),
            "4": d.pick([f"tensor<?x{n}x{e}, #relax.dims<[?, {n}]>>", f"tensor<?x?x{e}, #relax.dims<[?, ?]>>", f"tensor<{n}x{m}x{e}, #relax.dims<[{n}, {m}]>>", f"tensor<?x{e}, #relax.dims<[?]>>", f"tensor<{n}x{e}, #relax.dims<[{n}]>>"])}[identity[-1]]
    return f"relax.func {d.pick(['', 'private '])}@f(%n: tensor<?x?xf32, #relax.dims<[n, m]>>, %x: {kind}) {{\nrelax.return\n}}\n"


@attack("!relax.shape R2")
def _(d, _):
    return f"relax.func {d.pick(['', 'private '])}@f(%n: {d.tensor()}, %x: !relax.shape<rank {d.pick([-1, -2, 1025, 2000, 2**31, 2**62, -(2**62), 1026, 5000, -1024])}>) {{\nrelax.return\n}}\n"


@attack("!relax.dtensor R1", "relax.dist.annotate_sharding R3")
def _(d, identity):
    rank = d.random.randrange(4)
    kind = f"tensor<{''.join(f'{d.pick([2, 4, 8, 16])}x' for _ in range(rank))}{d.element()}>"
    axis = d.pick([rank, rank + 1, 100, 2**31])
    if "annotate" in identity:
        return "relax.device_mesh @mesh [2]\n" + d.inside(f"%0 = relax.dist.annotate_sharding %x on @mesh [S[{axis}]] : {kind}", parameters=f"%x: {kind}", impure=d.chance(0.5))
    return "relax.device_mesh @mesh [2, 2]\n" + f"relax.func private @f(%x: !relax.dtensor<{kind}, @mesh, [{d.pick([f'R, S[{axis}]', f'S[{axis}], R'])}]>) {{\nrelax.return\n}}\n"


# Distribution.
@attack("relax.device_mesh R1", "relax.device_mesh R2")
def _(d, identity):
    if identity[-1] == "1":
        return f"relax.device_mesh @{d.pick(['mesh', 'm', 'x1'])} [{d.pick(['', '0', '2, 0', '-1', '-2, 2', '0, 0', '4, -4', '1, 0, 1', '2, -1, 2', '0, 3'])}]{d.pick(['', ''])}\n"
    n = d.pick([2, 3, 4])
    devices = d.pick([[0], list(range(n + 1)), [0] * n, [1] * n, list(range(n - 1)) + [0], list(range(n - 1)), [5] * n, [-1] + list(range(n - 1))])
    if len(devices) == n and len(set(devices)) == n and min(devices) >= 0:
        devices = [0] * n
    return f"relax.device_mesh @{d.pick(['mesh', 'm'])} [{n}] devices [{', '.join(map(str, devices))}]\n"


@attack("relax.dist.annotate_sharding R1", "relax.dist.annotate_sharding R2", "relax.dist.redistribute R1", "relax.dist.redistribute R2")
def _(d, identity):
    n, e = d.pick([2, 4, 8]), d.element()
    kind = f"tensor<{n}x{e}>"
    if "annotate" in identity:
        if identity[-1] == "1":
            return d.pick(["", "relax.extern_func @mesh\n", "func.func private @mesh()\n", "module @mesh {\n}\n", "module @m {\nrelax.device_mesh @mesh [2]\n}\n"]) + d.inside(f"%0 = relax.dist.annotate_sharding %x on @mesh [{d.pick(['R', 'S[0]'])}] : {kind}", parameters=f"%x: {kind}")
        mesh, placement = d.pick([("2, 2", "R"), ("2", "R, R"), ("2", "S[0], R"), ("2, 2", "S[0]"), ("2, 2, 2", "R, R"), ("2", "R, R, R")])
        return f"relax.device_mesh @mesh [{mesh}]\n" + d.inside(f"%0 = relax.dist.annotate_sharding %x on @mesh [{placement}] : {kind}", parameters=f"%x: {kind}")
    if identity[-1] == "1":
        mesh = d.pick(["", "relax.device_mesh @mesh [2, 2]\n", "relax.extern_func @mesh\n", "func.func private @mesh()\n", "relax.device_mesh @mesh [2, 1, 2]\n"])
        a, b = f"!relax.dtensor<{kind}, @mesh, [R]>", f"!relax.dtensor<{kind}, @mesh, [S[0]]>"
        first, second = d.pick([(a, b), (b, a), (a, a), (b, b)])
        return mesh + d.inside(f"%0 = relax.dist.redistribute %x : {first} to {second}", parameters=f"%x: {first}")
    wrong = d.mismatch(kind)
    a = f"!relax.dtensor<{kind}, @mesh, [R]>"
    b = d.pick([f"!relax.dtensor<{wrong}, @mesh, [R]>", f"!relax.dtensor<{kind}, @other, [R]>", f"!relax.dtensor<{wrong}, @other, [R]>"])
    return "relax.device_mesh @mesh [2]\nrelax.device_mesh @other [2]\n" + d.inside(f"%0 = relax.dist.redistribute %x : {a} to {b}", parameters=f"%x: {a}")


@attack(*(f"relax.dist.call_tir_local_view R{n}" for n in (1, 2, 3, 4)))
def _(d, identity):
    n, e, number = d.pick([4, 8]), d.element(), identity[-1]
    kind = f"tensor<{n}x{e}>"
    r, s = f"!relax.dtensor<{kind}, @mesh, [R]>", f"!relax.dtensor<{kind}, @mesh, [S[0]]>"
    mesh, kernel, types = "relax.device_mesh @mesh [2]\n", _kernel([d.memref(kind)] * 2, 1), (r, r)
    half = d.memref(f"tensor<{n // 2}x{e}>")
    if number == "1":
        kernel = d.pick(["", "relax.extern_func @k\n", f"relax.func private @k(%x: {kind}) {{\nrelax.return\n}}\n", f"func.func private @k({kind})\n"])
    elif number == "2":
        kernel = _kernel([d.memref(kind)] * d.pick([0, 1, 3, 4]), 0)
    elif number == "3":
        kernel, types = d.pick([(_kernel([d.memref(kind)] * 2, 1), (s, r)), (_kernel([d.memref(kind)] * 2, 1), (r, s)), (_kernel([half] * 2, 1), (r, r)), (_kernel([half, half], 1), (s, r)), (_kernel([d.memref(d.mismatch(kind)), d.memref(kind)], 1), (r, r)),
                                (_kernel([half, d.memref(kind)], 1), (s, s))])
    else:
        m, mesh = d.pick([(3, mesh), (n, "relax.device_mesh @mesh [2, 2]\n"), (n, ""), (5, mesh), (7, mesh), (n, "relax.extern_func @mesh\n")])
        kind = f"tensor<{m}x{e}>"
        r, s = f"!relax.dtensor<{kind}, @mesh, [R]>", f"!relax.dtensor<{kind}, @mesh, [S[0]]>"
        types = d.pick([(s, r), (r, s), (s, s)])
        kernel = _kernel([d.memref(kind)] * 2, 1)
    return mesh + kernel + d.inside(f"%0 = relax.dist.call_tir_local_view @k(%x) : ({types[0]}) -> {types[1]}", parameters=f"%x: {types[0]}")


# Tensor programs.
def _tir(body, parameters="", inputs=0, attributes="", visibility="private "):
    return f"tir.func {visibility}@f({parameters}) attributes {{num_inputs = {inputs} : i64{attributes}}} {{\n{body}tir.return\n}}\n"


def _deep(d, body):
    """Statements of a tensor program, perhaps in a loop or a branch."""
    way = d.pick(["plain", "plain", "loop", "if", "parallel"])
    if way == "if":
        return f"%t = arith.constant true\ntir.if %t {{\n{body}}}\n"
    if way != "plain":
        return f"%z = arith.constant 0 : index\n%e = arith.constant {d.size()} : index\ntir.for {'parallel ' if way == 'parallel' else ''}%o = %z to %e {{\n{body}}}\n"
    return body


@attack("tir.func R1")
def _(d, _):
    result = d.pick(["index", "f32", "memref<4xf32>", "(index, index)", "i32", "tensor<2xf32>", "i1", "(f32, memref<1xi8>)"])
    return f"tir.func private @f({d.pick(['', f'%x: {d.memref(d.tensor())}'])}) -> {result} attributes {{num_inputs = 0 : i64}}" + d.pick(["\n", " {\ntir.return\n}\n"])


@attack("tir.func R2")
def _(d, _):
    wrong = d.pick(["i64", "f32", "tensor<4xf32>", "memref<*xf32>", "!relax.object", "i1", "vector<2xf32>", "!llvm.ptr", "tuple<>", "none", "i32", "f16", "complex<f32>"])
    memref = d.memref(d.tensor())
    return _tir("", d.pick([f"%x: {wrong}", f"%n: index, %x: {memref}", f"%x: {memref}, %y: {wrong}", f"%x: {memref}, %n: index, %y: {memref}", f"%n: index, %x: {wrong}"]))


@attack("tir.func R3")
def _(d, _):
    count, scalars = d.random.randrange(3), d.random.randrange(2)
    parameters = ", ".join([f"%b{i}: {d.memref(d.tensor())}" for i in range(count)] + [f"%s{i}: index" for i in range(scalars)])
    return _tir("", parameters, d.pick([count + 1, count + 2, 100, 2**31, 2**63 - 1, -1, -2, -(2**63)]))


@attack("tir.func R4", "tir.func R5")
def _(d, identity):
    e, n = d.element(), d.size()
    if identity[-1] == "5":
        return _tir("", d.pick([f"%x: index {{tir.var = {d.pick(['7 : i64', 'true', chr(34) + 'n' + chr(34), '[1]', 'f32', 'unit', '@n', '1.5 : f64', '{}', 'array<i64: 1>', '#relax.dims<[n]>'])}}}", f"%x: memref<{n}x{e}> {{tir.var = #relax.expr<n>}}"]))
    wrong = d.pick(["7 : i64", '"n"', "[1]", "unit", "#relax.expr<n>", "f32", "@x", "true", "#relax.dims<[n, m]>", f"#relax.dims<[{d.size(n)}]>"])
    return _tir("", d.pick([f"%x: memref<{n}x{e}> {{tir.dims = {wrong}}}", f"%x: index {{tir.dims = #relax.dims<[n]>}}", f"%x: memref<{n}x?x{e}> {{tir.dims = #relax.dims<[n, {n}]>}}", f"%x: memref<?x{e}> {{tir.dims = #relax.dims<[n, m]>}}"]))


@attack("tir.func R7")
def _(d, _):
    p, kind = d.pick(["", f"%x: {d.memref(d.tensor())}"]), d.pick(["cf.br ^next\n^next:\ntir.return\n", "func.return\n", "llvm.unreachable\n", "tir.return\n^next:\ntir.return\n", "tir.yield\n", "%t = arith.constant true\ncf.cond_br %t, ^a, ^b\n^a:\ntir.return\n^b:\ntir.return\n"])
    return f"tir.func {d.pick(['', 'private '])}@f({p}) attributes {{num_inputs = 0 : i64}} {{\n{kind}}}\n"


@attack("tir.return R1", "tir.yield R1", "tir.condition R1")
def _(d, identity):
    op = identity.split()[0]
    text = {"tir.return": "tir.return", "tir.yield": "tir.yield", "tir.condition": "%t = arith.constant true\ntir.condition %t"}[op]
    name = d.pick(["f", "g", "main", "x"])
    forms = [f"func.func @{name}() {{\n{text}\n}}\n", f"relax.func @{name}() {{\n{text}\n}}\n", f"func.func private @{name}(%c: i1) {{\nscf.if %c {{\n{text}\n}}\nreturn\n}}\n", f"llvm.func @{name}() {{\n{text}\n}}\n",
             f"func.func @{name}() {{\n%n = arith.constant 1 : index\nscf.for %i = %n to %n step %n {{\n{text}\n}}\nreturn\n}}\n", f"func.func @{name}() {{\nscf.execute_region {{\n{text}\n}}\nreturn\n}}\n"]
    if op == "tir.return":
        forms += [f"tir.func private @{name}() attributes {{num_inputs = 0 : i64}} {{\n%t = arith.constant true\n\"tir.if\"(%t) ({{\n{text}\n}}, {{\n}}) : (i1) -> ()\ntir.return\n}}\n"]
    if op == "tir.yield":
        forms += [f"tir.func private @{name}() attributes {{num_inputs = 0 : i64}} {{\n{text}\n}}\n"]
    if op == "tir.condition":
        forms += [f"tir.func private @{name}() attributes {{num_inputs = 0 : i64}} {{\n{text}\n}}\n", f"tir.func private @{name}(%n: index) attributes {{num_inputs = 0 : i64}} {{\n\"tir.for\"(%n, %n) ({{\n^bb0(%i: index):\n{text}\n}}) : (index, index) -> ()\ntir.return\n}}\n"]
    return d.pick(forms)


@attack("tir.block R1")
def _(d, _):
    extents, bindings, kinds, arguments = d.pick([(1, 0, 0, 1), (0, 0, 0, 1), (1, 1, 0, 1), (1, 1, 1, 0), (2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 2, 1), (1, 1, 1, 2), (0, 1, 1, 1), (0, 0, 1, 0), (2, 2, 2, 1), (2, 2, 1, 2)])
    kind = d.pick(["index", "index", "i64", "f32"]) if (extents, bindings, kinds, arguments) == (1, 1, 1, 1) else "index"
    if d.chance(0.2):
        extents = bindings = kinds = arguments = 1
        kind = d.pick(["i64", "f32", "i32", "memref<2xf32>"])
    k = d.pick(["spatial", "reduce", "ordered", "opaque"])
    listed = ", ".join([f"{['spatial', 'reduce', 'ordered', 'opaque'].index(k)} : i32"] * kinds)
    names = ", ".join(["%n"] * (extents + bindings))
    body = f"\"tir.block\"({names}) <{{label = \"{d.pick(['x', 'b', 'y'])}\", iter_kinds = [{listed}], operandSegmentSizes = array<i32: {extents}, {bindings}, 0, 0, 0>}}> ({{\n^bb0({', '.join(f'%a{i}: {kind}' for i in range(arguments))}):\n\"tir.yield\"() : () -> ()\n}}) : ({', '.join(['index'] * (extents + bindings))}) -> ()\n"
    return _tir(_deep(d, body), "%n: index")


@attack("tir.block R2")
def _(d, _):
    use = d.pick(["%s = arith.addi %i, %i : index", "%s = arith.muli %i, %n : index", "%s = arith.index_cast %i : index to i64", "%s = affine.apply affine_map<(x) -> (x)>(%i)", "tir.for %j = %n to %i {\n}", "tir.for %j = %n to %n {\n%s = arith.addi %i, %j : index\n}"])
    inner = f"tir.block \"x\" {{\n{use}\n}}\n"
    if d.chance(0.4):
        inner = f"tir.block \"x\" iters(%w : spatial = %n in %n) {{\n{use}\n}}\n"
    outer = d.pick([f"tir.for %i = %n to %n {{\n{inner}}}\n", f"tir.block \"outer\" iters(%i : {d.pick(['spatial', 'reduce', 'ordered'])} = %n in %n) {{\n{inner}}}\n", f"tir.for {d.pick(['parallel', 'vectorized', 'unrolled'])} %i = %n to %n {{\n{inner}}}\n",
                    f"tir.for %i = %n to %n {{\n%t = arith.constant true\ntir.if %t {{\n{inner}}}\n}}\n", f"tir.for thread_binding \"threadIdx.x\" %i = %n to %n {{\n{inner}}}\n"])
    return _tir(outer, "%n: index")


@attack("tir.block R3")
def _(d, _):
    e = d.pick(["f32", "f64", "i32", "i8"])
    rank = d.pick([0, 1])
    memref = f"memref<{'4x' * rank}{e}>"
    at = "%z" if rank else ""
    read, write = f"%v = memref.load %m[{at}] : {memref}", f"memref.store %c, %m[{at}] : {memref}"
    view = d.chance(0.4) and rank
    if view:
        read, write = (t.replace("%m", "%w").replace(memref, f"memref<?x{e}>") for t in (read, write))
    cast = f"%w = memref.cast %m : {memref} to memref<?x{e}>\n" if view else ""
    outside = d.chance(0.5)
    head, statement = d.pick([("", read), (f" writes(%o : {memref})", read), (f" reads(%m : {memref})", write), ("", write), (f" reads(%o : {memref})", write), (f" reads(%m : {memref}) writes(%o : {memref})", write),
                              ("", f"memref.copy %o, %m : {memref} to {memref}"), (f" reads(%o : {memref})", f"memref.copy %o, %m : {memref} to {memref}"), (f" writes(%m : {memref})", f"memref.copy %o, %m : {memref} to {memref}")])
    statement = d.pick([statement, f"tir.for %j = %z to %z {{\n{statement}\n}}"])
    block = f"tir.block \"x\"{head} {{\n{'' if outside else cast}{statement}\n}}\n"
    return _tir(f"%z = arith.constant 0 : index\n%c = arith.constant {'1.0' if e[0] == 'f' else '1'} : {e}\n{cast if outside else ''}{block}", f"%m: {memref}, %o: {memref}", 1)


@attack("tir.block R4", "tir.init R1", "tir.init R2")
def _(d, identity):
    if identity == "tir.block R4":
        before = d.pick(["%s = arith.addi %v, %v : index\n", "%s = arith.constant 1 : index\n", "tir.for %j = %n to %n {\n}\n", "%s = arith.constant 1.0 : f32\n", "tir.init {\n}\n"])
        return _tir(_deep(d, f"tir.block \"{d.pick(['x', 'y'])}\" iters(%v : reduce = %n in %n) {{\n{before}tir.init {{\n}}\n}}\n"), "%n: index")
    if identity == "tir.init R1":
        kinds = [d.pick(["spatial", "ordered", "opaque"]) for _ in range(d.random.randrange(4))]
        iters = f" iters({', '.join(f'%v{i} : {k} = %n in %n' for i, k in enumerate(kinds))})" if kinds else ""
        return _tir(_deep(d, f"tir.block \"x\"{iters} {{\ntir.init {{\n}}\n}}\n"), "%n: index")
    use = d.pick(["%s = arith.addi %v, %v : index", "%s = arith.index_cast %v : index to i64", "tir.for %j = %n to %v {\n}", "tir.for %j = %n to %n {\n%s = arith.muli %j, %v : index\n}", "%s = affine.apply affine_map<(x) -> (x + 1)>(%v)"])
    more = d.pick(["", ", %w : spatial = %n in %n", ", %w : reduce = %n in %n"])
    return _tir(_deep(d, f"tir.block \"x\" iters(%v : reduce = %n in %n{more}) {{\ntir.init {{\n{use}\n}}\n}}\n"), "%n: index")


@attack("tir.assert R1")
def _(d, _):
    return _tir(_deep(d, f"%b = arith.constant {d.pick(['true', 'false'])}\ntir.assert %b, \"\"\n"), d.pick(["", f"%x: {d.memref(d.tensor())}"]))


@attack("tir.call_extern R1")
def _(d, _):
    a, b = d.pick([("index", "i64"), ("f32", "f64"), ("i32", "i64"), ("index", "f32"), ("memref<4xf32>", "memref<5xf32>"), ("i8", "i32")])
    form = d.pick(["type", "count", "result"])
    if form == "type":
        return f"func.func private @g({a})\n" + _tir(_deep(d, "") + f"%v = \"test.v\"() : () -> {b}\n".replace("\"test.v\"() : () -> ", "ub.poison : ") + f"tir.call_extern @g(%v) : ({b}) -> ()\n")
    if form == "count":
        return f"func.func private @g({a})\n" + _tir(f"%v = ub.poison : {a}\ntir.call_extern @g(%v, %v) : ({a}, {a}) -> ()\n", d.pick(["", "%n: index", f"%x: {d.memref(d.tensor())}"]))
    return f"func.func private @g({a}) -> {a}\n" + _tir(f"%v = ub.poison : {a}\n%r = tir.call_extern @g(%v) : ({a}) -> {b}\n", d.pick(["", "%n: index", f"%x: {d.memref(d.tensor())}"]))


@attack("tir.for R1", "tir.for R2", "tir.for R3", "tir.while R1")
def _(d, identity):
    number = identity
    if number == "tir.for R1":
        arguments = d.pick(["", "^bb0(%i: index, %j: index):\n", "^bb0(%i: i64):\n", "^bb0(%i: f32):\n", "^bb0(%i: i32, %j: index):\n", "^bb0(%i: memref<2xf32>):\n"])
        return _tir(_deep(d, f"\"tir.for\"(%n, %n) ({{\n{arguments}\"tir.yield\"() : () -> ()\n}}) : (index, index) -> ()\n"), "%n: index")
    if number == "tir.for R2":
        head = d.pick(["thread_binding", 'parallel "threadIdx.x"', 'vectorized "threadIdx.y"', 'unrolled "blockIdx.x"', '"threadIdx.x"', 'serial "blockIdx.z"', 'parallel "vthread.x"', '"vthread.y"', 'unrolled "threadIdx.z"'])
        return _tir(_deep(d, f"tir.for {head.replace('serial ', '')} %i = %n to %n {{\n}}\n"), "%n: index")
    if number == "tir.for R3":
        axis = d.pick(["threadIdx.w", "threadIdx", "", "blockIdx.", "x", "threadidx.x", "blockIdx.xy", "vthread", "vthread.w", "threadIdx.x ", "blockDim.x", "threadIdx.X", "gridIdx.x", "threadIdx.x.y", " threadIdx.x", "blockIdx.0", "warp.x"])
        return _tir(_deep(d, f"tir.for thread_binding \"{axis}\" %i = %n to %n {{\n}}\n"), "%n: index")
    a, b = d.pick([("tir.yield", "tir.yield"), ("tir.condition %t", "tir.condition %t"), ("tir.yield", "tir.condition %t"), ("tir.return", "tir.yield"), ("tir.condition %t", "tir.return")])
    if "return" in (a + b):
        a, b = "tir.yield", "tir.yield"
    return _tir(_deep(d, f"%t = arith.constant {d.pick(['true', 'false'])}\ntir.while {{\n{a}\n}} do {{\n{b}\n}}\n".replace("do {\ntir.yield\n}", d.pick(["do {\ntir.yield\n}", "do {\n}"])) ).replace("%t = arith.constant true\ntir.if", "%tt = arith.constant true\ntir.if").replace("tir.if %t ", "tir.if %tt "), d.pick(["%n: index", "", f"%x: {d.memref(d.tensor())}"]))


@attack("tir.tensor_map R1", "tir.tensor_map R2", "tir.tensor_map R3")
def _(d, identity):
    number = identity[-1]
    sizes, strides, box, e, swizzle = 1, 0, [64], "f16", 128
    if number == "1":
        sizes, strides, box = d.pick([(0, 0, []), (2, 2, [8, 64]), (1, 1, [64]), (2, 0, [8, 64]), (6, 5, [1] * 5 + [64]), (2, 1, [64]), (1, 0, [8, 64]), (2, 1, [1, 8, 64]), (3, 1, [1, 8, 64]), (7, 6, [1] * 6 + [64])])
    elif number == "2":
        e, swizzle, box = d.pick(["i4", "i24", "i128", "f80", "f128", "i2", "i3", "f4E2M1FN", "f6E2M3FN", "i7"]), 0, [128]
    else:
        box, swizzle = d.pick([([0], 0), ([257], 0), ([3], 0), ([-8], 0), ([63], 128), ([64], 64), ([64], 1), ([32], 128), ([128], 128), ([1], 0), ([512], 0), ([64], -128), ([64], 32), ([2**31], 0), ([65], 0), ([7], 0)])
    names = ", ".join(["%n"] * sizes)
    t = f"memref<{''.join('?x' for _ in range(max(sizes, 1)))}{e}>" if d.chance(0.5) else f"memref<8192x{e}>"
    listed = f"array<i64: {', '.join(map(str, box))}>" if box else "array<i64>"
    return _tir(f"%m = tir.tensor_map %a[{names}] strides[{', '.join(['%n'] * strides)}] {{box = {listed}, swizzle = {swizzle} : i64}} : {t} -> !llvm.ptr\n", f"%a: {t}, %n: index", visibility=d.pick(["", "private "]))


@attack("tir.bulk_load R1", "tir.bulk_load R2")
def _(d, identity):
    group = "!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>"
    t, box, swizzle, coordinates, e = "memref<8192xf16, #gpu.address_space<workgroup>>", [64], 128, 1, "f16"
    if identity[-1] == "1":
        t = d.pick(["memref<8192xf16>", "memref<64x64xf16, #gpu.address_space<workgroup>>", "memref<f16, #gpu.address_space<workgroup>>", "memref<8192xf32, #gpu.address_space<workgroup>>", "memref<8192xf16, #gpu.address_space<private>>", "memref<8192xf16, 3>", "memref<8192xf16, #gpu.address_space<global>>", "memref<8192xi8, #gpu.address_space<workgroup>>",
                    "memref<8192xbf16, #gpu.address_space<workgroup>>", "memref<2x2x2xf16, #gpu.address_space<workgroup>>", "memref<8192xf64>", "memref<8192xf16, 1>"])
    else:
        box, swizzle, coordinates = d.pick([([64], 128, 2), ([64], 128, 0), ([32], 128, 1), ([64], 0, 1), ([64, 64], 128, 1), ([64, 64], 128, 2), ([], 128, 1), ([128], 128, 1), ([64], 64, 1), ([64], 128, 3), ([63], 128, 1), ([1], 0, 1)])
    names, listed = ", ".join(["%n"] * coordinates), f"array<i64: {', '.join(map(str, box))}>" if box else "array<i64>"
    return _tir(f"%g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>\n%m = tir.tensor_map %a[%n] strides[] {{box = array<i64: 64>, swizzle = 128 : i64}} : memref<8192xf16> -> !llvm.ptr\n"
                f"tir.bulk_load %m[{names}] to %t[%n], %g[%n] {{box = {listed}, swizzle = {swizzle} : i64}} : !llvm.ptr, {t}, {group}\n", f"%a: memref<8192xf16>, %t: {t}, %n: index", visibility=d.pick(["", "private "]))


@attack(*(f"tir.warpgroup_product R{n}" for n in (1, 2, 3, 4)))
def _(d, identity):
    number = identity[-1]
    w = "#gpu.address_space<workgroup>"
    s, a, b, layout, other = "memref<8xf32>", f"memref<8192xf16, {w}>", f"memref<8192xf16, {w}>", [128, 16, 1024], [128, 16, 1024]
    if number == "1":
        s = d.pick(["memref<3xf32>", "memref<0xf32>", "memref<132xf32>", "memref<2xf32>", "memref<8x1xf32>", "memref<f32>", "memref<?xf32>", "memref<256xf32>", "memref<6xf32>", "memref<129xf32>"])
    elif number == "2":
        e, f, g = d.pick([("f16", "bf16", "f32"), ("f32", "f16", "f32"), ("f16", "f16", "f16"), ("i8", "i8", "f32"), ("f16", "f16", "i32"), ("i8", "f16", "i32"), ("f64", "f64", "f64"), ("i8", "i8", "i64"), ("bf16", "f16", "f32"), ("ui8", "ui8", "i32"), ("i32", "i32", "i32"), ("f8E4M3FN", "f16", "f32"), ("bf16", "bf16", "bf16"), ("i8", "ui8", "i32")])
        s, a, b = f"memref<16x{g}>", f"memref<8192x{e}, {w}>", f"memref<8192x{f}, {w}>"
    elif number == "3":
        wrong = d.pick(["memref<8192xf16>", f"memref<64x64xf16, {w}>", "memref<8192xf16, #gpu.address_space<private>>", f"memref<f16, {w}>", "memref<8192xf16, 1>", "memref<8192xf16, #gpu.address_space<global>>", f"memref<2x2x2xf16, {w}>"])
        a, b = d.pick([(wrong, b), (a, wrong), (wrong, wrong)])
    else:
        wrong = d.pick([[16, 16, 1024], [128, 15, 1024], [128, 16, 1023], [128, 16], [128], [], [128, 16, 1024, 16], [-128, 16, 1024], [128, -16, 1024], [128, 16, 262144], [128, 262144, 16], [256, 16, 1024], [1, 16, 16], [128, 16, 2**31], [127, 16, 16], [65, 0, 0]])
        layout, other = d.pick([(wrong, other), (layout, wrong)])
    show = lambda v: f"array<i64: {', '.join(map(str, v))}>" if v else "array<i64>"
    return _tir(f"tir.warpgroup_product %s += %a[%i] * %b[%i] {{lhs_layout = {show(layout)}, rhs_layout = {show(other)}}} : {s}, {a}, {b}\n", f"%s: {s}, %a: {a}, %b: {b}, %i: index", visibility=d.pick(["", "private "]))


# Contracts.
@attack("relax-verify-graph R1", passes=("relax-verify-graph",))
def _(d, _):
    kind = d.tensor()
    make = d.pick([f"%0 = relax.builtin.alloc_tensor : {kind}", f"%0 = relax.memory.alloc_storage [{d.size()}]", f"%0 = memref.alloc() : {d.memref(kind)}", f"%0 = memref.alloca() : {d.memref(kind)}", f"%0 = relax.vm.alloc_storage [{d.size()}]",
                   f"%0 = relax.builtin.alloc_tensor : {kind}\nrelax.memory.kill_tensor %0 : {kind}", f"%0 = relax.vm.alloc_tensor %o at [0] : {kind}", "relax.vm.kill_object %o : !relax.object", f"memref.dealloc %m : memref<4xf32>"])
    return d.inside(make, parameters=f"%o: !relax.object" + (", %m: memref<4xf32>" if "%m" in make else ""))


@attack("relax-verify-legal R1", passes=("relax-verify-legal",))
def _(d, _):
    kind = f"tensor<{d.size()}x{d.pick(['f32', 'f16', 'f64'])}>"
    op = d.pick([f"relax.{d.pick(['exp', 'tanh', 'sqrt', 'nn.relu', 'ceil', 'sin', 'erf'])} %x : ({kind}) -> {kind}", f"relax.{d.pick(['add', 'multiply', 'maximum'])} %x, %x : ({kind}, {kind}) -> {kind}", f"relax.sort %x : ({kind}) -> {kind}", f"relax.sum %x : ({kind}) -> tensor<*x{kind.split('x')[-1]}"])
    where = d.pick(["plain", "dataflow", "lambda", "func"])
    if where == "dataflow":
        return d.inside(f"relax.dataflow {{\n%0 = {op}\nrelax.output\n}}", parameters=f"%x: {kind}")
    if where == "lambda":
        return d.inside(f"%l = relax.lambda : !relax.callable<() -> (), pure> {{\n%0 = {op}\nrelax.yield\n}}", parameters=f"%x: {kind}")
    if where == "func":
        return f"func.func private @h(%x: {kind}) {{\n%0 = {op}\nreturn\n}}\n"
    return d.inside(f"%0 = {op}", parameters=f"%x: {kind}")


def _scheduled(d, body, parameters=""):
    return f"tir.func {d.pick(['', 'private '])}@f({parameters}) attributes {{num_inputs = 0 : i64, tir.is_scheduled}} {{\n{body}tir.return\n}}\n"


@attack("tir-verify-scheduled R1", passes=("tir-verify-scheduled",))
def _(d, _):
    block = f"tir.block \"{d.pick(['x', 'y', 'z'])}\"{d.pick(['', ' iters(%v : spatial = %n in %n)', ' iters(%v : reduce = %n in %n)'])} {{\n}}\n"
    return _scheduled(d, _deep(d, d.pick([block, f"tir.for %i = %n to %n {{\n{block}}}\n", f"tir.block \"outer\" {{\n{block}}}\n", f"tir.while {{\n%w = arith.constant false\ntir.condition %w\n}} do {{\n{block}}}\n"])), "%n: index")


@attack("tir-verify-scheduled R2", passes=("tir-verify-scheduled",))
def _(d, _):
    kind = d.pick([f"vector<{n}xf32>" for n in (65537, 100000, 2**20)] + ["vector<256x257xf32>", "vector<2x65536xi8>", "i1025", "i2000", "i4096", "vector<4xi2048>", "vector<65537xi1>", "vector<1x65537xf16>"])
    way = d.pick(["ub.poison", "alloca", "arith"])
    if way == "alloca":
        return _scheduled(d, f"%m = memref.alloca() : memref<1x{kind}>\n")
    return _scheduled(d, _deep(d, f"%v = ub.poison : {kind}\n"))


_AXES = ["threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z"]


@attack("tir-verify-scheduled R3", "tir-verify-well-formed R3", passes=())
def _(d, identity):
    axis = d.pick(_AXES + ["vthread.x"])
    inner = f"tir.for thread_binding \"{axis}\" %j = %n to %n {{\n}}\n"
    inner = d.pick([inner, f"tir.for %k = %n to %n {{\n{inner}}}\n", f"%t = arith.constant true\ntir.if %t {{\n{inner}}}\n", f"tir.for thread_binding \"{d.pick([a for a in _AXES if a != axis])}\" %k = %n to %n {{\n{inner}}}\n", f"tir.for vectorized %k = %n to %n {{\n{inner}}}\n"])
    body = f"tir.for thread_binding \"{axis}\" %i = %n to %n {{\n{inner}}}\n"
    return _scheduled(d, body, "%n: index") if "scheduled" in identity else _tir(body, "%n: index", visibility=d.pick(["", "private "]))


@attack("tir-verify-scheduled R4", "tir-verify-well-formed R4", passes=())
def _(d, identity):
    axis, a = d.pick(_AXES[:3]), d.size()
    b = d.size(a)
    first, second = (f"tir.for thread_binding \"{axis}\" %i = %z to %a {{\n}}\n", f"tir.for thread_binding \"{axis}\" %j = %z to %b {{\n}}\n")
    second = d.pick([second, f"tir.for %k = %z to %a {{\n{second}}}\n", f"%t = arith.constant true\ntir.if %t {{\n{second}}}\n"])
    body = f"%z = arith.constant 0 : index\n%a = arith.constant {a} : index\n%b = arith.constant {b} : index\ntir.for thread_binding \"blockIdx.{d.pick('xyz')}\" %g = %z to %a {{\n{first}{second}}}\n"
    return _scheduled(d, body) if "scheduled" in identity else _tir(body, visibility=d.pick(["", "private "]))


@attack("tir-verify-scheduled R5", passes=("tir-verify-scheduled",))
def _(d, _):
    op, axis = d.pick(["addi", "muli", "subi", "maxsi", "minui"]), d.pick(_AXES[:3])
    bound = d.pick([f"%u = arith.{op} %g, %n : index\n", f"%q = memref.load %m[%n] : memref<?xindex>\n%u = arith.{op} %q, %n : index\n", "%u = memref.load %m[%g] : memref<?xindex>\n", f"%q = arith.{op} %g, %g : index\n%u = arith.addi %q, %n : index\n"])
    limits = d.pick(["%n to %u", "%u to %n"])
    return _scheduled(d, f"tir.for thread_binding \"blockIdx.{d.pick('xyz')}\" %g = %n to %n {{\n{bound}tir.for thread_binding \"{axis}\" %i = {limits} {{\n}}\n}}\n", "%m: memref<?xindex>, %n: index")


@attack("tir-verify-well-formed R1", passes=("tir-verify-well-formed",))
def _(d, _):
    op = d.pick(["addi", "muli", "subi", "maxsi", "divsi"])
    use = d.pick(["%t = arith.addi %s, %s : index\n", "%t = arith.index_cast %s : index to i64\n", "tir.for %j = %n to %s {\n}\n", "tir.for %j = %n to %n {\n%t = arith.muli %s, %j : index\n}\n"])
    around = d.pick(["tir.for %i = %n to %n {\n%\n}\n", "tir.for parallel %i = %n to %n {\n%\n}\n", "tir.block \"o\" iters(%i : spatial = %n in %n) {\n%\n}\n", "tir.for thread_binding \"threadIdx.x\" %i = %n to %n {\n%\n}\n"])
    chain = d.pick([f"%s = arith.{op} %i, %n : index\n", f"%r = arith.{op} %i, %n : index\n%s = arith.addi %r, %n : index\n", f"%r = arith.index_cast %i : index to i64\n%s = arith.index_cast %r : i64 to index\n"])
    return _tir(around.replace("%\n", f"{chain}tir.block \"x\" {{\n{use}}}\n"), "%n: index", visibility=d.pick(["", "private "]))


@attack("tir-verify-well-formed R2", passes=("tir-verify-well-formed",))
def _(d, _):
    a = d.size(100)
    b = d.pick([n for n in (2, 3, 4, 5, 8, 9, 34, 101, 128) if n > a] or [a + 1])
    kind = d.pick(["spatial", "reduce", "ordered", "opaque"])
    loop = d.pick(["", "parallel ", "unrolled ", "vectorized "])
    low = d.pick([0, 0, 0, 1])
    high = b + low
    return _tir(f"%z = arith.constant {low} : index\n%a = arith.constant {a} : index\n%b = arith.constant {high} : index\ntir.for {loop}%i = %z to %b {{\ntir.block \"{d.pick(['x', 'y'])}\" iters(%v : {kind} = %i in %a) {{\n}}\n}}\n", visibility=d.pick(["", "private "]))


_CHIPS = ["sm_60", "sm_70", "sm_75", "sm_80", "sm_90", "sm_100"]


def _device(d, body, chip=None):
    return f"gpu.module @{d.pick(['device', 'gpu', 'kernels'])} [#nvvm.target<chip = \"{chip or d.pick(_CHIPS)}\">] {{\n{body}}}\n"


@attack("relax-verify-device R1", passes=("relax-verify-device",))
def _(d, _):
    return f"gpu.module @{d.pick(['device', 'gpu', 'k', 'a_b'])} {{\n" + d.pick(["", f"gpu.func @k{d.size()}() {d.pick(['', 'kernel'])} {{\ngpu.return\n}}\n", f"llvm.func @k{d.size()}() {{\nllvm.return\n}}\n", f"llvm.func @g{d.size()}()\n"]) + "}\n"


@attack("relax-verify-device R2", passes=("relax-verify-device",))
def _(d, _):
    wrong = d.pick(["%v = arith.constant 1 : i64", "tir.assert %c, \"x\"", "%v = relax.prim_value 1 : i64", "%v = ub.poison : f32", "cf.assert %c, \"x\"", "scf.if %c {\n}", "%v = math.exp %f : f32", "%v = memref.alloca() : memref<4xf32>", "%v = vector.broadcast %f : f32 to vector<4xf32>", "%v = builtin.unrealized_conversion_cast %c : i1 to i8", "func.call @h() : () -> ()"])
    kernel = d.pick(["", " kernel"])
    extra = "func.func private @h()\n" if "@h" in wrong else ""
    return _device(d, extra + f"gpu.func @k(%c: i1, %f: f32){kernel} {{\n{wrong}\ngpu.return\n}}\n")


@attack("relax-verify-device R3", passes=("relax-verify-device",))
def _(d, _):
    x, y, z = d.pick([(1025, 1, 1), (32, 33, 1), (64, 4, 8), (2048, 1, 1), (1, 1025, 1), (1, 1, 1025), (1024, 2, 1), (2**30, 4, 1), (2**16, 2**16, 1), (512, 3, 1), (-32, -64, 1), (2**31 - 1, 2**31 - 1, 2**31 - 1), (1, 2, 1024)])
    t = f"array<i32: {x}, {y}, {z}>"
    return _device(d, d.pick([f"gpu.func @k() kernel attributes {{known_block_size = {t}}} {{\ngpu.return\n}}\n", f"llvm.func @k() attributes {{gpu.kernel, gpu.known_block_size = {t}}} {{\nllvm.return\n}}\n", f"llvm.func @k() attributes {{nvvm.kernel, nvvm.reqntid = {t}}} {{\nllvm.return\n}}\n",
                              f"llvm.func @k() attributes {{nvvm.kernel, nvvm.maxntid = {t}}} {{\nllvm.return\n}}\n"]))


@attack("relax-verify-device R4", passes=("relax-verify-device",))
def _(d, _):
    e, size = d.pick([("f32", 4), ("f16", 2), ("i8", 1), ("f64", 8), ("bf16", 2)])
    n = 49152 // size + d.pick([1, 2, 100, 2**20, 2**40])
    half = 49152 // size // 2 + 1
    return _device(d, d.pick([f"gpu.func @k() workgroup(%m: memref<{n}x{e}, #gpu.address_space<workgroup>>) kernel {{\ngpu.return\n}}\n", f"gpu.func @k() workgroup(%m: memref<{half}x{e}, #gpu.address_space<workgroup>>, %q: memref<{half}x{e}, #gpu.address_space<workgroup>>) kernel {{\ngpu.return\n}}\n",
                              f"llvm.mlir.global internal @g() {{addr_space = 3 : i32}} : !llvm.array<{n} x {e}>\nllvm.func @k() attributes {{nvvm.kernel}} {{\n%0 = llvm.mlir.addressof @g : !llvm.ptr<3>\nllvm.return\n}}\n",
                              f"llvm.mlir.global internal @g() {{addr_space = 3 : i32}} : !llvm.array<{half} x {e}>\nllvm.mlir.global internal @h() {{addr_space = 3 : i32}} : !llvm.array<{half} x {e}>\nllvm.func @k() attributes {{nvvm.kernel}} {{\n%0 = llvm.mlir.addressof @g : !llvm.ptr<3>\n%1 = llvm.mlir.addressof @h : !llvm.ptr<3>\nllvm.return\n}}\n"]))


@attack("relax-verify-device R5", passes=("relax-verify-device",))
def _(d, _):
    chip = d.pick(["sm_60", "sm_70", "sm_75"])
    mma = "%0 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%f, %f, %f, %f] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xE>, vector<2xE>, f32) -> !llvm.struct<(f32, f32, f32, f32)>".replace("E", "f16")
    copy = f"nvvm.cp.async.shared.global %s, %g, {d.pick([4, 8, 16])}, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>"
    wait = d.pick(["nvvm.cp.async.commit.group", f"nvvm.cp.async.wait.group {d.pick([0, 1, 2])}"])
    statement = d.pick([mma, copy, copy + "\n" + wait])
    return _device(d, f"llvm.func @{d.pick(['k', 'f', 'main'])}(%a: vector<2xf16>, %f: f32, %s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {{\n{statement}\nllvm.return\n}}\n", chip)


@attack("relax-verify-lowered R1", passes=("relax-verify-lowered",))
def _(d, _):
    return d.pick([f"func.func private @f({d.memref(d.tensor())})\n", f"llvm.func @f() {{\n%0 = arith.constant {d.size()} : index\nllvm.return\n}}\n", f"relax.extern_func @p{d.size()}\n", f"memref.global \"private\" @g : {d.memref(d.tensor())}\n", f"gpu.module @d{d.size()} {{\n}}\nllvm.func @x()\n",
                   f"llvm.func @f(%x: f32) {{\n%0 = math.{d.pick(['exp', 'tanh', 'sqrt'])} %x : f32\nllvm.return\n}}\n", f"relax.func @f(%x: {d.tensor()}) {{\nrelax.return\n}}\n", f"module @m {{\nfunc.func private @f({d.tensor()})\n}}\n", _tir("", f"%x: {d.memref(d.tensor())}")])


def _planned(d, body, parameters=""):
    return d.inside(body, parameters=parameters)


@attack("relax-verify-planned R1", passes=("relax-verify-planned",))
def _(d, _):
    kind = f"tensor<{d.size()}x{d.pick(['f32', 'f64', 'f16'])}>"
    statement = d.pick(["relax.dataflow {\nrelax.output\n}", f"%0 = relax.call_tir @k(%x) : ({kind}) -> {kind}", f"%0 = relax.call_dps_packed @p(%x) : ({kind}) -> {kind}", f"%0 = relax.builtin.alloc_tensor : {kind}", f"%0 = relax.exp %x : ({kind}) -> {kind}",
                        f"%0 = relax.call_tir_with_grad @k(%x) {{te_grad_name = \"g\"}} : ({kind}) -> {kind}", f"%0 = relax.add %x, %x : ({kind}, {kind}) -> {kind}", f"%0 = relax.sum %x : ({kind}) -> tensor<{kind.split('x')[-1]}"])
    return "relax.extern_func @p\n" + _kernel([d.memref(kind)] * 2, 1) + _planned(d, statement, f"%x: {kind}")


@attack("relax-verify-planned R2", passes=("relax-verify-planned",))
def _(d, _):
    kind, op = d.tensor(), d.pick(["memory", "memory", "vm"])
    body = d.pick([f"%s = relax.{op}.alloc_storage [{d.size()}]", f"%s = relax.{op}.alloc_storage [8000]\n%v = relax.{op}.alloc_tensor %s at [0] : tensor<4xf32>\nrelax.print \"{{}}\"(%v) : tensor<4xf32>",
                   f"%s = relax.{op}.alloc_storage [{d.size() * 8}]\nrelax.if %condition : tensor<i1> {{\nrelax.yield\n}} else {{\nrelax.yield\n}}"])
    return _planned(d, body, f"%x: {kind}")


@attack("relax-verify-planned R3", passes=("relax-verify-planned",))
def _(d, _):
    size = d.size() * 8
    end = "relax.memory.kill_storage %s"
    body = d.pick([f"%s = relax.memory.alloc_storage [{size}]\nrelax.if %condition : tensor<i1> {{\n{end}\nrelax.yield\n}} else {{\nrelax.yield\n}}", f"%s = relax.memory.alloc_storage [{size}]\nrelax.if %condition : tensor<i1> {{\n{end}\nrelax.yield\n}} else {{\n{end}\nrelax.yield\n}}",
                   f"%s = relax.memory.alloc_storage [{size}]\nrelax.if %condition : tensor<i1> {{\nrelax.yield\n}} else {{\n{end}\nrelax.yield\n}}\n{end}"])
    return _planned(d, body, f"%x: {d.tensor()}")


@attack("relax-verify-planned R4", passes=("relax-verify-planned",))
def _(d, _):
    n, e = d.size(), d.element()
    kind = f"tensor<{n}x{e}>"
    start = f"%s = relax.memory.alloc_storage [800]\n%v = relax.memory.alloc_tensor %s at [0] : {kind}\n"
    form = d.pick(["closure", "tuple", "if"])
    visibility = d.pick(["", "private "])
    if form == "closure":
        f = f"!relax.callable<() -> {kind}, pure>"
        return f"relax.func private @g(%x: {kind}) -> {kind} {{\nrelax.return %x : {kind}\n}}\nrelax.func impure {visibility}@f() -> {f} {{\n{start}%c = relax.make_closure @g(%v) : ({kind}) -> {f}\nrelax.memory.kill_storage %s\nrelax.return %c : {f}\n}}\n"
    if form == "tuple":
        return f"relax.func impure {visibility}@f() -> tuple<{kind}> {{\n{start}%t = relax.tuple %v : ({kind}) -> tuple<{kind}>\nrelax.memory.kill_storage %s\nrelax.return %t : tuple<{kind}>\n}}\n"
    return f"relax.func impure {visibility}@f(%c: tensor<i1>, %x: {kind}) -> {kind} {{\n{start}%r = relax.if %c : tensor<i1> -> {kind} {{\nrelax.yield %v : {kind}\n}} else {{\nrelax.yield %x : {kind}\n}}\nrelax.memory.kill_storage %s\nrelax.return %r : {kind}\n}}\n"


@attack("relax-verify-planned R5", passes=("relax-verify-planned",))
def _(d, _):
    n, e = d.size(), d.element()
    kind = f"tensor<{n}x{e}>"
    end, rest = d.pick([("relax.memory.kill_storage %s", ""), (f"relax.memory.kill_tensor %v : {kind}", "relax.memory.kill_storage %s\n")])
    alias, t, value = d.pick([(f"%w = relax.match_cast %v : {kind} to tensor<*x{e}>\n", f"tensor<*x{e}>", "%w"), (f"%u = relax.tuple %v : ({kind}) -> tuple<{kind}>\n%w = relax.tuple_get_item %u[0] : tuple<{kind}> -> {kind}\n", kind, "%w"),
                              (f"%w = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield %v : {kind}\n}} else {{\nrelax.yield %x : {kind}\n}}\n", kind, "%w"),
                              (f"%w = relax.dataflow -> {kind} {{\nrelax.output %v : {kind}\n}}\n", kind, "%w")])
    use = d.pick([f'relax.print "{{}}"({value}) : {t}\n', f'relax.if %condition : tensor<i1> {{\nrelax.print "{{}}"({value}) : {t}\nrelax.yield\n}} else {{\nrelax.yield\n}}\n', f"relax.memory.copy {value} to {value} : {t} to {t}\n" if t == kind else f'relax.print "{{}}"({value}) : {t}\n'])
    return _planned(d, f"%s = relax.memory.alloc_storage [800]\n%v = relax.memory.alloc_tensor %s at [0] : {kind}\n{alias}{end}\n{use}{rest}", f"%x: {kind}")


@attack("relax-verify-planned R6", passes=("relax-verify-planned",))
def _(d, _):
    n, m = d.pick([2, 4, 8, 16]), d.pick([1, 2, 4, 8])
    at = d.pick([0, 4, n * 4 - 4, n * 4 - 1])
    a, b = f"tensor<{n}xf32>", f"tensor<{m}xf32>"
    first, second = d.pick([(0, at), (at, 0)]) if at < m * 4 else (0, at)
    return _planned(d, f"%s = relax.memory.alloc_storage [8000]\n%v = relax.memory.alloc_tensor %s at [{first}] : {a}\n%w = relax.memory.alloc_tensor %s at [{second}] : {b}\nrelax.print \"{{}} {{}}\"(%v, %w) : {a}, {b}\nrelax.memory.kill_storage %s", f"%x: {d.tensor()}")


@attack("relax-verify-symbols R1", passes=("relax-verify-symbols",))
def _(d, _):
    attribute = d.pick(["a = @missing", "a = [@missing]", "a = {b = @missing}", "a = [[1, @missing]]", "a = @missing::@f", "a = [{x = @gone}]", "a = @f::@missing"])
    kind = d.tensor()
    return d.pick([f"relax.func {d.pick(['', 'private '])}@f(%x: {kind}) attributes {{{attribute}}} {{\nrelax.return\n}}\n", f"func.func private @f() attributes {{{attribute}}}\n", f"relax.extern_func @f {{{attribute}}}\n",
                   f"tir.func private @f(%x: {d.memref(kind)}) attributes {{num_inputs = 1 : i64, {attribute}}} {{\ntir.return\n}}\n", f"llvm.func @f() {{\nllvm.return {{{attribute}}}\n}}\n",
                   f"module @inner attributes {{{attribute}}} {{\nrelax.func private @f(%x: {kind}) {{\nrelax.return\n}}\n}}\n"])


@attack("relax-verify-symbols R2", passes=("relax-verify-symbols",))
def _(d, _):
    wrong = d.pick(['"other"', '"f "', '""', '"F"', '"f.f"'])
    return d.pick([f"func.func {d.pick(['', 'private '])}@f() attributes {{global_symbol = {wrong}}} {{\nreturn\n}}\n", f"llvm.func {d.pick(['', 'internal '])}@f() attributes {{global_symbol = {wrong}}} {{\nllvm.return\n}}\n", f"gpu.module @d {{\ngpu.func @f() kernel attributes {{global_symbol = {wrong}}} {{\ngpu.return\n}}\n}}\n",
                   f"memref.global \"private\" @f : memref<2xf32> {{global_symbol = {wrong}}}\n", f"module @f attributes {{global_symbol = {wrong}}} {{\n}}\n", f"module @m {{\nfunc.func @f() attributes {{global_symbol = {wrong}}} {{\nreturn\n}}\n}}\n"])


@attack("relax-verify-symbols R3", passes=("relax-verify-symbols",))
def _(d, _):
    name, kind = d.pick(["f", "main", "div", "x"]), d.tensor()
    forms = [f"func.func @{name}() {{\nreturn\n}}\n", f"tir.func @{name}(%x: {d.memref(kind)}) attributes {{num_inputs = 1 : i64}} {{\ntir.return\n}}\n", f"relax.func @{name}(%x: {kind}) {{\nrelax.return\n}}\n", f"llvm.func @{name}() {{\nllvm.return\n}}\n"]
    a, b = d.pick(forms), d.pick(forms)
    return d.pick([f"{a}module {{\n{b}}}\n", f"module @a {{\n{a}}}\nmodule @b {{\n{b}}}\n", f"module @a {{\nmodule @c {{\n{a}}}\n}}\n{b}", f"module {{\n{a}}}\n{b}"])


@attack("TYPE-1")
def _(d, _):
    e, n, m = d.pick(["f32", "f16", "i32"]), d.pick([2, 3, 4]), d.pick([2, 3, 4])
    count = d.pick([c for c in (1, 2, 3, 4, 5) if c != n])
    left = f"%0:{count} = " if count > 1 else "%0 = "
    results = f"({', '.join([f'tensor<*x{e}>'] * count)})"
    return d.pick([d.inside(f"{left}relax.split %x {{sections = {n} : i64}} : (tensor<{n * m}x{m}x{e}>) -> {results}", parameters=f"%x: tensor<{n * m}x{m}x{e}>"),
                   d.inside(f"{left}relax.meshgrid {', '.join(['%x'] * n)} : ({', '.join([f'tensor<{m}x{e}>'] * n)}) -> {results}", parameters=f"%x: tensor<{m}x{e}>")])


@attack("TYPE-2")
def _(d, _):
    kind = f"tensor<{d.size()}x{d.size()}x{d.pick(['f32', 'f16', 'f64'])}>"
    wrong = d.mismatch(kind)
    op = d.pick([f"relax.{d.pick(['exp', 'sin', 'nn.relu', 'negative', 'sort'])} %x : ({kind}) -> {wrong}", f"relax.{d.pick(['add', 'multiply', 'maximum'])} %x, %x : ({kind}, {kind}) -> {wrong}", f"relax.less %x, %x : ({kind}, {kind}) -> {kind}", f"relax.cumsum %x {{axis = 0 : i64}} : ({kind}) -> {wrong}",
                 f"relax.flip %x {{axis = 0 : i64}} : ({kind}) -> {wrong}", f"relax.nn.softmax %x : ({kind}) -> {wrong}"])
    return d.inside(f"%0 = {op}", impure=d.chance(0.5), parameters=f"%x: {kind}")


@attack("TYPE-5")
def _(d, _):
    e, size = d.pick([("f32", 4), ("f64", 8), ("f16", 2), ("i8", 1), ("i1", 1)])
    dims = d.pick([[2**63 // size], [2**62, 8], [2**32, 2**32], [3, 2**62, 5], [2**63 - 1, 2**63 - 1], [2**21, 2**21, 2**21, 2], [2**63 - 1, 2]])
    dims = [min(n, 2**63 - 1) for n in dims] + ([2] if dims == [2**63] else []) + d.pick([[], ["?"]])
    kind = f"tensor<{''.join(f'{n}x' for n in dims)}{e}>"
    return d.inside(d.pick([f"%0 = relax.sort %x : ({kind}) -> {kind}", f"%0 = relax.flip %x {{axis = 0 : i64}} : ({kind}) -> {kind}", f"%0 = relax.shape_of %x : {kind} -> !relax.shape<?>"]), parameters=f"%x: {kind}")


@attack("TYPE-3")
def _(d, _):
    e, n, m = d.pick(["f32", "i32", "f16"]), d.pick([1, 2, 3]), d.pick([1, 2, 3, 4])
    low, high = d.pick([(-n - 1, 0), (0, -n - 1), (-n, -1), (-100, 3), (-2**40, 0), (1, -n - 2), (-2, -n)])
    return d.inside(f"%0 = relax.nn.pad %x {{pad_width = array<i64: {low}, {high}, 0, {d.pick([0, 1])}>}} : (tensor<{n}x{m}x{e}>) -> tensor<*x{e}>", impure=d.chance(0.5), parameters=f"%x: tensor<{n}x{m}x{e}>")


# Machines. A rule of the attribute holds wherever it is written; where functions and modules have one, on these.
def _machine(d, target, name="relax.target"):
    """A module where some op has this attribute."""
    words = f"{name} = {target}" if target else name
    inner = d.pick([f"relax.func {d.pick(['', 'private '])}@{{f}}({d.pick(['', '%x: ' + d.tensor()])}){{a}} {{{{\nrelax.return\n}}}}\n", "tir.func private @{f}() attributes {{num_inputs = 0 : i64{c}}} {{\ntir.return\n}}\n"])
    place = d.pick(["function", "module", "nested", "outer", "second"])
    plain, marked = inner.format(f="f", a="", c=""), inner.format(f=d.pick(["f", "main", "k"]), a=f" attributes {{{words}}}", c=f", {words}")
    other = inner.format(f="other", a="", c="")
    return {"function": marked, "second": other + marked, "module": f"module attributes {{{words}}} {{\n{plain}}}\n", "nested": f"module {{\nmodule @{d.pick(['m', 'main'])} attributes {{{words}}} {{\n{plain}{other}}}\n}}\n",
            "outer": f"module {{\nmodule {{\n{marked}}}\n}}\n"}[place]


@attack("#relax.target R1")
def _(d, _):
    chip = d.pick([f"sm_{d.pick(['74', '70', '0', '1', '-90', '090x', '9O', '', ' 90', '90 ', '90b', '90aa', '90af', '9999999999999999999', '0x90', '+90', '90.0'])}", "", "SM_90", "90", "sm90", "gfx90a", "sm_sm_90", "sm-90"])
    good, fact = f'chip = "sm_{d.pick([75, 80, 90])}"', d.pick(['triple = "x86_64-pc-linux-gnu"', 'cpu = "haswell"', f"vector_bits = {d.pick([32, 64, 128, 256, 512])}"])
    target = d.pick([f'#relax.target<cuda, chip = "{chip}">', f"#relax.target<cuda, {good}, {fact}>", f'#relax.target<cuda, chip = "{chip}", emulated = true>', f'#relax.target<cuda, chip = "{chip}", host = <cpu>>', "#relax.target<cuda>", "#relax.target<cuda, cores = 4>"])
    return _machine(d, target, d.pick(["relax.target", "d.other"]))


@attack("#relax.target R2")
def _(d, _):
    facts = [f'chip = "{d.pick(["sm_90", "sm_80", "x", "sm_1"])}"', "emulated = true", f'host = <cpu{d.pick(["", ", cores = 8"])}>']
    chosen = d.pick([facts[:1], facts[1:2], facts[2:], facts[:2], facts[1:], facts])
    more = d.pick(["", 'cpu = "haswell", ', "vector_bits = 256, ", 'triple = "aarch64-linux-gnu", '])
    return _machine(d, f"#relax.target<cpu, {more}{', '.join(chosen)}>", d.pick(["relax.target", "d.other"]))


@attack("#relax.target R3")
def _(d, _):
    host = f'<cuda, chip = "sm_{d.pick([75, 80, 86, 90, 100])}"{d.pick(["", ", emulated = true", ", host = <cpu>", ", cores = 2"])}>'
    return _machine(d, f'#relax.target<cuda, chip = "sm_{d.pick([75, 80, 90])}", host = {host}>', d.pick(["relax.target", "d.other"]))


@attack("#relax.target R4")
def _(d, _):
    wrong = d.pick([f"vector_bits = {d.pick([1, 2, 8, 16, 31, 33, 96, 384, 1000, 4096, 65536, 2**31, 2**32 - 1])}", f"cores = {d.pick([65537, 10**6, 2**31, 2**32 - 1])}"])
    return _machine(d, d.pick([f"#relax.target<cpu, {wrong}>", f'#relax.target<cpu, cpu = "haswell", {wrong}>', f'#relax.target<cuda, chip = "sm_90", host = <cpu, {wrong}>>',
                               f'#relax.target<cuda, chip = "sm_90", cores = {d.pick([65537, 10**6])}>']), d.pick(["relax.target", "d.other"]))


@attack("#relax.target R5")
def _(d, _):
    wrong = d.pick(["avx2", "+", "-", "+avx2,", ",+avx2", "+avx2,,-fma", "+avx2, -fma", " +avx2", "+avx2 ", "avx2,+fma", "+avx2,fma", "+avx2;+fma", "*avx2", ",", "+a b", "++a,", "+avx2\\00", "+\\0A"])
    return _machine(d, d.pick([f'#relax.target<cpu, features = "{wrong}">', f'#relax.target<cuda, chip = "sm_90", features = "{wrong}">', f'#relax.target<cuda, chip = "sm_90", host = <cpu, features = "{wrong}">>']), d.pick(["relax.target", "d.other"]))


@attack("#relax.target R6")
def _(d, _):
    return _machine(d, d.pick(["", '"sm_90"', "1 : i64", '["cpu"]', "{}", "@f", '#relax.vdevice<"cuda", 0>', "f32", "dense<1> : tensor<2xi64>", "true", '{target = #relax.target<cpu>}', "[#relax.target<cpu>]"]))


@attack("#relax.target R7")
def _(d, _):
    chips = d.random.sample(["sm_75", "sm_80", "sm_86", "sm_90", "sm_90a", "sm_100"], 2)
    around = d.pick([f'#relax.target<cuda, chip = "{chips[0]}">', "#relax.target<cpu>", '#relax.target<cpu, cpu = "haswell">', f'#relax.target<cuda, chip = "{chips[0]}", emulated = true>', f'#relax.target<cuda, chip = "{chips[0]}", host = <cpu>>'])
    own = f'#relax.target<cuda, chip = "{chips[1]}"{d.pick(["", ", emulated = true", ", cores = 4"])}>'
    function = d.pick([f"relax.func {d.pick(['', 'private '])}@f() attributes {{relax.target = {own}}} {{\nrelax.return\n}}\n", f"tir.func private @f() attributes {{num_inputs = 0 : i64, relax.target = {own}}} {{\ntir.return\n}}\n"])
    inner = f"module attributes {{relax.target = {around}}} {{\n{function}}}\n"
    return d.pick([inner, f"module {{\n{inner}}}\n"])


@attack("#relax.target R8")
def _(d, _):
    value = d.pick(["true", "false", "1 : i64", '"yes"', "[]", "{}", "f32", "@f", "#relax.target<cpu>", "array<i64: 1>"])
    return _machine(d, value, d.pick(["relax.allow_tf32", "relax.device_tensors", "relax.no_winograd"]))


@attack("relax.memory.view R4")
def _(d, _):
    n = d.size()
    kind = f"tensor<{n}x{d.element('i1')}>"
    made = d.pick([f"tensor<{n}xi1>", f"tensor<1x{n}xi1>", f"tensor<{n}x1xi1>"])
    return d.inside(f"%0 = relax.memory.view %x at [0] : {kind} to {made}", parameters=f"%x: {kind}")


@attack("relax-verify-legal R2", passes=("relax-verify-legal",))
def _(d, _):
    e, n = d.pick(["f32", "f16", "f64", "bf16"]), d.size()
    kind, buffer = f"tensor<{n}x{e}>", f"memref<{n}x{e}>"
    host = d.pick([f"%0 = math.{d.pick(['exp', 'tanh', 'sqrt', 'floor'])} %x : {kind}", f"%0 = arith.{d.pick(['addf', 'mulf', 'maximumf'])} %x, %x : {kind}", f"%0 = tensor.empty() : {kind}", f"%0 = tensor.cast %x : {kind} to tensor<?x{e}>",
                   f"%i = arith.constant 0 : index\n%0 = tensor.dim %x, %i : {kind}", "%i = arith.constant 1 : index\nscf.for %j = %i to %i step %i {\n}", "affine.for %j = 0 to 4 {\n}", f"%0 = linalg.exp ins(%x : {kind}) outs(%x : {kind}) -> {kind}"])
    kernel = d.pick([f"linalg.copy ins(%x : {buffer}) outs(%y : {buffer})", f"linalg.exp ins(%x : {buffer}) outs(%y : {buffer})", f"linalg.add ins(%x, %x : {buffer}, {buffer}) outs(%y : {buffer})"])
    return d.pick([d.inside(host, parameters=f"%x: {kind}"), d.inside(host, impure=False, parameters=f"%x: {kind}"), f"tir.func private @k(%x: {buffer}, %y: {buffer}) attributes {{num_inputs = 1 : i64}} {{\n{kernel}\ntir.return\n}}\n"])


@attack("relax-verify-legal R3", passes=("relax-verify-legal",))
def _(d, _):
    kind, form = d.tensor(), d.pick(["takes", "gives", "both", "declared"])
    visibility = d.pick(["", "private "])
    return {"takes": f"func.func {visibility}@f(%x: {kind}) {{\nreturn\n}}\n", "both": f"func.func {visibility}@f(%i: index, %x: {kind}) -> {kind} {{\nreturn %x : {kind}\n}}\n", "declared": f"func.func private @f({kind}) -> {d.pick([kind, 'index', '()'])}\n",
            "gives": f"func.func private @f() -> {d.pick([kind, f'(index, {kind})'])}\n"}[form]


def _alias(d, value, kind):
    """(lines, name): another name of a value."""
    n, e = kind[7:-1].split("x")
    return d.pick([("", value), (f"%a = relax.match_cast {value} : {kind} to {kind}\n", "%a"), (f"%t = relax.tuple {value} : ({kind}) -> tuple<{kind}>\n%a = relax.tuple_get_item %t[0] : tuple<{kind}> -> {kind}\n", "%a"),
                   (f"%a = relax.if %condition : tensor<i1> -> {kind} {{\nrelax.yield {value} : {kind}\n}} else {{\nrelax.yield %x : {kind}\n}}\n", "%a"),
                   (f"%b = relax.memory.view {value} at [0] : {kind} to tensor<1x{n}x{e}>\n%a = relax.memory.view %b at [0] : tensor<1x{n}x{e}> to {kind}\n", "%a")])


@attack("relax-verify-planned R7", passes=("relax-verify-planned",))
def _(d, _):
    kind = f"tensor<{d.size()}x{d.element('i1', 'ui8', 'i8', 'i32', 'i64')}>"
    start, value = d.pick([("", "%x"), (f"%k = relax.constant dense<1.0> : {kind}\n", "%k")])
    lines, name = _alias(d, value, kind)
    return _planned(d, f"{start}{lines}relax.memory.kill_tensor {name} : {kind}", f"%x: {kind}")


@attack("relax-verify-planned R8", passes=("relax-verify-planned",))
def _(d, _):
    kind = f"tensor<{d.size()}x{d.element('i1', 'ui8', 'i8', 'i32', 'i64')}>"
    lines, name = _alias(d, "%k", kind)
    fill = f"tir.func private @fill(%y: {d.memref(kind)}) attributes {{num_inputs = 0 : i64}} {{\ntir.return\n}}\n"
    write, extra = d.pick([(f"relax.memory.copy %x to {name} : {kind}", ""), (f"relax.call_prim_func @fill outs({name} : {kind})", fill)])
    return extra + _planned(d, f"%k = relax.constant dense<1.0> : {kind}\n{lines}{write}", f"%x: {kind}")
