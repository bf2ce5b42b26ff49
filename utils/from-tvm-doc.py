#!/usr/bin/env python3
"""Write docs/from-tvm.md: what each pass and schedule primitive of TVM is here.

The names of TVM are those of the installed apache-tvm, ours those that
relax-opt and the definitions of the transform ops have. --check says if the
page is old."""
import argparse
import re
import subprocess
import sys
from pathlib import Path

from source_tree import ROOT

_PAGE = ROOT / "docs/from-tvm.md"
_HEAD = """# From TVM to here

*For users of TVM: what each pass, primitive and call of TVM is here.*

How a program of TVM comes here, and what each of TVM's passes, schedule primitives and calls is called here.
The tables are written by `utils/from-tvm-doc.py` from the installed `apache-tvm` and from `relax-opt --help`; a
test keeps them true.

## Programs

```python
from relax_mlir.tvm import compile, from_tvm

text = from_tvm(module)                      # an IRModule of apache-tvm 0.26 or 0.27, as MLIR
from_tvm(module, {"main": params}, path="m.mlir")  # parameters as constants; these lie in m.safetensors
vm = compile(module, "llvm", build="build")  # compiled here; called as TVM's virtual machine is
y = vm["main"](x)                            # numpy, PyTorch and TVM tensors; shapes; numbers; tuples
```

```sh
relax-import-tvm script.py -o m.mlir   # also module.json, model.onnx, exported.pt2, model.stablehlo, through TVM's front ends
relax-compile m.mlir -o m.so           # finds m.safetensors beside it
```

What TVM has lowered as far as explicit memory, `CallTIRRewrite` and what follows it up to `VMShapeLower`, is
compiled by `relax-compile --start-at=memory m.mlir`, with operators that are left beside; `compile` sees to that
itself. What `tvm.compile` runs, `relax.get_default_pipeline`, is such a module. A storage that ends before the last use
of a tensor in it is an error.

`SetupTrainer` and `Trainer` of `tvm.relax.training` are `setup_trainer` and `Trainer` of `relax_mlir.training`
([Python.md](Python.md#training)); the optimizers are those of `relax-append-optimizer`. A module that TVM's
`SetupTrainer` made is taken, too.

Constants of more than 1 KiB are not written through text: with `path`, and by the command, they go into a
safetensors file beside the module, which our tools map ([Tools.md](Tools.md#weights)). For 100 MB of parameters
that takes the time and the memory of writing the bytes: 0.11 to 0.17 s against 0.13 s, and 1 MB above what TVM
holds. (As text it takes 3.8 s and 610 MB to write, 11 s to read.) `relax-opt m.mlir --relax-load-weights
--emit-bytecode -o m.mlirbc` makes one file of both, in 0.3 s.

All of a module is exported: types, symbolic sizes, regions, local functions, every form of call, operators,
constants (large ones as resources, whose data is beside or at the end of the module), devices and meshes,
attributes, tensor programs in any form. What has no counterpart is one error that names its place in the
module. What is written in another way:

| in TVM | here |
| --- | --- |
| a scalar parameter that sizes depend on, `n: R.Prim("int64")` | a shape of one size, `!relax.shape<[n]>`; calls pass it so |
| a shape that is a value and that tensors have | sizes get names, by the parameter's type or a `relax.match_cast`; those of a shape that nothing gives are unknown |
| `R.Tensor` of unknown rank or dtype, `R.Shape(ndim=-1)` | `tensor<*xf32>`, `tensor<*x!relax.unknown>`, `!relax.shape<?>`; passed as they are, operators take them behind a `relax.match_cast` |
| scalar parameters of a tensor program, anywhere | last, of type `index`; in calls `vars` |
| a scalar parameter of a tensor program that is no integer of 32 or 64 bits | a tensor of rank 0 behind the inputs; in calls a constant or `relax.scalar_to_tensor` |
| a number that sizes depend on and that only the run time knows | `relax.scalar_to_tensor`, `relax.tensor_to_shape` and a `relax.match_cast` that names it |
| texts and dtypes as values | `relax.string`, `relax.dtype`; the interpreter passes them to functions outside, host code cannot |
| a local function that calls itself | `relax.lambda recursive`, whose body gets the callable as its first parameter |
| a call in place, or an allocation, in a pure function | the function carries `relax.force_pure`; a dataflow region around it is dissolved |
| an alias with a weaker type | `relax.match_cast` |
| regions that a block reads and writes | the buffers; passes find the regions again |
| an index of a loop around, used inside a block | an iterator of kind `opaque` |
| a block's iterator that begins at a number other than 0 | begins at 0; the number is added inside |
| a loop in steps | counts from 0; its index is computed |
| `vision.multibox_transform_loc` | a softmax before it (0.27: with `apply_softmax`), and boxes turned after it |
| `launch_thread`, `thread_extent` | a loop `thread_binding` |
| `tvm_thread_allreduce` | what it means: shared memory, barriers, and a loop over what the threads have put there |
| `tvm_warp_shuffle` and its kin | `gpu.shuffle`; the mask says that all threads take part |
| a buffer of scope `local` around the loops over threads | allocated inside the innermost one, where all its uses are inside and no other loop is between |
| `break_loop`, `continue_loop` | flags in memory; what follows in the loop runs where they are not set |
| a condition that is a number, and no bool | whether it is not 0 |
| packed calls in tensor programs | `tir.call_extern {packed}` of an external function; a text is a buffer of its bytes. The run-time library has `tvm.contrib.sort.sort`, `argsort`, `argsort_nms` and `topk` |
| `call_extern`, `call_pure_extern` of a function of C | an operation of `math` for `sinf`, `pow` and their like; else the function itself, which the loader finds, or which is its error |
| `vm.builtin.make_closure`, `vm.builtin.invoke_closure` | calls of the function, where the closure is made |
| `relax.run.nonzero`, `relax.run.unique`, `vm.builtin.copy`, `make_tuple`, `tuple_getitem` | the operators; the value, the tuple and the field |
| a choice (`if_then_else`) in a size | sums, products, `min` and `max` |
| `hypot`, `ldexp`, `nextafter` | `tir.call_extern` of C's function, which TVM calls, too; `tir-expand-library-calls` computes what it gives |
| a store of `undef`, `prefetch` | nothing |
| an `init` in a block without a reduction | the first statements of the block |
| `async_scope`, `double_buffer_scope`, `hand_threaded`, `volatile_scope`, `device_scope`, `device_id`, `device_type`, `compute_scope` around statements | attribute `pragmas` of the function, for a program does the same without |
| `pragma_*` around statements, annotations of the root block | attributes `pragmas`, `root_annotations` of the function |
| a number as an operand of an operator | a tensor of rank 0; a result that is a number is its element |
| a module that is not in normal form, or whose functions are exported by other names | what TVM's `Normalize` and `NormalizeGlobalVar` make of it |
| a size of -1 | an unknown size |
| `no_grad` of a shape | the shape |
| `alloc_tensor` that operators read and nothing writes | `relax.zeros` |
| tensors as attributes, such as `optim_state` | constants |
| a pointer as a parameter of a tensor program | the buffer that is declared over it; else the tensor that callers pass, with the sizes that all of them have; bytes if the program does nothing and has no caller |
| effects of a local function that carries `relax.force_pure` | calls of functions outside are `relax.call_pure_packed` |
| a public function whose signature gives another type than its body | the body's type, with a warning: TVM does not look |
| an expression as a statement | nothing, but for calls outside |
| a loop over threads inside one over the same threads | its body, with the index of the outer one |
| `tirx.is_scheduled` with blocks | the same; the default schedules keep such loops and take the blocks away |
| minimum and maximum of floats in a tensor program | a comparison and a choice, as in TVM; `arith.maximumf` where threads reduce together |
| integers without a sign in a tensor program | signless; the operations say what they are |
| `tirx.noalias`, `s_tir` of a tensor program | not written: its buffers are always apart |
| `kill_tensor` of what an operator gave | `relax.vm.kill_object` |
| `vm.builtin.reshape` | `relax.memory.view` |
| the heap of sizes that `VMShapeLower` makes, and what stores, compares and reads there | expressions of symbols; sizes that a type does not say are compared by `relax.match_cast` |
| `kill_storage`, `kill_tensor`, `vm.kill_object` before the last use of the memory | behind it; none for a view, or for what is given away |
| names of parameters of private functions | not written |
| `Primitive` of a function | `relax.primitive` |
| the results and the derivatives of `Gradient`, a tuple of two tuples | all results, then the derivatives |
| attributes with a dot in their name | with `_`; of a module with `relax.` before |

Not exported: pointers other than to the start of a buffer (`tvm_access_ptr`, `isnullptr`), and pointers as values;
buffers that see the bytes of others as other elements; results of tensor programs, and calls of these inside of
expressions; intrinsics of one device (`ptx.*`, `cuda.*`, `cp_async_raw`, matrices, textures, `dma_*`,
`tvm_context_id`), of packed calls that TVM has lowered (what `MakePackedAPI` and `LowerTVMBuiltin` write:
`tvm_struct_get`, `tvm_stack_alloca`), `atomic_add`, `dp4a`, `call_llvm_intrin` and `call_llvm_pure_intrin`; `undef`
but where it is stored; floats divided down; other attributes of statements, such as the `target` of a part of a
program; a function as a value one of whose parameters is a number that sizes depend on. Each is one error, with the
path in the module. Of 842 programs that TVM's own tests of `s_tir` and `tirx` give to passes 688 are exported
(2026-11-29, `utils/tvm-own-tests.py harvest --tests=...`), and the verifier takes each of these; of the others 83 are
what `MakePackedAPI` gives, 15 use variables that nothing defines.

`test/Bridge` exports more than a thousand modules, and runs several hundred in TVM and here.

"""
# What is called otherwise here: flag or op, and a note.
_ELSEWHERE = {
    "EliminateCommonSubexpr": ("--cse", "upstream's"),
    "CommonSubexprElim": ("--cse", "upstream's"),
    "NormalizeGlobalVar": ("--relax-normalize-global-symbols", ""),
    "LowerRuntimeBuiltin": ("--convert-relax-to-runtime", ""),
    "VMBuiltinLower": ("--convert-relax-to-runtime", ""),
    "VMShapeLower": ("--convert-relax-to-runtime", "sizes are checked at the entry and by `relax.match_cast`"),
    "ComputePrimValue": ("--convert-relax-to-runtime", ""),
    "FuseOpsByPattern": ("--relax-fuse-ops-by-pattern", "patterns are a file of PDL; [Libraries](Libraries.md)"),
    "RunCodegen": ("--relax-run-codegen", "calls of the run time's functions for oneDNN, cuBLASLt and cuDNN, or of registered ones"),
    "StaticPlanBlockMemory": ("--relax-static-plan-block-memory", "with `upper-bounds`, by `tir_var_upper_bound`"),
    "LazyTransformParams": ("--relax-lazy-get-input", "and `--relax-lazy-set-output`, of what `--relax-lift-transform-params` makes"),
    "FoldBatchnormToConv2D": ("--relax-fold-batch-norm-to-conv2d", ""),
    "RemoveRedundantReshape": ("--canonicalize", "folds of `relax.reshape`"),
    "StmtSimplify": ("--canonicalize", "upstream's"),
    "LowerIntrin": ("--convert-tir-to-scf", "then upstream's conversions to `llvm`"),
    "LowerTVMBuiltin": ("--convert-relax-rt-to-llvm", ""),
    "MakePackedAPI": ("--convert-relax-to-runtime", "entries of the run-time library"),
    "SplitHostDevice": ("--convert-tir-to-gpu", ""),
    "VectorizeLoop": ("--convert-tir-to-scf", ""),
    "UnrollLoop": ("--convert-tir-to-scf", ""),
    "LowerCrossThreadReduction": ("--tir-lower-cross-thread-reduction", ""),
    "LowerInitBlock": ("--convert-tir-to-scf", ""),
    "LowerOpaqueBlock": ("--convert-tir-to-scf", ""),
    "BF16ComputeLegalize": ("--arith-expand", "upstream's"),
    "FP8ComputeLegalize": ("--relax-rt-expand-float8", ""),
    "MergeSharedMemoryAllocations": ("--convert-tir-to-gpu", "workgroup buffers"),
    "VerifySSA": ("", "every parse verifies it"),
    "VerifyMemory": ("--relax-verify-device", ""),
    "VerifyGPUCode": ("--relax-verify-device", ""),
    "ConvertSSA": ("", "every program is in that form"),
    "DispatchSortScan": ("--relax-legalize-ops", ""),
    "DispatchSampling": ("--relax-legalize-ops", ""),
    "RemoveNoOp": ("--canonicalize", "upstream's"),
    "InlinePrivateFunctions": ("--relax-inline-private-functions", ""),
    "get_sblock": ("transform.tir.get_block", ""),
    "reindex": ("transform.tir.reindex_read", "and `transform.tir.reindex_write`"),
    "CompactBufferAllocation": ("--tir-compact-buffers", ""),
    "enter_postproc": ("", "marks a place in the record of a search; a script needs none"),
    "set_axis_separator": ("", "no target has a memory of several axes; docs/Schedules.md"),
    "unsafe_hide_buffer_access": ("", "lists of buffers are what a block does; docs/Schedules.md"),
}
_ELSEWHERE |= {
    "InjectVirtualThread": ("--convert-tir-to-gpu", "virtual threads are a loop that each thread goes through"),
    **dict.fromkeys(("LiftThreadBinding", "UnifyThreadBinding"), ("--convert-tir-to-gpu", "loops over one axis are one axis of the launch")),
    "InjectPTXAsyncCopy": ("--tir-inject-software-pipeline", "statements of its async stages become `nvgpu.device_async_copy`"),
    "RemoveWeightLayoutRewriteBlock": ("--relax-split-layout-rewrite-preproc", "the block becomes a program of its own"),
    "RewriteUnsafeSelect": ("", "`from_tvm` makes a branch of a `Select` whose sides load"),
    "RemoveAssume": ("", "LLVM drops `llvm.intr.assume` itself"),
    "AnnotateEntryFunc": ("", "each public function is an entry"),
    "FastMathTransform": ("--tir-fast-math-transform", "of tensor programs, so of `gelu` and softmax as well. 2^20 of f32 take 0.25, 0.26 and 0.28 ms for `exp`, `tanh` and `erf`, without it "
                          "0.28, 0.51 and 0.64 (one thread of an AMD EPYC, 2026-11-29)"),
    "UseAssumeToReduceBranches": ("--tir-use-assume-to-reduce-branches", ""),
    "ThreadSync": ("--convert-tir-to-gpu", "barriers where what threads read and write asks for them"),
    "LowerThreadAllreduce": ("--tir-lower-cross-thread-reduction", ""),
    "FlattenBuffer": ("--flatten-memref", "upstream's, after `--convert-tir-to-scf`"),
    "InstrumentBoundCheckers": ("--generate-runtime-verification", "upstream's, after `--convert-tir-to-scf`"),
    "HoistExpression": ("--loop-invariant-code-motion", "upstream's, after `--convert-tir-to-scf`"),
    "RemoveStoreUndef": ("--canonicalize", "upstream's; nothing here is undefined but `ub.poison`"),
    "BF16StorageLegalize": ("", "LLVM stores these numbers as they are"),
    "FP8StorageLegalize": ("", "they are stored as they are"),
    "Filter": ("", "a pipeline is nested: `builtin.module(tir.func(...))`"),
    "LowerMatchBuffer": ("", "a region that is matched comes here as a `memref.subview`"),
    "NarrowDataType": ("", "sizes and indices are of type `index`, whose width is chosen when it is lowered"),
    "ForceNarrowIndexToInt32": ("", "as `NarrowDataType`"),
    "PointerValueTypeRewrite": ("", "vectors are read and written by `vector`'s ops"),
    "DecorateDeviceScope": ("", "a loop over `blockIdx` is what runs on the device"),
    "DecomposeOpsForInference": ("--relax-decompose-ops-for-inference", "with `ignore-training`, for batch norms that say that they train"),
    "CanonicalizeLoop": ("", "`from_tvm` writes loops that count from 0, in steps of 1"),
    "HoistIfThenElse": ("", "LLVM's unswitching of loops"),
    "InjectDoubleBuffer": ("--tir-inject-software-pipeline", "a loop of two stages has two copies of a buffer"),
    "StorageRewrite": ("--relax-rt-place-kernel-buffers", "constant buffers are on the stack, where LLVM lets those share that do not live together"),
    "MetaScheduleApplyDatabase": ("--relax-meta-schedule-apply-database", "with the file that `relax-tune` writes"),
    "MetaScheduleTuneIRMod": ("", "`relax_mlir.tuning.tune`, and the command `relax-tune` (docs/Tuning.md)"),
    "MetaScheduleTuneTIR": ("", "as `MetaScheduleTuneIRMod`: each kernel is tuned alone"),
    "PropagateSharding": ("--relax-propagate-sharding", "it makes what each worker does, too"),
    "LowerGlobalViewToLocalView": ("--relax-propagate-sharding", "for programs with hints"),
    "LegalizeRedistribute": ("--relax-lower-dist-ir", "with the rest of `relax.dist`"),
    "BindTarget": ("", "the target is an option of the pipelines, and an attribute of device modules"),
}
# Why there is nothing for these.
_REASONS = {
    **dict.fromkeys(("InjectTextureAlloc", "TextureFlatten", "AnnotateCustomMemoryScope", "FoldVDeviceScopeChange"),
                    "no target with textures"),
    **dict.fromkeys(("LowerAsyncDMA", "LowerVtcmAlloc", "VerifyVTCMLimit", "InstrumentProfileIntrinsics"), "no Hexagon"),
    "LowerTrainiumLayout": "no Trainium",
    **dict.fromkeys(("LowerGPUIPCAllocStorage", "IPCAllReduceRewrite"), "no run time with several GPUs in a process"),
    "DataflowUseInplaceCalls": "`relax-static-plan-block-memory` reuses storage; calls in place are kept where a program has them",
    "SpecializePrimFuncBasedOnCallSite": "no target with textures",
    **dict.fromkeys(("SplitCallTIRByPattern", "AttachExternModules"),
                    "no code generators of others"),
    "UpdateParamType": "takes a function of Python; `relax-infer-types` spreads what a changed signature says",
    **dict.fromkeys(("LowerTIRx", "LowerTIRxCleanup", "LowerTIRxOpaque", "TilePrimitiveDispatch"),
                    "no tile primitives of TIRx"),
    **dict.fromkeys(("InferFragment", "InjectPTXLDG32", "InjectPermutedLayout", "LowerAutoCopy", "ManifestSharedMemoryLocalStage",
                     "TransformMmaBufferLayout"),
                    "parts of TVM's schedules for tensor cores; `transform.tir.tile_contraction` writes such kernels"),
    "AnnotateIrregularLoop": "marks loops that are left early for TVM's passes; here that is a flag in memory",
    "PlanAndUpdateBufferAllocationLocation": "a buffer is allocated where its `memref.alloc` stands; `--tir-compact-buffers` makes it small",
    "RenormalizeSplitPattern": "a form of indices for TVM's simplifier; LLVM has its own",
    "LowerWarpMemory": "no buffers of scope `warp`; `gpu.shuffle` says what goes from lane to lane",
    "RemapThreadAxis": "threads are loops; a script binds them to other axes by `transform.tir.bind`",
    "SkipAssert": "assertions stay, as they keep memory safe",
    "LoopPartition": "as a primitive, `transform.tir.loop_partition`",
}
# Rules of TVM's default schedules, and what is asked for them.
_RULES = {
    "gpu": ("--tir-default-gpu-schedule",
            {"Matmul": "tensor-matmul, matmul", "Reduction": "split-reduction, general-reduction", "GEMV": "general-reduction",
             "LowBatchGEMV": "tensor-matmul, general-reduction", "GeneralReduction": "general-reduction", "RMSNorm": "general-reduction",
             "Transpose": "transpose", "Fallback": "elementwise, fallback"}),
    "cpu": ("--tir-default-cpu-schedule", {"GEMV": "", "Reduction": ""}),
    "adreno": ("", {}),
}
# Parts of TVM's interface that are no passes, and no primitives.
_NO_PASSES = {"FunctionPass", "DataflowBlockPass", "MakeFunctionPass", "MakeDataflowBlockPass", "FusionPattern",
              "PatternCheckContext", "CreatePrimFuncPass", "HoistIfThenElseBasic"}
_NO_PRIMITIVES = {"AnnotationValueT", "PrimAnnotationValueT", "copy", "fork_seed", "func_working_on", "get", "get_sref", "id_",
                  "is_", "mod", "remove_rv", "same_as", "seed", "show", "state", "trace", "work_on", "can_decompose_padding"}


def _tvm_names():
    """TVM's passes by family, and its primitives."""
    import tvm_ffi
    from tvm import relax, s_tir

    registered = tvm_ffi.registry.list_global_func_names()
    families = {"relax.transform": {name for name in dir(relax.transform) if name[0].isupper()},
                "relax.backend": {"DispatchSampling", "DispatchSortScan"}}
    for name in registered:
        found = re.fullmatch(r"((?:relax|tirx|s_tir)(?:\.\w+)*\.transform)\.([A-Z]\w*)", name)
        if found and "testing" not in name:
            families.setdefault(found.group(1), set()).add(found.group(2))
    return ({family: sorted(names - _NO_PASSES) for family, names in sorted(families.items())},
            sorted(set(name for name in dir(s_tir.Schedule) if name[0] != "_") - _NO_PRIMITIVES))


def _flags(build):
    help = subprocess.run([Path(build).resolve() / "bin/relax-opt", "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ *(--[a-z][\w-]*)", help, re.M))


def _primitives():
    text = "".join(path.read_text() for path in sorted(ROOT.glob("include/Relax/**/TransformOps/*.td")))
    return set(re.findall(r"transform\.tir\.\w+", text))


def _kebab(name):
    """A pass's name as the stem of a flag: FuseTIR, fuse-tir."""
    words = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z][a-z0-9]+|[A-Z0-9]+", name)
    return "-".join(words).lower().replace("v-device", "vdevice")


def _row(name, own, candidates):
    """A row of a table: TVM's name, ours, the state."""
    known, note = _ELSEWHERE.get(name, ("", ""))
    ours = known or next((candidate for candidate in candidates if candidate in own), "")
    if ours and ours not in own:
        sys.exit(f"utils/from-tvm-doc.py says that {name} is {ours}, which is gone")
    state = "done" if ours or note else "not"
    note = note or ("" if ours else _REASONS.get(name, ""))
    return f"| `{name}` | {f'`{ours}`' if ours else ''}{f' ({note})' if ours and note else note} | {state} |"


def _rule_rows(flags):
    """The rules of TVM's default schedules, all that it has."""
    from tvm.s_tir import dlight

    rows = []
    for target, (flag, rules) in _RULES.items():
        if flag and flag not in flags:
            sys.exit(f"utils/from-tvm-doc.py names {flag}, which is gone")
        names = {name for name in dir(getattr(dlight, target)) if name[0].isupper()}
        if set(rules) - names:
            sys.exit(f"utils/from-tvm-doc.py has rules that TVM lacks: {sorted(set(rules) - names)}")
        for name in sorted(names):
            ours = f"`{flag}`" + (f" (rules {rules[name]})" if rules[name] else "") if name in rules else "no target with textures"
            rows.append(f"| `dlight.{target}.{name}` | {ours} | {'done' if name in rules else 'not'} |")
    return rows


def page(build):
    """The text of the page."""
    families, methods = _tvm_names()
    flags, primitives = _flags(build), _primitives()
    lines = [_HEAD.rstrip(), ""]
    for family, names in families.items():
        rows = [_row(name, flags, [f"--{prefix}-{_kebab(name)}" for prefix in ("relax", "tir")]) for name in names]
        lines += _table(f"Passes: `{family}`", rows)
    rows = [_row(name, primitives, [f"transform.tir.{name}"]) for name in methods]
    lines += _table("Schedule primitives", rows)
    lines += _table("Rules of the default schedules", _rule_rows(flags))
    return "\n".join(lines).rstrip() + "\n"


def _table(title, rows):
    done = sum(row.endswith("| done |") for row in rows)
    return [f"## {title}", "", f"{done} of {len(rows)}.", "", "| TVM | here | state |", "| --- | --- | --- |", *rows, ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = page(arguments.build)
    if not arguments.check:
        _PAGE.write_text(text)
    elif not _PAGE.exists() or _PAGE.read_text() != text:
        sys.exit("docs/from-tvm.md is old; run utils/from-tvm-doc.py")


if __name__ == "__main__":
    main()
