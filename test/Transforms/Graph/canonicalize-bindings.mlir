// RUN: relax-opt %s -relax-canonicalize-bindings | FileCheck %s
// RUN: relax-opt %s -relax-canonicalize-bindings -relax-canonicalize-bindings | FileCheck %s
// RUN: %same-results=relax-canonicalize-bindings

// CHECK: @tuples(%[[X:[^:]*]]: tuple
// CHECK-NEXT: relax.return %[[X]] :
relax.func @tuples(%x: tuple<tensor<4xf32>, tensor<?xf32>>) -> tuple<tensor<4xf32>, tensor<?xf32>> {
  %0 = relax.tuple_get_item %x[0] : tuple<tensor<4xf32>, tensor<?xf32>> -> tensor<4xf32>
  %1 = relax.tuple_get_item %x[1] : tuple<tensor<4xf32>, tensor<?xf32>> -> tensor<?xf32>
  %2 = relax.tuple %0, %1 : (tensor<4xf32>, tensor<?xf32>) -> tuple<tensor<4xf32>, tensor<?xf32>>
  relax.return %2 : tuple<tensor<4xf32>, tensor<?xf32>>
}

// A part of a tuple, or its fields in another order, is another tuple.
// CHECK-LABEL: @other_tuples
// CHECK: relax.tuple %
relax.func @other_tuples(%x: tuple<i64, i64>) -> tuple<i64, i64> {
  %0 = relax.tuple_get_item %x[0] : tuple<i64, i64> -> i64
  %1 = relax.tuple_get_item %x[1] : tuple<i64, i64> -> i64
  %2 = relax.tuple %1, %0 : (i64, i64) -> tuple<i64, i64>
  relax.return %2 : tuple<i64, i64>
}

// A cast that defines or checks stays, used or not.
// CHECK-LABEL: @casts
// CHECK: relax.match_cast %{{.*}} to tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.match_cast %{{.*}} to tensor<4xf32>
// CHECK-NEXT: relax.return
relax.func @casts(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.match_cast %y : tensor<?xf32> to tensor<4xf32>
  %2 = relax.match_cast %0 : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32, #relax.dims<[n]>>
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}

// CHECK: @regions(%[[X:[^:]*]]: tensor<4xf32>)
// CHECK-NEXT: relax.return %[[X]] :
relax.func private @regions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    relax.output %x : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
