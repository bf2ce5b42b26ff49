// What the virtual machine's programs use: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

tir.func private @fill(%y: memref<?xf32>, %n: index {tir.var = #relax.expr<n>}) attributes {num_inputs = 0 : i64} {
  tir.return
}
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}

// CHECK-LABEL: @memory
relax.func impure @memory(%x: tensor<?xf32, #relax.dims<[n]>>) {
  // CHECK: relax.vm.alloc_storage[n * 4] {dtype = f32, runtime_device_index = 1 : i64, storage_scope = "texture"}
  %0 = relax.vm.alloc_storage [n * 4] {dtype = f32, runtime_device_index = 1 : i64, storage_scope = "texture"}
  // CHECK: relax.vm.alloc_tensor %{{.*}} at[0] : tensor<?xf32, #
  %1 = relax.vm.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.vm.alloc_tensor %{{.*}} at[8] {runtime_device_index = 1 : i64} : tensor<0xf32>
  %2 = relax.vm.alloc_tensor %0 at [8] {runtime_device_index = 1 : i64} : tensor<0xf32>
  // CHECK: relax.vm.kill_object %{{.*}} : tensor<?xf32, #
  relax.vm.kill_object %1 : tensor<?xf32, #relax.dims<[n]>>
  // CHECK: relax.vm.kill_object %{{.*}} : !relax.object
  relax.vm.kill_object %0 : !relax.object
  relax.return
}

// CHECK-LABEL: @calls
relax.func impure @calls(%x: tensor<4xf32>, %y: tensor<?xf32, #relax.dims<[m]>>) {
  %0 = relax.shape [m] : !relax.shape<[m]>
  // CHECK: relax.vm.call_tir_dyn @fill(%{{.*}} : tensor<?xf32, #{{.*}}>) shape(%{{.*}} : !relax.shape<[m]>)
  relax.vm.call_tir_dyn @fill(%y : tensor<?xf32, #relax.dims<[m]>>) shape(%0 : !relax.shape<[m]>)
  // CHECK: relax.vm.call_tir_dyn @copy(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
  relax.vm.call_tir_dyn @copy(%x, %x : tensor<4xf32>, tensor<4xf32>)
  relax.return
}

// CHECK-LABEL: @python
relax.func @python(%x: tensor<4xf32>, %s: !relax.shape<rank 2>) {
  // CHECK: relax.call_py_func "my_softplus"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, !relax.shape<rank 2>) -> (tensor<4xf32>, tensor<?xi64>)
  %0:2 = relax.call_py_func "my_softplus"(%x, %s) : (tensor<4xf32>, !relax.shape<rank 2>) -> (tensor<4xf32>, tensor<?xi64>)
  relax.return
}
