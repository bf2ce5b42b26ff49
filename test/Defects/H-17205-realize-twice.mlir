// Hints become placements once; a second run, and other passes between, change
// nothing.
// RUN: relax-opt %s -relax-realize-vdevice > %t
// RUN: relax-opt %t -relax-realize-vdevice -canonicalize -relax-realize-vdevice | diff %t -
// RUN: FileCheck %s < %t

// CHECK: #[[DIMS:.*]] = #relax.dims<[4], vdevice = #vdevice>
// CHECK-NOT: relax.hint_on_device
// CHECK: relax.add {{.*}}: tensor<4xf32, #[[DIMS]]>
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.add %0, %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}
