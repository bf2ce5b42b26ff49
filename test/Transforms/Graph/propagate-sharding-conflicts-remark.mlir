// Without `reject-conflicts` both places are told, and one tensor is exchanged.
// RUN: relax-opt %s --relax-propagate-sharding 2>&1 | FileCheck %s

// CHECK: remark: 'relax.add' op expects axis 0 of @mesh to split what belongs together
// CHECK: note: dimension 0 of operand 0 is split by this hint
// CHECK: note: dimension 1 of operand 1 is split by this hint
// CHECK: relax.func @main
// CHECK: relax.ccl.all_to_all
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x4xf32>
  %ys = relax.dist.annotate_sharding %y on @mesh [S[1]] : tensor<8x4xf32>
  %0 = relax.add %xs, %ys : tensor<8x4xf32>
  relax.return %0 : tensor<8x4xf32>
}
