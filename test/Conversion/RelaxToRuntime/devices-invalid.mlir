// What host code cannot do with tensors on devices.
// RUN: relax-opt %s --convert-relax-to-runtime -split-input-file -verify-diagnostics

// expected-error @+1 {{cannot become host code: expected the host, "llvm", or "cuda", found the device #relax.vdevice<"metal", 0>; place it on one of the two}}
relax.func @parameter(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"metal", 0>>>) {
  relax.return
}

// -----

// The run time counts devices from 1.
// expected-error @+1 {{cannot become host code: expected the host, "llvm", or "cuda", found the device #relax.vdevice<"cuda", 2147483647>; place it on one of the two}}
relax.func private @last(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 2147483647>>>) {
  relax.return
}

// -----

relax.func private @dead() attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-error @+1 {{it reads a tensor of a device; copy it to the host with 'relax.to_vdevice'}}
  relax.print "{}"(%1) : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-error @+1 {{cannot become host code: expected the host, "llvm", or "cuda", found the device #relax.vdevice<"metal", 1>; place it on one of the two}}
  %2 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"metal", 1>}
  relax.return
}

// -----

tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @calls(%x: tensor<4xf32>) attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-error @+1 {{cannot become host code: expected all its tensors on one device, found two; place it with 'relax-place-calls'}}
  relax.call_prim_func @copy ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>)
  // expected-error @+1 {{its tensors are on a device, but its tensor program works on memory outside of kernels; compile it for a GPU, as with --target=sm_90}}
  relax.call_prim_func @copy ins(%1 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) outs(%1 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>)
  relax.return
}

// -----

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
tir.func private @launch(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@nothing blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  tir.return
}
relax.func @on_host(%x: tensor<4xf32>) attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  // expected-error @+1 {{its tensor program launches kernels of a device, but its tensors are on the host; place it with 'relax-place-calls'}}
  relax.call_prim_func @launch ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
  relax.return
}
}

// -----

relax.extern_func @on_host
relax.func private @external() attributes {relax.force_pure} {
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-error @+1 {{it gives a tensor of a device to a function that takes those of the host; copy it to the host with 'relax.to_vdevice', or declare the function with 'relax.takes_devices'}}
  relax.call_packed @on_host(%1) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> ()
  relax.return
}

// -----

relax.func impure private @captured(%x: tensor<4xf32>) attributes {relax.cuda_graph} {
  relax.return
}
relax.func impure @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{its callee is a graph of kernels: expected tensors of one CUDA device, of the types of its parameters, and no results; drop 'relax.cuda_graph'}}
  relax.call impure @captured(%x) : (tensor<4xf32>) -> ()
  relax.return
}
