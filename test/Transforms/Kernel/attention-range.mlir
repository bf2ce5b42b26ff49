// Tiles of keys that a mask hides from all rows of a tile are not computed.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_80 --tir-verify-well-formed --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,GPU
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-3
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule" --tolerance=1e-3 --dims=n=70,m=150
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule" --tolerance=1e-3 --dims=n=90,m=33
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule" --tolerance=1e-3 --dims=n=9,m=0
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule" --tolerance=1e-3 --dims=n=33,m=70

// A window: there is a first key as well as a last one, and fewer tiles.
// CHECK-LABEL: tir.func private @fused_arange_broadcast_to_permute_dims_arange_{{[a-z_0-9]*}}logical_and(
// CHECK:         arith.minsi
// CHECK:         arith.maxsi
// CHECK:         %[[HIDDEN:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    %[[BEGIN:.*]] = arith.select %[[HIDDEN]], %{{.*}} : index
// CHECK-NEXT:    %[[END:.*]] = arith.select %[[HIDDEN]], %{{.*}} : index
// CPU:           arith.subi %[[END]], %[[BEGIN]]
// CPU:           tir.for
// GPU:           %[[FIRST:.*]] = arith.divui %[[BEGIN]], %c64
// GPU:           tir.for %{{.*}} = %[[FIRST]] to
// CHECK:       tir.return
relax.func @window(%q: tensor<1x100x1x16xf32>, %k: tensor<1x110x1x16xf32>) -> tensor<1x100x1x16xf32> {
  %1 = relax.dataflow -> tensor<1x100x1x16xf32> {
    %0 = relax.nn.attention %q, %k, %k {causal_mask = "BottomRight", window_size = 20 : i64} : (tensor<1x100x1x16xf32>, tensor<1x110x1x16xf32>, tensor<1x110x1x16xf32>) -> tensor<1x100x1x16xf32>
    relax.output %0 : tensor<1x100x1x16xf32>
  }
  relax.return %1 : tensor<1x100x1x16xf32>
}

// Sizes that only run time knows; more rows than keys: the first rows see none.
// CHECK-LABEL: tir.func private @fused_arange_{{[a-z_0-9]*}}permute_dims_{{[a-z_0-9]*}}less_equal
// CHECK:         arith.minsi
// CHECK:         arith.cmpf oeq
// CHECK:       tir.return
relax.func @dynamic(%q: tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>>, %k: tensor<1x?x1x16xf32, #relax.dims<[1, m, 1, 16]>>) -> tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>> {
  %1 = relax.dataflow -> tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>> {
    %0 = relax.nn.attention %q, %k, %k {causal_mask = "BottomRight"} : (tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>>, tensor<1x?x1x16xf32, #relax.dims<[1, m, 1, 16]>>, tensor<1x?x1x16xf32, #relax.dims<[1, m, 1, 16]>>) -> tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>>
    relax.output %0 : tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>>
  }
  relax.return %1 : tensor<1x?x1x16xf32, #relax.dims<[1, n, 1, 16]>>
}

// What hidden scores are is a parameter, the condition says which are hidden,
// and the place of the row is on the left: no tile is left out unless that
// number is -infinity.
// CHECK-LABEL: tir.func private @fused_{{[a-z_0-9]*}}less{{[a-z_0-9]*}}where
// CHECK:         arith.minsi
// CHECK:         %[[HIDDEN:.*]] = arith.cmpf oeq
// CHECK:         arith.select %[[HIDDEN]], %{{.*}}, %c70{{[_0-9]*}} : index
// CHECK:       tir.return
relax.func @finite(%q: tensor<70x16xf32>, %k: tensor<16x70xf32>, %v: tensor<70x16xf32>, %hidden: tensor<f32>) -> tensor<70x16xf32> {
  %9 = relax.dataflow -> tensor<70x16xf32> {
    %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<70>, step = #relax.expr<1>, dtype = i64} : () -> tensor<70xi64>
    %s = relax.shape [70, 70] : !relax.shape<[70, 70]>
    %1 = relax.broadcast_to %0, %s : (tensor<70xi64>, !relax.shape<[70, 70]>) -> tensor<70x70xi64>
    %2 = relax.permute_dims %1 {axes = array<i64: 1, 0>} : (tensor<70x70xi64>) -> tensor<70x70xi64>
    %3 = relax.less %2, %1 : (tensor<70x70xi64>, tensor<70x70xi64>) -> tensor<70x70xi1>
    %4 = relax.matmul %q, %k : (tensor<70x16xf32>, tensor<16x70xf32>) -> tensor<70x70xf32>
    %5 = relax.where %3, %hidden, %4 : (tensor<70x70xi1>, tensor<f32>, tensor<70x70xf32>) -> tensor<70x70xf32>
    %6 = relax.nn.softmax %5 : tensor<70x70xf32>
    %7 = relax.matmul %6, %v : (tensor<70x70xf32>, tensor<70x16xf32>) -> tensor<70x16xf32>
    relax.output %7 : tensor<70x16xf32>
  }
  relax.return %9 : tensor<70x16xf32>
}

// A mask that falls from row to row and one that is read
// say nothing.
// CHECK-LABEL: tir.func private @fused_{{[a-z_0-9]*}}subtract{{[a-z_0-9]*}}where
// CHECK-NOT:     arith.minsi
// CHECK-NOT:     arith.maxsi
// CHECK:       tir.return
relax.func @falling(%q: tensor<70x16xf32>, %k: tensor<16x70xf32>, %v: tensor<70x16xf32>, %hidden: tensor<f32>, %last: tensor<i64>) -> tensor<70x16xf32> {
  %9 = relax.dataflow -> tensor<70x16xf32> {
    %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<70>, step = #relax.expr<1>, dtype = i64} : () -> tensor<70xi64>
    %s = relax.shape [70, 70] : !relax.shape<[70, 70]>
    %1 = relax.broadcast_to %0, %s : (tensor<70xi64>, !relax.shape<[70, 70]>) -> tensor<70x70xi64>
    %2 = relax.permute_dims %1 {axes = array<i64: 1, 0>} : (tensor<70x70xi64>) -> tensor<70x70xi64>
    %3 = relax.subtract %last, %2 : (tensor<i64>, tensor<70x70xi64>) -> tensor<70x70xi64>
    %4 = relax.less %1, %3 : (tensor<70x70xi64>, tensor<70x70xi64>) -> tensor<70x70xi1>
    %5 = relax.matmul %q, %k : (tensor<70x16xf32>, tensor<16x70xf32>) -> tensor<70x70xf32>
    %6 = relax.where %4, %5, %hidden : (tensor<70x70xi1>, tensor<70x70xf32>, tensor<f32>) -> tensor<70x70xf32>
    %7 = relax.nn.softmax %6 : tensor<70x70xf32>
    %8 = relax.matmul %7, %v : (tensor<70x70xf32>, tensor<70x16xf32>) -> tensor<70x16xf32>
    relax.output %8 : tensor<70x16xf32>
  }
  relax.return %9 : tensor<70x16xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul{{[a-z_0-9]*}}where
// CHECK-NOT:     arith.minsi
// CHECK-NOT:     arith.maxsi
// CHECK:       tir.return
relax.func @read(%q: tensor<70x16xf32>, %k: tensor<16x70xf32>, %v: tensor<70x16xf32>, %hidden: tensor<f32>, %mask: tensor<70x70xi1>) -> tensor<70x16xf32> {
  %4 = relax.dataflow -> tensor<70x16xf32> {
    %0 = relax.matmul %q, %k : (tensor<70x16xf32>, tensor<16x70xf32>) -> tensor<70x70xf32>
    %1 = relax.where %mask, %0, %hidden : (tensor<70x70xi1>, tensor<70x70xf32>, tensor<f32>) -> tensor<70x70xf32>
    %2 = relax.nn.softmax %1 : tensor<70x70xf32>
    %3 = relax.matmul %2, %v : (tensor<70x70xf32>, tensor<70x16xf32>) -> tensor<70x16xf32>
    relax.output %3 : tensor<70x16xf32>
  }
  relax.return %4 : tensor<70x16xf32>
}

// What grows from row to row in all, though a part of it falls.
// CHECK-LABEL: tir.func private @fused_{{[a-z_0-9]*}}add_subtract{{[a-z_0-9]*}}less_equal
// CHECK:         arith.minsi
// CHECK:         arith.cmpf oeq
// CHECK:       tir.return
relax.func @difference(%q: tensor<70x16xf32>, %k: tensor<16x70xf32>, %v: tensor<70x16xf32>, %hidden: tensor<f32>) -> tensor<70x16xf32> {
  %9 = relax.dataflow -> tensor<70x16xf32> {
    %0 = relax.arange {start = #relax.expr<0>, end = #relax.expr<70>, step = #relax.expr<1>, dtype = i64} : () -> tensor<70xi64>
    %s = relax.shape [70, 70] : !relax.shape<[70, 70]>
    %1 = relax.broadcast_to %0, %s : (tensor<70xi64>, !relax.shape<[70, 70]>) -> tensor<70x70xi64>
    %2 = relax.permute_dims %1 {axes = array<i64: 1, 0>} : (tensor<70x70xi64>) -> tensor<70x70xi64>
    %twice = relax.add %2, %2 : (tensor<70x70xi64>, tensor<70x70xi64>) -> tensor<70x70xi64>
    %3 = relax.subtract %twice, %2 : (tensor<70x70xi64>, tensor<70x70xi64>) -> tensor<70x70xi64>
    %4 = relax.less_equal %1, %3 : (tensor<70x70xi64>, tensor<70x70xi64>) -> tensor<70x70xi1>
    %5 = relax.matmul %q, %k : (tensor<70x16xf32>, tensor<16x70xf32>) -> tensor<70x70xf32>
    %6 = relax.where %4, %5, %hidden : (tensor<70x70xi1>, tensor<70x70xf32>, tensor<f32>) -> tensor<70x70xf32>
    %7 = relax.nn.softmax %6 : tensor<70x70xf32>
    %8 = relax.matmul %7, %v : (tensor<70x70xf32>, tensor<70x16xf32>) -> tensor<70x16xf32>
    relax.output %8 : tensor<70x16xf32>
  }
  relax.return %9 : tensor<70x16xf32>
}
