"""Blocks of tensor programs: iterators, buffers, init."""
from .reductions import reduces_threads
from .text import Value, string
from .thread_memory import thread_tag
from .versions import accessed, fields, identity, kind

_KINDS = {0: "spatial", 2: "reduce", 3: "ordered", 4: "opaque"}
_LEFT_OUT = ("span", "ty", "op")


class BlockWriter:
    """Writes one block with the values of its iterators."""

    def __init__(self, statements):
        self._statements = statements
        self._text, self._values = statements.text, statements.values
        self._reduces = False

    def write(self, realize):
        """Writes the block."""
        block, text = realize.block, self._text
        variables, shifted = [], []
        # Then each thread does the same: no iterator is one of a reduction.
        self._reduces = reduces_threads(block.body)
        for iterator, binding in zip(block.iter_vars, realize.iter_values):
            with text.at(f"iterator '{iterator.var.name}'"):
                variables.append(self._iterator(iterator, binding, shifted))
        variables += self._from_outside(block)
        predicate = "" if _is_one(realize.predicate) else f" where {self._values.truth(realize.predicate).name}"
        reads, writes = self._accesses(block)
        marks = block.annotations
        words = f" annotations {self._statements.attributes.dictionary(marks.items())}" if len(marks) else ""
        iters = f" iters({', '.join(written for _, _, _, written in variables)})" if variables else ""
        text.line(f"tir.block {string(block.name_hint)}{iters}{predicate}{reads}{writes}{words} {{")
        outer = dict(self._values.values)
        with text.indented():
            for variable, value, end, _ in variables:
                self._statements.enter(variable, value, end)
            if block.init is not None and _reduces(block):
                self._init(block, shifted)
            self._shift(shifted)
            if self._reduces_over_threads(realize):
                self._values.shared_results = {identity(accessed(region)) for region in block.writes}
            self.contents(block)
            self._values.shared_results = set()
        text.line("}")
        self._values.values = outer

    def _reduces_over_threads(self, realize):
        """Whether an iterator that reduces is driven by threads of a block."""
        threads = {identity(variable) for tag, (variable, _) in self._statements.threads.items() if "threadIdx" in tag}
        found = []
        for iterator, binding in zip(realize.block.iter_vars, realize.iter_values):
            if int(iterator.iter_type) == 2:
                walk(binding, lambda node: found.append(node) if kind(node) == "Var" and identity(node) in threads else None)
        return bool(found)

    def contents(self, block):
        """What a block allocates and matches, and its body."""
        for buffer in block.alloc_buffers:
            with self._text.at(f"buffer '{buffer.name}'"):
                self._statements.allocate(buffer, users=[block.body])
        self._match(block)
        # The start of what has no reduction around it is always run.
        if block.init is not None and not _reduces(block):
            self._statements.statement(block.init)
        self._statements.statement(block.body)

    def _match(self, block):
        for region in block.match_buffers:
            with self._text.at(f"buffer '{region.buffer.name}'"):
                self._statements.roots[identity(region.buffer)] = accessed(region.source)
                self._statements.views.match(region)

    def _init(self, block, shifted):
        """The start of a reduction; it comes before all else, and sees the
        matched buffers by views of its own."""
        own, used = {identity(buffer) for buffer in block.alloc_buffers}, set()
        walk(block.init, lambda node: used.add(identity(node)) if kind(node) == "Var" else None)
        if own & used:
            self._text.fail("an init that uses what its block allocates has no counterpart: an init comes before all else")
        self._text.line("tir.init {")
        known = dict(self._values.values), dict(self._values.buffers)
        reduced = {identity(iterator.var) for iterator in block.iter_vars if int(iterator.iter_type) == 2}
        with self._text.indented():
            self._shift([part for part in shifted if identity(part[0]) not in reduced])
            self._match(block)
            self._statements.statement(block.init)
        self._values.values, self._values.buffers = known
        self._text.line("}")

    def _iterator(self, iterator, binding, shifted):
        """An iterator over [0, extent): its variable, value, end and text."""
        number = int(iterator.iter_type)
        if number not in _KINDS:
            self._text.fail(f"iterators of kind {number} have no counterpart")
        start = self._values.index(binding)
        end = self._values.index(iterator.dom.extent)
        value = Value(self._statements.name(iterator.var.name), "index")
        if not _is_zero(iterator.dom.min):
            start = self._values.binary("arith.subi", start, self._values.index(iterator.dom.min))
            shifted.append((iterator.var, value, iterator.dom.min))
        return iterator.var, value, end, f"{value.name} : {'opaque' if self._reduces else _KINDS[number]} = {start.name} in {end.name}"

    def _shift(self, shifted):
        """Iterators that begin elsewhere than at 0."""
        for variable, value, first in shifted:
            self._values.values[identity(variable)] = self._values.binary("arith.addi", value, self._values.index(first))

    def _from_outside(self, block):
        """Iterators for the indices from outside that the body uses itself."""
        own = {identity(iterator.var) for iterator in block.iter_vars}
        used = {}
        _variables(block, used)
        used.update((identity(variable), variable) for variable in self._threads_inside(block))
        if self._reduces:
            used.update((identity(variable), variable) for variable, _ in self._statements.reductions.axes)
        result = []
        for number, variable in used.items():
            if number in own or number not in self._statements.ends or number not in self._values.values:
                continue
            outer, end = self._values.values[number], self._statements.ends[number]
            value = Value(self._statements.name(variable.name), "index")
            result.append((variable, value, end, f"{value.name} : opaque = {outer.name} in {end.name}"))
        return result

    def _threads_inside(self, block):
        """The threads around that a loop inside the block is over once more."""
        found = []
        def visit(node):
            tag = thread_tag(node) if kind(node) == "For" else ""
            if tag in self._statements.threads:
                found.append(self._statements.threads[tag][0])
        if self._statements.threads:
            walk(block.body, visit)
        return found

    def _accesses(self, block):
        """The lists of buffers read and written: those that are declared, and
        those that the body uses."""
        loads, stores = {}, {}
        self._declared(block.reads, loads)
        self._declared(block.writes, stores)
        used_loads, used_stores = {}, {}
        _accessed(block, used_loads, used_stores)
        for number, buffer in used_stores.items():
            stores.setdefault(*self._root(number, buffer))
        for number, buffer in used_loads.items():
            number, buffer = self._root(number, buffer)
            if number not in stores:
                loads.setdefault(number, buffer)
        return self._listed("reads", loads), self._listed("writes", stores)

    def _declared(self, regions, found):
        for region in regions:
            number, buffer = self._root(identity(accessed(region)), accessed(region))
            found.setdefault(number, buffer)

    def _root(self, number, buffer):
        """The buffer that a view shows."""
        while number in self._statements.roots and number not in self._values.buffers:
            buffer = self._statements.roots[number]
            number = identity(buffer)
        return number, buffer

    def _listed(self, word, found):
        known = [self._values.buffers[number] for number in found if number in self._values.buffers]
        if not known:
            return ""
        names, types = ", ".join(value.name for value in known), ", ".join(value.type for value in known)
        return f" {word}({names} : {types})"


def _reduces(block):
    """Whether a block has an iterator of a reduction."""
    return any(int(iterator.iter_type) == 2 for iterator in block.iter_vars)


def _is_one(node):
    return kind(node) == "IntImm" and node.value == 1 or node is True


def _is_zero(node):
    return kind(node) == "IntImm" and node.value == 0


def _children(node):
    what = kind(node)
    if what in ("Array", "list"):
        return list(node)
    if what == "Map":
        return list(node.values())
    if not hasattr(type(node), "__tvm_ffi_type_info__"):
        return []
    return [getattr(node, name, None) for name in fields(node) if name not in _LEFT_OUT]


def walk(root, visit):
    """Visits the nodes of a program."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node is not None and not isinstance(node, (str, int, float)):
            visit(node)
            stack += _children(node)


def _variables(block, found):
    """The variables that a block uses, but for the bindings of its iterators."""
    def visit(node):
        if kind(node) == "Var":
            found.setdefault(identity(node), node)
    starts = [iterator.dom.min for iterator in block.iter_vars]
    for part in (block.body, block.init, block.match_buffers, block.alloc_buffers, starts):
        walk(part, visit)
    for buffer in block.alloc_buffers:
        walk(buffer.ty.shape, visit)


def _accessed(block, loads, stores):
    """The buffers that a block's statements load and store."""
    def visit(node):
        what = kind(node)
        if what == "BufferLoad":
            loads.setdefault(identity(accessed(node)), accessed(node))
        elif what == "BufferStore":
            stores.setdefault(identity(node.buffer), node.buffer)
        elif what == "MatchBufferRegion":
            for found in (loads, stores):
                if identity(node.buffer) in found:
                    found.setdefault(identity(accessed(node.source)), accessed(node.source))
        elif what == "SBlock":
            for region in node.reads:
                loads.setdefault(identity(accessed(region)), accessed(region))
            for region in node.writes:
                stores.setdefault(identity(accessed(region)), accessed(region))
    for part in (block.body, block.init, block.match_buffers):
        walk(part, visit)
