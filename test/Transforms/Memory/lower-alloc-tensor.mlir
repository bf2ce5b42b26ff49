// RUN: relax-opt %s -split-input-file -relax-lower-alloc-tensor | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-lower-alloc-tensor -relax-lower-alloc-tensor | FileCheck %s
// RUN: %same-results=relax-lower-alloc-tensor

// CHECK-LABEL: relax.func impure @dynamic
// CHECK: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[n * 16]
// CHECK: relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.func impure @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.builtin.alloc_tensor : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func impure private @scope
// CHECK: relax.memory.alloc_storage{{ ?}}[4] {storage_scope = "texture"}
relax.func impure private @scope() {
  %0 = relax.builtin.alloc_tensor {storage_scope = "texture"} : tensor<4xi1>
  relax.return
}

// -----

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}

// -----

// What the virtual machine allocates; what it drops is no end of a life.
// CHECK-LABEL: relax.func impure @machine
// CHECK-NEXT: %[[S:.*]] = relax.memory.alloc_storage{{ ?}}[n * 4] {virtual_device_index = 1 : i64}
// CHECK-NEXT: %[[T:.*]] = relax.memory.alloc_tensor %[[S]] at{{ ?}}[0] : tensor<?xf32, #relax.dims<[n]>>
// CHECK-NEXT: relax.memory.copy %{{.*}} to %[[T]]
// CHECK-NEXT: relax.return %[[T]]
relax.func impure @machine(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.vm.alloc_storage [n * 4] {dtype = f32, runtime_device_index = 1 : i64}
  %1 = relax.vm.alloc_tensor %0 at [0] : tensor<?xf32, #relax.dims<[n]>>
  relax.vm.kill_object %0 : !relax.object
  relax.memory.copy %x to %1 : tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// Each device has storages of its own.
// CHECK-LABEL: relax.func @devices
// CHECK-DAG: %[[H:.*]] = relax.memory.alloc_storage[16]{{$}}
// CHECK-DAG: %[[D:.*]] = relax.memory.alloc_storage[16] {vdevice = #{{.*}}}
// CHECK-DAG: relax.memory.alloc_tensor %[[H]] at[0] : tensor<4xf32>
// CHECK-DAG: relax.memory.alloc_tensor %[[D]] at[0] : tensor<4xf32, #{{.*}}>
relax.func @devices() attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  %1 = relax.builtin.alloc_tensor : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.memory.kill_tensor %1 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return
}

// -----

// A storage of the virtual machine is on the device of its tensors.
// CHECK-LABEL: relax.func impure @machine_device
// CHECK-NEXT: relax.memory.alloc_storage[16] {vdevice = #{{.*}}}
relax.func impure @machine_device() {
  %0 = relax.vm.alloc_storage [16]
  %1 = relax.vm.alloc_tensor %0 at [0] : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return
}
