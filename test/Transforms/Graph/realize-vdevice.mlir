// RUN: relax-opt %s -relax-realize-vdevice | FileCheck %s
// RUN: relax-opt %s -relax-realize-vdevice -relax-realize-vdevice | FileCheck %s
// RUN: relax-opt %s -canonicalize -relax-realize-vdevice -canonicalize | FileCheck %s
// RUN: %same-results=relax-realize-vdevice

// CHECK-DAG: #[[CUDA:.*]] = #relax.vdevice<"cuda", 0>
// CHECK-DAG: #[[LLVM:.*]] = #relax.vdevice<"llvm", 0>
// CHECK-DAG: #[[N:.*]] = #relax.dims<[n], vdevice = #[[CUDA]]>
// CHECK-DAG: #[[ON_CUDA:.*]] = #relax.dims<[4], vdevice = #[[CUDA]]>
// CHECK-DAG: #[[ON_LLVM:.*]] = #relax.dims<[4], vdevice = #[[LLVM]]>

// A hint in the middle places what comes before and after; through regions.
// CHECK: @both_ways(%{{.*}}: tensor<?xf32, #[[N]]>) -> tensor<?xf32, #[[N]]>
// CHECK: relax.dataflow -> tensor<?xf32, #[[N]]>
// CHECK-NOT: relax.hint_on_device
// CHECK-NOT: relax.to_vdevice
relax.func @both_ways(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[n]>> {
    %1 = relax.exp %x : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    %2 = relax.hint_on_device %1 on <"cuda", 0> : tensor<?xf32, #relax.dims<[n]>>
    %3 = relax.add %2, %2 : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
    relax.output %3 : tensor<?xf32, #relax.dims<[n]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// From one device to another: a copy.
// CHECK: @two
// CHECK: relax.exp {{.*}} -> tensor<4xf32, #[[ON_CUDA]]>
// CHECK: relax.to_vdevice %{{.*}} to #[[LLVM]]
// CHECK: relax.exp {{.*}} -> tensor<4xf32, #[[ON_LLVM]]>
relax.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.hint_on_device %x on <"cuda", 0> : tensor<4xf32>
  %1 = relax.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.hint_on_device %1 on <"llvm", 0> : tensor<4xf32>
  %3 = relax.exp %2 : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}

// Without a hint nothing happens, dead or not.
// CHECK: @none(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
relax.func private @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
