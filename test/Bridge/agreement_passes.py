"""Passes that TVM and we both have, with drawn modules to run them on."""
from dataclasses import dataclass, field
from typing import Callable

import tvm
from tvm import relax

import agreement_graphs as graphs
import agreement_libraries as libraries
import pass_cases

_t = relax.transform


@dataclass
class Pass:
    """A pass of TVM, ours, and what both run on."""

    name: str
    make: Callable
    ours: list
    modules: Callable
    # Passes of TVM that the pass needs.
    before: list = field(default_factory=list)
    # What says that both did the same: "values" takes equal modules, or the same results of `main` as before;
    # "module" takes equal modules only; "after" runs what TVM's pass gave, for the parameters are others;
    # "compiled" compiles what TVM's pass is given, for the passes there and here share no form.
    judge: str = "values"
    # How much values may differ; None for what their dtype says.
    tolerance: float | None = None


def _images(**how):
    return lambda draw: graphs.images(draw, **how)


def _straight(draw):
    return graphs.graph(draw, region=True)


def _flat(draw):
    return graphs.graph(draw, region=False)


def _layout(data, kernel):
    return Pass(f"ConvertLayout to {data}", lambda: _t.ConvertLayout({"relax.nn.conv2d": [data, kernel]}),
                [f"--relax-convert-layout=desired-layouts=relax.nn.conv2d:{data}:{kernel}"], _images())


def _from_cases(name):
    """A pass of test/Bridge/pass_cases.py: TVM's and ours."""
    case = next(case for case in pass_cases.CASES if case.name == name)
    return case.make, case.passes


def _shared(name, modules, **more):
    return Pass(name, *_from_cases(name), modules, **more)


_LEGAL = [_t.LegalizeOps]
_PATTERNS = _LEGAL + [_t.AnnotateTIROpPattern]
_FUSED = _PATTERNS + [_t.FuseOps]
_CALLS = _LEGAL + [_t.RewriteDataflowReshape, _t.ToNonDataflow, _t.RemovePurityChecking]
_MEMORY = _CALLS + [_t.CallTIRRewrite]
_PLANNED = _MEMORY + [_t.StaticPlanBlockMemory]
_ENDED = _PLANNED + [_t.LowerAllocTensor, _t.KillAfterLastUse]


def _bound(draw):
    """A module with a weight `w`, as pass_cases binds it."""
    makers = list(pass_cases.signature_modules.weights())
    return draw.choice(makers)[1]()


def _existing(makers):
    """One of the modules that a fixed list has."""
    return lambda draw: draw.choice(list(makers()))[1]()


def _sized(draw):
    return graphs.graph(draw, symbolic=1)


PASSES = [
    *[_shared(name, graphs.graph) for name in ("ToNonDataflow", "DeadCodeElimination", "CanonicalizeBindings", "Normalize", "NormalizeGlobalVar",
                                               "EliminateCommonSubexpr", "RemovePurityChecking", "AttachGlobalSymbol", "FoldConstant")],
    _shared("ConvertToDataflow", _flat), _shared("TopologicalSort", _straight), _shared("BindSymbolicVars", _sized, judge="after"),
    _shared("InlinePrivateFunctions", graphs.privates), _shared("RemoveUnusedParameters", graphs.privates),
    _shared("RemoveUnusedOutputs", graphs.privates), _shared("ExpandTupleArguments", graphs.privates), _shared("LambdaLift", graphs.closures),
    _shared("RealizeVDevice", _existing(pass_cases.signature_modules.devices), judge="module"),
    _shared("UpdateVDevice", _existing(pass_cases.signature_modules.devices), judge="module"),
    _shared("BindParams", _bound, judge="after"),
    *[_shared(name, graphs.composites) for name in ("DecomposeOpsForInference", "DecomposeOpsForTraining")],
    _shared("FoldBatchnormToConv2D", _images(normalized=True)), _shared("RemoveRedundantReshape", graphs.reshapes),
    _shared("OptimizeLayoutTransform", graphs.moves),
    *[_shared(name, graphs.products) for name in ("CombineParallelMatmul", "AdjustMatmulOrder", "ExpandMatmulOfSum", "ReorderTakeAfterMatmul",
                                                  "ReorderPermuteDimsAfterConcat")],
    *[_shared(name, graphs.weighted, judge="after") for name in ("BundleModelParams", "LiftTransformParams")],
    _layout("NHWC", "OHWI"), _layout("NHWC", "HWIO"), _layout("NCHW4c", "OIHW4o"), _layout("NCHW4c", "OIHW4i4o"),
    _shared("ToMixedPrecision", lambda draw: graphs.images(draw) if draw.random() < 0.5 else graphs.products(draw),
            tolerance=0.05),
    Pass("Gradient", lambda: _t.Gradient("main"), ["--relax-gradient"], graphs.losses, judge="after"),
    Pass("LegalizeOps", _t.LegalizeOps, ["--relax-legalize-ops"], graphs.graph),
    Pass("AnnotateTIROpPattern", _t.AnnotateTIROpPattern, ["--relax-annotate-tir-op-pattern"], graphs.graph, _LEGAL, "module"),
    Pass("FuseTransposeMatmul", _t.FuseTransposeMatmul, ["--relax-fuse-transpose-matmul"], graphs.products),
    Pass("FuseOps", _t.FuseOps, ["--relax-fuse-ops"], graphs.graph, _PATTERNS),
    Pass("FuseTIR", _t.FuseTIR, ["--relax-fuse-tir"], graphs.graph, _FUSED),
    Pass("RewriteDataflowReshape", _t.RewriteDataflowReshape, ["--relax-rewrite-dataflow-reshape"], graphs.graph, _LEGAL),
    Pass("CallTIRRewrite", _t.CallTIRRewrite, ["--relax-call-tir-rewrite"], graphs.graph, _CALLS),
    Pass("StaticPlanBlockMemory", _t.StaticPlanBlockMemory, ["--relax-static-plan-block-memory"], graphs.graph, _MEMORY),
    Pass("LowerAllocTensor", _t.LowerAllocTensor, ["--relax-lower-alloc-tensor"], graphs.graph, _PLANNED),
    Pass("KillAfterLastUse", _t.KillAfterLastUse, ["--relax-kill-after-last-use"], graphs.graph, _PLANNED + [_t.LowerAllocTensor]),
    *[Pass(f"FuseOpsByPattern{' with Codegen' if annotate else ''}", lambda annotate=annotate: libraries.fuse(annotate_codegen=annotate),
           [f"--relax-fuse-ops-by-pattern=patterns={libraries.FILE} annotate-codegen={str(annotate).lower()}"],
           lambda draw: draw.choice((graphs.images, graphs.products, _straight))(draw)) for annotate in (False, True)],
    Pass("MergeCompositeFunctions", _t.MergeCompositeFunctions, ["--relax-merge-composite-functions"],
         lambda draw: draw.choice((graphs.images, graphs.products, _straight))(draw), [libraries.fuse]),
    Pass("LowerRuntimeBuiltin", _t.LowerRuntimeBuiltin, [], graphs.graph, _ENDED, "compiled"),
    Pass("ComputePrimValue", _t.ComputePrimValue, [], _sized, _ENDED + [_t.LowerRuntimeBuiltin], "compiled"),
    Pass("VMShapeLower", _t.VMShapeLower, [], _sized, _ENDED + [_t.LowerRuntimeBuiltin, _t.ComputePrimValue], "compiled"),
    Pass("VMShapeLower of known sizes", _t.VMShapeLower, [], graphs.graph, _ENDED + [_t.LowerRuntimeBuiltin, _t.ComputePrimValue], "compiled"),
]
