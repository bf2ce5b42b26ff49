"""Which operators are decomposed before the import, and which are kept because the dialect has them."""
import torch

from . import registry

# Operators that PyTorch composes of others: here one op, or fewer and larger ones.
KEPT = [
    "linear.default", "scaled_dot_product_attention.default", "silu.default", "leaky_relu.default", "hardtanh.default",
    "upsample_bilinear2d.vec", "upsample_bicubic2d.vec", "upsample_nearest2d.vec", "upsample_nearest1d.vec",
    "upsample_linear1d.vec", "upsample_trilinear3d.vec", "upsample_nearest3d.vec",
    "upsample_bilinear2d.default", "upsample_bicubic2d.default", "upsample_nearest2d.default",
    "grid_sampler_2d.default", "pixel_shuffle.default", "rms_norm.default", "softplus.default", "selu.default",
    "stack.default", "tril.default", "triu.default", "std.correction", "var.correction", "logaddexp.default",
    "masked_fill.Scalar", "masked_fill.Tensor", "repeat_interleave.self_int", "max_pool1d.default", "max_pool3d.default",
    "avg_pool1d.default", "addcmul.default", "hardswish.default", "hardsigmoid.default", "mish.default", "glu.default",
    "index_add.default", "index_copy.default", "baddbmm.default", "addmv.default", "mv.default", "dot.default",
    "frac.default", "unfold.default", "log_sigmoid_forward.default", "logit.default", "native_dropout.default",
    "split_with_sizes.default", "unbind.int", "floor_divide.default", "reflection_pad2d.default", "reflection_pad1d.default",
    "replication_pad1d.default", "replication_pad2d.default", "replication_pad3d.default", "reflection_pad3d.default",
    "roll.default",
]


def _kept():
    found = []
    for name in KEPT:
        packet, overload = name.split(".")
        operator = getattr(getattr(torch.ops.aten, packet, None), overload, None)
        if operator is not None:
            found.append(operator)
    return found


def table():
    """The decompositions into core ATen, without those of the operators that are kept."""
    found = torch.export.default_decompositions()
    for operator in _kept():
        found.pop(operator, None)
    return found


def core_table():
    """The same for tracing, where an operator that is in no table stays as it is."""
    found = dict(torch._decomp.core_aten_decompositions())
    for operator in _kept():
        found.pop(operator, None)
    return found


def _is_read(node):
    """Whether a node can be imported as it is: it has a writer, and changes nothing in place."""
    schema = getattr(node.target, "_schema", None)
    if node.op != "call_function":
        return node.op != "get_attr" or not isinstance(getattr(node.graph.owning_module, node.target, None), torch.nn.Module)
    return schema is None or not schema.is_mutable and registry.find(node.target) is not None


def is_read(program):
    """Whether a program can be imported as it stands, as far as its operators tell: PyTorch takes seconds to trace a
    program anew."""
    return all(map(_is_read, program.graph.nodes)) and not program.graph_signature.buffers_to_mutate


def decompose(program):
    """An exported program in terms of the operators that are imported."""
    return program.run_decompositions(table())
