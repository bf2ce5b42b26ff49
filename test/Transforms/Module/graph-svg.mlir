// The drawing in the language of Graphviz: ops are nodes, values are edges with shapes, constants are text.
// RUN: relax-opt %s --relax-graph-svg=output=%t.dot | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s --input-file=%t.dot
// RUN: relax-opt %s --relax-graph-svg=output=%t.dot --relax-graph-svg=output=%t.again.dot -o /dev/null
// RUN: cmp %t.dot %t.again.dot
// RUN: %same-results=relax-graph-svg{output=%t.dot}
// RUN: relax-opt %s --relax-graph-svg=output=%t.svg -o /dev/null
// RUN: FileCheck %s --input-file=%t.svg --check-prefix=SVG

// SAME: relax.func @main

// CHECK: digraph relax {
// CHECK: subgraph cluster0 {
// CHECK-NEXT: label="@main"
// CHECK-NEXT: n[[X:[0-9]+]] [shape=ellipse, label="x\nn×4 f32"]
// The weight is a shape, the number itself; a dataflow region has no box.
// CHECK-NEXT: n[[PRODUCT:[0-9]+]] [shape=box, label="matmul\n4×8 f32"]
// CHECK-NEXT: n[[SUM:[0-9]+]] [shape=box, label="add\n2.500000e+00 : f32"]
// CHECK-NEXT: n[[RESULT:[0-9]+]] [shape=ellipse, label="y"]
// CHECK: label="@branches"
// CHECK: n[[CALL:[0-9]+]] [shape=box, label="double\ncall"]
// CHECK: n[[IF:[0-9]+]] [shape=box, label="if"]
// CHECK: label="if 0"
// CHECK: n[[EXP:[0-9]+]] [shape=box, label="exp"]
// CHECK: label="if 1"
// CHECK: label="@empty"
// CHECK: label="result 0\n3 i64"
// A constant that a dataflow region gives, to an op and to the caller, and one that a branch gives.
// CHECK: label="@constants"
// CHECK: n[[ADD:[0-9]+]] [shape=box, label="add\n3.000000e+00 : f32"]
// CHECK: n[[CHOICE:[0-9]+]] [shape=box, label="if"]
// CHECK: label="if 0"
// CHECK-NEXT: n[[SEVEN:[0-9]+]] [shape=box, label="7.000000e+00 : f32"]
// CHECK: label="result 1\n3.000000e+00 : f32"
// Edges are in no box: they would move their nodes there.
// CHECK: n[[X]] -> n[[PRODUCT]] [label="n×4 f32"]
// CHECK-NEXT: n[[PRODUCT]] -> n[[SUM]] [label="n×8 f32"]
// CHECK-NEXT: n[[SUM]] -> n[[RESULT]] [label="n×8 f32"]
// CHECK: n[[CALL]] -> n[[EXP]] [label="4 f32"]
// CHECK-NEXT: n[[EXP]] -> n[[IF]] [label="4 f32"]
// CHECK-NEXT: n[[CALL]] -> n[[IF]] [label="4 f32"]
// CHECK: n[[SEVEN]] -> n[[CHOICE]] [label="f32"]
// CHECK-NEXT: n[[ADD]] -> n[[CHOICE]] [label="f32"]

// SVG: <svg
// SVG: <title>{{.*}}cluster0</title>
// SVG: matmul
// SVG: 4×8 f32

relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"})
    -> (tensor<?x8xf32, #relax.dims<[n, 8]>> {relax.name = "y"}) {
  %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
    %w = relax.constant dense<1.0> : tensor<4x8xf32>
    %c = relax.constant dense<2.5> : tensor<f32>
    %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    %2 = relax.add %1, %c : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<f32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
    relax.output %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  }
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
relax.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %2 = relax.exp %0 : tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  } else {
    relax.yield %0 : tensor<4xf32>
  }
  relax.return %1 : tensor<4xf32>
}
relax.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @empty() -> tensor<3xi64> {
  %0 = relax.constant dense<[1, 2, 3]> : tensor<3xi64>
  relax.return %0 : tensor<3xi64>
}
relax.func @constants(%c: tensor<i1>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = relax.dataflow -> tensor<f32> {
    %three = relax.constant dense<3.0> : tensor<f32>
    relax.output %three : tensor<f32>
  }
  %1 = relax.add %x, %0 : tensor<f32>
  %2 = relax.if %c : tensor<i1> -> tensor<f32> {
    %seven = relax.constant dense<7.0> : tensor<f32>
    relax.yield %seven : tensor<f32>
  } else {
    relax.yield %1 : tensor<f32>
  }
  relax.return %2, %0 : tensor<f32>, tensor<f32>
}
