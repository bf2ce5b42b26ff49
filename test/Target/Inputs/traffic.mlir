module {
  tir.func private @small(%arg0: memref<64xf32>, %arg1: memref<64xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    tir.for thread_binding "blockIdx.x" %bx = %c0 to %c2 {
      tir.for thread_binding "threadIdx.x" %tx = %c0 to %c32 {
        %0 = arith.muli %bx, %c32 : index
        %1 = arith.addi %0, %tx : index
        tir.for unrolled %i = %c0 to %c4 {
          %3 = memref.load %arg0[%1] : memref<64xf32>
        }
        %2 = arith.cmpi ult, %tx, %c16 : index
        tir.if %2 {
          %3 = memref.load %arg0[%1] : memref<64xf32>
          memref.store %3, %arg1[%1] : memref<64xf32>
        }
      }
    }
    tir.return
  }
  tir.func private @large(%arg0: memref<95x108x1024xf32>, %arg1: memref<216x64xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c95 = arith.constant 95 : index
    %c108 = arith.constant 108 : index
    %c216 = arith.constant 216 : index
    %c256 = arith.constant 256 : index
    %alloc = memref.alloc() : memref<216x64xf32>
    tir.for thread_binding "blockIdx.x" %bx = %c0 to %c216 {
      tir.for thread_binding "threadIdx.x" %tx = %c0 to %c256 {
        %0 = arith.remui %bx, %c108 : index
        %1 = arith.muli %tx, %c4 : index
        tir.for %i = %c0 to %c95 {
          %3 = vector.load %arg0[%i, %0, %1] : memref<95x108x1024xf32>, vector<4xf32>
        }
        %2 = arith.cmpi ult, %tx, %c64 : index
        tir.if %2 {
          %3 = memref.load %arg0[%c0, %0, %tx] : memref<95x108x1024xf32>
          memref.store %3, %alloc[%bx, %tx] : memref<216x64xf32>
        }
      }
    }
    tir.for thread_binding "blockIdx.x" %bx = %c0 to %c216 {
      tir.for thread_binding "threadIdx.x" %tx = %c0 to %c64 {
        %0 = memref.load %alloc[%bx, %tx] : memref<216x64xf32>
        memref.store %0, %arg1[%bx, %tx] : memref<216x64xf32>
      }
    }
    tir.return
  }
}
