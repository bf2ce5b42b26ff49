// A module for profiles tells the run time of each kernel: where it comes from
// how many bytes it takes, from sizes at run time, and what it computes. A second run has none.
// RUN: relax-opt %s --convert-relax-rt-to-llvm | FileCheck %s
// RUN: relax-opt %s --convert-relax-rt-to-llvm --convert-relax-rt-to-llvm | FileCheck %s --check-prefix=TWICE

// CHECK-NOT: relax_rt.profile
// CHECK-DAG: llvm.mlir.global private constant @[[KERNEL:.*]]("kernel\00")
// CHECK-DAG: llvm.mlir.global private constant @[[NODES:.*]]("conv_1 + relu_1 + net.onnx:7\00")
// CHECK-DAG: llvm.mlir.global private constant @[[UNKNOWN:.*]]("?\00")
// TWICE-COUNT-3: llvm.call @relax_rt_profile_end(
// TWICE-NOT: llvm.call @relax_rt_profile_end(
module attributes {relax_rt.profile} {
  func.func private @kernel(%a: memref<?x4xf32>, %b: memref<i1>) {
    return
  }
  // CHECK: llvm.func internal @main(%[[C:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
  func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32
      attributes {relax_rt.params = [{name = "x", type = tensor<?x4xf32>}, {name = "f", type = tensor<i1>}], relax_rt.results = []} {
    %x = relax_rt.input %inputs[0] : memref<?x4xf32>
    %f = relax_rt.input %inputs[1] : memref<i1>
    // CHECK: %[[ROWS:.*]] = llvm.extractvalue %{{.*}}[3, 0]
    // CHECK: llvm.mul %{{.*}}, %[[ROWS]]
    // CHECK: %[[BYTES:.*]] = llvm.add
    // CHECK: %[[NONE:.*]] = llvm.mlir.constant(-1 : i64)
    // CHECK: %[[T:.*]] = llvm.call @relax_rt_profile_begin(%[[C]], %{{.*}}, %[[NONE]])
    // CHECK: llvm.call @kernel(
    // CHECK: %[[K:.*]] = llvm.mlir.addressof @[[KERNEL]]
    // CHECK: %[[N:.*]] = llvm.mlir.addressof @[[NODES]]
    // CHECK: llvm.call @relax_rt_profile_end(%[[C]], %[[T]], %[[K]], %[[N]])
    relax_rt.call_kernel @kernel(%x, %f) : memref<?x4xf32>, memref<i1> loc(#fused)
    // CHECK: %[[FLOPS:.*]] = llvm.mlir.constant(7 : index)
    // CHECK: llvm.call @relax_rt_profile_begin(%[[C]], %{{.*}}, %[[FLOPS]])
    // CHECK: llvm.mlir.addressof @[[UNKNOWN]]
    %flops = arith.constant 7 : index
    relax_rt.call_kernel @kernel(%x, %f) flops(%flops) : memref<?x4xf32>, memref<i1> loc(unknown)
    relax_rt.call_kernel @kernel(%x, %f) : memref<?x4xf32>, memref<i1> loc(unknown)
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}
#conv = loc("value"("conv_1"))
#relu = loc("relu_1"(unknown))
#file = loc("models/net.onnx":7:1)
#fused = loc(fused[#conv, #relu, #conv, #file])
