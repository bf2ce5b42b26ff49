// Matrices are loaded by each thread from where others of its warp say.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,canonicalize))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,canonicalize))' -o %t.mlir
// CHECK-NOT: nvgpu
// A warp loads two matrices, as they are and transposed: thread 5 has the second
// and third column of the second row, or the other way round.
// RUN: relax-interp %t.mlir --function=matrices --output=- | FileCheck %s --check-prefix=MATRICES
// MATRICES: [10, 11, 74, 75, 17, 25, 81, 89]
tir.func private @load(%y: memref<8xf16>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%s : memref<16x8xf16, #gpu.address_space<workgroup>>) {
    %isRow = arith.cmpi ult, %tx, %c16 : index
    scf.if %isRow {
      scf.for %i = %c0 to %c8 step %c1 {
        %first = arith.muli %tx, %c8 : index
        %number = arith.addi %first, %i : index
        %bits = arith.index_cast %number : index to i32
        %value = arith.sitofp %bits : i32 to f16
        memref.store %value, %s[%tx, %i] : memref<16x8xf16, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    %row = arith.remui %tx, %c16 : index
    %a = nvgpu.ldmatrix %s[%row, %c0] {numTiles = 2 : i32, transpose = false} : memref<16x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %b = nvgpu.ldmatrix %s[%row, %c0] {numTiles = 2 : i32, transpose = true} : memref<16x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %isFifth = arith.cmpi eq, %tx, %c5 : index
    scf.if %isFifth {
      %a00 = vector.extract %a[0, 0] : f16 from vector<2x2xf16>
      memref.store %a00, %y[%c0] : memref<8xf16>
      %a01 = vector.extract %a[0, 1] : f16 from vector<2x2xf16>
      memref.store %a01, %y[%c1] : memref<8xf16>
      %a10 = vector.extract %a[1, 0] : f16 from vector<2x2xf16>
      memref.store %a10, %y[%c2] : memref<8xf16>
      %a11 = vector.extract %a[1, 1] : f16 from vector<2x2xf16>
      memref.store %a11, %y[%c3] : memref<8xf16>
      %b00 = vector.extract %b[0, 0] : f16 from vector<2x2xf16>
      memref.store %b00, %y[%c4] : memref<8xf16>
      %b01 = vector.extract %b[0, 1] : f16 from vector<2x2xf16>
      memref.store %b01, %y[%c5] : memref<8xf16>
      %b10 = vector.extract %b[1, 0] : f16 from vector<2x2xf16>
      memref.store %b10, %y[%c6] : memref<8xf16>
      %b11 = vector.extract %b[1, 1] : f16 from vector<2x2xf16>
      memref.store %b11, %y[%c7] : memref<8xf16>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @matrices() -> tensor<8xf16> {
  %0 = relax.call_tir @load() : () -> tensor<8xf16>
  relax.return %0 : tensor<8xf16>
}
