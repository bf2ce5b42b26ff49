"""What TVM's own passes make of the other modules: tensor programs as its
operators have them, scheduled for a GPU, fused, planned, with lowered calls."""
import tvm
from tvm import relax
from tvm.s_tir import dlight

import operator_modules

_CPU = tvm.target.Target("llvm")
_GPU = tvm.target.Target({"kind": "cuda", "arch": "sm_80"})
# A module of each kind of kernel.
_SCHEDULED = ("matmul", "nn.softmax", "sum", "nn.conv2d", "add", "nn.layer_norm", "take", "concat", "nn.max_pool2d")
_PLANNED = ("add", "matmul", "reshape", "split", "nn.softmax", "nn.conv2d", "strided_slice", "nn.attention", "take")
# TVM has no lowering that it could show: it raises, or calls Python's DLPack.
_NOT_LOWERED = ("inspect.", "axis=None", "window_size=4", "attention_var_len", "pixel_shuffle")
if tvm.__version__.startswith("0.26"):
    # Its lowering leaves a placeholder in the bounds of a loop.
    _NOT_LOWERED += ("roi_align",)


def legalized(maker):
    """What TVM's operators become: tensor programs."""
    with _CPU:
        return relax.transform.LegalizeOps()(maker())


def _fused(maker):
    with _CPU:
        return relax.get_pipeline("zero")(maker())


def _scheduled(maker):
    with _GPU:
        rules = dlight.gpu.Matmul(), dlight.gpu.GEMV(), dlight.gpu.Reduction(), dlight.gpu.GeneralReduction(), dlight.gpu.Fallback()
        return dlight.ApplyDefaultSchedule(*rules)(legalized(maker))


def _planned(maker):
    passes = tvm.transform.Sequential([
        relax.transform.RewriteDataflowReshape(), relax.transform.ToNonDataflow(), relax.transform.RemovePurityChecking(),
        relax.transform.CallTIRRewrite(), relax.transform.StaticPlanBlockMemory(), relax.transform.LowerAllocTensor(),
        relax.transform.KillAfterLastUse()])
    return passes(legalized(maker))


def is_lowered(name):
    """Whether TVM shows what it lowers the module of that name to."""
    return not any(word in name for word in _NOT_LOWERED)


def modules():
    """Name and maker of each module."""
    for name, maker in operator_modules.modules():
        operator = name.split("(")[0]
        if not is_lowered(name):
            continue
        yield f"{name}, legalized", lambda maker=maker: legalized(maker)
        if operator in _PLANNED:
            yield f"{name}, fused", lambda maker=maker: _fused(maker)
            yield f"{name}, planned", lambda maker=maker: _planned(maker)
        if operator in _SCHEDULED:
            yield f"{name}, for a GPU", lambda maker=maker: _scheduled(maker)
