// An external function that takes tensors on devices runs where its first
// tensor is; another one gets tensors of the host, and gives them there.
// RUN: relax-opt %s --relax-place-calls | FileCheck %s
// RUN: relax-opt %s --relax-place-calls --relax-place-calls | FileCheck %s

module attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    tir.return
  }
  relax.extern_func pure @anywhere {relax.takes_devices}
  relax.extern_func pure @on_host

  // CHECK-LABEL: relax.func @kept(
  // CHECK: %[[A:.*]] = relax.call_tir @copy({{.*}}) : {{.*}} -> tensor<4xf32, #[[D:.*]]>
  // CHECK-NOT: relax.to_vdevice
  // CHECK: %[[B:.*]] = relax.call_dps_packed @anywhere(%[[A]], %{{.*}}) : (tensor<4xf32, #[[D]]>, i64) -> tensor<4xf32, #[[D]]>
  // CHECK: %[[C:.*]] = relax.call_tir @copy(%[[B]])
  // CHECK: %[[H:.*]] = relax.to_vdevice %[[C]] to {{.*}} -> tensor<4xf32>
  // CHECK: %[[E:.*]] = relax.call_dps_packed @on_host(%[[H]]) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.return %[[E]]
  relax.func @kept(%x: tensor<4xf32>) -> tensor<4xf32> {
    %n = relax.prim_value 2 : i64
    %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = relax.call_dps_packed @anywhere(%0, %n) : (tensor<4xf32>, i64) -> tensor<4xf32>
    %2 = relax.call_tir @copy(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = relax.call_dps_packed @on_host(%2) : (tensor<4xf32>) -> tensor<4xf32>
    relax.return %3 : tensor<4xf32>
  }

  // What is on the host stays there, the second tensor goes to the first, and
  // one of an unknown size can go nowhere.
  // CHECK-LABEL: relax.func @places(
  // CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32, #[[G:.*]]>, %[[U:.*]]: tensor<?xf32>)
  // CHECK-DAG: %[[YH:.*]] = relax.to_vdevice %[[Y]] to {{.*}} -> tensor<4xf32>
  // CHECK-DAG: %[[XD:.*]] = relax.to_vdevice %[[X]] to {{.*}} -> tensor<4xf32, #[[G]]>
  // CHECK: relax.call_dps_packed @anywhere(%[[X]]) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.call_dps_packed @anywhere(%[[X]], %[[YH]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: relax.call_dps_packed @anywhere(%[[Y]], %[[XD]]) : (tensor<4xf32, #[[G]]>, tensor<4xf32, #[[G]]>) -> tensor<4xf32, #[[G]]>
  // CHECK: relax.call_dps_packed @anywhere(%[[YH]], %[[U]]) : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  relax.func @places(%x: tensor<4xf32>, %y: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %u: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = relax.call_dps_packed @anywhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = relax.call_dps_packed @anywhere(%x, %y) : (tensor<4xf32>, tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> tensor<4xf32>
    %2 = relax.call_dps_packed @anywhere(%y, %x) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<4xf32>) -> tensor<4xf32>
    %3 = relax.call_dps_packed @anywhere(%y, %u) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, tensor<?xf32>) -> tensor<4xf32>
    relax.return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }

  // One that works on a device only gets all tensors there.
  // CHECK-LABEL: relax.func @needed(
  // CHECK: %[[ND:.*]] = relax.to_vdevice %{{.*}} to {{.*}} -> tensor<4xf32, #[[N:.*]]>
  // CHECK: %[[NR:.*]] = relax.call_dps_packed @on_device(%[[ND]], %{{.*}}) : (tensor<4xf32, #[[N]]>, i64) -> tensor<4xf32, #[[N]]>
  // CHECK: %[[NH:.*]] = relax.to_vdevice %[[NR]] to {{.*}} -> tensor<4xf32>
  // CHECK: relax.return %[[NH]]
  relax.extern_func pure @on_device {relax.needs_device}
  relax.func @needed(%x: tensor<4xf32>) -> tensor<4xf32> {
    %n = relax.prim_value 2 : i64
    %0 = relax.call_dps_packed @on_device(%x, %n) : (tensor<4xf32>, i64) -> tensor<4xf32>
    relax.return %0 : tensor<4xf32>
  }

  // A private function of such calls gets and gives tensors there.
  // CHECK-LABEL: relax.func private @inner(
  // CHECK-SAME: tensor<4xf32, #[[I:.*]]>) -> tensor<4xf32, #[[I]]>
  // CHECK-NOT: relax.to_vdevice
  // CHECK-LABEL: relax.func @outer(
  // CHECK: relax.to_vdevice
  // CHECK: relax.call @inner
  // CHECK-NEXT: relax.call @inner
  // CHECK-NEXT: relax.to_vdevice
  relax.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
    %n = relax.prim_value 2 : i64
    %0 = relax.call_dps_packed @on_device(%x, %n) : (tensor<4xf32>, i64) -> tensor<4xf32>
    relax.return %0 : tensor<4xf32>
  }
  relax.func @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = relax.call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = relax.call @inner(%0) : (tensor<4xf32>) -> tensor<4xf32>
    relax.return %1 : tensor<4xf32>
  }

  // A result that is said to be on a device is copied there.
  // CHECK-LABEL: relax.func @said(
  // CHECK: %[[R:.*]] = relax.call_dps_packed @on_host(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[V:.*]] = relax.to_vdevice %[[R]] to {{.*}} -> tensor<4xf32, #[[P:.*]]>
  // CHECK: relax.return %[[V]] : tensor<4xf32, #[[P]]>
  relax.func @said(%x: tensor<4xf32>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> {
    %0 = relax.call_dps_packed @on_host(%x) : (tensor<4xf32>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
    relax.return %0 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  }
}
