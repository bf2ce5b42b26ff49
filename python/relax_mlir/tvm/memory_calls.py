"""Calls that are about memory: storages, tensors in them, views, ends."""
from .text import Fields, string, symbol
from .operators import TABLE
from .versions import identity, kind


def _dictionary(**values):
    """An attribute dictionary of what is not the default."""
    written = [f"{key} = {value}" for key, value in values.items() if value is not None]
    return f" {{{', '.join(written)}}}" if written else ""


def _integer(node, default):
    """An i64 attribute, or nothing if it is the default."""
    return None if node.value == default else f"{node.value} : i64"


def _scope(node):
    return None if node.value == "global" else string(node.value)


def _hinted(writer, node):
    """The dtype that a storage is meant for, unless it is bytes."""
    dtype = str(getattr(node, "value", node))
    return None if dtype in ("uint8", "") else writer.types.dtype(dtype)


def _alloc_tensor(writer, node, results):
    shape, _, index, scope = node.args
    if writer.is_value(node):
        # Nobody writes into it: whatever is in it may be zeros.
        sizes, type = writer.operand(shape), writer.types.type(results)
        return writer.text.op(f"relax.zeros {sizes.name} {{dtype = {writer.types.dtype(node.args[1].value)}}} : ({sizes.type}) -> {type}", type)[0]
    attributes = _dictionary(storage_scope=_scope(scope), runtime_device_index=_integer(index, 0))
    type = writer.types.type(results)
    return writer.text.op(f"relax.builtin.alloc_tensor{attributes} : {type}", type)[0]


def _alloc_storage(writer, node, _):
    size, index, scope, dtype = node.args
    attributes = _dictionary(virtual_device_index=_integer(index, 0), storage_scope=_scope(scope),
                             dtype_hint=_hinted(writer, dtype))
    return writer.text.op(f"relax.memory.alloc_storage [{_bytes(writer, size)}]{attributes}", "!relax.object")[0]


def _vm_alloc_storage(writer, node, _):
    size, index, dtype, scope = node.args
    attributes = _dictionary(dtype=_hinted(writer, dtype), runtime_device_index=_integer(index, 0),
                             storage_scope=_scope(scope))
    return writer.text.op(f"relax.vm.alloc_storage [{_bytes(writer, size)}]{attributes}", "!relax.object")[0]


def _bytes(writer, size):
    sizes = writer.known_sizes(size)
    if sizes is not None and len(sizes) == 1:
        return sizes[0]
    if kind(size) == "ShapeExpr" and len(size.values) == 1:
        return writer.symbols.expression(size.values[0])
    return writer.text.fail(f"the size of a storage is one number of bytes, not '{size}'")


def type_of_shape(writer, shape, results):
    """The type of a tensor of a shape that may be a variable whose sizes are known."""
    sizes = writer.known_sizes(shape)
    return writer.types.type(results) if sizes is None else writer.types.sized(results, sizes)


def _tensor_in_storage(writer, node, results):
    storage, op = writer.operand(node.args[0]), node.op.name
    if storage.type != "!relax.object":
        writer.text.fail(f"a tensor in '{node.args[0].ty}' has no counterpart: a storage is an object")
    attributes = _dictionary(runtime_device_index=_integer(node.args[4], 0) if len(node.args) > 4 else None)
    type = type_of_shape(writer, node.args[2], results)
    offset = writer.symbols.expression(node.args[1])
    tensor = writer.text.op(f"{op} {storage.name} at [{offset}]{attributes} : {type}", type)[0]
    if storage.name in writer.captured:
        writer.captured.add(tensor.name)
    return tensor


def tensor_operand(writer, node):
    """The first operand, whose memory is seen: a tensor, and of known rank."""
    type = node.args[0].ty
    if kind(type) != "TensorType" or type.ndim < 0:
        writer.text.fail(f"'{node.op.name}' of '{type}' has no counterpart; only of a tensor of known rank")
    return writer.operand(node.args[0])


def _view(writer, node, results):
    value, offset = tensor_operand(writer, node), node.args[3]
    start = "0" if kind(offset) == "Tuple" else writer.symbols.expression(offset)
    type = writer.types.type(results)
    return writer.text.op(f"relax.memory.view {value.name} at [{start}] : {value.type} to {type}", type)[0]


def _call_tir_dyn(writer, node, _):
    values = writer.operands(node.args[1])
    shapes = [value for value in values if value.type.startswith("!relax.shape")]
    tensors = values[:len(values) - len(shapes)]
    shape = f" shape({shapes[0].name} : {shapes[0].type})" if shapes else ""
    names, types = ", ".join(v.name for v in tensors), ", ".join(v.type for v in tensors)
    writer.text.line(f"relax.vm.call_tir_dyn {symbol(str(node.args[0].name_hint))}({names} : {types}){shape}")
    return Fields()


def _bound_calls(function):
    """The calls that a function binds, with their variables."""
    stack = [function]
    while stack:
        node = stack.pop()
        if kind(node) == "Function":
            stack.append(node.body)
        elif kind(node) == "If":
            stack += [node.true_branch, node.false_branch]
        elif kind(node) == "SeqExpr":
            for binding in (binding for block in node.blocks for binding in block.bindings):
                stack.append(binding.value)
                if kind(binding.value) == "Call" and hasattr(binding.value, "op"):
                    yield binding.var, binding.value


def allocated_values(function):
    """The calls of `alloc_tensor` whose tensors operators read, and no call writes."""
    allocated, read, written = {}, set(), set()
    for variable, call in _bound_calls(function):
        name = getattr(call.op, "name", "")
        if name == "relax.builtin.alloc_tensor":
            allocated[identity(variable)] = call
        reads = name in TABLE or name == "relax.call_tir"
        for argument in call.args:
            fields = argument.fields if kind(argument) == "Tuple" else [argument]
            (read if reads else written).update(identity(field) for field in fields if kind(field) in ("Var", "DataflowVar"))
    return {identity(call) for variable, call in allocated.items() if variable in read - written}


MEMORY = {
    "relax.memory.alloc_storage": _alloc_storage,
    "relax.memory.alloc_tensor": _tensor_in_storage,
    "relax.memory.view": _view,
    "relax.builtin.alloc_tensor": _alloc_tensor,
    "relax.vm.alloc_storage": _vm_alloc_storage,
    "relax.vm.alloc_tensor": _tensor_in_storage,
    "relax.vm.call_tir_dyn": _call_tir_dyn,
}
