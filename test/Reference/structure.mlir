// Functions, dataflow, branches, tuples, shapes, matches, calls of kernels.
// RUN: relax-interp %s --each | FileCheck %s

tir.func private @add(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %z: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %z[%i] : memref<?xf32>
  }
  tir.return
}
tir.func private @iota(%y: memref<?xi64>, %n: index {tir.var = #relax.expr<n>}, %step: index) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  tir.for %i = %c0 to %n {
    %0 = arith.muli %i, %step : index
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %y[%i] : memref<?xi64>
  }
  tir.return
}

relax.func private @double(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.call_tir @add(%x, %x) : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    relax.output %1 : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// CHECK: @calls gives [4, 8] [2, 4]
relax.func @calls() -> (tensor<2xf32>, tensor<2xf32>) {
  %x = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = relax.call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call @double(%0) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %1, %0 : tensor<2xf32>, tensor<2xf32>
}

// CHECK: @vars gives [0, 3, 6]
relax.func @vars() -> tensor<3xi64> {
  %0 = relax.call_tir @iota() vars [3, 3] : () -> tensor<3xi64>
  relax.return %0 : tensor<3xi64>
}

// A branch that is not taken does nothing.
// CHECK: @branches gives [1] 7
relax.func @branches() -> (tensor<1xf32>, i64) {
  %c = relax.constant dense<true> : tensor<i1>
  %x = relax.constant dense<[1.0]> : tensor<1xf32>
  %y = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:2 = relax.if %c : tensor<i1> -> tensor<?xf32>, i64 {
    %1 = relax.prim_value 7 : i64
    relax.yield %x, %1 : tensor<1xf32>, i64
  } else {
    %2 = relax.match_cast %y : tensor<2xf32> to tensor<?xf32>
    %3 = relax.match_cast %2 : tensor<?xf32> to tensor<3xf32>
    %1 = relax.prim_value 8 : i64
    relax.yield %3, %1 : tensor<3xf32>, i64
  }
  %4 = relax.match_cast %0#0 : tensor<?xf32> to tensor<1xf32>
  relax.return %4, %0#1 : tensor<1xf32>, i64
}

// CHECK: @tuples gives (1, (true, [2, 3])) [2, 3]
relax.func @tuples() -> (tuple<i64, tuple<tensor<i1>, tensor<2xf16>>>, tensor<2xf16>) {
  %a = relax.prim_value 1 : i64
  %b = relax.constant dense<true> : tensor<i1>
  %c = relax.constant dense<[2.0, 3.0]> : tensor<2xf16>
  %0 = relax.tuple %b, %c : (tensor<i1>, tensor<2xf16>) -> tuple<tensor<i1>, tensor<2xf16>>
  %1 = relax.tuple %a, %0 : (i64, tuple<tensor<i1>, tensor<2xf16>>) -> tuple<i64, tuple<tensor<i1>, tensor<2xf16>>>
  %2 = relax.tuple_get_item %1[1] : tuple<i64, tuple<tensor<i1>, tensor<2xf16>>> -> tuple<tensor<i1>, tensor<2xf16>>
  %3 = relax.tuple_get_item %2[1] : tuple<tensor<i1>, tensor<2xf16>> -> tensor<2xf16>
  relax.return %1, %3 : tuple<i64, tuple<tensor<i1>, tensor<2xf16>>>, tensor<2xf16>
}

// A match defines a symbol; those of one branch are unknown after it.
relax.func private @symbols(%x: tensor<?x4xf32>, %s: !relax.shape<rank 2>) -> (!relax.shape<rank 2>, i64) {
  %0 = relax.match_cast %x : tensor<?x4xf32> to tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.match_cast %s : !relax.shape<rank 2> to !relax.shape<[n * 2, m]>
  %2 = relax.shape [m, n + m] : !relax.shape<[m, n + m]>
  %3 = relax.prim_value m floordiv n : i64
  relax.return %2, %3 : !relax.shape<[m, n + m]>, i64
}
// CHECK: @matches gives [7, 10] 2
relax.func @matches() -> (!relax.shape<rank 2>, i64) {
  %x = relax.constant dense<1.0> : tensor<3x4xf32>
  %s = relax.shape [6, 7] : !relax.shape<[6, 7]>
  %0:2 = relax.call @symbols(%x, %s) : (tensor<3x4xf32>, !relax.shape<[6, 7]>) -> (!relax.shape<rank 2>, i64)
  relax.return %0#0, %0#1 : !relax.shape<rank 2>, i64
}

// CHECK: @texts gives "a\22b" f16 (ui8, "")
relax.func @texts() -> (!relax.object, !relax.object, tuple<!relax.object, !relax.object>) {
  %0 = relax.string "a\22b"
  %1 = relax.dtype f16
  %2 = relax.dtype ui8
  %3 = relax.string ""
  %4 = relax.tuple %2, %3 : (!relax.object, !relax.object) -> tuple<!relax.object, !relax.object>
  relax.return %0, %1, %4 : !relax.object, !relax.object, tuple<!relax.object, !relax.object>
}

// CHECK: @numbers gives 2.5 -2 true 253
relax.func @numbers() -> (tensor<f32>, tensor<i8>, tensor<i1>, tensor<ui8>) {
  %f = arith.constant 2.5 : f32
  %i = arith.constant -2 : i8
  %b = arith.constant true
  %u = relax.prim_value 253 : i8
  %0 = relax.scalar_to_tensor %f : f32 -> tensor<f32>
  %1 = relax.scalar_to_tensor %i : i8 -> tensor<i8>
  %2 = relax.scalar_to_tensor %b : i1 -> tensor<i1>
  %3 = relax.scalar_to_tensor %u : i8 -> tensor<ui8>
  relax.return %0, %1, %2, %3 : tensor<f32>, tensor<i8>, tensor<i1>, tensor<ui8>
}

// 2, doubled until it is not below 20.
// CHECK: @recursive gives 32
relax.func @recursive() -> tensor<i64> {
  %y = relax.constant dense<20> : tensor<i64>
  %f = relax.lambda recursive : !relax.callable<(tensor<i64>) -> tensor<i64>, pure> {
  ^bb0(%self: !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, %z: tensor<i64>):
    %0 = relax.less %z, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %1 = relax.if %0 : tensor<i1> -> tensor<i64> {
      %2 = relax.add %z, %z : tensor<i64>
      %3 = relax.invoke_pure_closure %self(%2) : !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, (tensor<i64>) -> tensor<i64>
      relax.yield %3 : tensor<i64>
    } else {
      relax.yield %z : tensor<i64>
    }
    relax.yield %1 : tensor<i64>
  }
  %x = relax.constant dense<2> : tensor<i64>
  %4 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<i64>) -> tensor<i64>, pure>, (tensor<i64>) -> tensor<i64>
  relax.return %4 : tensor<i64>
}

// CHECK: @null gives null
relax.func @null() -> !relax.object {
  %0 = relax.null_value : !relax.object
  relax.return %0 : !relax.object
}

// An operator on one value twice is not that on two values.
// CHECK: @twice gives [1, 2] [1, 1] [2, 1]
relax.func @twice() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = relax.constant dense<[1.0]> : tensor<1xf32>
  %y = relax.constant dense<[2.0]> : tensor<1xf32>
  %0 = relax.concat %x, %y {axis = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %1 = relax.concat %x, %x {axis = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %2 = relax.concat %y, %x {axis = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  relax.return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// All workers are one here: a hint of how a tensor is spread is its input.
// CHECK: @spread gives [1, 2, 3, 4]
relax.device_mesh @mesh [2]
relax.func @spread() -> tensor<4xf32> {
  %x = relax.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
