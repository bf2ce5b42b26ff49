// Patterns of what oneDNN computes here: products and convolutions of f32, a
// bias that varies along the last axis or the channels, and a function of that.
// The larger pattern comes first: what one finds is no other's any more.

pdl.pattern @dnnl.matmul_transposed_bias_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.relu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_bias_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.relu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_transposed_bias_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.gelu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_bias_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.gelu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_transposed_bias : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %sum with "relax.composite"
}

pdl.pattern @dnnl.matmul_bias : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = -1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %sum with "relax.composite"
}

pdl.pattern @dnnl.matmul_transposed_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.relu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.relu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_transposed_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.gelu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.gelu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.matmul_transposed : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %t1 = pdl.type
  %permute = pdl.operation "relax.permute_dims"(%rhs : !pdl.value) -> (%t1 : !pdl.type)
  %permuted = pdl.result 0 of %permute
  %product = pdl.operation "relax.matmul"(%lhs, %permuted : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %product with "relax.composite"
}

pdl.pattern @dnnl.matmul : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.matmul"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %product with "relax.composite"
}

pdl.pattern @dnnl.conv2d_bias_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = 1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.relu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.conv2d_bias_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = 1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %1 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.gelu"(%1 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.conv2d_bias : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %bias = pdl.operand
  %axis = pdl.attribute = 1
  pdl.apply_native_constraint "relax.varies_along"(%bias, %0, %axis : !pdl.value, !pdl.value, !pdl.attribute)
  %sum = pdl.operation "relax.add"(%0, %bias : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %sum with "relax.composite"
}

pdl.pattern @dnnl.conv2d_relu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.relu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.conv2d_gelu : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %0 = pdl.result 0 of %product
  %root = pdl.operation "relax.nn.gelu"(%0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}

pdl.pattern @dnnl.conv2d : benefit(1) {
  %f32 = pdl.type : f32
  %lhs = pdl.operand
  %rhs = pdl.operand
  pdl.apply_native_constraint "relax.element_type"(%lhs, %f32 : !pdl.value, !pdl.type)
  pdl.apply_native_constraint "relax.element_type"(%rhs, %f32 : !pdl.value, !pdl.type)
  %t0 = pdl.type
  %product = pdl.operation "relax.nn.conv2d"(%lhs, %rhs : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %product with "relax.composite"
}
