// Tensors whose dtype and rank are known at run time only: their DLTensor is
// passed on, and asked.
// RUN: relax-opt %s --convert-relax-rt-to-llvm --reconcile-unrealized-casts --canonicalize | FileCheck %s

// CHECK-LABEL: llvm.func internal @main(
// CHECK-SAME: %[[CONTEXT:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr) -> i32
func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32
    attributes {relax_rt.params = [{name = "x", type = tensor<*x!relax.unknown>}], relax_rt.results = [{type = tensor<*x!relax.unknown>}]} {
  // 255 is any dtype, -1 any rank.
  // CHECK-DAG: %[[ANY:.*]] = llvm.mlir.constant(255 : i32)
  // CHECK-DAG: %[[RANK:.*]] = llvm.mlir.constant(-1 : i32)
  // CHECK: %[[X:.*]] = llvm.load %[[INPUTS]] : !llvm.ptr -> !llvm.ptr
  // CHECK: llvm.call @relax_rt_check_tensor(%[[CONTEXT]], %{{.*}}, %{{.*}}, %{{.*}}, %[[X]], %[[ANY]], %{{.*}}, %{{.*}}, %[[RANK]], %{{.*}})
  relax_rt.check_input %inputs[0] is "x" : tensor<*x!relax.unknown>
  // CHECK: %[[INPUT:.*]] = llvm.load %[[INPUTS]] : !llvm.ptr -> !llvm.ptr
  %x = relax_rt.input %inputs[0] : !relax_rt.borrowed
  // CHECK: llvm.call @relax_rt_match_tensor(%[[CONTEXT]], %{{.*}}, %{{.*}}, %[[INPUT]], {{.*}})
  relax_rt.match_tensor %x of "match_cast of 'lv'" : tensor<?x4xf32>
  %m = relax_rt.borrowed_data %x : memref<?x4xf32>
  // CHECK: %[[FIELD:.*]] = llvm.getelementptr {{.*}}%[[INPUT]][0, 2]
  // CHECK: llvm.load %[[FIELD]] : !llvm.ptr -> i32
  %rank = relax_rt.borrowed_field rank of %x
  // CHECK: llvm.call @relax_rt_match_rank(
  relax_rt.match_rank 2, %rank of "s"
  // CHECK: llvm.getelementptr {{.*}}%[[INPUT]][0, 3, 1]
  %bits = relax_rt.borrowed_field dtype_bits of %x
  // CHECK: llvm.call @relax_rt_tensor_elements(%[[INPUT]])
  %elements = relax_rt.borrowed_field elements of %x
  // CHECK: llvm.call @relax_rt_tensor_size(%[[CONTEXT]], %{{.*}}, %[[INPUT]], %{{.*}})
  %n = relax_rt.borrowed_size %x axis %bits
  // CHECK: llvm.call @relax_rt_tensor_stride(
  %k = relax_rt.borrowed_stride %x axis %elements
  // CHECK: llvm.call @relax_rt_tensor_from_data(
  %shape = relax_rt.borrowed_shape %x : memref<?xi64>
  %sizes = relax_rt.tensor_copy %shape : memref<?xi64>
  // CHECK: llvm.call @relax_rt_tensor_reshape(%[[CONTEXT]], %{{.*}}, %[[INPUT]], %{{.*}}, %{{.*}})
  %r = relax_rt.borrowed_reshape %x to %shape : memref<?xi64>
  // CHECK: llvm.call @main(%[[CONTEXT]], %{{.*}}, %{{.*}})
  %b = relax_rt.borrow %m : memref<?x4xf32>
  %called = relax_rt.call @main(%b) : (!relax_rt.borrowed) -> !relax_rt.tensor
  // CHECK: %[[DATA:.*]] = llvm.call @relax_rt_tensor_dl(
  %data = relax_rt.tensor_data %called : !relax_rt.borrowed
  // CHECK: llvm.call @relax_rt_tensor_copy(%[[CONTEXT]], %[[DATA]])
  %copy = relax_rt.tensor_copy %data : !relax_rt.borrowed
  relax_rt.output %copy, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}
