// Contiguous buffers are passed to kernels as pointers and open sizes, others
// as descriptors.
// RUN: relax-opt %s --convert-relax-rt-to-llvm --reconcile-unrealized-casts --canonicalize | FileCheck %s

memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

// An index stays what it is. Sizes are constants inside.
// CHECK: llvm.func internal @sum(%[[X:[^,]*]]: !llvm.ptr {llvm.noalias}, %[[I:[^,]*]]: i64, %[[Y:[^,]*]]: !llvm.ptr)
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds{{.*}} %[[X]][%[[I]]]
// CHECK: llvm.load %[[A]]
// CHECK: llvm.getelementptr inbounds{{.*}} %[[Y]][
func.func private @sum(%x: memref<4xf32> {llvm.noalias}, %i: index, %y: memref<1x1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%i] : memref<4xf32>
  %1 = memref.load %y[%c0, %c0] : memref<1x1xf32>
  %2 = arith.addf %0, %1 : f32
  memref.store %2, %y[%c0, %c0] : memref<1x1xf32>
  return
}

// CHECK: llvm.func internal @dynamic(%[[X:[^,]*]]: !llvm.ptr {llvm.noalias}, %[[M:[^,]*]]: i64, %[[N:[^,]*]]: i64, %[[I:[^,]*]]: i64, %{{[^,]*}}: !llvm.ptr)
// A row has N * 2 elements, a matrix 2.
// CHECK: %[[ROW:.*]] = llvm.mul %[[N]], %{{.*}} : i64
// CHECK: %[[P:.*]] = llvm.mul %[[I]], %[[ROW]]
// CHECK: llvm.add %[[P]],
// CHECK: llvm.call @use(%[[M]])
func.func private @dynamic(%x: memref<?x?x2xf32> {llvm.noalias}, %i: index, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %x[%i, %i, %c1] : memref<?x?x2xf32>
  memref.store %0, %y[%i] : memref<4xf32>
  %m = memref.dim %x, %c0 : memref<?x?x2xf32>
  call @use(%m) : (index) -> ()
  return
}
func.func private @use(index)

// A layout is not what a pointer says.
// CHECK: llvm.func internal @strided(%{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64)
func.func private @strided(%x: memref<4xf32, strided<[2]>>) {
  return
}

// Whoever else names a function knows its signature.
// CHECK: llvm.func internal @shared(%{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: !llvm.ptr, %{{[^,]*}}: i64, %{{[^,]*}}: i64, %{{[^,]*}}: i64)
func.func private @shared(%x: memref<4xf32>) {
  return
}
func.func private @caller(%x: memref<4xf32>) {
  call @shared(%x) : (memref<4xf32>) -> ()
  return
}

// CHECK: llvm.func internal @main(
func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32
    attributes {relax_rt.params = [{name = "x", type = tensor<4xf32>}, {name = "d", type = tensor<?x?x2xf32>}], relax_rt.results = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c4294967296 = arith.constant 4294967296 : index
  // CHECK-DAG: %[[W:.*]] = llvm.mlir.addressof @weights
  %w = memref.get_global @weights : memref<4xf32>
  %x = relax_rt.input %inputs[0] : memref<4xf32>
  %d = relax_rt.input %inputs[1] : memref<?x?x2xf32>
  %n = memref.dim %d, %c0 : memref<?x?x2xf32>
  %s = relax_rt.storage_alloc %c16
  // CHECK: %[[DATA:.*]] = llvm.call @relax_rt_storage_data(
  %data = relax_rt.storage_data %s, %c16 : memref<?xi8>
  // CHECK-DAG: %[[AT16:.*]] = llvm.getelementptr %[[DATA]][16] : (!llvm.ptr) -> !llvm.ptr, i8
  // CHECK-DAG: %[[ATN:.*]] = llvm.getelementptr %[[DATA]][%[[N:.*]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK-DAG: %[[FAR:.*]] = llvm.getelementptr %[[ATN]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %y = memref.view %data[%c16][] : memref<?xi8> to memref<1x1xf32>
  %z = memref.view %data[%n][] : memref<?xi8> to memref<4xf32>
  %far = relax_rt.view %z at %c4294967296 [] : memref<4xf32> to memref<1x1xf32>
  // CHECK: llvm.call @sum(%[[W]], %[[N]], %[[AT16]]) : (!llvm.ptr, i64, !llvm.ptr) -> ()
  relax_rt.call_kernel @sum(%w, %n, %y) : memref<4xf32>, index, memref<1x1xf32>
  // CHECK: llvm.call @sum(%[[ATN]], %[[N]], %[[FAR]])
  relax_rt.call_kernel @sum(%z, %n, %far) : memref<4xf32>, index, memref<1x1xf32>
  // CHECK: llvm.call @dynamic(%{{.*}}, %[[N]], %[[K:.*]], %[[N]], %[[DATA]]) : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
  %begin = memref.view %data[%c0][] : memref<?xi8> to memref<4xf32>
  relax_rt.call_kernel @dynamic(%d, %n, %begin) : memref<?x?x2xf32>, index, memref<4xf32>
  // CHECK: llvm.call @dynamic(%[[ATN]], %[[K]], %[[N]], %[[N]], %[[DATA]])
  %k = memref.dim %d, %c1 : memref<?x?x2xf32>
  %open = relax_rt.view %z at %c0 [%k, %n] : memref<4xf32> to memref<?x?x2xf32>
  relax_rt.call_kernel @dynamic(%open, %n, %begin) : memref<?x?x2xf32>, index, memref<4xf32>
  %strided = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [2] : memref<4xf32> to memref<4xf32, strided<[2]>>
  relax_rt.call_kernel @strided(%strided) : memref<4xf32, strided<[2]>>
  relax_rt.call_kernel @shared(%x) : memref<4xf32>
  %ok = arith.constant 0 : i32
  return %ok : i32
}
