"""The passes that TVM and we both have, with modules to run them on."""
import atexit
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import tvm
from tvm import relax

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from relax_mlir import safetensors  # noqa: E402

import assume_modules  # noqa: E402
import graph_modules  # noqa: E402
import image_modules  # noqa: E402
import layout_modules  # noqa: E402
import operator_modules  # noqa: E402
import pipeline_modules  # noqa: E402
import product_modules  # noqa: E402
import program_modules  # noqa: E402
import signature_modules  # noqa: E402

_transform = relax.transform
# Of the operators' modules, a few of each kind.
_CHOSEN = ("add(x, y) of x=n,4:f32 y=n,4:f32", "matmul(x, y) of x=n,4:f32 y=4,m:f32", "nn.softmax(x)", "split(x, 2, 1)",
           "reshape(x, (4 * n,))", "concat((x, y), axis=0)", "sum(x, axis=[1]) ", "nn.batch_norm(x, g, g, g, g, axis=1)",
           "nn.conv2d(x, w, strides=[2, 2]", "take(x, i, 0)", "expand_dims(x, [0, -1])", "nn.layer_norm(x, g, g, [-1])")


@dataclass
class Case:
    """A pass of TVM, ours, and what they run on."""

    name: str
    make: Callable
    passes: list
    modules: Callable
    why: str = ""
    # What of TVM's results is left out: names of bindings become names of parameters, which are not known here.
    left_out: str = ""
    # How much the results may differ if the modules are executed before and after ours.
    tolerance: float | None = None


def _operators():
    chosen = [(name, maker) for name, maker in operator_modules.modules() if name.startswith(_CHOSEN)]
    return chosen + operator_modules.chains()


def _graphs():
    return [(name, maker) for name, maker in graph_modules.modules() if name not in ("python functions", "meshes", "sharding")]


def _pipelines():
    transform = tvm.s_tir.transform
    return tvm.transform.Sequential([transform.InjectSoftwarePipeline(), transform.LowerOpaqueBlock(), tvm.tirx.transform.StmtSimplify()])


def _after(*passes):
    """The operators' modules after some passes of TVM."""
    def modules():
        sequence = tvm.transform.Sequential([make() for make in (_transform.LegalizeOps, *passes)])
        return [(name, lambda maker=maker: sequence(maker())) for name, maker in _operators()]
    return modules


def _all():
    return _operators() + _graphs()


def _without_regions():
    """All modules after TVM's ToNonDataflow."""
    return [(name, lambda maker=maker: _transform.ToNonDataflow()(maker())) for name, maker in _all()]


def _sized():
    """The modules with the size `n` in a parameter of `main`."""
    return [(name, maker) for name, maker in _operators()
            if any(str(size) == "n" for param in maker()["main"].params for size in getattr(param.ty.shape, "values", []))]


def _programs():
    return list(program_modules.modules())


def _weights_file():
    """The file that has the weight of the modules."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "weights.safetensors"
    safetensors.write(path, {"w": signature_modules.WEIGHT})
    return path


_TO_CALLS = (_transform.RewriteDataflowReshape, _transform.ToNonDataflow, _transform.RemovePurityChecking)
_TO_MEMORY = (*_TO_CALLS, _transform.CallTIRRewrite)
_PATTERNS = (_transform.AnnotateTIROpPattern,)

CASES = [
    Case("ToNonDataflow", _transform.ToNonDataflow, ["--relax-to-non-dataflow"], _all),
    Case("DeadCodeElimination", _transform.DeadCodeElimination, ["--relax-dead-code-elimination"], _all,
         "an unused result of a dataflow region goes"),
    Case("CanonicalizeBindings", _transform.CanonicalizeBindings, ["--relax-canonicalize-bindings"], _all,
         "casts that say less go; tuples are taken apart"),
    Case("Normalize", _transform.Normalize, ["--relax-normalize"], _all),
    Case("NormalizeGlobalVar", _transform.NormalizeGlobalVar, ["--relax-normalize-global-symbols"], _all),
    Case("EliminateCommonSubexpr", _transform.EliminateCommonSubexpr, ["--cse"], _all),
    Case("InlinePrivateFunctions", _transform.InlinePrivateFunctions, ["--relax-inline-private-functions"], _graphs,
         "TVM drops a function that a closure is made of"),
    Case("LambdaLift", _transform.LambdaLift, ["--relax-lambda-lift"], _graphs,
         "a lifted closure keeps its callable's type here"),
    Case("RemovePurityChecking", _transform.RemovePurityChecking, ["--relax-remove-purity-checking"], _all,
         "a function without effects is not marked; a parameter that is called is a closure, and those are relax-lambda-lift's"),
    Case("AttachGlobalSymbol", _transform.AttachGlobalSymbol, ["--relax-attach-global-symbol"], _all,
         "a public function's symbol is its name; TVM's is not exported a second time"),
    Case("RealizeVDevice", _transform.RealizeVDevice, ["--relax-realize-vdevice"], _graphs),
    Case("FoldConstant", _transform.FoldConstant, ["--relax-fold-constant"], _all,
         "a result's type says what is known"),
    Case("DecomposeOpsForInference", _transform.DecomposeOpsForInference, ["--relax-decompose-ops-for-inference"], _operators,
         "a normalization that says it trains is left"),
    Case("DecomposeOpsForTraining", _transform.DecomposeOpsForTraining, ["--relax-decompose-ops-for-training"], _operators,
         "TVM trains a normalization that says it does not, and lets parameters of a layer norm stand beside the last axes"),
    Case("FoldBatchnormToConv2D", lambda: tvm.transform.Sequential([_transform.FoldBatchnormToConv2D(), _transform.FoldConstant()]),
         ["--relax-fold-batch-norm-to-conv2d"],
         signature_modules.normalizations, "TVM adds and multiplies what `center` and `scale` say that it shall not"),
    Case("RemoveRedundantReshape", _transform.RemoveRedundantReshape, ["--canonicalize"], signature_modules.reshapes),
    Case("UpdateVDevice", lambda: _transform.UpdateVDevice(relax.VDevice("opencl", 0), 1),
         ["--relax-update-vdevice=from=metal:0 to=opencl:0"], signature_modules.devices,
         "TVM leaves the old device in types of other values, also of the tuple that is returned"),
    Case("BindParams", lambda: _transform.BindParams("main", {"w": signature_modules.WEIGHT}),
         [f"--relax-bind-params=file={_weights_file()}"], signature_modules.weights),
    Case("BindSymbolicVars", lambda: _transform.BindSymbolicVars({"n": 3}), ["--relax-bind-symbolic-vars=sizes=n=3"], _sized),
    Case("BundleModelParams", _transform.BundleModelParams, ["--relax-bundle-model-params"], product_modules.weighted,
         "a function without weights stays"),
    Case("LiftTransformParams", _transform.LiftTransformParams, ["--relax-lift-transform-params"], product_modules.weighted,
         left_out=r' \{relax.name = "lv\d*"\}'),
    Case("SplitLayoutRewritePreproc", _transform.SplitLayoutRewritePreproc, ["--relax-split-layout-rewrite-preproc"], layout_modules.rewritten,
         tolerance=0.0),
    Case("AttachAttrLayoutFreeBuffers", _transform.AttachAttrLayoutFreeBuffers, ["--relax-attach-attr-layout-free-buffers"],
         lambda: [(name, lambda maker=maker: _transform.LegalizeOps()(maker())) for name, maker in product_modules.weighted()], tolerance=0.0),
    Case("CombineParallelMatmul", _transform.CombineParallelMatmul, ["--relax-combine-parallel-matmul"], signature_modules.products),
    Case("AdjustMatmulOrder", _transform.AdjustMatmulOrder, ["--relax-adjust-matmul-order"], product_modules.orders,
         "products of more than three factors take fewer multiplications here", tolerance=1e-3),
    Case("ExpandMatmulOfSum", _transform.ExpandMatmulOfSum, ["--relax-expand-matmul-of-sum"], product_modules.sums, tolerance=1e-3),
    Case("ReorderTakeAfterMatmul", _transform.ReorderTakeAfterMatmul, ["--relax-reorder-take-after-matmul"], product_modules.columns,
         "TVM drops `out_dtype`, and an axis is counted from the front", tolerance=1e-3),
    Case("ReorderPermuteDimsAfterConcat", _transform.ReorderPermuteDimsAfterConcat, ["--relax-reorder-permute-dims-after-concat"],
         product_modules.joins, tolerance=1e-6),
    Case("OptimizeLayoutTransform", _transform.OptimizeLayoutTransform, ["--relax-optimize-layout-transform"], product_modules.moves,
         "TVM drops whatever has the shape it had, also where elements have moved", tolerance=0.0),
    Case("ConvertLayout", lambda: _transform.ConvertLayout({"relax.nn.conv2d": ["NHWC", "OHWI"]}),
         ["--relax-convert-layout=desired-layouts=relax.nn.conv2d:NHWC:OHWI"],
         lambda: [*image_modules.convolutions(), *image_modules.chains()],
         "argmax and where take the order at hand, too; where two orders meet TVM takes the other one", tolerance=1e-4),
    Case("ConvertToDataflow", _transform.ConvertToDataflow, ["--relax-convert-to-dataflow"], _without_regions,
         "an allocation stands in no region here; shapes and numbers that have a name do not count"),
    Case("ToMixedPrecision", _transform.ToMixedPrecision, ["--relax-to-mixed-precision"],
         lambda: [*image_modules.convolutions(), *image_modules.chains(), *signature_modules.products()],
         "a weight is cast where it is used first", tolerance=0.05),
    Case("TopologicalSort", lambda: _transform.TopologicalSort("depth-first", "from-inputs"), ["--relax-topological-sort"],
         lambda: list(signature_modules.orders()) + _operators()),
    Case("RemoveUnusedParameters", _transform.RemoveUnusedParameters, ["--relax-remove-unused-parameters"], signature_modules.parameters),
    Case("RemoveUnusedOutputs", _transform.RemoveUnusedOutputs, ["--relax-remove-unused-outputs"], signature_modules.outputs,
         "fields stay in their order"),
    Case("ExpandTupleArguments", _transform.ExpandTupleArguments, ["--relax-expand-tuple-arguments"], signature_modules.tuples),
    Case("CompactBufferAllocation", tvm.s_tir.transform.CompactBufferAllocation, ["--tir-compact-buffers"], _programs,
         "TVM takes programs without blocks only"),
    Case("ConvertBlocksToOpaque", tvm.s_tir.transform.ConvertBlocksToOpaque, ["--tir-convert-blocks-to-opaque"], _programs,
         "TVM leaves blocks without iterators; here none is left"),
    # Blocks go in both, and so do conditions that hold.
    Case("InjectSoftwarePipeline", _pipelines, ["--tir-convert-blocks-to-opaque", "--tir-inject-software-pipeline"],
         pipeline_modules.modules, "TVM computes indices and conditions by rules of its own", tolerance=0.0, left_out=r" \{annotations = [^}]*\}\}"),
    Case("UseAssumeToReduceBranches", tvm.s_tir.transform.UseAssumeToReduceBranches, ["--tir-use-assume-to-reduce-branches"],
         assume_modules.modules, "TVM takes elementwise programs only, and one written condition"),
    Case("LegalizeOps", _transform.LegalizeOps, ["--relax-legalize-ops"], _operators, "kernels are our own"),
    Case("AnnotateTIROpPattern", _transform.AnnotateTIROpPattern, ["--relax-annotate-tir-op-pattern"], _after(),
         "a reshape is injective"),
    Case("FuseOps", _transform.FuseOps, ["--relax-fuse-ops"], _after(*_PATTERNS),
         "a mean has two blocks here, and is left alone"),
    Case("FuseTIR", _transform.FuseTIR, ["--relax-fuse-tir"], _after(*_PATTERNS, _transform.FuseOps),
         "what is elementwise is inlined at once, where TVM leaves buffers"),
    Case("RewriteDataflowReshape", _transform.RewriteDataflowReshape, ["--relax-rewrite-dataflow-reshape"], _after(),
         "the program of a reshape that splits an axis is not seen through"),
    Case("CallTIRRewrite", _transform.CallTIRRewrite, ["--relax-call-tir-rewrite"], _after(*_TO_CALLS)),
    Case("StaticPlanBlockMemory", _transform.StaticPlanBlockMemory, ["--relax-static-plan-block-memory"], _after(*_TO_MEMORY),
         "results are planned, too"),
    Case("LowerAllocTensor", _transform.LowerAllocTensor, ["--relax-lower-alloc-tensor"], _after(*_TO_MEMORY)),
    Case("KillAfterLastUse", _transform.KillAfterLastUse, ["--relax-kill-after-last-use"],
         _after(*_TO_MEMORY, _transform.StaticPlanBlockMemory, _transform.LowerAllocTensor), "ends stand right after the last use, also of storages"),
]
