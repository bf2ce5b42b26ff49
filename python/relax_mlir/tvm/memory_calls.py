"""Calls that are about memory: storages, tensors in them, views, ends."""
from .text import Fields, string, symbol
from .versions import kind


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
    _, _, index, scope = node.args
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
    if kind(size) == "ShapeExpr" and len(size.values) == 1:
        return writer.symbols.expression(size.values[0])
    return writer.text.fail(f"the size of a storage is one number of bytes, not '{size}'")


def _tensor_in_storage(writer, node, results):
    storage, op = writer.operand(node.args[0]), node.op.name
    attributes = _dictionary(runtime_device_index=_integer(node.args[4], 0) if len(node.args) > 4 else None)
    type = writer.types.type(results)
    offset = writer.symbols.expression(node.args[1])
    return writer.text.op(f"{op} {storage.name} at [{offset}]{attributes} : {type}", type)[0]


def _view(writer, node, results):
    value, offset = writer.operand(node.args[0]), node.args[3]
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


MEMORY = {
    "relax.memory.alloc_storage": _alloc_storage,
    "relax.memory.alloc_tensor": _tensor_in_storage,
    "relax.memory.view": _view,
    "relax.builtin.alloc_tensor": _alloc_tensor,
    "relax.vm.alloc_storage": _vm_alloc_storage,
    "relax.vm.alloc_tensor": _tensor_in_storage,
    "relax.vm.call_tir_dyn": _call_tir_dyn,
}
