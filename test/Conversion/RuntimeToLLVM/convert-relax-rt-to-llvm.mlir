// Ops of relax_rt become calls, constants become bytes.
// RUN: relax-opt %s --convert-relax-rt-to-llvm --reconcile-unrealized-casts --canonicalize | FileCheck %s

// CHECK: llvm.mlir.global private constant @relax_text_{{.*}}("n * 2\00")
// CHECK: llvm.mlir.global internal constant @weights(dense_resource<w> : tensor<8xi8>) {{.*}} : !llvm.array<8 x i8>
memref.global "private" constant @weights : memref<2xf32> = dense_resource<w>
// CHECK: llvm.mlir.global internal constant @flags(dense<[1, 0]> : tensor<2xi8>) {{.*}} : !llvm.array<2 x i8>
memref.global "private" constant @flags : memref<2xi1> = dense<[true, false]>
// CHECK: llvm.mlir.global internal constant @ones(dense<[1, 0, 1, 0]> : tensor<4xi8>) {{.*}} : !llvm.array<4 x i8>
memref.global "private" constant @ones : memref<2xi16> = dense<1>
// CHECK: llvm.mlir.global internal constant @none(#llvm.zero) {{.*}} : !llvm.array<0 x i8>
memref.global "private" constant @none : memref<0xf32> = dense<>

// Buffers without aliases stay so; kernels stay functions.
// CHECK: llvm.func internal @kernel(%{{[^,]*}}: !llvm.ptr {llvm.noalias}) attributes {no_inline
func.func private @kernel(%a: memref<4xf32> {llvm.noalias}) {
  return
}

// CHECK: llvm.func internal @fallible(
func.func private @fallible(%a: memref<4xf32>) {
  // CHECK: llvm.call @relax_rt_kernel_fail
  relax_rt.kernel_fail "no"
  return
}

// What fails in a kernel is asked for behind it.
// CHECK: llvm.func internal @outside(
func.func private @outside(%a: memref<4xf32>) {
  // CHECK: %[[N:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: llvm.call @relax_rt_kernel_call_external(%{{.*}}, %{{.*}}, %{{.*}})
  relax_rt.kernel_call_external "my.fill"(%a) : memref<4xf32>
  return
}

// Booleans take a byte each.
// CHECK: llvm.func internal @booleans(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xi8>
// CHECK: llvm.trunc %[[X]] : vector<8xi8> to vector<8xi1>
// CHECK: llvm.zext %{{.*}} : vector<8xi1> to vector<8xi8>
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xi8>
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xi8>
func.func private @booleans(%a: memref<8xi1>, %b: memref<8xi1>, %m: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<8xi1>, vector<8xi1>
  vector.store %m, %b[%c0] : memref<8xi1>, vector<8xi1>
  %y = vector.maskedload %a[%c0], %m, %x : memref<8xi1>, vector<8xi1>, vector<8xi1> into vector<8xi1>
  vector.maskedstore %b[%c0], %m, %y : memref<8xi1>, vector<8xi1>, vector<8xi1>
  return
}

// bf16 that is only moved is 16 bits, which more CPUs can mask.
// CHECK: llvm.func internal @bfloats(
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xi16>
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xi16>
func.func private @bfloats(%a: memref<8xbf16>, %b: memref<8xbf16>, %m: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xbf16>
  %x = vector.maskedload %a[%c0], %m, %zero : memref<8xbf16>, vector<8xi1>, vector<8xbf16> into vector<8xbf16>
  vector.maskedstore %b[%c0], %m, %x : memref<8xbf16>, vector<8xi1>, vector<8xbf16>
  return
}

// One that is a number somewhere stays one.
// CHECK: llvm.func internal @rounded(
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xbf16>
func.func private @rounded(%a: memref<8xbf16>, %b: memref<8xf64>, %m: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xbf16>
  %x = vector.maskedload %a[%c0], %m, %zero : memref<8xbf16>, vector<8xi1>, vector<8xbf16> into vector<8xbf16>
  %y = arith.extf %x : vector<8xbf16> to vector<8xf64>
  vector.maskedstore %b[%c0], %m, %y : memref<8xf64>, vector<8xi1>, vector<8xf64>
  return
}

// CHECK: llvm.func internal @main(%[[C:.*]]: !llvm.ptr, %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK: %[[DEVICE:.*]] = llvm.mlir.constant(5 : i32)
// CHECK-NOT: relax_rt.params
func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32
    attributes {relax_rt.params = [{name = "x", type = tensor<?x4xf32>}], relax_rt.results = [{type = tensor<4xi1>}]} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // A failure ends the function with the status.
  // CHECK: %[[S:.*]] = llvm.call @relax_rt_check_tensor(%[[C]],
  // CHECK: %[[F:.*]] = llvm.icmp "ne" %[[S]]
  // CHECK: llvm.cond_br %[[F]]
  relax_rt.check_input %inputs[0] is "x" : tensor<?x4xf32>
  %x = relax_rt.input %inputs[0] : memref<?x4xf32>
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  // CHECK: llvm.call @relax_rt_check_dim(
  relax_rt.check_dim %n, %c4 of 0 "x" axis 0 is "n * 2"
  // CHECK: llvm.call @relax_rt_check_value(
  relax_rt.check_value %n, %c4 of 0 "x" axis 0
  // CHECK: llvm.call @relax_rt_match_dim(
  relax_rt.match_dim %n, %c4 of "lv" axis 0
  // CHECK: llvm.call @relax_rt_tensor_bytes(
  %bytes = relax_rt.tensor_bytes [%n, %c4] of 32
  // Without memory, the status is asked for.
  // CHECK: %[[P:.*]] = llvm.call @relax_rt_storage_alloc(
  // CHECK: llvm.icmp "eq" %[[P]]
  %storage = relax_rt.storage_alloc %bytes
  // CHECK: llvm.store %{{.*}}, %[[SIZES:.*]] : i64
  // CHECK: %[[PLAN:.*]] = llvm.call @relax_rt_storage_plan(%{{.*}}, %{{.*}}, %[[SIZES]], %{{.*}}, %{{.*}})
  // CHECK: llvm.icmp "eq" %[[PLAN]]
  %plan, %places:2 = relax_rt.storage_plan [%bytes, %n] alive [0, 2, 1, 3] : index, index
  // CHECK: llvm.call @relax_rt_storage_data(
  %data = relax_rt.storage_data %storage, %bytes : memref<?xi8>
  %y = memref.view %data[%c0][] : memref<?xi8> to memref<4xf32>
  // CHECK: llvm.call @kernel(
  // CHECK-NOT: llvm.call @relax_rt_status
  // CHECK: llvm.call @fallible(
  // CHECK: llvm.call @relax_rt_status
  relax_rt.call_kernel @kernel(%y) : memref<4xf32>
  relax_rt.call_kernel @fallible(%y) : memref<4xf32>
  %v = relax_rt.view %y at %c4 [] : memref<4xf32> to memref<3xf32>
  // CHECK: llvm.call @relax_rt_call_external(
  relax_rt.call_external "my.gelu" ins(%y : memref<4xf32>) outs(%v : memref<3xf32>)
  // The second tensor is on CUDA device 5.
  // CHECK: llvm.insertvalue %[[DEVICE]], %{{.*}}[1, 1]
  // CHECK: llvm.call @relax_rt_call_external(
  relax_rt.call_external "my.gelu" ins(%y : memref<4xf32>) outs(%v : memref<3xf32>) on [-1, 5]
  // CHECK: llvm.call @main(%[[C]],
  %called = relax_rt.call @main(%x) : (memref<?x4xf32>) -> !relax_rt.tensor
  // CHECK: llvm.call @relax_rt_tensor_dl(
  %m = relax_rt.tensor_data %called : memref<4xi1>
  %true = arith.constant true
  // CHECK: llvm.call @relax_rt_assert(
  relax_rt.assert %true, "expected {}"(%y) : memref<4xf32>
  // CHECK: llvm.call @relax_rt_print(
  relax_rt.print "x is {}"(%y) : memref<4xf32>
  // CHECK: llvm.call @relax_rt_tensor_from_data(
  %copy = relax_rt.tensor_copy %m : memref<4xi1>
  // CHECK: llvm.call @relax_rt_tensor_release(
  relax_rt.tensor_release %called
  // CHECK: llvm.call @relax_rt_tensor_on_storage(
  %t = relax_rt.tensor_on_storage %storage at %c0 like %y : memref<4xf32>
  // CHECK: llvm.call @relax_rt_storage_release(
  relax_rt.storage_release %storage
  relax_rt.output %t, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK: llvm.mlir.global private constant @relax_function_0_params
// CHECK: llvm.mlir.global external protected constant @relax_module_descriptor_v1
{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-}
