// RUN: relax-opt %s --relax-place-calls=device=cuda:0 | FileCheck %s
// RUN: relax-opt %s --relax-place-calls=device=cuda:0 \
// RUN:   --relax-place-calls=device=cuda:0 | FileCheck %s
// RUN: relax-opt %s --relax-place-calls | FileCheck %s --check-prefix=HOST
// RUN: relax-opt %s --relax-place-calls="device=cuda:0 tensors" | FileCheck %s --check-prefix=BORDER
// RUN: relax-opt %s --relax-place-calls="device=cuda:0 tensors" --relax-place-calls="device=cuda:0 tensors" | FileCheck %s --check-prefix=BORDER
// RUN: %same-results='relax-place-calls{device=cuda:0}'

// A result that the next call takes stays; an input and a result are copied,
// a constant is made where it is used.
// CHECK-LABEL: relax.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
// CHECK: %[[D:.*]] = relax.to_vdevice %[[X]] to #[[CUDA:.*]] : tensor<?xf32, #relax.dims<[n]>> -> tensor<?xf32, #[[DIMS:.*]]>
// CHECK: %[[K:.*]] = relax.constant dense<{{.*}}> : tensor<1xf32> as tensor<1xf32, #{{.*}}>
// CHECK: %[[A:.*]] = relax.call_tir @add(%[[D]], %[[K]]) {{.*}} -> tensor<?xf32, #[[DIMS]]>
// CHECK-NOT: relax.to_vdevice
// CHECK: %[[B:.*]] = relax.call_tir @add(%[[A]], %[[K]])
// CHECK: %[[R:.*]] = relax.to_vdevice %[[B]] to #{{.*}} : tensor<?xf32, #[[DIMS]]> -> tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.return %[[R]]
// With tensors of callers on the device nothing is copied.
// BORDER-LABEL: relax.func @chain(
// BORDER-SAME: tensor<?xf32, #[[B:.*]]>) -> tensor<?xf32, #[[B]]> {
// BORDER-NOT: relax.to_vdevice
// BORDER: relax.return
// HOST-LABEL: relax.func @chain
// HOST-NOT: to_vdevice
relax.func @chain(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %k = relax.constant dense<[1.0]> : tensor<1xf32>
  %0 = relax.call_tir @add(%x, %k) : (tensor<?xf32, #relax.dims<[n]>>, tensor<1xf32>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_tir @add(%0, %k) : (tensor<?xf32, #relax.dims<[n]>>, tensor<1xf32>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}
tir.func private @add(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %k: memref<1xf32>, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}


// Regions give what they made where it is; a reshape stays where its operand
// is; a dead function is placed as any other.
// CHECK-LABEL: relax.func private @dead(
// CHECK: %[[X:.*]] = relax.to_vdevice %arg0 to
// CHECK: %[[F:.*]] = relax.dataflow -> tensor<4xf32, #[[D:.*]]> {
// CHECK: relax.output %{{.*}} : tensor<4xf32, #[[D]]>
// CHECK: %[[I:.*]] = relax.if %arg1 : i1 -> tensor<4xf32, #[[D]]> {
// CHECK: relax.yield %{{.*}} : tensor<4xf32, #[[D]]>
// CHECK: relax.yield %[[F]] : tensor<4xf32, #[[D]]>
// CHECK: %[[R:.*]] = relax.reshape %[[I]], %{{.*}} -> tensor<2x2xf32, #{{.*}}>
// CHECK: relax.to_vdevice %[[R]] to
// HOST-LABEL: relax.func private @dead(
// HOST-NOT: to_vdevice
relax.func private @dead(%x: tensor<4xf32>, %c: i1) -> tensor<2x2xf32> {
  %0 = relax.dataflow -> tensor<4xf32> {
    %4 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output %4 : tensor<4xf32>
  }
  %1 = relax.if %c : i1 -> tensor<4xf32> {
    %4 = relax.call_tir @copy(%0) : (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %4 : tensor<4xf32>
  } else {
    relax.yield %0 : tensor<4xf32>
  }
  %s = relax.shape [2, 2] : !relax.shape<[2, 2]>
  %2 = relax.reshape %1, %s : (tensor<4xf32>, !relax.shape<[2, 2]>) -> tensor<2x2xf32>
  relax.return %2 : tensor<2x2xf32>
}


// Branches that disagree give a tensor of the host.
// CHECK-LABEL: relax.func @branches(
// CHECK: relax.if %arg1 : i1 -> tensor<4xf32> {
// CHECK: %[[A:.*]] = relax.call_tir @copy
// CHECK: %[[B:.*]] = relax.to_vdevice %[[A]]
// CHECK: relax.yield %[[B]] : tensor<4xf32>
// CHECK: relax.yield %arg0 : tensor<4xf32>
relax.func @branches(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %1 = relax.if %c : i1 -> tensor<4xf32> {
    %4 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %4 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %1 : tensor<4xf32>
}


// A tensor program for both becomes two; one that calls out, one whose types
// say the host and one of unknown rank stay on the host.
// CHECK-LABEL: relax.func @both(
// CHECK: relax.call_tir @shared(%arg0)
// CHECK: relax.call_tir @shared_device(%{{.*}}) {{.*}} -> tensor<4xf32, #{{.*}}>
// CHECK: relax.call_tir @outside(%arg1) {{.*}} -> tensor<4xf32>
// CHECK: tir.func private @shared({{.*}}tir.is_for_host
// CHECK: tir.func private @shared_device(
// CHECK-NOT: tir.is_for_host
// CHECK: tir.func private @outside({{.*}}tir.is_for_host
// HOST-LABEL: relax.func @both(
// HOST-NOT: shared_device
relax.func @both(%h: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>, %x: tensor<4xf32>) -> (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call_tir @shared(%h) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>
  %1 = relax.call_tir @shared(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_tir @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0, %1, %2 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"llvm", 0>>>, tensor<4xf32>, tensor<4xf32>
}
tir.func private @shared(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @outside(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = tir.call_extern @erff(%0) : (f32) -> f32
    memref.store %1, %y[%i] : memref<4xf32>
  }
  tir.return
}


// Types say another device than the option; the host prints a copy.
// CHECK-LABEL: relax.func impure @typed(
// CHECK: relax.to_vdevice %arg0 to #[[ONE:.*]] : tensor<4xf32> -> tensor<4xf32, #[[D:.*]]>
// CHECK: %[[A:.*]] = relax.call_tir @copy(%{{.*}}) {{.*}} -> tensor<4xf32, #[[D]]>
// CHECK: %[[B:.*]] = relax.to_vdevice %[[A]] to #{{.*}} : tensor<4xf32, #[[D]]> -> tensor<4xf32>
// CHECK: relax.shape_of %[[A]]
// CHECK: relax.print "{}"(%[[B]])
relax.func impure @typed(%x: tensor<4xf32>) {
  %1 = relax.to_vdevice %x to <"cuda", 1> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
  %2 = relax.call_tir @copy(%1) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
  %3 = relax.shape_of %2 : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>> -> !relax.shape<[4]>
  relax.print "{}"(%2) : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 1>>>
  relax.return
}

// What has unknown sizes is on the host: there is no memory to make for it.
// CHECK-LABEL: relax.func @unknown(
// CHECK: %[[A:.*]] = relax.call_tir @copy(
// CHECK: %[[B:.*]] = relax.to_vdevice %[[A]]
// CHECK: %[[C:.*]] = relax.match_cast %[[B]] : tensor<4xf32> to tensor<?xf32>
// CHECK: relax.return %[[C]]
relax.func @unknown(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.match_cast %0 : tensor<4xf32> to tensor<?xf32>
  relax.return %1 : tensor<?xf32>
}
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
