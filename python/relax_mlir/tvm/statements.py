"""Statements of tensor programs: loops, branches, allocations, effects."""
from contextlib import contextmanager

from .blocks import BlockWriter, walk
from .buffers import Views, buffer_type
from .exits import Exits, exit_of
from .program_values import ProgramValues
from .reductions import ThreadReductions
from .scalars import computes_only
from .text import Value, string
from .thread_memory import belongs_to_threads, is_innermost, thread_tag, uses
from .versions import identity, kind, structurally_equal

_KINDS = {0: "", 1: "parallel ", 2: "vectorized ", 3: "unrolled ", 4: "thread_binding "}
_AXES = {"vthread": "vthread.x"}
_THREADS = ("thread_extent", "virtual_thread")
# What a program does without, and does the same: more memory for a pipeline,
# copies that need not end at once, loops that no pass shall touch.
_HINTS = {"double_buffer_scope", "async_scope", "async_commit_queue_scope", "hand_threaded", "volatile_scope", "device_scope", "device_id",
          "device_type", "compute_scope"}


class Statements:
    """Writes the statements of one tensor program."""

    def __init__(self, text, attributes, name):
        self.text, self.attributes, self.name = text, attributes, name
        self.values = ProgramValues(text)
        self.views = Views(text, self.values)
        # The ends of what runs around: loop variables and block iterators.
        self.ends = {}
        self._numbers = {}
        # Hints that stand around statements.
        self.pragmas = []
        # The loops over threads around: variable and extent, by the tag.
        self.threads = {}
        # Buffers by the one that they are views of.
        self.roots = {}
        self.reductions = ThreadReductions(self)
        self._exits = Exits(self)
        # Buffers that wait for the loop over the threads that have them, and
        # the statements behind the one that is written.
        self._waiting = []
        self._following = []

    # Parameters.

    def declare(self, variable, name):
        """A buffer that is a parameter."""
        value = Value(name, buffer_type(self.text, variable))
        self.values.buffers[identity(variable)] = value
        return value

    def declare_scalar(self, variable, name):
        """A scalar that is a parameter."""
        value = Value(name, "index")
        self.values.values[identity(variable)] = value
        self.values.not_negative.add(identity(variable))
        return value

    def declare_number(self, variable, name):
        """A scalar that is a parameter: the buffer that it comes in."""
        self._numbers[identity(variable)] = Value(name, f"memref<{self.values.type(variable)}>")
        return self._numbers[identity(variable)]

    def load_number(self, variable):
        """Loads a scalar from its buffer."""
        buffer = self._numbers[identity(variable)]
        self.values.values[identity(variable)] = self.text.op(f"memref.load {buffer.name}[] : {buffer.type}",
                                                              self.values.type(variable))[0]

    def define_sizes(self, variable):
        """Names the sizes of a parameter's buffer that are variables."""
        self.views.describe(variable, self.values.buffers[identity(variable)])

    # Statements.

    def root(self, body):
        """The body of a function; gives the annotations of its root block."""
        if _is_root(body):
            block = body.block
            BlockWriter(self).contents(block)
            return self.attributes.dictionary(block.annotations.items()) if len(block.annotations) else ""
        self.statement(body)
        return ""

    def statement(self, node):
        """Writes a statement."""
        what, leaves = kind(node), exit_of(node)
        if leaves:
            self._exits.write(leaves)
            return
        writer = getattr(self, f"_{what}", None)
        if writer is None:
            self.text.fail(f"statement {what} has no counterpart")
        writer(node)

    def _SeqStmt(self, node):
        def write(number, part):
            with self.text.at(f"statement {number}"):
                self._following = list(node.seq)[number + 1:]
                self.statement(part)
        self._exits.sequence(list(node.seq), write)

    def _SBlockRealize(self, node):
        with self.text.at(f"block '{node.block.name_hint}'"):
            BlockWriter(self).write(node)

    def _BufferStore(self, node):
        self.values.store(node)

    def _For(self, node):
        name = str(node.loop_var.name)
        with self.text.at(f"loop '{name}'"):
            if thread_tag(node) in self.threads:
                self._same_threads(node)
                return
            axis = self._axis(node)
            step = None if node.step is None or _number(node.step) == 1 else node.step
            first = self.values.constant(0, "index") if step is not None else self.values.index(node.min)
            end = self._end(node, step, first)
            value = Value(self.name(name), "index")
            marks = node.annotations.items() if node.annotations is not None and len(node.annotations) else ()
            words = f" annotations {self.attributes.dictionary(marks)}" if marks else ""
            self._exits.enter(node.body)
            self.text.line(f"tir.for {_KINDS[int(node.kind)]}{axis}{value.name} = {first.name} to {end.name}{words} {{")
            with self.text.indented():
                self.enter(node.loop_var, value, end, _number(node.min) is not None and _number(node.min) >= 0)
                if step is not None:
                    self._scaled(node, value, step)
                with self._threads(node, node.loop_var, node.extent):
                    self._exits.body(lambda: self.statement(node.body))
            self.text.line("}")
            self._exits.leave()

    def _same_threads(self, node):
        """A loop over threads that stand around already: its index is theirs."""
        variable, extent = self.threads[thread_tag(node)]
        if not structurally_equal(extent, node.extent) or _number(node.min) != 0:
            self.text.fail(f"'{thread_tag(node)}' has {node.extent} threads here, but {extent} in the loop around it")
        self.enter(node.loop_var, self.values.values[identity(variable)], self.ends[identity(variable)])
        # What the threads do together, such as a copy to shared memory, is between what is around it; TVM has no barriers yet.
        waits = "threadIdx" in thread_tag(node)
        if waits:
            self.text.line("gpu.barrier")
        self.statement(node.body)
        if waits:
            self.text.line("gpu.barrier")

    @contextmanager
    def _threads(self, node, variable, extent):
        """What is written inside runs once for each thread, if the statement is
        about these."""
        tag = thread_tag(node)
        inside = "threadIdx" in tag
        if inside or "blockIdx" in tag:
            self.threads[tag] = variable, extent
        if inside:
            self.reductions.axes.append((variable, _number(extent)))
        known = dict(self.values.buffers)
        if is_innermost(node):
            for buffer, annotations in self._waiting:
                if uses(node.body, buffer, walk):
                    self.allocate(buffer, annotations)
        yield
        self.values.buffers = known
        self.threads.pop(tag, None)
        if inside:
            self.reductions.axes.pop()

    def enter(self, variable, value, end, not_negative=True):
        """Lets a variable be an index below `end`."""
        self.values.values[identity(variable)] = value
        self.ends[identity(variable)] = end
        if not_negative:
            self.values.not_negative.add(identity(variable))

    def _axis(self, node):
        if int(node.kind) != 4:
            return ""
        tag = str(node.thread_binding.thread_tag)
        return f"{string(_AXES.get(tag, tag))} "

    def _end(self, node, step, first):
        first_number, count = _number(node.min), _number(node.extent)
        if step is None and first_number is not None and count is not None:
            return self.values.constant(first_number + count, "index")
        if step is None and kind(node.extent) == "Sub" and structurally_equal(node.extent.b, node.min):
            return self.values.index(node.extent.a)
        if step is not None and count is not None and _number(step) is not None:
            return self.values.constant(-(-count // _number(step)), "index")
        extent = self.values.index(node.extent)
        if step is not None:
            return self.text.op(f"arith.ceildivsi {extent.name}, {self.values.index(step).name} : index", "index")[0]
        return extent if _number(node.min) == 0 else self.values.binary("arith.addi", first, extent)

    def _scaled(self, node, value, step):
        """A loop in steps counts from 0; the variable is computed."""
        scaled = self.values.binary("arith.muli", value, self.values.index(step))
        if _number(node.min) != 0:
            scaled = self.values.binary("arith.addi", self.values.index(node.min), scaled)
        self.values.values[identity(node.loop_var)] = scaled
        self.ends.pop(identity(node.loop_var))

    def _While(self, node):
        self._exits.enter(node.body)
        self.text.line("tir.while {")
        with self.text.indented():
            def condition():
                return self.values.truth(node.condition)
            asked = condition() if not self._exits.breaks() else self.values.branch(
                self._exits.goes_on("break"), condition, lambda: self.values.constant(False, "i1"), "i1")
            self.text.line(f"tir.condition {asked.name}")
        self.text.line("} do {")
        with self.text.indented():
            self._exits.begin()
            self.statement(node.body)
        self.text.line("}")
        self._exits.leave()

    def _IfThenElse(self, node):
        self.text.line(f"tir.if {self.values.truth(node.condition).name} {{")
        with self.text.indented():
            self.statement(node.then_case)
        if node.else_case is not None:
            self.text.line("} else {")
            with self.text.indented():
                self.statement(node.else_case)
        self.text.line("}")

    def _Bind(self, node):
        with self.text.at(f"'{node.var.name}'"):
            if kind(node.var.ty) == "PointerType":
                self.text.fail("a pointer as a value has no counterpart")
            if kind(node.value) == "StringImm":
                self.text.fail("a text as a value has no counterpart")
            self.values.bound(node.var, node.value)

    def allocate(self, variable, annotations=None, users=()):
        """Allocates a buffer for statements; one of a thread waits for it."""
        type = variable.ty
        if type.storage_scope == "local" and belongs_to_threads(users, variable, walk):
            self._waiting.append((variable, annotations))
            return
        sizes = ", ".join(self.values.index(size).name for size in type.shape if _number(size) is None)
        # Strides that are not known are symbols of the layout.
        steps = ", ".join(self.values.index(stride).name for stride in type.strides if _number(stride) is None)
        marks = []
        if type.data_alignment not in (0, 64):
            marks.append(f"alignment = {type.data_alignment} : i64")
        if annotations is not None and len(annotations):
            marks.append(f"annotations = {self.attributes.dictionary(annotations.items())}")
        words = f" {{{', '.join(marks)}}}" if marks else ""
        written = buffer_type(self.text, variable)
        self.values.buffers[identity(variable)] = self.text.op(f"memref.alloc({sizes}){f'[{steps}]' if steps else ''}{words} : {written}", written)[0]

    def _AllocBuffer(self, node):
        with self.text.at(f"buffer '{node.buffer.name}'"):
            self.allocate(node.buffer, node.annotations, self._following)

    def _DeclBuffer(self, node):
        with self.text.at(f"buffer '{node.buffer.name}'"):
            if node.data is None:
                self.allocate(node.buffer)
                return
            if identity(node.buffer) in self.values.buffers:
                # The buffer that a parameter is.
                return
            source = self.source(node.data)
            self.roots[identity(node.buffer)] = source
            self.views.alias(node.buffer, source)

    def source(self, data):
        """The buffer whose memory an expression points to."""
        if kind(data) == "Call" and len(data.args) and kind(data.args[0]) in ("Var", "BufferLoad"):
            data = data.args[0]
        if kind(data) != "Var" or identity(data) not in self.values.buffers:
            self.text.fail(f"the pointer '{data}' has no counterpart: only that of a buffer has one")
        return data

    def _AttrStmt(self, node):
        key = str(node.attr_key)
        if key in _THREADS:
            self._thread(node)
            return
        if key == "reduce_scope":
            self.reductions.reducers.append(node.node)
            self.statement(node.body)
            self.reductions.reducers.pop()
            return
        if not key.startswith("pragma_") and key not in _HINTS:
            self.text.fail(f"attribute '{key}' of statements has no counterpart; there are {', '.join(sorted(_HINTS))}, pragma_*, "
                           "reduce_scope, thread_extent and virtual_thread")
        # A hint to the compiler of the function; its value is a constant.
        self.pragmas.append(f"{string(key)} = {self.attributes.any(node.value)}")
        self.statement(node.body)

    def _thread(self, node):
        """A thread axis around statements is a loop that is bound to it."""
        axis = node.node
        if not hasattr(axis, "thread_tag"):
            self.text.fail(f"'{node.attr_key}' of '{axis}' has no counterpart, as it says of no thread axis how many threads there are")
        tag = str(axis.thread_tag)
        known = identity(axis.var) in self.values.values
        with self.text.at(f"thread axis '{tag}'"):
            if known:
                self.statement(node.body)
                return
            first, end = self.values.constant(0, "index"), self.values.index(node.value)
            value = Value(self.name(axis.var.name), "index")
            self.text.line(f"tir.for thread_binding {string(_AXES.get(tag, tag))} {value.name} = {first.name} to {end.name} {{")
            with self.text.indented(), self._threads(node, axis.var, node.value):
                self.enter(axis.var, value, end)
                self.statement(node.body)
            self.text.line("}")
            self.values.values.pop(identity(axis.var))

    def _AssertStmt(self, node):
        condition = self.values.truth(node.condition)
        message = "".join(str(getattr(part, "value", part)) for part in node.message_parts)
        error = str(getattr(node.error_kind, "value", node.error_kind))
        mark = "" if error in ("", "RuntimeError") else f" {{error_kind = {string(error)}}}"
        self.text.line(f"tir.assert {condition.name}, {string(message or 'assertion failed')}{mark}")

    def _Return(self, node):
        if node.value is not None and _number(node.value) != 0:
            self.text.fail("a return of a value has no counterpart: results are in the output buffers")

    def _Evaluate(self, node):
        value = node.value
        if not computes_only(value):
            self._call(value)
            return

    def _call(self, value):
        name = getattr(getattr(value, "op", None), "name", None)
        if name is None:
            # A call somewhere in an expression, whose value nobody wants.
            self.values.value(value)
            return
        with self.text.at(name):
            name = name.rsplit(".", 1)[-1]
            if name == "tvm_storage_sync":
                self.text.line("gpu.barrier")
            elif name == "tvm_thread_allreduce":
                self.reductions.write(value)
            elif name == "prefetch":
                # Nothing is computed.
                return
            elif name == "assume":
                self.text.line(f"llvm.intr.assume {self.values.truth(value.args[0]).name} : i1")
            elif name == "ret" and (not len(value.args) or _number(value.args[0]) == 0):
                return
            else:
                self.values.call(name, value)


def _number(node):
    if isinstance(node, (bool, int, float)):
        return node
    return node.value if kind(node) in ("IntImm", "FloatImm") else None


def _is_root(body):
    """Whether a program's body is a block that only holds what is in it."""
    return (kind(body) == "SBlockRealize" and not len(body.block.iter_vars) and str(body.block.name_hint) in ("root", "")
            and bool(_number(body.predicate)))
