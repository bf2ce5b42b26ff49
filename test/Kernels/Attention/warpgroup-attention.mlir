// Attention by the products of warpgroups, as a script; it computes what the
// nests do, without races, and each fence and wait is there.
// RUN: split-file %s %t
// RUN: relax-opt %t/program.mlir --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir | sed '0,/"matmul"/s//"scores"/' > %t/kernel.mlir
// RUN: relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/warpgroups.mlir' --transform-interpreter --tir-verify-well-formed --tir-verify-scheduled --verify-each | FileCheck %s
// RUN: relax-interp %t/kernel.mlir --before-after='transform-preload-library{transform-library-paths=%t/warpgroups.mlir},transform-interpreter' --tolerance=1e-2
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/rows.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not relax-opt %t/kernel.mlir --transform-preload-library='transform-library-paths=%t/both.mlir' --transform-interpreter 2>&1 | FileCheck %s --check-prefix=BOTH

// Scores overwrite their sums, weights go to shared memory.
// CHECK: "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK: math.copysign
// CHECK: tir.warpgroup_product {{.*}}lhs_layout = array<i64: 128, 16, 1024>, overwrites
// CHECK-COUNT-3: tir.warpgroup_product
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: math.exp2
// CHECK: nvvm.fence.proxy
// CHECK-COUNT-4: tir.warpgroup_product {{.*}}rhs_layout = array<i64: 128, 8192, 1024>, rhs_transposed
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// ROWS: expects rows and keys for warpgroups that are multiples of 64, found 32
// BOTH: expects one of 'tensor_cores' and 'warpgroups', found both; leave out one of them

//--- program.mlir
relax.func @main(%q: tensor<130x64xf16>, %k: tensor<100x64xf16>, %v: tensor<100x64xf16>, %scale: tensor<f32>) -> tensor<130x64xf16> {
  %9 = relax.dataflow -> tensor<130x64xf16> {
    %0 = relax.astype %q {dtype = f32} : (tensor<130x64xf16>) -> tensor<130x64xf32>
    %1 = relax.multiply %0, %scale : (tensor<130x64xf32>, tensor<f32>) -> tensor<130x64xf32>
    %2 = relax.permute_dims %k {axes = array<i64: 1, 0>} : (tensor<100x64xf16>) -> tensor<64x100xf16>
    %3 = relax.astype %2 {dtype = f32} : (tensor<64x100xf16>) -> tensor<64x100xf32>
    %4 = relax.matmul %1, %3 : (tensor<130x64xf32>, tensor<64x100xf32>) -> tensor<130x100xf32>
    %5 = relax.nn.softmax %4 : tensor<130x100xf32>
    %6 = relax.astype %v {dtype = f32} : (tensor<100x64xf16>) -> tensor<100x64xf32>
    %7 = relax.matmul %5, %6 : (tensor<130x100xf32>, tensor<100x64xf32>) -> tensor<130x64xf32>
    %8 = relax.astype %7 {dtype = f16} : (tensor<130x64xf32>) -> tensor<130x64xf16>
    relax.output %8 : tensor<130x64xf16>
  }
  relax.return %9 : tensor<130x64xf16>
}

//--- warpgroups.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 128 keys = 64 warpgroups
    %function = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tir.lower_blocks %function : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}

//--- rows.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 32 keys = 64 warpgroups
    transform.yield
  }
}

//--- both.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %block = transform.tir.get_block "matmul" in %root : !transform.any_op
    transform.tir.bind_attention %block rows = 128 keys = 64 tensor_cores warpgroups
    transform.yield
  }
}
