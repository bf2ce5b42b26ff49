#!/usr/bin/env python3
"""Write docs/Schedules.md, the table of schedule primitives; --check says if it is old."""
import re
import sys

from source_tree import ROOT

_PRIMITIVES = ROOT / "include/Relax/Dialect/TIR/TransformOps"
_KERNELS = ROOT / "include/Relax/Kernels/TransformOps"
_FAMILIES = {
    "QueryOps": "Handles",
    "LoopTransformOps": "Loops",
    "LoopKindOps": "Kinds of loops",
    "ReductionOps": "Reductions",
    "ComputeOps": "Where blocks compute",
    "CacheOps": "Copies of buffers",
    "LayoutOps": "Indices and blocks",
    "AnnotationOps": "What is said about loops, blocks and buffers",
    "SampleOps": "Decisions",
    "LoweringOps": "Whole functions",
    "TileOps": "Steps of the default schedule of a CPU",
    "GPUStepOps": "Steps of the default schedule of a GPU",
}

_HEAD = """# Schedules

*For those who write schedules: every primitive and rule, and how to apply a script.*

A schedule says how a tensor program runs. It does not change what it computes. It is a list of primitives, each an op
of the transform dialect, in a file of its own or beside the program:

```mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %c
    %o, %t = transform.tir.split %i [?, 32]
    transform.tir.parallel %o
    transform.yield
  }
}
```

```sh
relax-opt program.mlir --transform-interpreter                                          # the schedule is in the same file
relax-opt program.mlir --transform-preload-library='transform-library-paths=schedule.mlir' --transform-interpreter
relax-interp program.mlir --before-after=transform-interpreter                          # and does it compute the same?
```

From C++ they are functions on blocks and loops, in `include/Relax/Dialect/TIR/Schedule`.

## What a primitive checks

A primitive that would change a result, or cannot tell whether it would, fails. Then:

* an error names the block or loop, what was expected of it, and what was found;
* a note names the step of the script;
* the program is as before, and a script may go on (`transform.alternatives`).

Checks are integer programming over indices, as affine expressions of loops and sizes. Symbolic sizes are no obstacle as
such. The errors use these terms:

* *loops run it for all values of its iterators*: every combination below the extents is met. A predicate only cuts off
  what a split added.
* *iterators tell the iterations apart*: no two iterations of these loops run the block for the same values.
* *box*: the indices that are touched are all combinations of ranges, one range a dimension.
* *in between*: what lies between the old and the new place, and all of a loop that is around both.

Handles stay valid for ops that stay, also if these move. Handles of ops that go away name nothing any more. The two
inlining primitives consume theirs. Sums of floats may round otherwise after `reorder`, `fuse` and `rfactor`.

`relax-stress --schedules=2000 --length=12` applies random primitives, legal or not, to random programs. It compares
what they compute, and leaves a program with its script where that differs. `--rejections` counts what was applied and
rejected.

Written by `utils/schedules-doc.py` from the definitions in `include/Relax/{Dialect/TIR,Kernels}/TransformOps`;
the examples are parsed by a test.
"""

_TAIL = """
## The default schedule of a CPU

`--tir-default-cpu-schedule` is these steps, each a function in `include/Relax/Kernels` and an op above:

| step | function | op |
| --- | --- | --- |
| what costs little, or is read once, is computed where it is used | `inlineBlock` | `compute_inline` |
| of a padded copy no more is filled than its padding | `fillPaddingOnly` | `fill_padding` |
| attention, which `relax-fuse-ops=attention` makes one program of: tiles of rows, which are the lanes of vectors, and keys, with the maximum score and the sum of each row so far ([how, and figures](CPUAttention.md)) | `inlineOperands`, `attachUser`, `tileAttention` | `compute_inline`, `tile_attention` |
| an elementwise block is parallel tasks, each with a vectorized loop | primitives | `simplify_iters`, `split`, `reorder`, `fuse`, `parallel`, `vectorize` |
| the same of rows that are no whole number of vectors, across an axis, or with sizes that broadcast at run time | `tileSpatial` | `tile_spatial` |
| products and convolutions of words, of bytes or of bf16, where the CPU has AMX: tiles of 16 rows of 64 bytes | `planTileProduct`, `replaceTileProduct` | `tile_product` |
| products, convolutions, pools: tiles of rows and columns whose accumulators stay in registers, panels of the inputs that many tiles use, tiles in parallel tasks, an elementwise end done with each tile; factors in blocks of columns are read as they are, by tiles of whole blocks and a narrower one for the columns behind | `chooseTile`, `tileReduction` | `tile_reduction ... overlap` |
| a reduction along contiguous memory: a partial result a lane | `vectorizeReduction` | `vectorize_reduction` |
| softmax, norms, places of extrema, and what else goes over the same rows twice, as `relax-fuse-ops=rows` makes one program of: row by row, a row in the nearest cache, parallel tasks of rows | `findTiledRows`, `tileRowReduction` | `tile_row_reduction` |
| convolutions by tiles of results, which `relax-use-winograd` makes: block by block of tiles, in the second cache | `matchWinograd`, `tileWinograd` | `tile_winograd` |
| reductions to few results of many elements each: pieces of these, in parallel tasks, then what they give | `choosePieces`, `splitReduction` | `split_reduction` |
| what is left of blocks is loops | `lowerBlocks` | `lower_blocks` |

So a script can begin with them and change one number, `tile = [4, 16]`; `test/Kernels/RowReduction/tile.mlir`
has one that gives what the pass makes, and `--tir-default-cpu-schedule=show-steps` says for each block which op
that is. `examples/schedules/matmul-cpu.mlir` is a schedule of a matmul by general primitives;
`benchmarks/schedules.py` compares the two.

## The default schedule of a GPU

`--tir-default-gpu-schedule` asks rules, in their order, which of them takes a nest (`docs/Devices.md`): a rule
chooses numbers, and a step does it. Of the steps these are functions in `include/Relax/Kernels` and ops above:

| rule | function | op |
| --- | --- | --- |
| in front of all | `inlineBlock`, `inlinePadding` | `compute_inline`, `inline_padding` |
| attention | `inlineOperands`, `attachUser`, `sizeAttentionTile`, `bindAttention` | `compute_inline`, `bind_attention` |
| warpgroup-matmul | `planWarpgroups`, `tileContraction` | `tile_by_warpgroups` |
| split-matmul | `checkSplit`, `splitReduction` | `split_reduction` |
| tensor-matmul, matmul | `checkTile`, `tileContraction` | `tile_contraction` |
| general-reduction, of one nest | primitives | `split`, `reorder`, `fuse`, `bind`, `vectorize` |
| general-reduction, of several | `matchRowReductionGroup`, `buildRowReductionKernel` | `bind_row_reduction` |
| split-reduction | `checkSplit`, `splitReduction` | `split_reduction` |
| sort | `matchRankSort`, `canBindSort`, `bindSort` | `bind_sort` |
| window | primitives | `split`, `reorder`, `cache_write`, `reverse_compute_at`, `decompose_reduction`, `fuse`, `bind`, `annotate` |
| scan | `matchScan`, `checkScan`, `bindScan` | `bind_scan` |
| transpose | `matchTransposition`, `tileTranspose` | `tile_transpose` |
| elementwise, of many elements | primitives | `simplify_iters`, `split`, `reorder`, `fuse`, `bind`, `vectorize` |
| fallback, of a nest | primitives | `reorder`, `fuse`, `split`, `bind` |
| fallback, of anything else | `bindToOneThread`, `bindFunctionToOneThread` | `bind_one_thread` |

`test/Kernels/TransformOps/gpu-steps.mlir` is a script that gives what the pass makes.

## The default schedule as a script

```sh
relax-opt program.mlir --tir-write-default-gpu-schedule=chip=sm_80 > scheduled.mlir   # the script is beside the program, to be edited
relax-opt scheduled.mlir --transform-interpreter                                      # applied
relax-opt program.mlir --tir-write-default-cpu-schedule=file=schedule.mlir            # the script alone
relax-opt program.mlir --transform-preload-library='transform-library-paths=schedule.mlir' --transform-interpreter
```

A matrix product with a bias becomes

```mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%%root: !transform.any_op {transform.readonly}) {
    %%func = transform.tir.get_function @fused_matmul_add in %%root : !transform.any_op
    %%matmul = transform.tir.get_block "matmul" in %%func : !transform.op<"tir.func">
    %%add = transform.tir.get_block "add" in %%func : !transform.op<"tir.func">
    transform.tir.tile_contraction %%matmul with %%add tile = [32, 32, 16] stages = 2
    transform.tir.lower_blocks %%func : !transform.op<"tir.func">
    transform.apply_dce to %%func : !transform.op<"tir.func">
    transform.yield
  }
}
```

These are passes of modules of their own: those that schedule run on several functions at once, and may write
into none but their own. The passes apply what they write to a copy and compare it with what the default
schedule makes: a script that would give something else is an error.

## A script edited by hand

An elementwise program is primitives from end to end. What `--tir-write-default-gpu-schedule` writes for a sum of two
matrices of unknown size has a line for each:

```mlir
    %%func = transform.tir.get_function @add in %%arg0 : !transform.any_op
    %%add = transform.tir.get_block "add" in %%func : !transform.op<"tir.func">
    transform.tir.simplify_iters %%add
    %%i = transform.tir.get_loops %%add
    %%outer, %%inner = transform.tir.split %%i [?, 4]
    %%outer_0, %%inner_1 = transform.tir.split %%outer [?, 256]
    transform.tir.bind %%outer_0 "blockIdx.x"
    transform.tir.bind %%inner_1 "threadIdx.x"
    transform.tir.vectorize %%inner
    transform.tir.lower_blocks %%func : !transform.op<"tir.func">
```

Another tile is another number: `[?, 128]` for blocks of 128 threads, `[?, 2]` for vectors of two elements, or a
line more, `transform.tir.split %%outer [?, 256, 2]`, whose last loop is unrolled, for two vectors a thread.
`test/Transforms/Kernel/edit-default-schedule.mlir` does so, and compares results.

`lower_blocks` then sees to conditions. One that does not depend on a loop is tested outside of it. On a CPU a serial
loop ends where its own condition no longer holds. Of one that cuts a vector off it tests the last element: vectors
that are whole run without it, and the rest is a masked vector on a CPU, and elements one by one on a GPU.

A reduction that is alone in its kernel is such a script, too
(`test/Transforms/Kernel/gpu-schedule-row-script.mlir`). Where a step is a generator, its description in
[TransformOps.md](TransformOps.md) has the figure that keeps it.

## Decisions again

`sample_*` give parameters, or a handle, from a seed: the script with its seeds is the record of a schedule, and
a `decision` fixes one. `transform.debug.emit_param_as_remark` shows what has been decided.

## Tiles of a GPU

Loops over threads are loops: they start the threads and end when all have ended, and `convert-tir-to-gpu` puts
barriers there. So the loop over steps of a sum is around the loops over threads, of which there are several,
one for each thing that threads do together:

* split and reorder: blocks, steps, threads, terms, elements of a thread; bind the loops of blocks and threads;
* `cache_write` to "local", `reverse_compute_at` the loop of blocks, and `decompose_reduction` before the loop
  over steps: the buffer is made outside of all loops over threads, and each thread touches its own part of it;
* `cache_read` to "shared" and `compute_at` the loop over steps, for each factor; fuse the loops of the copy,
  split them, put the loop of as many iterations as there are threads outside, and bind it. What sticks out is
  not copied, and what is computed of it not stored.

`tir-default-gpu-schedule` then makes buffers as large as what a block uses of them (`tir-compact-buffers` does
so by itself), and `convert-tir-to-gpu` those of threads as large as what a thread uses.
[gpu-tiles.mlir](../test/Dialect/TIR/Schedule/gpu-tiles.mlir) is such a schedule, for matrices of any size.

## Blocks of a multiprocessor

`annotate "nvvm.minctasm" = 8` at the outermost loop of a kernel, which is bound to blocks, asks that registers leave
room for so many blocks in a multiprocessor. It is upstream's attribute of a kernel. It gets as many of these as there
are without spills ([Devices.md](Devices.md#which-pass-does-what)). `bind_row_reduction` says it as `resident_blocks`.

```mlir
transform.tir.bind %%outer "blockIdx.x"
transform.tir.annotate "nvvm.minctasm" = 8 : i64 at %%outer : !transform.any_op
```

## Pipelines

`annotate` a loop with `software_pipeline_stage` and `software_pipeline_order`, a number for each statement of
its body, and `tir-inject-software-pipeline` lets step `t` do of iteration `t - s` what is in stage `s`. Buffers
that the loop makes get as many versions as are in use at a time; loops of few or unknown iterations are right.
What is in one of the `software_pipeline_async_stages` has to be a copy from global to shared memory of 4, 8 or
16 bytes at a time (a vectorized loop), in a loop over threads: it becomes `nvgpu.device_async_copy`, and who
uses the copy waits for it. Barriers of the body are placed anew. `relax-compile` does so for devices, behind
the default schedules; there, a loop that cannot be a pipeline stays as it is, with a remark.

## Names in TVM

The ops have the names of TVM's primitives, but for `get_block` (`get_sblock`), `reindex_read` and
`reindex_write` (`reindex`). What annotations mean to a pass (`software_pipeline_stage`, `double_buffer_scope`)
is said with `annotate`. Of TVM's there are not:

| TVM | why not |
| --- | --- |
%s
"""

_MISSING = {
    "set_axis_separator": "It says which axes of a buffer make one axis of a memory that is addressed by several numbers, as textures are. "
                          "A `memref` keeps all its axes until code is generated, and no target here has such a memory.",
    "unsafe_hide_buffer_access": "It takes a buffer off the list of what a block touches. Here the lists are what the body does (rule R3 of "
                                 "`tir.block`), and primitives ask the body.",
}


def _primitives(path):
    """Mnemonic, summary, description and example of each op of a family."""
    for match in re.finditer(r'^def TIR_\w+ : TIR_\w+<"(\w+)">[^{]*\{(.*?)^\}', path.read_text(), re.S | re.M):
        name, body = match.groups()
        summary = re.search(r'let summary = "(.*?)";', body).group(1)
        description = re.search(r"let description = \[\{(.*?)\}\];", body, re.S).group(1)
        words, example = description.split("```mlir", 1)
        yield name, summary, words, example.split("```")[0]


def _cell(text):
    """Text in one line of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def text():
    """The page."""
    sources = {path.stem: path for folder in (_PRIMITIVES, _KERNELS) for path in folder.glob("*Ops.td")}
    unlisted = set(sources) ^ set(_FAMILIES)
    if unlisted:
        sys.exit(f"utils/schedules-doc.py: the families {sorted(unlisted)} are listed or there, but not both")
    lines, names = [_HEAD], set()
    for family, title in _FAMILIES.items():
        lines.append(f"## {title}\n\n| `transform.tir.` | does | how, and where not | example |\n| --- | --- | --- | --- |")
        for name, summary, words, example in _primitives(sources[family]):
            names.add(name)
            shown = "<br>".join(f"`{line.strip()}`" for line in example.strip().splitlines())
            lines.append(f"| `{name}` | {_cell(summary)} | {_cell(words)} | {shown} |")
        lines.append("")
    missing = [f"| `{name}` | {reason} |" for name, reason in _MISSING.items() if name not in names]
    lines.append((_TAIL % "\n".join(missing)).strip("\n"))
    return "\n".join(lines) + "\n"


def main():
    page = ROOT / "docs/Schedules.md"
    if "--check" not in sys.argv[1:]:
        page.write_text(text())
    elif not page.exists() or page.read_text() != text():
        sys.exit("docs/Schedules.md is old; run utils/schedules-doc.py")


if __name__ == "__main__":
    main()
