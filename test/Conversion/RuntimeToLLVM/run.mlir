// Host code and its kernels run: results, checks at the entry, sizes of zero.
// RUN: relax-compile %s -o %t.so --start-at=host
// RUN: relax-run %t.so --function=main --input=3x4xf32=2 | FileCheck %s --check-prefix=OUT
// RUN: relax-run %t.so --function=main --input=0x4xf32=2 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %t.so --function=main --input=3x5xf32=2 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: not relax-run %t.so --function=main --input=3x4xi32=2 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: llvm-nm -D --defined-only %t.so | FileCheck %s --check-prefix=SYMBOLS

// OUT: f32[3, 4] = {{\[}}[2, 4, 6, 8], [2, 4, 6, 8], [2, 4, 6, 8]]
// NONE: f32[0, 4] = []
// DIM: error: function 'main', parameter 'x' (index 0): expected dim 1 to be 4, found 5
// DTYPE: error: function 'main', parameter 'x' (index 0): expected dtype f32, found i32
// SYMBOLS: relax_module_descriptor_v1
// SYMBOLS-NOT: {{ }}
tir.func private @scale(%a: memref<?x4xf32>, %w: memref<4xf32>, %b: memref<?x4xf32>) attributes {num_inputs = 2} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %a, %c0 : memref<?x4xf32>
  tir.for parallel %i = %c0 to %n { 
    %t = memref.alloc() : memref<4xf32>
    tir.for vectorized %j = %c0 to %c4 {
    %x = memref.load %a[%i, %j] : memref<?x4xf32>
    %y = memref.load %w[%j] : memref<4xf32>
    %z = arith.mulf %x, %y : f32
    memref.store %z, %t[%j] : memref<4xf32>
  }
  tir.for vectorized %j = %c0 to %c4 {
    %z = memref.load %t[%j] : memref<4xf32>
    memref.store %z, %b[%i, %j] : memref<?x4xf32>
  } }
  tir.return
}
memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]> {alignment = 64 : i64}
func.func @main(%context: !relax_rt.context, %inputs: !relax_rt.inputs, %outputs: !relax_rt.outputs) -> i32 attributes {
  relax_rt.params = [{name = "x", type = tensor<?x4xf32, #relax.dims<[n, 4]>>}], relax_rt.results = [{name="y", type = tensor<?x4xf32, #relax.dims<[n, 4]>>}]} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  relax_rt.check_input %inputs[0] is "x" : tensor<?x4xf32>
  %x = relax_rt.input %inputs[0] : memref<?x4xf32>
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %bytes = relax_rt.tensor_bytes [%n, %c4] of 32
  %storage = relax_rt.storage_alloc %bytes
  %data = relax_rt.storage_data %storage, %bytes : memref<?xi8>
  %y = memref.view %data[%c0][%n] : memref<?xi8> to memref<?x4xf32>
  %w = memref.get_global @weights : memref<4xf32>
  relax_rt.call_kernel @scale(%x, %w, %y) : memref<?x4xf32>, memref<4xf32>, memref<?x4xf32>
  %t = relax_rt.tensor_on_storage %storage at %c0 like %y : memref<?x4xf32>
  relax_rt.storage_release %storage
  relax_rt.output %t, %outputs[0]
  %ok = arith.constant 0 : i32
  return %ok : i32
}
