"""What differs between the versions of TVM: names of nodes and of fields.

The rest of the bridge asks `kind(node)` what a node is, by one name in all
versions, and takes the few fields that have changed their names from here.
"""

# Names of version 0.27 that were other ones in 0.26.
_RENAMED = {"TensorLoad": "BufferLoad", "TensorRegion": "BufferRegion", "GenericConst": "Constant"}
# Expressions of 0.27 that were calls of intrinsics in 0.26.
_INTRINSICS = {"LShift": "shift_left", "RShift": "shift_right", "BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or",
               "BitwiseXor": "bitwise_xor", "BitwiseNot": "bitwise_not"}
_kinds = {}


def kind(node):
    """The kind of a node: the last part of its type's name, as in 0.26."""
    node_class = type(node)
    name = _kinds.get(node_class)
    if name is None:
        described = getattr(node_class, "__tvm_ffi_type_info__", None)
        name = described.type_key.rsplit(".", 1)[-1] if described else node_class.__name__
        name = _kinds[node_class] = "Call" if name in _INTRINSICS else _RENAMED.get(name, name)
    return name


def fields(node):
    """The names of all fields of a node, those of its base classes first."""
    names, described = [], type(node).__tvm_ffi_type_info__
    while described is not None:
        names[:0] = [field.name for field in described.fields or ()]
        described = getattr(described, "parent_type_info", None)
    return names


def identity(node):
    """Equal for two references to one node, and for nothing else that lives."""
    return node.__chandle__()


def constant_data(constant):
    """The tensor of a constant."""
    return constant.data if hasattr(constant, "data") else constant.value


def accessed(node):
    """The variable of the buffer that a load or a region is of."""
    return node.buffer if hasattr(node, "buffer") else node.source


def lane_mask(node):
    """Which lanes a load or store is for; None if for all. 0.27 has none."""
    return getattr(node, "predicate", None)


def intrinsic(node):
    """The name of the intrinsic that a call is of, without its family's name;
    None if it calls something else."""
    name = getattr(getattr(node, "op", None), "name", None) or _INTRINSICS.get(type(node).__name__)
    return None if name is None else name.rsplit(".", 1)[-1]


def arguments(node):
    """The arguments of a call."""
    if hasattr(node, "args"):
        return list(node.args)
    return [node.a, node.b] if hasattr(node, "b") else [node.a]


def dtype_of(node):
    """The dtype of an expression, as TVM writes it: float32x4, bool, handle.

    None if the expression is no scalar or vector.
    """
    scalar = node.ty
    return str(scalar.dtype) if kind(scalar) == "PrimType" else None


def excludes(said, given):
    """Whether no value of a type of the graph level is one of another."""
    from tvm.relax import analysis

    return int(analysis.type_base_check(said, given)) == 0


def well_defined(type):
    """A type as others see it, who do not know its symbols."""
    from tvm.relax import analysis

    return analysis.erase_to_well_defined(type)


def script_globals():
    """The names that TVM's parser knows in a script, as a dictionary."""
    from tvm.script.parser.core.entry import _default_globals

    return _default_globals()


def structurally_equal(left, right):
    """Whether two nodes are the same program."""
    import tvm_ffi

    return tvm_ffi.structural_equal(left, right)
