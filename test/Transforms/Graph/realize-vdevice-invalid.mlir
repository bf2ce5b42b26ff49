// RUN: relax-opt %s -relax-realize-vdevice -split-input-file -verify-diagnostics

relax.func @conflict(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{the one is asked for here}}
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  // expected-note @below {{the other is asked for here}}
  %1 = relax.hint_on_device %y on <"cuda", 1> : tensor<4xf32>
  // expected-error @below {{'relax.add' op expects one device, found #relax.vdevice<"cuda", 0> and on #relax.vdevice<"cuda", 1>; copy with 'relax.to_vdevice'}}
  %2 = relax.add %0, %1 : tensor<4xf32>
  relax.return %2 : tensor<4xf32>
}

// -----

relax.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'relax.hint_on_device' op cannot place 'tensor<*xf32>' on #relax.vdevice<"cuda", 0>: expected a type with a rank, which says where a tensor is; give it one with 'relax.match_cast'}}
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}
