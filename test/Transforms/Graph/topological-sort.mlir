// RUN: relax-opt %s --relax-topological-sort | FileCheck %s
// RUN: relax-opt %s --relax-topological-sort --relax-topological-sort | FileCheck %s
// RUN: relax-opt %s '--relax-topological-sort=order=breadth-first' | FileCheck %s --check-prefix=WIDE
// RUN: relax-opt %s '--relax-topological-sort=direction=from-outputs' | FileCheck %s --check-prefix=BACK
// RUN: relax-opt %s '--relax-topological-sort=direction=from-outputs' '--relax-topological-sort=direction=from-outputs' | FileCheck %s --check-prefix=BACK
// RUN: not relax-opt %s '--relax-topological-sort=order=any' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %same-results=relax-topological-sort
// RUN: %same-results='relax-topological-sort{order=breadth-first direction=from-outputs}'

// ERROR: error: 'relax.func' op expected the order depth-first or breadth-first and the direction from-inputs or from-outputs, found any and from-inputs

// CHECK-LABEL: relax.func @two
// CHECK: relax.exp
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.sin
// CHECK-NEXT: relax.log
// CHECK-NEXT: relax.add
// WIDE-LABEL: relax.func @two
// WIDE: relax.exp
// WIDE-NEXT: relax.log
// WIDE-NEXT: relax.negative
// WIDE-NEXT: relax.sin
// WIDE-NEXT: relax.add
// BACK-LABEL: relax.func @two
// BACK: relax.exp
// BACK-NEXT: relax.negative
// BACK-NEXT: relax.sin
// BACK-NEXT: relax.log
// BACK-NEXT: relax.add
relax.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %1 = relax.exp %x : tensor<4xf32>
    %2 = relax.log %x : tensor<4xf32>
    %3 = relax.negative %1 : tensor<4xf32>
    %4 = relax.sin %3 : tensor<4xf32>
    %5 = relax.add %2, %4 : tensor<4xf32>
    relax.output %5 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// A cast comes before the types that its symbols stand in.
// CHECK-LABEL: relax.func @cast
// CHECK: relax.match_cast
// CHECK: relax.prim_value n
// BACK-LABEL: relax.func @cast
// BACK: relax.match_cast
// BACK: relax.prim_value n
relax.func @cast(%x: tensor<?xf32>) -> (i64, tensor<?xf32>) {
  %0:2 = relax.dataflow -> i64, tensor<?xf32> {
    %1 = relax.exp %x : tensor<?xf32>
    %2 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    %3 = relax.prim_value n : i64
    relax.output %3, %1 : i64, tensor<?xf32>
  }
  relax.return %0#0, %0#1 : i64, tensor<?xf32>
}

// Outside of regions the order stays.
// CHECK-LABEL: relax.func private @dead
// CHECK: relax.exp
// CHECK-NEXT: relax.log
// CHECK-NEXT: relax.negative
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %1 = relax.exp %x : tensor<4xf32>
  %2 = relax.log %x : tensor<4xf32>
  %3 = relax.negative %1 : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}

// A cast that checks a symbol of the function holds nobody up, whatever is in
// front of it; what a region before this one defines is outside, too.
// CHECK-LABEL: relax.func @checks
// CHECK: relax.match_cast %arg0
// CHECK: relax.sum
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.log
// CHECK-NEXT: relax.match_cast
relax.func @checks(%x: tensor<?xf32>, %y: tensor<?x4xf32>) -> tensor<f32> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
    relax.output %1 : tensor<?xf32, #relax.dims<[n]>>
  }
  %1 = relax.dataflow -> tensor<f32> {
    %2 = relax.sum %0 : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<f32>
    %3 = relax.exp %0 : tensor<?xf32, #relax.dims<[n]>>
    %4 = relax.log %y : tensor<?x4xf32>
    %5 = relax.match_cast %4 : tensor<?x4xf32> to tensor<?x4xf32, #relax.dims<[n, 4]>>
    %6 = relax.negative %0 : tensor<?xf32, #relax.dims<[n]>>
    relax.output %2 : tensor<f32>
  }
  relax.return %1 : tensor<f32>
}
