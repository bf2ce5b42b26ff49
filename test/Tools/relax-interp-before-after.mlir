// Each function is run before and after passes, on inputs made from its type.
// RUN: relax-interp %s --before-after=canonicalize,cse | FileCheck %s --check-prefix=SAME
// SAME: same: @half on 4 kinds of inputs
// SAME: same: @main on 4 kinds of inputs
// SAME: same: @external on 4 kinds of inputs
// SAME: skipped: @object: it takes a value of type !relax.object
// SAME: skipped: @fails: it fails before: 'relax.match_cast' op does not hold

// What a pass makes of the sum is not exact.
// RUN: relax-interp %s --before-after="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-6 | FileCheck %s --check-prefix=KERNELS
// RUN: relax-interp %s --before-after="builtin.module(relax-legalize-ops)" | FileCheck %s --check-prefix=KERNELS
// KERNELS: same: @main on 4 kinds of inputs

// Parts of a file are modules; what compares nothing
// is no success.
// RUN: not relax-interp %s --before-after=symbol-dce,relax-dead-code-elimination=entry-functions=half 2>&1 | FileCheck %s --check-prefix=PASSES
// PASSES: --before-after: expected passes, found "symbol-dce,relax-dead-code-elimination=entry-functions=half"
// RUN: relax-interp %s --before-after="relax-dead-code-elimination{entry-functions=half}" 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: skipped: @object: it is gone
// RUN: not relax-interp %s --before-after="relax-attach-global-symbol{prefix=my_}" 2>&1 | FileCheck %s --check-prefix=RENAMED
// RENAMED: error: expected @main to be there after the change, as it is public
// RENAMED: the passes of --before-after change a result
// RUN: not relax-interp %S/Inputs/nothing.mlir --before-after=cse 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: no function could be compared before and after
// RUN: not relax-interp %s --before-after=relax-verify-planned 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: the passes of --before-after failed

relax.extern_func @unknown
relax.func private @half(%x: f32, %s: !relax.shape<rank 1>) -> (f32, !relax.shape<rank 1>) {
  relax.return %x, %s : f32, !relax.shape<rank 1>
}
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tuple<tensor<?xf32, #relax.dims<[n * 2]>>, tensor<*xi1>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.dataflow -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
    %1 = relax.exp %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
    %2 = relax.sum %1 {axis = array<i64: 1>, keepdims = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x1xf32, #relax.dims<[n, 1]>>
    %3 = relax.divide %1, %2 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    relax.output %3 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  }
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
relax.func @external(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf64, #relax.dims<[n]>> {
  %0 = relax.call_dps_packed @unknown(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf64, #relax.dims<[n]>>
}
relax.func private @object(%x: !relax.object) {
  relax.return
}
relax.func private @fails(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<9xf32> {
  %0 = relax.match_cast %x : tensor<?xf32, #relax.dims<[n]>> to tensor<9xf32>
  relax.return %0 : tensor<9xf32>
}
tir.func @kernel(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
// Nothing shows `m`, but the output is as long as the input.
// SAME: same: @copy on 4 kinds of inputs
tir.func @copy(%x: memref<?xf32> {tir.dims = #relax.dims<[m * 2]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[m * 2]>}) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}
// SAME: skipped: @unknown_size: it fails before: 'tir.func' op cannot be called by itself: expected a known size of output #0 along axis 0; name it with 'tir.dims'
tir.func @unknown_size(%x: memref<?xf32> {tir.dims = #relax.dims<[m * 2]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[m]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
