"""Operators of tensors: calls as the table of our ops says."""
import json
import re
from pathlib import Path

from .element_types import bits, is_float, is_integer, is_unsigned
from .text import Fields, Value, plural
from .versions import dtype_of, kind

# They take operands of two dtypes in TVM.
_COMPARISONS = {f"relax.{name}" for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")}
TABLE = json.loads((Path(__file__).parent / "operators.json").read_text())


def operator_call(writer, call, types, arguments=None, name=None):
    """Writes a call of an operator; `types` are those of its results.

    `arguments` stand for those of the call, `name` for that of its operator.
    """
    name = name or call.op.name
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
    if name in _COMPARISONS:
        operands = _of_one_dtype(writer, operands, call.args)
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


def _of_one_dtype(writer, operands, arguments):
    """Operands of a comparison, which may have two dtypes in TVM: one is cast to the other's, as TVM's expressions are."""
    dtypes = [str(argument.ty.dtype) if kind(argument.ty) in ("PrimType", "TensorType") else "" for argument in arguments]
    if dtypes[0] == dtypes[1] or not all(dtypes):
        return operands
    if is_integer(dtypes[0]) and is_integer(dtypes[1]) and is_unsigned(dtypes[0]) != is_unsigned(dtypes[1]):
        writer.text.fail(f"a comparison of '{dtypes[0]}' and '{dtypes[1]}' has no counterpart; cast one of them")
    # Floats are wider than any integer, which are wider than booleans.
    first = max((0, 1), key=lambda place: (is_float(dtypes[place]), dtypes[place] != "bool", bits(dtypes[place])))
    cast, target = 1 - first, writer.types.dtype(dtypes[first])
    type = re.sub(rf"(?<=[x<]){re.escape(writer.types.dtype(dtypes[cast]))}(?=[,>])", target, operands[cast].type, count=1)
    text = f"relax.astype {operands[cast].name} {{dtype = {target}}} : ({operands[cast].type}) -> {type}"
    operands[cast] = writer.text.op(text, type)[0]
    return operands


def _operands(writer, what, argument):
    """The values of an argument: several of a tuple, none of what is absent."""
    if argument is None or what == "operand?" and kind(argument) == "Tuple":
        return []
    if what == "operands":
        return writer.operands(argument)
    if kind(getattr(argument, "ty", None)) == "TupleType":
        writer.text.fail("a tuple has no counterpart where one tensor is expected; pass its fields")
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

