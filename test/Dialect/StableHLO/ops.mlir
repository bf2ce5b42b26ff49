// The text of StableHLO: short and long forms.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s > %t.mlir && relax-opt %t.mlir | diff %t.mlir -
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | diff %t.mlir -

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%x: tensor<4xf32>, %i: tensor<4xi32>, %c: tensor<4xi1>, %s: tensor<f32>) {
  // CHECK: stablehlo.exponential %{{.*}} : tensor<4xf32>
  %0 = stablehlo.exponential %x : tensor<4xf32>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<4xi32>) -> tensor<4xf32>
  %1 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.compare LT, %0, %2, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %4 = stablehlo.select %3, %0, %2 : tensor<4xi1>, tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.clamp %s, %4, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m7 : tensor<4xf32>
  %6 = stablehlo.reduce_precision %5, format = e8m7 : tensor<4xf32>
  // CHECK: chlo.erf %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.erf %6 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %8, %9 = chlo.top_k(%7, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// CHECK-LABEL: func.func @movement
func.func @movement(%x: tensor<4x4xf32>, %p: tensor<f32>, %i: tensor<i32>) {
  // CHECK: stablehlo.constant dense<1> : tensor<2xi32>
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  // CHECK: stablehlo.slice %{{.*}} [0:4:2, 1:3] : (tensor<4x4xf32>) -> tensor<2x2xf32>
  %0 = stablehlo.slice %x [0:4:2, 1:3] : (tensor<4x4xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 0], high = [0, -1], interior = [1, 0]
  %1 = stablehlo.pad %0, %p, low = [1, 0], high = [0, -1], interior = [1, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<4x1xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1
  %2 = stablehlo.concatenate %x, %1, dim = 1 : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 2]
  %3 = stablehlo.dynamic_slice %2, %i, %i, sizes = [2, 2] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.iota dim = 0 : tensor<4xi32>
  %4 = stablehlo.iota dim = 0 : tensor<4xi32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  %6 = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @contractions
func.func @contractions(%x: tensor<2x4x8xf32>, %y: tensor<2x8x3xf32>, %d: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x5xf32>) {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST]
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}0, 1], [0, 1]], reverse = [false, true]}
  %1 = stablehlo.convolution(%d, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x5xf32>) -> tensor<1x4x4x5xf32>
  return
}

// CHECK-LABEL: func.func @regions
func.func @regions(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %z: tensor<f32>, %n: tensor<i32>) {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [1]
  // CHECK-NEXT: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) (%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>)
  %1:2 = stablehlo.reduce(%x init: %z), (%i init: %n) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    %3 = stablehlo.minimum %c, %d : tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}) : tensor<i32>
  // CHECK-NEXT: cond {
  // CHECK: } do {
  %4 = stablehlo.while(%a = %n) : tensor<i32>
  cond {
    %5 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %5 = stablehlo.add %a, %n : tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }
  // CHECK: stablehlo.custom_call @solve(%{{.*}}) {backend_config = ""} : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.custom_call @solve(%4) {backend_config = ""} : (tensor<i32>) -> tensor<i32>
  // CHECK: output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 2, operand_tuple_indices = []>]
  %aliased = stablehlo.custom_call @solve(%4) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 2, operand_tuple_indices = []>]} : (tensor<i32>) -> tensor<i32>
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i32>
  %7:2 = stablehlo.optimization_barrier %0, %6 : tensor<4xf32>, tensor<i32>
  return
}

// CHECK-LABEL: func.func @linear_algebra
func.func @linear_algebra(%x: tensor<2x4x4xf32>, %y: tensor<2x4x3xf32>) {
  // CHECK: stablehlo.cholesky %{{.*}}, lower = true : tensor<2x4x4xf32>
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x4x4xf32>
  // CHECK: "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}>
  %1 = "stablehlo.triangular_solve"(%0, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: stablehlo.fft %{{.*}}, type = RFFT, length = [4, 4] : (tensor<2x4x4xf32>) -> tensor<2x4x3xcomplex<f32>>
  %2 = stablehlo.fft %x, type = RFFT, length = [4, 4] : (tensor<2x4x4xf32>) -> tensor<2x4x3xcomplex<f32>>
  // CHECK: stablehlo.real %{{.*}} : (tensor<2x4x3xcomplex<f32>>) -> tensor<2x4x3xf32>
  %3 = stablehlo.real %2 : (tensor<2x4x3xcomplex<f32>>) -> tensor<2x4x3xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2x4x3xcomplex<f32>>
  %4 = stablehlo.complex %3, %y : tensor<2x4x3xcomplex<f32>>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> tensor<?x4x3xcomplex<f32>>
  %5 = stablehlo.complex %3, %y : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> tensor<?x4x3xcomplex<f32>>
  // CHECK: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<2x4x4xf32>, tensor<2x4x3xf32>>
  %6 = stablehlo.tuple %x, %y : tuple<tensor<2x4x4xf32>, tensor<2x4x3xf32>>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<2x4x4xf32>, tensor<2x4x3xf32>>) -> tensor<2x4x3xf32>
  %7 = stablehlo.get_tuple_element %6[1] : (tuple<tensor<2x4x4xf32>, tensor<2x4x3xf32>>) -> tensor<2x4x3xf32>
  // CHECK: stablehlo.replica_id : tensor<ui32>
  %8 = stablehlo.replica_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @random
func.func @random(%a: tensor<f32>, %n: tensor<1xi64>, %s: tensor<2xui64>) {
  // CHECK: stablehlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %0 = stablehlo.rng %a, %a, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %1, %2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// CHECK-LABEL: func.func @devices
func.func @devices(%x: tensor<4x2xf32>) {
  // CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{.*}}> : tensor<1x2xi64>, use_global_device_ids}>
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.collective_permute"(%{{.*}}) <{source_target_pairs = dense<{{.*}}> : tensor<1x2xi64>}>
  %1 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.create_token : !stablehlo.token
  %2 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
  %3 = stablehlo.after_all %2, %2 : !stablehlo.token
  // CHECK: stablehlo.after_all : !stablehlo.token
  %4 = stablehlo.after_all : !stablehlo.token
  return
}
