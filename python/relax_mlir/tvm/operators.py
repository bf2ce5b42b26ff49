"""Operators of tensors: calls as the table of our ops says."""
import json
from pathlib import Path

from .text import Fields, Value, plural
from .versions import dtype_of, kind

TABLE = json.loads((Path(__file__).parent / "operators.json").read_text())


def operator_call(writer, call, types, arguments=None):
    """Writes a call of an operator; `types` are those of its results.

    `arguments` stand for those of the call.
    """
    name = call.op.name
    operands, attributes = [], {}
    given = writer.attributes.fields(call.attrs)
    _adapt(writer, name, given)
    arguments = iter(call.args if arguments is None else arguments)
    for argument, what in TABLE[name]["arguments"]:
        if what.startswith("operand"):
            operands += _operands(writer, what, next(arguments, None))
            continue
        value = given.pop(argument) if argument in given else next(arguments, None)
        with writer.text.at(f"attribute '{argument}'"):
            if value is not None or not what.endswith("?"):
                attributes[argument] = writer.attributes.write(what, value)
    is_number = kind(call.ty) == "PrimType" and dtype_of(call) is not None and types[0][0] in "if"
    if is_number:
        # TVM gives a number for numbers; ours are tensors of rank 0.
        types = [f"tensor<{writer.types.dtype(dtype_of(call))}>"]
    if given:
        writer.text.fail(f"'{name}' has attributes that its counterpart lacks: {', '.join(given)}")
    if next(arguments, None) is not None:
        writer.text.fail(f"'{name}' has more arguments than its counterpart")
    written = [f"{key} = {value}" for key, value in attributes.items() if value is not None]
    dictionary = f" {{{', '.join(written)}}}" if written else ""
    names = " ".join(filter(None, [name, ", ".join(value.name for value in operands)]))
    signature = f"({', '.join(value.type for value in operands)}) -> {plural(types)}"
    results = writer.text.op(f"{names}{dictionary} : {signature}", *types)
    writer.operator_results |= {value.name for value in results}
    if is_number:
        return _number(writer, results[0], call)
    return Fields(results) if kind(call.ty) == "TupleType" else results[0]


def _number(writer, value, call):
    """The element of a tensor; a number has no sign."""
    type = writer.types.type(call.ty)
    if value.type != f"tensor<{type}>":
        value = writer.text.op(f"relax.astype {value.name} {{dtype = {type}}} : ({value.type}) -> tensor<{type}>", f"tensor<{type}>")[0]
    return writer.text.op(f"tensor.extract {value.name}[] : {value.type}", type)[0]


def _operands(writer, what, argument):
    """The values of an argument: several of a tuple, none of what is absent."""
    if argument is None or what == "operand?" and kind(argument) == "Tuple":
        return []
    if what == "operands":
        return writer.operands(argument)
    # A number where a tensor is expected stands for one of rank 0.
    return [writer.operand(argument) if isinstance(argument, Value) or dtype_of(argument) is None else writer.tensor_of(argument)]


def _adapt(writer, name, given):
    """Fields that say one thing in another way."""
    if name == "relax.split":
        parts = given.pop("indices_or_sections")
        given["indices" if kind(parts) == "Array" else "sections"] = parts
    elif name in ("relax.nn.attention", "relax.nn.attention_bias", "relax.nn.attention_var_len"):
        for field in ("scale", "window_size"):
            given[field] = _constant(given[field])
    elif name.startswith("relax.image.resize"):
        _adapt_resize(writer, given)
    elif name == "relax.grad.take_backward" and given["mode"] == "":
        given.pop("mode")
    elif name == "relax.vision.multibox_transform_loc":
        given.pop("apply_softmax", None)


def _adapt_resize(writer, given):
    """A region is used by one mode only; a rounding by one method."""
    if given["coordinate_transformation_mode"] != "tf_crop_and_resize":
        given.pop("roi")
    if given["rounding_method"] == "":
        if given["method"] == "nearest_neighbor":
            writer.text.fail("attribute 'rounding_method': it is empty, but the nearest neighbor depends on it")
        given.pop("rounding_method")


def _constant(node):
    """The number of a constant expression, or what it was."""
    return node.value if kind(node) in ("IntImm", "FloatImm") else node

