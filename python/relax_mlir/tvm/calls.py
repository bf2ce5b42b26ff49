"""Calls that are more than an operator of tensors: of functions, of tensor
programs, of code outside the module; memory, closures, effects."""
from .memory_calls import MEMORY, tensor_operand, type_of_shape
from .operators import TABLE, operator_call
from .shape_heap import returned_number
from .text import Closure, Fields, plural, string, symbol
from .versions import kind, well_defined

_CAPTURE = "vm.builtin.cuda_graph.run_or_capture"
_GRAPHS = {_CAPTURE, "vm.builtin.cuda_graph.get_cached_alloc"}
_NONE = "there is no counterpart of '{}' in the dialect"


def call(writer, node, results):
    """Writes a call with results of a type; gives its value."""
    callee = node.op
    what = kind(callee)
    if what == "Op":
        return _op(writer, node, results)
    if what == "GlobalVar":
        return _function(writer, callee, node.args, results)
    if what == "ExternFunc":
        name = str(callee.global_symbol)
        if name in _RUN_TIME:
            with writer.text.at(name):
                return _RUN_TIME[name](writer, node, results)
        return _extern(writer, _packed(writer), callee, node.args, results)
    if what in ("Var", "DataflowVar"):
        pure = writer.promises_purity or getattr(callee.ty, "purity", False)
        return _invoke(writer, "relax.invoke_pure_closure" if pure else "relax.invoke_closure", callee, node.args, results)
    return writer.text.fail(f"a call of a {what} has no counterpart")


def _packed(writer):
    """A call of a function outside, whose effects a local function may have promised not to be seen."""
    return "relax.call_pure_packed" if writer.promises_purity else "relax.call_packed"


def _op(writer, node, results):
    name = node.op.name
    with writer.text.at(name):
        if name in _SPECIAL:
            return _SPECIAL[name](writer, node, results)
        if name not in TABLE:
            writer.text.fail(_NONE.format(name))
        return operator_call(writer, node, writer.types.results(results))


def _emit(writer, before, operands, results, after=""):
    """An op with results of a type, a tuple's fields apart."""
    types = _leaves(writer, results)
    names = ", ".join(value.name for value in operands)
    signature = f"({', '.join(value.type for value in operands)}) -> {plural(types)}"
    values = iter(writer.text.op(f"{before}({names}){after} : {signature}", *types))
    return _rebuild(results, values)


def _leaves(writer, type):
    if kind(type) == "TupleType":
        return [leaf for field in type.fields for leaf in _leaves(writer, field)]
    return [writer.types.type(type)]


def _rebuild(type, values):
    if kind(type) == "TupleType":
        return Fields(_rebuild(field, values) for field in type.fields)
    return next(values)


def _one(writer, text, results):
    """An op with the one result of a type, or none if the type is void."""
    types = writer.types.results(results) if kind(results) == "TupleType" and not results.fields else [writer.types.type(results)]
    values = writer.text.op(text, *types)
    return values[0] if values else Fields()


def _function(writer, global_var, arguments, results):
    """A call of a function of the module by its name."""
    name = str(global_var.name_hint)
    callee = writer.module.functions.get(name)
    if callee is None:
        writer.text.fail(f"the callee '{name}' is not in the module")
    if kind(callee) == "PrimFunc" and (number := returned_number(callee)) is not None:
        return writer.number_of(number, zip(callee.params, arguments))
    if kind(callee) == "PrimFunc":
        return _direct(writer, name, arguments)
    if kind(callee) == "ExternFunc":
        return _extern(writer, _packed(writer), callee, arguments, results)
    operands = writer.arguments(arguments, callee)
    impure = "" if callee.is_pure else "impure "
    several = callee.attrs is not None and "relax.num_results" in callee.attrs
    types = writer.types.results(results) if several else [writer.types.type(results)]
    names = ", ".join(value.name for value in operands)
    signature = f"({', '.join(value.type for value in operands)}) -> {plural(types)}"
    values = writer.text.op(f"relax.call {impure}{symbol(name)}({names}) : {signature}", *types)
    return Fields(values) if several else values[0]


def _direct(writer, name, arguments):
    """A tensor program called on tensors that exist: inputs, then outputs."""
    program = writer.module.programs[name]
    buffers, scalars = program.split(writer, arguments)
    count = program.num_inputs + len(program.numbers)
    text = f"relax.call_prim_func {symbol(name)}"
    for word, values in (("ins", buffers[:count]), ("outs", buffers[count:])):
        if values:
            names, types = ", ".join(v.name for v in values), ", ".join(v.type for v in values)
            text += f" {word}({names} : {types})"
    writer.text.line(text + _vars(scalars))
    return Fields()


def _vars(scalars):
    return f" vars [{', '.join(scalars)}]" if scalars else ""


def _invoke(writer, op, closure, arguments, results):
    value = writer.operand(closure)
    operands = [operand for argument in arguments for operand in writer.operands(argument, flatten=False)]
    type = writer.types.type(results)
    names = ", ".join(operand.name for operand in operands)
    signature = f"({', '.join(operand.type for operand in operands)}) -> {plural([type])}"
    return writer.text.op(f"{op} {value.name}({names}) : {value.type}, {signature}", type)[0]


def _closure(op):
    def write(writer, node, results):
        return _invoke(writer, op, node.args[0], node.args[1].fields, results)
    return write


def _make_closure(writer, node, results):
    if kind(node.args[0]) != "GlobalVar":
        writer.text.fail(f"a closure of a {kind(node.args[0])} has no counterpart; only of a function of the module")
    operands = writer.operands(node.args[1])
    type = writer.types.type(results)
    names = ", ".join(value.name for value in operands)
    signature = f"({', '.join(value.type for value in operands)}) -> {plural([type])}"
    return writer.text.op(f"relax.make_closure {symbol(str(node.args[0].name_hint))}({names}) : {signature}", type)[0]


def _seen_again(writer, node, results):
    """What TVM's run time calls a reshape: the same memory with other sizes."""
    value, type = tensor_operand(writer, node), type_of_shape(writer, node.args[1], results)
    return writer.text.op(f"relax.memory.view {value.name} at [0] : {value.type} to {type}", type)[0]


def _extern(writer, op, callee, arguments, results, after=""):
    if kind(callee) != "ExternFunc":
        writer.text.fail(f"the callee is a {kind(callee)}, not an external function")
    name = str(callee.global_symbol)
    writer.module.declare(name)
    operands = [value for argument in arguments for value in writer.operands(argument, flatten=False)]
    return _emit(writer, f"{op} {symbol(name)}", operands, results, after)


def _operator(name):
    """A function of TVM's run time that is what an operator becomes."""
    def write(writer, node, results):
        return operator_call(writer, node, writer.types.results(results), name=name)
    return write


def _run_time_closure(writer, node, _):
    """What LambdaLift's closures become: calls of one are calls of its function where it is made."""
    callee, *captured = node.args
    if kind(callee) != "GlobalVar" or kind(writer.module.functions.get(str(callee.name_hint))) != "Function":
        writer.text.fail("a closure of what is no function of the module has no counterpart")
    return Closure(callee, captured)


def _run_time_invoke(writer, node, results):
    closure, *arguments = _tuple(writer, node.args[1])
    value = writer.value(closure)
    if isinstance(value, Closure):
        if kind(results) == "AnyType":
            # TVM's LowerRuntimeBuiltin forgets what the function gives.
            results = well_defined(writer.module.functions[str(value.callee.name_hint)].ret_ty)
        return _function(writer, value.callee, [*arguments, *value.captured], results)
    return _invoke(writer, "relax.invoke_closure", closure, arguments, results)


def _run_time_field(writer, node, results):
    """A field by its number, of a tuple that is as the variable's type says."""
    fields, index = writer.value(node.args[0]), int(getattr(node.args[1], "value", node.args[1]))
    if isinstance(fields, Fields):
        return fields[index]
    result = writer.types.type(results)
    return writer.text.op(f"relax.tuple_get_item {fields.name}[{index}] : {fields.type} -> {result}", result)[0]


def _dps_packed(writer, node, results):
    return _extern(writer, "relax.call_dps_packed", node.args[0], node.args[1].fields, results)


def _pure_packed(writer, node, results):
    callee = node.args[0]
    if kind(callee) == "GlobalVar":
        callee = writer.module.functions[str(callee.name_hint)]
    if kind(callee) in ("Var", "DataflowVar"):
        return _invoke(writer, "relax.invoke_pure_closure", callee, node.args[1:], results)
    return _extern(writer, "relax.call_pure_packed", callee, node.args[1:], results)


def _inplace_packed(writer, node, results):
    indices = writer.attributes.write("integers", node.attrs.inplace_indices)
    return _extern(writer, "relax.call_inplace_packed", node.args[0], node.args[1:], results,
                   f" {{inplace_indices = {indices}}}")


def _call_tir(op, attributes=()):
    def write(writer, node, results):
        name = str(node.args[0].name_hint)
        if name in writer.module.scalar_programs:
            return writer.tensor_of(_tuple(writer, node.args[1])[0], writer.types.type(results))
        program = writer.module.programs.get(name)
        if program is None:
            writer.text.fail(f"the callee '{name}' is no tensor program of the module")
        arguments = _tuple(writer, node.args[1])
        buffers, scalars = program.split(writer, arguments)
        fields = writer.attributes.fields(node.attrs)
        written = [f"{key} = {_tir_attribute(writer, program, key, fields[key])}" for key in attributes if key in fields]
        after = f" {{{', '.join(written)}}}" if written else ""
        return _emit(writer, f"{op} {symbol(name)}", buffers, results, _vars(scalars) + after)
    return write


def _tir_attribute(writer, program, key, value):
    if key == "inplace_indices":
        moved = [program.buffer_index(int(index)) for index in value]
        return writer.attributes.write("integers", moved)
    return string(value) if key == "te_grad_name" else writer.attributes.dictionary(value.items())


def _tuple(writer, node):
    """The fields of a tuple that is an argument."""
    return list(node.fields) if kind(node) == "Tuple" else writer.operands(node)


def _builtin_with_ctx(writer, node, results):
    name = getattr(node.args[0], "global_symbol", None)
    if name is None:
        writer.text.fail(f"the callee '{node.args[0]}' is not an external function")
    if name in _GRAPHS:
        # What is captured, or memory of captured functions: the function means the same called plainly. The run time makes
        # graphs of what comes again, and `relax-rewrite-cuda-graph` of what is inlined.
        callee, *rest = _tuple(writer, node.args[1])
        arguments = _tuple(writer, rest[0]) if name == _CAPTURE else []
        given = _function(writer, callee, arguments, results)
        writer.captured |= {value.name for value in (given if isinstance(given, Fields) else [given])}
        return given
    if name == "vm.builtin.invoke_closure":
        return _run_time_invoke(writer, node, results)
    return _emit(writer, f"relax.call_builtin_with_ctx {string(name)}", writer.operands(node.args[1]), results)


def _print(writer, node, _):
    values = [writer.operand(argument) for argument in node.args[1:]]
    text = f"relax.print {string(node.args[0].value)}"
    if values:
        text += f"({', '.join(v.name for v in values)}) : {', '.join(v.type for v in values)}"
    writer.text.line(text)
    return Fields()


def _assert(writer, node, _):
    condition = writer.operand(node.args[0])
    values = [writer.operand(argument) for argument in node.args[2:]]
    names = f"({', '.join(v.name for v in values)})" if values else ""
    types = ", ".join(v.type for v in [condition] + values)
    writer.text.line(f"relax.assert_op {condition.name}, {string(node.args[1].value)}{names} : {types}")
    return Fields()


def _checkpoint(writer, node, results):
    if kind(node.args[0].ty) == "TupleType":
        writer.text.fail(f"'{node.op.name}' of a tuple has no counterpart; mark its fields")
    return operator_call(writer, node, writer.types.results(results))


def _no_grad(writer, node, results):
    """A shape, which Gradient marks, too, has no derivative anyhow."""
    if kind(results) != "TensorType":
        return writer.value(node.args[0])
    return operator_call(writer, node, writer.types.results(results))


def _converted(op):
    """`op %x : T -> R`."""
    def write(writer, node, results):
        value = writer.operand(node.args[0])
        return _one(writer, f"{op} {value.name} : {value.type} -> {writer.types.type(results)}", results)
    return write


def _same(op):
    """`op %x : T`, with the operand's type."""
    def write(writer, node, _):
        value = tensor_operand(writer, node)
        return writer.text.op(f"{op} {value.name} : {value.type}", value.type)[0]
    return write


def _ended(op, typed=True):
    """`op %x : T`, without results."""
    def write(writer, node, _):
        value = writer.operand(node.args[0])
        writer.text.line(f"{op} {value.name}" + (f" : {value.type}" if typed else ""))
        return Fields()
    return write


def _kill_object(writer, node, results):
    """What captured functions share with others is memory of the run time: a name is dropped. A closure holds nothing."""
    if isinstance(writer.value(node.args[0]), Closure):
        return Fields()
    if writer.operand(node.args[0]).name in writer.captured:
        return Fields()
    return _ended("relax.vm.kill_object")(writer, node, results)


def _kill_tensor(writer, node, results):
    """What an operator gave is a value here: it has no end, but a reference to
    it may go. What the caller gave is the caller's: a name is dropped."""
    value = writer.operand(node.args[0]).name
    if value in writer.captured or any(node.args[0].same_as(parameter) for parameter in writer.function.params):
        return Fields()
    given = value in writer.operator_results
    return _ended("relax.vm.kill_object" if given else "relax.memory.kill_tensor")(writer, node, results)


def _inspect_axis(op):
    def write(writer, node, results):
        tensor, axis = writer.operand(node.args[0]), writer.operand(node.args[1])
        result = writer.types.type(results)
        return _one(writer, f"{op} {tensor.name}, {axis.name} : {tensor.type}, {axis.type} -> {result}", results)
    return write


def _null_value(writer, _, __):
    return writer.text.op("relax.null_value : !relax.object", "!relax.object")[0]


def _hint(writer, node, _):
    value, attrs = writer.operand(node.args[0]), node.attrs
    target = writer.module.device_kind(attrs.device_type)
    scope = "" if attrs.memory_scope in ("", "global") else f", {string(attrs.memory_scope)}"
    return writer.text.op(f"relax.hint_on_device {value.name} on <{string(target)}, {attrs.index}{scope}> : {value.type}",
                          value.type)[0]


def _to_vdevice(writer, node, results):
    value = writer.operand(node.args[0])
    device = writer.types.vdevice(node.attrs.dst_vdevice)
    return _one(writer, f"relax.to_vdevice {value.name} to {device} : {value.type} -> {writer.types.type(results)}", results)


def _py_func(writer, node, results):
    return _emit(writer, f"relax.call_py_func {string(node.args[0].value)}", writer.operands(node.args[1]), results)


def _annotate_sharding(writer, node, _):
    value, attrs = writer.operand(node.args[0]), node.attrs
    mesh, placement = writer.module.meshes.name(attrs.device_mesh), writer.types.placement(attrs.placement)
    return writer.text.op(f"relax.dist.annotate_sharding {value.name} on {symbol(mesh)} {placement} : {value.type}",
                          value.type)[0]


def _redistribute(writer, node, results):
    value, type = writer.operand(node.args[0]), writer.types.type(results)
    return writer.text.op(f"relax.dist.redistribute {value.name} : {value.type} to {type}", type)[0]


def _local_view(writer, node, results):
    name = str(node.args[0].name_hint)
    return _emit(writer, f"relax.dist.call_tir_local_view {symbol(name)}", writer.operands(node.args[1]), results)


def _multibox(writer, node, results):
    """TVM takes the softmax of the scores (0.26 always), and gives boxes as
    top, left, bottom, right; the operator here does neither."""
    scores = writer.operand(node.args[0])
    if getattr(node.attrs, "apply_softmax", True):
        scores = writer.text.op(f"relax.nn.softmax {scores.name} {{axis = 1 : i64}} : ({scores.type}) -> {scores.type}",
                                scores.type)[0]
    types = writer.types.results(results)
    boxes, kept = operator_call(writer, node, types, [scores, *node.args[1:]])
    order = writer.text.op("relax.constant dense<[1, 0, 3, 2]> : tensor<4xi64>", "tensor<4xi64>")[0]
    turned = writer.text.op(f"relax.take {boxes.name}, {order.name} {{axis = 2 : i64}} : ({boxes.type}, {order.type}) -> "
                            f"{boxes.type}", boxes.type)[0]
    return Fields([turned, kept])


# What operators become in TVM's default pipeline, with their arguments, and calls of its virtual machine.
_RUN_TIME = {
    "relax.run.print": _print,
    "relax.run.assert_op": _assert,
    "relax.run.shape_to_tensor": _converted("relax.shape_to_tensor"),
    "relax.run.nonzero": _operator("relax.nonzero"),
    "relax.run.unique": _operator("relax.unique"),
    "vm.builtin.shape_of": _converted("relax.shape_of"),
    "vm.builtin.tensor_to_shape": _converted("relax.tensor_to_shape"),
    "vm.builtin.reshape": _seen_again,
    "vm.builtin.copy": lambda writer, node, _: writer.value(node.args[0]),
    "vm.builtin.null_value": _null_value,
    "vm.builtin.make_tuple": lambda writer, node, _: Fields(writer.value(argument) for argument in node.args),
    "vm.builtin.tuple_getitem": _run_time_field,
    "vm.builtin.ensure_zero_offset": _same("relax.memory.ensure_zero_offset"),
    "vm.builtin.make_closure": _run_time_closure,
}

_SPECIAL = {
    "relax.vision.multibox_transform_loc": _multibox,
    "relax.grad.start_checkpoint": _checkpoint,
    "relax.grad.end_checkpoint": _checkpoint,
    "relax.grad.no_grad": _no_grad,
    **MEMORY,
    "relax.call_py_func": _py_func,
    "relax.dist.annotate_sharding": _annotate_sharding,
    "relax.dist.redistribute": _redistribute,
    "relax.dist.call_tir_local_view": _local_view,
    "relax.call_tir": _call_tir("relax.call_tir"),
    "relax.call_tir_inplace": _call_tir("relax.call_tir_inplace", ("inplace_indices",)),
    "relax.call_tir_with_grad": _call_tir("relax.call_tir_with_grad", ("te_grad_name", "te_grad_kwargs")),
    "relax.call_dps_packed": _dps_packed,
    "relax.call_pure_packed": _pure_packed,
    "relax.call_inplace_packed": _inplace_packed,
    "relax.call_builtin_with_ctx": _builtin_with_ctx,
    "relax.invoke_closure": _closure("relax.invoke_closure"),
    "relax.invoke_pure_closure": _closure("relax.invoke_pure_closure"),
    "relax.make_closure": _make_closure,
    "relax.print": _print,
    "relax.assert_op": _assert,
    "relax.shape_of": _converted("relax.shape_of"),
    "relax.shape_to_tensor": _converted("relax.shape_to_tensor"),
    "relax.tensor_to_shape": _converted("relax.tensor_to_shape"),
    "relax.size": _converted("relax.size"),
    "relax.builtin.stop_lift_params": _same("relax.builtin.stop_lift_params"),
    "relax.memory.ensure_zero_offset": _same("relax.memory.ensure_zero_offset"),
    "relax.memory.kill_tensor": _kill_tensor,
    "relax.memory.kill_storage": _ended("relax.memory.kill_storage", typed=False),
    "relax.vm.kill_object": _kill_object,
    "relax.hint_on_device": _hint,
    "relax.to_vdevice": _to_vdevice,
    "relax.null_value": _null_value,
    "relax.inspect.tensor_shape_i": _inspect_axis("relax.inspect.tensor_shape_i"),
    "relax.inspect.tensor_stride_i": _inspect_axis("relax.inspect.tensor_stride_i"),
    **{f"relax.inspect.tensor_{name}": _converted(f"relax.inspect.tensor_{name}")
       for name in ("byte_offset", "dtype_bits", "dtype_code", "dtype_lanes", "elem_offset", "ndim")},
}
