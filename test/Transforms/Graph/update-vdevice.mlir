// RUN: relax-opt %s "-relax-update-vdevice=from=cuda:0 to=metal:1:shared" | FileCheck %s
// RUN: %same-results="relax-update-vdevice{from=cuda:0 to=metal:1:shared}"

// CHECK-DAG: #[[METAL:.*]] = #relax.vdevice<"metal", 1, "shared">
// CHECK-DAG: #[[CUDA:.*]] = #relax.vdevice<"cuda", 1>
// CHECK-DAG: #[[N:.*]] = #relax.dims<[n], vdevice = #[[METAL]]>
// CHECK: relax.func @main(%{{.*}}: tensor<?xf32, #[[N]]>
// CHECK: relax.hint_on_device %{{.*}} on #[[METAL]]
// CHECK: relax.to_vdevice %{{.*}} to #[[CUDA]]
relax.func @main(%x: tensor<?xf32, #relax.dims<[n], vdevice = #relax.vdevice<"cuda", 0>>>, %y: tensor<4xf32>) {
  %0 = relax.hint_on_device %y on <"cuda", 0> : tensor<4xf32>
  %1 = relax.to_vdevice %y to <"cuda", 1> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.return
}
