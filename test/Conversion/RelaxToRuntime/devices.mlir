// Memory, constants, copies and calls on devices, of a size known at run time.
// RUN: relax-opt %s --convert-relax-to-runtime | FileCheck %s

module attributes {gpu.container_module} {
// CHECK-LABEL: func.func @main(
// CHECK: %[[S:.*]] = relax_rt.storage_alloc %[[B:.*]] on 1
// CHECK: %[[D:.*]] = relax_rt.storage_data %[[S]], %[[B]]
// CHECK: %[[X:.*]] = memref.view %[[D]]
// CHECK: relax_rt.device_copy %{{.*}} from %{{.*}} to %[[X]] on 1 : memref<?xf32>, memref<?xf32>
// CHECK: %[[G:.*]] = memref.get_global @relax_constant
// CHECK: %[[K:.*]] = relax_rt.device_constant %{{.*}} of %[[G]] on 1 : memref<1xf32>
// CHECK: relax_rt.call_kernel @launch(%[[X]], %[[K]], %{{.*}}) on 1 : memref<?xf32>, memref<1xf32>, memref<?xf32>
// CHECK: relax_rt.device_copy %{{.*}} from %{{.*}} on 1 to %{{.*}} : memref<?xf32>, memref<?xf32>
gpu.module @kernels {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
tir.func private @launch(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %k: memref<1xf32>, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2 : i64} {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@nothing blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  tir.return
}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [n * 8] {vdevice = #relax.vdevice<"cuda", 1>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.memory.copy %x to %1 : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  %k = relax.constant dense<1.0> : tensor<1xf32> as tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 1>>>
  %2 = relax.memory.alloc_tensor %0 at [n * 4] : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.call_prim_func @launch ins(%1, %k : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 1>>>) outs(%2 : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>)
  %3 = relax.memory.alloc_storage [n * 4]
  %4 = relax.memory.alloc_tensor %3 at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.memory.copy %2 to %4 : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>> to tensor<?xf32, #relax.dims<[n]>>
  relax.memory.kill_storage %0
  relax.return %4 : tensor<?xf32, #relax.dims<[n]>>
}

// Kernels that are a graph are in a branch where they are called.
// CHECK-LABEL: func.func @graph(
// CHECK: %[[X:.*]] = relax_rt.input %arg1[0] : memref<?xf32>
// CHECK: %[[R:.*]] = relax_rt.graph_begin 0 on 1(%[[X]], %[[X]]) : memref<?xf32>, memref<?xf32>
// CHECK: scf.if %[[R]] {
// CHECK: relax_rt.device_constant
// CHECK: relax_rt.storage_alloc %{{.*}} on 1
// CHECK: relax_rt.graph_step reads(%[[X]], %[[K:.*]] : memref<?xf32>, memref<1xf32>) writes(%[[Y:.*]] : memref<?xf32>)
// CHECK: relax_rt.call_kernel @launch(%[[X]], %[[K]], %[[Y]])
// CHECK: relax_rt.graph_step reads(%[[Y]], %[[K]]
// CHECK: }
// CHECK-NEXT: relax_rt.graph_end
// CHECK-NOT: @captured
relax.func @graph(%x: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) attributes {relax.force_pure} {
  relax.call impure @captured(%x, %x) : (tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) -> ()
  relax.return
}
relax.func impure private @captured(%x: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, %y: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) attributes {relax.cuda_graph} {
  %k = relax.constant dense<1.0> : tensor<1xf32> as tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 1>>>
  %0 = relax.memory.alloc_storage [n * 4] {vdevice = #relax.vdevice<"cuda", 1>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.call_prim_func @launch ins(%x, %k : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 1>>>) outs(%1 : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>)
  relax.call_prim_func @launch ins(%1, %k : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 1>>>) outs(%y : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>)
  relax.return
}

// Parameters and results are where their types say; a parameter that is a
// result is copied there.
// CHECK-LABEL: func.func @border(
// CHECK-SAME: relax_rt.params = [{name = "arg0", type = tensor<?xf32, #{{.*}}>}]
// CHECK: relax_rt.check_input %arg1[0] is "arg0" on 1 : tensor<?xf32, #{{.*}}>
// CHECK: %[[X:.*]] = relax_rt.input %arg1[0] : memref<?xf32>
// CHECK: %[[C:.*]] = relax_rt.tensor_copy %[[X]] on 1 : memref<?xf32>
// CHECK: relax_rt.output %[[C]], %arg2[0]
// CHECK: %[[T:.*]] = relax_rt.tensor_on_storage
// CHECK: relax_rt.output %[[T]], %arg2[1]
relax.func @border(%x: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) -> (tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [n * 4] {vdevice = #relax.vdevice<"cuda", 1>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.memory.copy %x to %1 : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>> to tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.return %x, %1 : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
}

// An external function is told where each tensor is; numbers, shapes and fields
// of tuples have a place each.
// CHECK-LABEL: func.func @external(
// CHECK: relax_rt.call_external "anywhere" ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xf32>, memref<i64>, memref<?xf32>, memref<2xf32>) outs(%{{.*}} : memref<?xf32>) on [1, -1, 1, -1, 1]
// CHECK: relax_rt.call_external "anywhere" ins(%{{.*}} : memref<2xf32>){{$}}
relax.extern_func @anywhere {relax.takes_devices}
relax.func @external(%x: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, %h: tensor<2xf32>) attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [n * 4] {vdevice = #relax.vdevice<"cuda", 1>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>
  %2 = relax.prim_value 3 : i64
  %3 = relax.tuple %x, %h : (tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<2xf32>) -> tuple<tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<2xf32>>
  relax.call_packed @anywhere(%x, %2, %3, %1) {num_outs = 1 : i64} : (tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, i64, tuple<tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>, tensor<2xf32>>, tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 1>>>) -> ()
  relax.call_packed @anywhere(%h) : (tensor<2xf32>) -> ()
  relax.return
}

// A function of the program gets and gives tensors of a device, too.
// CHECK-LABEL: func.func @calls(
// CHECK: %[[R:.*]] = relax_rt.call @inner(%{{.*}}) on [1] : (memref<4xf32>) -> !relax_rt.tensor
relax.func @calls(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>> attributes {relax.force_pure} {
  %0 = relax.call @inner(%x) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.return %0 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
}
relax.func private @inner(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>> attributes {relax.force_pure} {
  relax.return %x : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
}
}
