// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s -mlir-print-op-generic | relax-opt | FileCheck %s

func.func private @kernel(memref<?x4xf32>, memref<?x4xf32>, index)

// CHECK-LABEL: func.func @main(
func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // CHECK: relax_rt.check_input %{{.*}}[0] is "x" : tensor<?x4xf32>
  relax_rt.check_input %inputs[0] is "x" : tensor<?x4xf32>
  // CHECK: relax_rt.input %{{.*}}[0] : memref<?x4xf32>
  %x = relax_rt.input %inputs[0] : memref<?x4xf32>
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  // CHECK: relax_rt.check_dim %{{.*}}, %{{.*}} of 1 "mask" axis 0 is "n * 2"
  relax_rt.check_dim %n, %c4 of 1 "mask" axis 0 is "n * 2"
  // CHECK: relax_rt.check_value %{{.*}}, %{{.*}} of 1 "shape" axis 0
  relax_rt.check_value %n, %c4 of 1 "shape" axis 0
  // CHECK: relax_rt.match_dim %{{.*}}, %{{.*}} of "lv" axis 0 is "m"
  relax_rt.match_dim %n, %c4 of "lv" axis 0 is "m"
  // CHECK: relax_rt.tensor_bytes[%{{.*}}, %{{.*}}] of 32
  %bytes = relax_rt.tensor_bytes [%n, %c4] of 32
  // CHECK: relax_rt.storage_alloc %
  %storage = relax_rt.storage_alloc %bytes
  // CHECK: relax_rt.storage_plan[%{{.*}}, %{{.*}}] alive [0, 2, 1, 3] : index, index
  %plan, %places:2 = relax_rt.storage_plan [%bytes, %n] alive [0, 2, 1, 3] : index, index
  // CHECK: relax_rt.storage_plan[%{{.*}}] own[%{{.*}}] alive [0, 2, 1, 9] : index own !relax_rt.storage
  %plan2, %place, %own = relax_rt.storage_plan [%bytes] own [%n] alive [0, 2, 1, 9] : index own !relax_rt.storage
  // CHECK: relax_rt.storage_data %{{.*}}, %{{.*}} : memref<?xi8>
  %data = relax_rt.storage_data %storage, %bytes : memref<?xi8>
  %y = memref.view %data[%c0][%n] : memref<?xi8> to memref<?x4xf32>
  // CHECK: relax_rt.call_kernel @kernel(%{{.*}}) : memref<?x4xf32>, memref<?x4xf32>, index
  relax_rt.call_kernel @kernel(%x, %y, %n) : memref<?x4xf32>, memref<?x4xf32>, index
  // CHECK: relax_rt.view %{{.*}} at %{{.*}}[%{{.*}}] : memref<?x4xf32> to memref<4x?xf32>
  %v = relax_rt.view %y at %c0 [%n] : memref<?x4xf32> to memref<4x?xf32>
  // CHECK: relax_rt.call_external "my.gelu" ins(%{{.*}} : memref<?x4xf32>) outs(%{{.*}} : memref<4x?xf32>)
  relax_rt.call_external "my.gelu" ins(%x : memref<?x4xf32>) outs(%v : memref<4x?xf32>)
  // CHECK: relax_rt.call_external "my.gelu" ins(%{{.*}} : memref<?x4xf32>) outs(%{{.*}} : memref<4x?xf32>) on [1, -1]
  relax_rt.call_external "my.gelu" ins(%x : memref<?x4xf32>) outs(%v : memref<4x?xf32>) on [1, -1]
  // CHECK: relax_rt.call @main(%{{.*}}) : (memref<?x4xf32>) -> !relax_rt.tensor
  %called = relax_rt.call @main(%x) : (memref<?x4xf32>) -> !relax_rt.tensor
  // CHECK: relax_rt.tensor_data %{{.*}} : memref<?x4xf32>
  %m = relax_rt.tensor_data %called : memref<?x4xf32>
  %true = arith.constant true
  // CHECK: relax_rt.assert %{{.*}}, "expected {}"(%{{.*}}) : memref<?x4xf32>
  relax_rt.assert %true, "expected {}"(%m) : memref<?x4xf32>
  // CHECK: relax_rt.print "x is {}"(%{{.*}}) : memref<?x4xf32>
  relax_rt.print "x is {}"(%m) : memref<?x4xf32>
  // CHECK: relax_rt.tensor_copy %{{.*}} : memref<?x4xf32>
  %copy = relax_rt.tensor_copy %m : memref<?x4xf32>
  // CHECK: relax_rt.tensor_release %
  relax_rt.tensor_release %called
  // CHECK: relax_rt.tensor_on_storage %{{.*}} at %{{.*}} like %{{.*}} : memref<?x4xf32>
  %t = relax_rt.tensor_on_storage %storage at %c0 like %y : memref<?x4xf32>
  // CHECK: relax_rt.storage_release %
  relax_rt.storage_release %storage
  // CHECK: relax_rt.output %{{.*}}, %{{.*}}[0]
  relax_rt.output %t, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @borrowed(
func.func @borrowed(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 {
  %c0 = arith.constant 0 : index
  // CHECK: relax_rt.check_input %{{.*}}[0] is "x" : tensor<*x!relax.unknown>
  relax_rt.check_input %inputs[0] is "x" : tensor<*x!relax.unknown>
  // CHECK: relax_rt.input %{{.*}}[0] : !relax_rt.borrowed
  %x = relax_rt.input %inputs[0] : !relax_rt.borrowed
  // CHECK: relax_rt.match_tensor %{{.*}} of "lv" : tensor<?x4xf32>
  relax_rt.match_tensor %x of "lv" : tensor<?x4xf32>
  // CHECK: relax_rt.borrowed_data %{{.*}} : memref<?x4xf32>
  %m = relax_rt.borrowed_data %x : memref<?x4xf32>
  // CHECK: relax_rt.borrowed_shape %{{.*}} : memref<?xi64>
  %s = relax_rt.borrowed_shape %x : memref<?xi64>
  // CHECK: relax_rt.borrowed_field rank of %
  %rank = relax_rt.borrowed_field rank of %x
  // CHECK: relax_rt.match_rank 2, %{{.*}} of "s"
  relax_rt.match_rank 2, %rank of "s"
  // CHECK: relax_rt.borrowed_size %{{.*}} axis %
  %n = relax_rt.borrowed_size %x axis %c0
  // CHECK: relax_rt.borrowed_stride %{{.*}} axis %
  %k = relax_rt.borrowed_stride %x axis %c0
  // CHECK: relax_rt.borrowed_reshape %{{.*}} to %{{.*}} : memref<?xi64>
  %r = relax_rt.borrowed_reshape %x to %s : memref<?xi64>
  // CHECK: relax_rt.borrow %{{.*}} : memref<?x4xf32>
  %b = relax_rt.borrow %m : memref<?x4xf32>
  // CHECK: relax_rt.call @borrowed(%{{.*}}) : (!relax_rt.borrowed) -> !relax_rt.tensor
  %called = relax_rt.call @borrowed(%b) : (!relax_rt.borrowed) -> !relax_rt.tensor
  // CHECK: relax_rt.tensor_data %{{.*}} : !relax_rt.borrowed
  %data = relax_rt.tensor_data %called : !relax_rt.borrowed
  // CHECK: relax_rt.call_external "my.f" ins(%{{.*}} : !relax_rt.borrowed)
  relax_rt.call_external "my.f" ins(%data : !relax_rt.borrowed)
  // CHECK: relax_rt.tensor_copy %{{.*}} : !relax_rt.borrowed
  %copy = relax_rt.tensor_copy %data : !relax_rt.borrowed
  relax_rt.output %copy, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}

func.func private @body(%begin: index, %end: index, %m: memref<4xf32>) {
  return
}

// CHECK-LABEL: func.func @loop(
func.func @loop(%m: memref<4xf32>, %n: index) {
  // CHECK: relax_rt.parallel_for @body(%{{.*}}) captures(%{{.*}} : memref<4xf32>)
  relax_rt.parallel_for @body(%n) captures(%m : memref<4xf32>)
  // CHECK: relax_rt.scratch_alloc %
  %scratch, %valid = relax_rt.scratch_alloc %n
  // CHECK: relax_rt.scratch_release %
  relax_rt.scratch_release %scratch
  // CHECK: relax_rt.kernel_fail "no"
  relax_rt.kernel_fail "no"
  // CHECK: relax_rt.kernel_call_external "my.fill"(%{{.*}}) : memref<4xf32>
  %filled = memref.alloc() : memref<4xf32>
  relax_rt.kernel_call_external "my.fill"(%filled) : memref<4xf32>
  return
}
