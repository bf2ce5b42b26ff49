// What computes nothing itself: tuples, constants, shapes, calls, branches.
// RUN: relax-opt %s --convert-relax-to-linalg | FileCheck %s
// RUN: relax-opt %s --convert-relax-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops -o /dev/null

// CHECK-LABEL: func.func @tuple(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: return %arg1, %arg0
relax.func @tuple(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %1 = relax.tuple_get_item %t[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %2 = relax.tuple %1, %0 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %2 : tuple<tensor<4xf32>, tensor<4xf32>>
}

// CHECK-LABEL: func.func @constant() -> tensor<2xi8>
// CHECK: arith.constant dense<[1, -1]> : tensor<2xi8>
relax.func @constant() -> tensor<2xui8> {
  %0 = relax.constant dense<[1, 255]> : tensor<2xui8>
  relax.return %0 : tensor<2xui8>
}

// CHECK-LABEL: func.func @shapes(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: tensor<2xi64>) -> (index, index, tensor<2xi64>, i64, tensor<i64>, index, index)
// CHECK: tensor.from_elements
// CHECK: tensor.extract %arg2
relax.func @shapes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[m]>, %t: tensor<2xi64>) -> (!relax.shape<[n, 4]>, tensor<2xi64>, i64, tensor<i64>, !relax.shape<rank 2>) {
  %0 = relax.shape_of %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> !relax.shape<[n, 4]>
  %1 = relax.shape_to_tensor %0 : !relax.shape<[n, 4]> -> tensor<2xi64>
  %2 = relax.prim_value n + m : i64
  %3 = relax.size %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> tensor<i64>
  %4 = relax.tensor_to_shape %t : tensor<2xi64> -> !relax.shape<rank 2>
  relax.return %0, %1, %2, %3, %4 : !relax.shape<[n, 4]>, tensor<2xi64>, i64, tensor<i64>, !relax.shape<rank 2>
}

// CHECK-LABEL: func.func @match(%arg0: tensor<?x?xf32>) -> tensor<?x4xf32>
// CHECK: cf.assert %{{.*}}, "expected a size of 4"
// CHECK: tensor.cast %arg0 : tensor<?x?xf32> to tensor<?x4xf32>
relax.func @match(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %0 = relax.dataflow -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
    %1 = relax.match_cast %x : tensor<?x?xf32> to tensor<?x4xf32, #relax.dims<[n, 4]>>
    %2 = relax.exp %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    relax.output %2 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  }
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// CHECK-LABEL: func.func @choose
// CHECK: %[[C:.*]] = tensor.extract %arg0[]
// CHECK: scf.if %[[C]] -> (tensor<4xf32>)
// CHECK: func.call @tuple
relax.func @choose(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    %1 = relax.tuple %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    %2 = relax.call @tuple(%1) : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    %3 = relax.tuple_get_item %2[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
    relax.yield %3 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// A program that a schedule has tiled is one op again, and goes with its call.
// CHECK-LABEL: func.func @calls
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel"]
// CHECK-NOT: tir.func
relax.func @calls(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = relax.call_tir @double(%x) : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}
tir.func private @double(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c2 {
      %0 = arith.muli %i, %c2 : index
      %1 = arith.addi %0, %j : index
      tir.block "double" iters(%v : spatial = %1 in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
        %2 = memref.load %x[%v] : memref<8xf32>
        %3 = arith.addf %2, %2 : f32
        memref.store %3, %y[%v] : memref<8xf32>
      }
    }
  }
  tir.return
}
