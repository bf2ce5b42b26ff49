// RUN: relax-opt %s -split-input-file -verify-diagnostics -relax-lower-alloc-tensor

relax.func impure @huge() {
  // expected-error @+1 {{expects sizes that 64 bits hold, found 'tensor<4611686018427387904x4xf32>'}}
  %0 = relax.builtin.alloc_tensor : tensor<4611686018427387904x4xf32>
  relax.return
}

// -----

relax.func impure @complex() {
  // expected-error @+1 {{expects elements that are integers or floats, found 'tensor<4xcomplex<f32>>'; complex numbers are two tensors}}
  %0 = relax.builtin.alloc_tensor : tensor<4xcomplex<f32>>
  relax.return
}

// -----

// expected-error @+1 {{is pure, expected impure, as explicit memory is an effect; run 'relax-remove-purity-checking' first}}
relax.func @pure() {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @dataflow() -> tensor<4xf32> {
  // expected-note @+1 {{the region is here}}
  %0 = relax.dataflow -> tensor<4xf32> {
    // expected-error @+1 {{'relax.builtin.alloc_tensor' op would get effects, expected none in a 'relax.dataflow' region; run 'relax-to-non-dataflow' first}}
    %1 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.output %1 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func impure @two_devices() {
  // expected-error @+1 {{expects tensors of one device, found two; give each device a storage of its own}}
  %0 = relax.vm.alloc_storage [32]
  // expected-note @+1 {{one of the tensors is here}}
  %1 = relax.vm.alloc_tensor %0 at [0] : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-note @+1 {{another one is here}}
  %2 = relax.vm.alloc_tensor %0 at [16] : tensor<4xf32>
  relax.return
}
