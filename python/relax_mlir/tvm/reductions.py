"""Reductions of all threads of a block, written as what they mean: each thread
puts its value into shared memory, and accumulates what all have put there."""
from .text import Value
from .versions import accessed, identity, intrinsic, kind


class ThreadReductions:
    """Writes calls of `tvm_thread_allreduce` with the reducer around them."""

    def __init__(self, statements):
        self._statements = statements
        self._text, self._values = statements.text, statements.values
        # Axes of threads around: variable, its number of threads.
        self.axes = []
        self.reducers = []

    def write(self, call):
        """Writes a call."""
        if not self.reducers:
            self._text.fail("no reducer is around it: the attribute 'reduce_scope' says which")
        reducer, count = self.reducers[-1], int(call.args[0].value)
        values, condition = list(call.args[1:1 + count]), call.args[1 + count]
        destinations, threads = list(call.args[2 + count:2 + 2 * count]), list(call.args[2 + 2 * count:])
        others, group = self._split(threads)
        places = [self._values.values[identity(variable)] for variable, _ in others + group]
        identities = [self._values.value(item) for item in reducer.identity_element]
        shared = [self._put(value, condition, start, others + group, places) for value, start in zip(values, identities)]
        self._text.line("gpu.barrier")
        totals = [self._place(destination) for destination in destinations]
        for total, start in zip(totals, identities):
            self._text.line(f"memref.store {start.name}, {total}")
        self._sum(reducer, shared, totals, identities, places[:len(others)], [count for _, count in group])
        # The memory may be written again by what follows.
        self._text.line("gpu.barrier")

    def _split(self, threads):
        """The axes around, those that are not reduced first."""
        named = {identity(thread) for thread in threads if kind(thread) == "Var"}
        group = [axis for axis in self.axes if identity(axis[0]) in named]
        if len(group) != len([thread for thread in threads if kind(thread) == "Var"]):
            self._text.fail("a thread that it names is that of no loop around")
        for variable, count in self.axes:
            if count is None:
                self._text.fail(f"the number of threads '{variable.name}' is not known, and the shared memory is as large")
        return [axis for axis in self.axes if identity(axis[0]) not in named], group

    def _put(self, node, condition, start, axes, places):
        """Puts a thread's value into shared memory; gives that."""
        shape = "".join(f"{count}x" for _, count in axes)
        type = f'memref<{shape}{start.type}, "shared">'
        memory = self._text.op(f"memref.alloc() : {type}", type)[0]
        value = self._values.value(node)
        if not (kind(condition) == "IntImm" and condition.value):
            value = self._values.select(self._values.value(condition), value, start)
        names = ", ".join(place.name for place in places)
        self._text.line(f"memref.store {value.name}, {memory.name}[{names}] : {type}")
        return memory

    def _place(self, node):
        """The place of a result, with the type of its buffer."""
        if kind(node) == "BufferLoad":
            buffer, indices = self._values.buffer(accessed(node)), list(node.indices)
        else:
            source = self._statements.source(node)
            buffer, indices = self._values.buffer(source), [0] * len(source.ty.shape)
        places = ", ".join(self._values.index(index).name for index in indices)
        return f"{buffer.name}[{places}] : {buffer.type}"

    def _sum(self, reducer, shared, totals, starts, places, counts):
        """Loops over what the threads have put, and joins it."""
        loops, first = list(places), self._values.constant(0, "index")
        ends = [self._values.constant(count, "index") for count in counts]
        for end in ends:
            variable = Value(self._statements.name("thread"), "index")
            self._text.line(f"tir.for {variable.name} = {first.name} to {end.name} {{")
            self._text.depth += 1
            loops.append(variable)
        names = ", ".join(place.name for place in loops)
        for left, right, total, memory, start in zip(reducer.lhs, reducer.rhs, totals, shared, starts):
            self._values.values[identity(left)] = self._text.op(f"memref.load {total}", start.type)[0]
            self._values.values[identity(right)] = self._text.op(f"memref.load {memory.name}[{names}] : {memory.type}", start.type)[0]
        results = [self._values.value(result) for result in reducer.result]
        for result, total in zip(results, totals):
            self._text.line(f"memref.store {result.name}, {total}")
        for _ in ends:
            self._text.depth -= 1
            self._text.line("}")


def reduces_threads(body):
    """Whether a block's body has such a call; blocks inside have their own."""
    stack = [body]
    while stack:
        node = stack.pop()
        if kind(node) == "Evaluate" and kind(node.value) == "Call" and intrinsic(node.value) == "tvm_thread_allreduce":
            return True
        for name in ("body", "then_case", "else_case", "seq"):
            child = getattr(node, name, None)
            if child is not None:
                stack += list(child) if kind(child) == "Array" else [child]
    return False
