// Launches, memory and constants of devices become calls; their code is in the
// program that the run time loads.
// RUN: relax-opt %s --convert-relax-rt-to-llvm --reconcile-unrealized-casts --canonicalize | FileCheck %s

module attributes {gpu.container_module} {
// CHECK-NOT: gpu.{{binary|launch|alloc}}
gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, "ptx">]

memref.global "private" constant @weights : memref<2xf32> = dense<1.0>

// CHECK-LABEL: llvm.func internal @kernel(
// CHECK: %[[A:.*]] = llvm.call @relax_rt_device_scratch_alloc(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK: %[[D:.*]] = llvm.call @relax_rt_storage_data(%[[A]]) : (!llvm.ptr) -> !llvm.ptr
// CHECK: llvm.call @relax_rt_launch(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: llvm.call @relax_rt_storage_release(%{{.*}}, %[[A]]) : (!llvm.ptr, !llvm.ptr) -> ()
func.func private @kernel(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 64 : i32
  %b = gpu.alloc (%n) : memref<?xf32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %b : memref<?xf32> -> memref<f32>, index, index, index
  gpu.launch_func @kernels::@fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %c2 args(%base : memref<f32>, %n : index)
  gpu.dealloc %b : memref<?xf32>
  return
}

// CHECK-LABEL: llvm.func internal @host(
// CHECK: %[[S:.*]] = llvm.call @relax_rt_device_storage_alloc(%arg0, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, i64) -> !llvm.ptr
// CHECK: llvm.call @relax_rt_device_constant(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
// CHECK: llvm.call @relax_rt_device_copy(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32, i64) -> i32
// CHECK: llvm.call @relax_rt_device_use(%arg0, %{{.*}}) : (!llvm.ptr, i32) -> i32
// CHECK: llvm.call @kernel(
// CHECK: llvm.call @relax_rt_status(%arg0)
func.func private @host(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 {
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %ok = arith.constant 0 : i32
  %s = relax_rt.storage_alloc %c8 on 1
  %d = relax_rt.storage_data %s, %c8 : memref<?xi8>
  %v = memref.view %d[%c0][%c2] : memref<?xi8> to memref<?xf32>
  %g = memref.get_global @weights : memref<2xf32>
  %k = relax_rt.device_constant %c8 of %g on 1 : memref<2xf32>
  relax_rt.device_copy %c8 from %k on 1 to %v on 1 : memref<2xf32>, memref<?xf32>
  relax_rt.call_kernel @kernel(%v, %c2) on 1 : memref<?xf32>, index
  return %ok : i32
}
// Of a graph's operands addresses and sizes of run time decide.
// CHECK-LABEL: llvm.func internal @graph(
// CHECK: %[[A:.*]] = llvm.ptrtoint
// CHECK: llvm.store %[[A]]
// CHECK: %[[R:.*]] = llvm.call @relax_rt_graph_begin(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32) -> i32
// CHECK: llvm.trunc %[[R]] : i32 to i1
// A range is an address and bytes, of two bytes an element here.
// CHECK: %[[B:.*]] = llvm.mul %{{.*}}, %{{.*}} : i64
// CHECK: llvm.call @relax_rt_graph_step(%arg0, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.call @relax_rt_graph_end(%arg0) : (!llvm.ptr) -> i32
func.func private @graph(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 {
  %c0 = arith.constant 0 : i32
  %x = relax_rt.input %inputs[0] : memref<?xf32>
  %h = relax_rt.input %inputs[1] : memref<?x2xf16>
  %r = relax_rt.graph_begin 2 on 1 (%x) : memref<?xf32>
  cf.cond_br %r, ^run, ^end
^run:
  relax_rt.graph_step reads(%x : memref<?xf32>) writes(%h : memref<?x2xf16>)
  cf.br ^end
^end:
  relax_rt.graph_end
  return %c0 : i32
}
// A border on a device: the check and the copy say which one.
// CHECK-LABEL: llvm.func {{.*}}@border(
// CHECK: llvm.call @relax_rt_check_device_tensor(%arg0, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr, i32) -> i32
// CHECK: llvm.call @relax_rt_device_tensor_from_data(%arg0, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, i32, i32, i32, i32, !llvm.ptr) -> !llvm.ptr
func.func @border(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 {
  %ok = arith.constant 0 : i32
  relax_rt.check_input %inputs[0] is "x" on 1 : tensor<2xf32>
  %x = relax_rt.input %inputs[0] : memref<2xf32>
  %t = relax_rt.tensor_copy %x on 1 : memref<2xf32>
  relax_rt.output %t, %outputs[0]
  return %ok : i32
}
// CHECK-DAG: llvm.mlir.global internal constant @relax_device_image_0("ptx\00") {addr_space = 0 : i32, alignment = 64 : i64}
// CHECK-DAG: llvm.mlir.global private constant @relax_device_images()
// CHECK-DAG: llvm.mlir.global private constant @relax_device_kernels()
// CHECK-DAG: llvm.mlir.global internal @relax_device_program()
}
