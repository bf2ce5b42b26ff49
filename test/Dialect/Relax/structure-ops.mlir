// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt | FileCheck %s

// CHECK-LABEL: @tuples
relax.func @tuples(%x: tensor<4xf32>, %y: i64) -> tensor<4xf32> {
  // CHECK: relax.tuple %{{.*}}, %{{.*}} : (tensor<4xf32>, i64) -> tuple<tensor<4xf32>, i64>
  %0 = relax.tuple %x, %y : (tensor<4xf32>, i64) -> tuple<tensor<4xf32>, i64>
  // CHECK: relax.tuple : () -> tuple<>
  %1 = relax.tuple : () -> tuple<>
  // CHECK: relax.tuple_get_item %{{.*}}[0] : tuple<tensor<4xf32>, i64> -> tensor<4xf32>
  %2 = relax.tuple_get_item %0[0] : tuple<tensor<4xf32>, i64> -> tensor<4xf32>
  relax.return %2 : tensor<4xf32>
}

// CHECK-LABEL: @constants
relax.func @constants(%x: tensor<?xf32, #relax.dims<[n]>>) {
  // CHECK: relax.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = relax.constant dense<1.0> : tensor<2xf32>
  // CHECK: relax.constant dense<1.000000e+00> : tensor<2xf32> as tensor<2xf32, #
  %1 = relax.constant dense<1.0> : tensor<2xf32> as tensor<2xf32, #relax.dims<[2], vdevice = #relax.vdevice<"cuda", 0>>>
  // CHECK: relax.shape [n * 2 + 1, 4] : !relax.shape<[n * 2 + 1, 4]>
  %2 = relax.shape [n * 2 + 1, 4] : !relax.shape<[n * 2 + 1, 4]>
  // CHECK: relax.prim_value n floordiv 2 : i64
  %3 = relax.prim_value n floordiv 2 : i64
  relax.return
}

// CHECK-LABEL: @shapes
relax.func @shapes(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %v: tensor<2xi64>) {
  // CHECK: relax.shape_of %{{.*}} : tensor<?x4xf32, #{{[^>]*>?}}> -> !relax.shape<[n, 4]>
  %0 = relax.shape_of %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> !relax.shape<[n, 4]>
  // CHECK: relax.tensor_to_shape %{{.*}} : tensor<2xi64> -> !relax.shape<rank 2>
  %1 = relax.tensor_to_shape %v : tensor<2xi64> -> !relax.shape<rank 2>
  // CHECK: relax.match_cast %{{.*}} : !relax.shape<rank 2> to !relax.shape<[h, w]>
  %2 = relax.match_cast %1 : !relax.shape<rank 2> to !relax.shape<[h, w]>
  // CHECK: relax.shape_to_tensor %{{.*}} : !relax.shape<[h, w]> -> tensor<2xi64>
  %3 = relax.shape_to_tensor %2 : !relax.shape<[h, w]> -> tensor<2xi64>
  // CHECK: relax.size
  %4 = relax.size %x : tensor<?x4xf32, #relax.dims<[n, 4]>> -> tensor<i64>
  relax.return
}

// CHECK-LABEL: @effects
relax.func impure @effects(%c: tensor<i1>, %x: tensor<4xf32>) {
  // CHECK: relax.print "done"
  relax.print "done"
  // CHECK: relax.assert_op %{{.*}}, "bad {}"(%{{.*}}) : tensor<i1>, tensor<4xf32>
  relax.assert_op %c, "bad {}"(%x) : tensor<i1>, tensor<4xf32>
  // CHECK: relax.assert_op %{{.*}}, "bad" : tensor<i1>
  relax.assert_op %c, "bad" : tensor<i1>
  relax.return
}

// CHECK-LABEL: @memory
relax.func impure @memory(%x: tensor<?xf32, #relax.dims<[n]>>) {
  // CHECK: relax.memory.alloc_storage[n * 4]
  %0 = relax.memory.alloc_storage [n * 4]
  // CHECK: relax.memory.alloc_tensor %{{.*}} at[0] : tensor<?xf32, #
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.memory.view %{{.*}} at[0] : tensor<?xf32, #{{.*}}> to tensor<?x1xf32, #
  %2 = relax.memory.view %1 at [0] : tensor<?xf32, #relax.dims<[n]>> to tensor<?x1xf32, #relax.dims<[n, 1]>>
  // CHECK: relax.memory.ensure_zero_offset
  %3 = relax.memory.ensure_zero_offset %1 : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.memory.copy %{{.*}} to %{{.*}} : tensor<?xf32, #
  relax.memory.copy %x to %1 : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.memory.kill_tensor
  relax.memory.kill_tensor %1 : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.memory.kill_storage
  relax.memory.kill_storage %0
  relax.return
}

// CHECK-LABEL: @texts
relax.func @texts() -> !relax.object {
  // CHECK: relax.string "a \22word\22"
  %0 = relax.string "a \22word\22"
  // CHECK: relax.string "" {mark}
  %1 = relax.string "" {mark}
  // CHECK: relax.dtype f32
  %2 = relax.dtype f32
  // CHECK: relax.dtype ui8
  %3 = relax.dtype ui8
  // CHECK: relax.dtype vector<4xf16>
  %4 = relax.dtype vector<4xf16>
  // CHECK: relax.dtype !relax.unknown
  %5 = relax.dtype !relax.unknown
  // CHECK: relax.dtype !relax.object
  %6 = relax.dtype !relax.object
  relax.return %0 : !relax.object
}

// CHECK-LABEL: @numbers
relax.func @numbers(%f: f32, %i: i8, %n: index, %b: i1) {
  // CHECK: relax.scalar_to_tensor %{{.*}} : f32 -> tensor<f32>
  %0 = relax.scalar_to_tensor %f : f32 -> tensor<f32>
  // CHECK: relax.scalar_to_tensor %{{.*}} : i8 -> tensor<ui8>
  %1 = relax.scalar_to_tensor %i : i8 -> tensor<ui8>
  // CHECK: relax.scalar_to_tensor %{{.*}} : index -> tensor<i64>
  %2 = relax.scalar_to_tensor %n : index -> tensor<i64>
  // CHECK: relax.scalar_to_tensor %{{.*}} : i1 -> tensor<i1>
  %3 = relax.scalar_to_tensor %b : i1 -> tensor<i1>
  relax.return
}

// CHECK-LABEL: @runtime
relax.func impure @runtime(%x: tensor<4xf32>) {
  // CHECK: relax.builtin.stop_lift_params
  %0 = relax.builtin.stop_lift_params %x : tensor<4xf32>
  // CHECK: relax.null_value : !relax.object
  %1 = relax.null_value : !relax.object
  // CHECK: relax.vm.kill_object
  relax.vm.kill_object %1 : !relax.object
  // CHECK: relax.call_builtin_with_ctx "vm.builtin.copy"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_builtin_with_ctx "vm.builtin.copy"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// CHECK-LABEL: @devices
relax.func @devices(%x: tensor<4xf32>, %i: i64) {
  // CHECK: relax.hint_on_device %{{.*}} on {{.*}} : tensor<4xf32>
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  // CHECK: relax.to_vdevice %{{.*}} to {{.*}} : tensor<4xf32> -> tensor<4xf32, #
  %1 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // CHECK: relax.inspect.tensor_ndim
  %2 = relax.inspect.tensor_ndim %x : tensor<4xf32> -> i64
  // CHECK: relax.inspect.tensor_shape_i %{{.*}}, %{{.*}} : tensor<4xf32>, i64 -> i64
  %3 = relax.inspect.tensor_shape_i %x, %i : tensor<4xf32>, i64 -> i64
  // CHECK: relax.inspect.tensor_stride_i %{{.*}}, %{{.*}} : tensor<4xf32>, i64 -> i32
  %4 = relax.inspect.tensor_stride_i %x, %i : tensor<4xf32>, i64 -> i32
  // CHECK: relax.inspect.tensor_byte_offset %{{.*}} : tensor<4xf32> -> i64
  %5 = relax.inspect.tensor_byte_offset %x : tensor<4xf32> -> i64
  // CHECK: relax.inspect.tensor_elem_offset %{{.*}} : tensor<4xf32> -> i64
  %6 = relax.inspect.tensor_elem_offset %x : tensor<4xf32> -> i64
  // CHECK: relax.inspect.tensor_dtype_code %{{.*}} : tensor<4xf32> -> i32
  %7 = relax.inspect.tensor_dtype_code %x : tensor<4xf32> -> i32
  // CHECK: relax.inspect.tensor_dtype_bits %{{.*}} : tensor<4xf32> -> i32
  %8 = relax.inspect.tensor_dtype_bits %x : tensor<4xf32> -> i32
  // CHECK: relax.inspect.tensor_dtype_lanes %{{.*}} : tensor<4xf32> -> i32
  %9 = relax.inspect.tensor_dtype_lanes %x : tensor<4xf32> -> i32
  relax.return
}
