"""Tensor programs of TVM, drawn by a seed: computed, scheduled by primitives, dlight or MetaSchedule, lowered a part of
the way."""
import random

import tvm
from tvm import relax, te, tirx
from tvm.s_tir import Schedule, dlight, meta_schedule
from tvm.target import Target

import agreement_calls
import agreement_graphs

_CPU = {"kind": "llvm", "num-cores": 4, "mcpu": "x86-64"}
_GPU = "nvidia/nvidia-a100"


def _computed(draw):
    """A form, and the tensors of a small computation."""
    shape = [draw.choice((4, 6, 8)) for _ in range(draw.randint(2, 3))]
    left, right = te.placeholder(shape, name="A"), te.placeholder(shape, name="B")
    form = draw.choice(("elementwise", "sum", "transposed", "two", "product", "softmax", "stencil", "select"))
    if form == "sum":
        axis = te.reduce_axis((0, shape[-1]), name="k")
        return form, [left, te.compute(shape[:-1], lambda *i: te.sum(left[(*i, axis)], axis=axis), name="C")]
    if form == "transposed":
        return form, [left, te.compute(shape[::-1], lambda *i: left[tuple(reversed(i))], name="C")]
    if form == "product":
        rows, inner, columns = (draw.choice((4, 6, 8)) for _ in range(3))
        a, b = te.placeholder((rows, inner), name="A"), te.placeholder((inner, columns), name="B")
        k = te.reduce_axis((0, inner), name="k")
        c = te.compute((rows, columns), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
        return form, [a, b, te.compute((rows, columns), lambda i, j: tirx.max(c[i, j], 0.5), name="D")] if draw.random() < 0.5 else [a, b, c]
    if form == "softmax":
        k = te.reduce_axis((0, shape[-1]), name="k")
        high = te.compute(shape[:-1], lambda *i: te.max(left[(*i, k)], axis=k), name="C")
        return form, [left, te.compute(shape, lambda *i: tirx.exp(left[i] - high[i[:-1]]), name="D")]
    if form == "stencil":
        return form, [left, te.compute(shape, lambda *i: left[i] + tirx.if_then_else(i[-1] > 0, left[(*i[:-1], i[-1] - 1)], tirx.const(0, "float32")), name="C")]
    if form == "select":
        return form, [left, te.compute(shape, lambda *i: tirx.Select(left[i] > 0.5, left[i] * 2.0, tirx.floor(left[i] * 3.0)), name="C")]
    joined = te.compute(shape, lambda *i: left[i] * right[i] + te.exp(left[i]), name="C")
    if form == "two":
        return form, [left, right, te.compute(shape, lambda *i: joined[i] + right[i], name="D")]
    return form, [left, right, joined]


def _legal(draw):
    """The tensor programs of an operator or a small graph, as TVM legalizes it."""
    module = agreement_graphs.graph(draw, region=True, symbolic=0.25)
    with Target("llvm"):
        return relax.transform.LegalizeOps()(module)


def _primitive(draw, schedule, block):
    """One primitive on a block, if it applies."""
    loops = schedule.get_loops(block)
    name = draw.choice(("split", "split unevenly", "fuse", "reorder", "parallel", "unroll", "vectorize", "cache_read", "cache_write", "inline", "rfactor",
                        "decompose", "compute_at", "reverse_compute_at", "annotate", "unit", "tile", "layout", "scope", "align", "blockize", "reindex"))
    if name == "split":
        schedule.split(loops[0], [None, draw.choice((2, 4))])
    elif name == "split unevenly":
        schedule.split(draw.choice(loops), [None, 3])
    elif name == "fuse":
        schedule.fuse(*loops[:2])
    elif name == "reorder":
        schedule.reorder(*reversed(loops[:2]))
    elif name in ("parallel", "unroll"):
        getattr(schedule, name)(loops[0])
    elif name == "vectorize":
        schedule.vectorize(loops[-1])
    elif name == "cache_read":
        schedule.cache_read(block, 0, draw.choice(("global", "local")))
    elif name == "cache_write":
        schedule.cache_write(block, 0, draw.choice(("global", "local")))
    elif name == "inline":
        schedule.compute_inline(block)
    elif name == "rfactor":
        schedule.rfactor(schedule.split(loops[-1], [None, 2])[1], 0)
    elif name == "decompose":
        schedule.decompose_reduction(block, draw.choice(loops))
    elif name == "compute_at":
        consumer = schedule.get_consumers(block)[0]
        schedule.compute_at(block, draw.choice(schedule.get_loops(consumer)[:2]))
    elif name == "reverse_compute_at":
        producer = schedule.get_producers(block)[0]
        schedule.reverse_compute_at(block, schedule.get_loops(producer)[0])
    elif name == "annotate":
        schedule.annotate(draw.choice(loops), "pragma_auto_unroll_max_step", 16)
    elif name == "unit":
        schedule.add_unit_loop(block)
    elif name == "tile":
        (a, b), (c, d) = schedule.split(loops[0], [None, 2]), schedule.split(loops[1], [None, 2])
        schedule.reorder(a, c, b, d)
    elif name == "layout":
        schedule.transform_layout(schedule.cache_read(block, 0, "global"), ("write", 0), lambda *i: (*i[1:], i[0]))
    elif name == "scope":
        schedule.set_scope(schedule.cache_read(block, 0, "global"), 0, "shared")
    elif name == "align":
        schedule.storage_align(schedule.cache_read(block, 0, "global"), 0, -2, 8, 1)
    elif name == "blockize":
        schedule.blockize(loops[-1])
    elif name == "reindex":
        schedule.reindex(block, ("read", 0))


def _scheduled(draw, function):
    """A program after some primitives."""
    schedule = Schedule(tvm.IRModule({"main": function}), seed=draw.randrange(1, 1000))
    for _ in range(draw.randint(1, 4)):
        blocks = [block for block in (_found(schedule, name) for name in ("C", "D")) if block]
        kept = schedule.copy()
        try:
            _primitive(draw, schedule, draw.choice(blocks))
        except Exception:  # The primitive does not apply here; TVM's errors have no common base class.
            schedule = kept
    return schedule.mod["main"]


def _found(schedule, name):
    try:
        return schedule.get_sblock(name)
    except Exception:  # This computation has no such block.
        return None


def _lowered(draw, function):
    """A program a part of the way down in TVM."""
    transform, lower = tvm.s_tir.transform, tvm.tirx.transform
    steps = [transform.LowerInitBlock(), transform.PlanAndUpdateBufferAllocationLocation(), transform.ConvertBlocksToOpaque(),
             transform.CompactBufferAllocation(), transform.LowerMatchBuffer(), transform.LowerOpaqueBlock(), lower.StmtSimplify(), lower.FlattenBuffer(),
             lower.UnrollLoop(), lower.RemoveNoOp()]
    module = tvm.IRModule({"main": function})
    for step in steps[:draw.randint(1, len(steps))]:
        module = step(module)
    return module["main"]


def _designed(draw, function, target):
    """One of the schedules that MetaSchedule would measure: its rules, random choices where they have some, and what it
    does to a schedule before it is built. None is measured."""
    context = meta_schedule.TuneContext(mod=tvm.IRModule({"main": function}), target=Target(target), space_generator="post-order-apply",
                                        rand_state=draw.randrange(1, 1000), num_threads=1)
    schedule = draw.choice(list(context.generate_design_space()))
    # What a postprocessor turns down, such as too many threads, MetaSchedule drops, too.
    if not all(step.apply(schedule) for step in context.space_generator.postprocs):
        raise ValueError("a postprocessor turns the schedule down")
    return schedule.mod["main"]


def _caller(tensors, program):
    """A module that calls a program."""
    builder = relax.BlockBuilder()
    callee = builder.add_func(program.without_attr("global_symbol"), "program")
    types = [relax.TensorType(list(tensor.shape), tensor.dtype) for tensor in tensors]
    params = [relax.Var(f"x{place}", type) for place, type in enumerate(types[:-1])]
    with builder.function("main", params):
        builder.emit_func_output(builder.emit(relax.op.call_tir(callee, params, types[-1])))
    return builder.get()


_FORMS = ("schedule", "schedule", "schedule", "lowered", "lowered", "legalized", "dlight for CPU", "dlight for GPU", "dlight for GPU", "MetaSchedule for CPU",
          "MetaSchedule for GPU", "MetaSchedule for GPU")
# TVM has no GPU to run these.
FOR_GPU = ("dlight for GPU", "MetaSchedule for GPU")


def program(seed):
    """Form, and a maker of two modules that compute the same: one to run in
    TVM, and one to take from TVM, which differ if TVM cannot run the second."""
    draw = random.Random(seed)
    form = draw.choice(_FORMS)

    def legalized():
        module = _legal(draw)
        if form == "legalized":
            return module, module
        kernels = (dlight.cpu.GEMV(), dlight.cpu.Reduction()) if form == "dlight for CPU" else (
            dlight.gpu.Matmul(), dlight.gpu.GEMV(), dlight.gpu.Reduction(), dlight.gpu.GeneralReduction(), dlight.gpu.Transpose(), dlight.gpu.Fallback())
        with Target(_CPU if form == "dlight for CPU" else _GPU):
            return module, dlight.ApplyDefaultSchedule(*kernels)(module)

    def computed():
        _, tensors = _computed(draw)
        function = te.create_prim_func(tensors)
        if form == "lowered":
            # TVM runs what is lowered a part of the way only in front of that.
            function = _scheduled(draw, function) if draw.random() < 0.5 else function
            changed = _lowered(draw, function)
        elif form.startswith("MetaSchedule"):
            changed = _designed(draw, function, _GPU if form in FOR_GPU else _CPU)
        else:
            changed = _scheduled(draw, function)
        changed = changed.with_attr("tirx.is_scheduled", True)
        module = _caller(tensors, changed)
        return (_caller(tensors, function) if form in ("lowered", *FOR_GPU) else module), module

    return form, legalized if form == "legalized" or form.startswith("dlight") else computed
