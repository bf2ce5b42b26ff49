// A product of a warpgroup whose operands one thread copies box by box, in two
// stages; each thread computes its elements once more, and asserts that they are
// the same. Then the same kernel with a fault each.
// RUN: relax-interp %s --each

// A wait that leaves the product under way, whose operand is copied anew.
// RUN: sed 's/wait.group.sync.aligned 0/wait.group.sync.aligned 1/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=WAIT
// WAIT: 'tir.warpgroup_product' op reads shared memory that is overwritten before anybody waits for the product

// A product that no group has.
// RUN: sed '/commit.group/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=COMMIT
// COMMIT: 'memref.load' op reads what a product brings that nobody has waited for: element 0 of a buffer of 4xf32, expected a write before

// RUN: sed '/wgmma.fence/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: 'tir.warpgroup_product' op adds to registers that the thread has written; expected 'nvvm.wgmma.fence.aligned' in between

// RUN: sed '/fence.proxy/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=PROXY
// PROXY: 'tir.bulk_load' op counts bytes at a barrier that the device may not see yet; expected 'nvvm.fence.proxy' behind its start
// RUN: sed '/fence.proxy/d' %S/warpgroups.mlir > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=STORED
// STORED: 'tir.warpgroup_product' op reads what a thread has written; expected 'nvvm.fence.proxy' of that thread in between

// Half of the bytes, or twice as many.
// RUN: sed 's/constant 9216/constant 4608/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: 'tir.bulk_load' op lets a phase end after 4608 bytes, but copies bring 8192; expected the bytes of all its copies
// RUN: sed 's/constant 9216/constant 18432/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: 'nvgpu.mbarrier.try_wait.parity' op waits for a phase that does not end: 0 of 1 arrivals are missing, and 9216 of 18432 bytes come; expected all of both

// The phase before, which is over, at once or in the second round; none.
// RUN: sed 's/cmpi eq, %round, %c1/cmpi ne, %round, %c1/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: sed 's/cmpi eq, %round, %c1/cmpi eq, %round, %c2/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=PHASE
// PHASE: 'tir.warpgroup_product' op reads what a copy brings that nobody has waited for
// RUN: sed '/try_wait/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=PHASE

// A box of half the rows; one that is not swizzled; one of other columns.
// RUN: sed 's/array<i64: 64, 64>/array<i64: 32, 64>/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=BOX
// BOX: 'nvgpu.mbarrier.try_wait.parity' op waits for a phase that does not end: 0 of 1 arrivals are missing, and 5120 of 9216 bytes come
// RUN: sed 's/array<i64: 64, 64>, swizzle = 128/array<i64: 64, 64>, swizzle = 0/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: sed 's/%right\[%c0, %column\]/%right[%c0, %c64]/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: the product has that element

// Barriers that nobody starts, that not all know of, for two arrivals.
// RUN: sed '/mbarrier.init/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: 'nvgpu.mbarrier.arrive.expect_tx' op uses barrier 0, which nobody has started; expected 'nvgpu.mbarrier.init' before
// RUN: sed '/gpu.barrier/d' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: 'nvgpu.mbarrier.try_wait.parity' op uses barrier 0, which another thread starts, and nothing orders the two; expected 'gpu.barrier' in between
// RUN: sed 's/init %barriers\[%c0\], %c1/init %barriers[%c0], %c2/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=ARRIVALS
// ARRIVALS: 'nvgpu.mbarrier.try_wait.parity' op waits for a phase that does not end: 1 of 2 arrivals are missing, and 9216 of 9216 bytes come
// RUN: sed 's/init %barriers\[%c1\], %c1/init %barriers[%c0], %c1/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=TWICEMADE
// TWICEMADE: 'nvgpu.mbarrier.init' op starts barrier 0 a second time; expected once in a block

// RUN: sed '/arrive.expect_tx/p' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: 'nvgpu.mbarrier.arrive.expect_tx' op arrives at a phase to which all 1 have come, expected to wait for its end

// A store in front of a copy to the same place.
// RUN: sed '0,/^    gpu.barrier$/s//gpu.barrier\n%one = memref.load %a[%c0, %c0] : memref<64x192xf16>\nmemref.store %one, %m[%c0] : memref<9216xf16, #shared>/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=WRITES
// WRITES: 'tir.bulk_load' op writes where a thread has written before; expected 'nvvm.fence.proxy' of that thread in between

// Places that the device does not take.
// RUN: sed 's/constant 4608/constant 4616/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: 'tir.bulk_load' op copies to byte 9232, expected a multiple of 1024
// RUN: sed 's/memref<9216xf16/memref<8192xf16/g' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: 'tir.bulk_load' op is out of bounds: elements up to 8704, expected at most the target's 8192
// RUN: sed 's/strides\[%c192\]/strides[%c1]/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=STRIDE
// STRIDE: 'tir.tensor_map' op describes a tensor with a stride of 2 bytes, expected a multiple of 16
// RUN: sed 's/%a\[%c64, %c192\]/%a[%c0, %c192]/' %s > %t.mlir
// RUN: not relax-interp %t.mlir --each 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: 'tir.tensor_map' op describes a tensor with a size of 0, expected at least 1

#shared = #gpu.address_space<workgroup>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>

tir.func @product(%c: memref<64x8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %rows = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index
  %ofLeft = arith.constant 4096 : index
  %ofStage = arith.constant 4608 : index
  %bytes = arith.constant 9216 : index
  %ticks = arith.constant 10000000 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<64x192xf16>
  %b = memref.alloc() : memref<8x192xf16>
  tir.for %i = %c0 to %rows {
    tir.for %k = %c0 to %c192 {
      %0 = arith.muli %i, %c5 : index
      %1 = arith.addi %0, %k : index
      %2 = arith.remui %1, %c7 : index
      %3 = arith.index_cast %2 : index to i32
      %4 = arith.sitofp %3 : i32 to f16
      memref.store %4, %a[%i, %k] : memref<64x192xf16>
    }
  }
  tir.for %j = %c0 to %c8 {
    tir.for %k = %c0 to %c192 {
      %0 = arith.muli %k, %c3 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.remui %1, %c11 : index
      %3 = arith.index_cast %2 : index to i32
      %4 = arith.sitofp %3 : i32 to f16
      memref.store %4, %b[%j, %k] : memref<8x192xf16>
    }
  }
  %left = tir.tensor_map %a[%c64, %c192] strides[%c192] {box = array<i64: 64, 64>, swizzle = 128 : i64} : memref<64x192xf16> -> !llvm.ptr
  %right = tir.tensor_map %b[%c8, %c192] strides[%c192] {box = array<i64: 8, 64>, swizzle = 128 : i64} : memref<8x192xf16> -> !llvm.ptr
  %m = memref.alloc() : memref<9216xf16, #shared>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c128 {
    %s = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    tir.for %i = %c0 to %c4 {
      memref.store %zero, %s[%i] : memref<4xf32, #gpu.address_space<private>>
    }
    %barriers = nvgpu.mbarrier.create -> !barriers
    %first = arith.cmpi eq, %t, %c0 : index
    tir.if %first {
      nvgpu.mbarrier.init %barriers[%c0], %c1 : !barriers
      nvgpu.mbarrier.init %barriers[%c1], %c1 : !barriers
    }
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    // A step more than there are: in each the next one is copied.
    tir.for %next = %c0 to %c4 {
      %to = arith.remui %next, %c2 : index
      %begin = arith.muli %to, %ofStage : index
      %beginRight = arith.addi %begin, %ofLeft : index
      %column = arith.muli %next, %c64 : index
      %isStep = arith.cmpi ult, %next, %c3 : index
      %copies = arith.andi %first, %isStep : i1
      tir.if %copies {
        nvgpu.mbarrier.arrive.expect_tx %barriers[%to], %bytes : !barriers
        tir.bulk_load %left[%c0, %column] to %m[%begin], %barriers[%to] {box = array<i64: 64, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<9216xf16, #shared>, !barriers
        tir.bulk_load %right[%c0, %column] to %m[%beginRight], %barriers[%to] {box = array<i64: 8, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<9216xf16, #shared>, !barriers
      }
      %multiplies = arith.cmpi ugt, %next, %c0 : index
      tir.if %multiplies {
        %step = arith.subi %next, %c1 : index
        %stage = arith.remui %step, %c2 : index
        %0 = arith.divui %step, %c2 : index
        %round = arith.remui %0, %c2 : index
        %isOdd = arith.cmpi eq, %round, %c1 : index
        nvgpu.mbarrier.try_wait.parity %barriers[%stage], %isOdd, %ticks : !barriers
        nvvm.wgmma.fence.aligned
        tir.for %i = %c0 to %c4 {
          %1 = arith.muli %stage, %ofStage : index
          %2 = arith.muli %i, %c16 : index
          %l = arith.addi %1, %2 : index
          %r = arith.addi %l, %ofLeft : index
          tir.warpgroup_product %s += %m[%l] * %m[%r] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<9216xf16, #shared>, memref<9216xf16, #shared>
        }
        nvvm.wgmma.commit.group.sync.aligned
        nvvm.wgmma.wait.group.sync.aligned 0
      }
      gpu.barrier
    }
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %quad = arith.divui %lane, %c4 : index
    %member = arith.remui %lane, %c4 : index
    tir.for %i = %c0 to %c4 {
      %odd = arith.divui %i, %c2 : index
      %row0 = arith.muli %warp, %c16 : index
      %row1 = arith.muli %odd, %c8 : index
      %row2 = arith.addi %row0, %row1 : index
      %row = arith.addi %row2, %quad : index
      %column0 = arith.muli %member, %c2 : index
      %column1 = arith.remui %i, %c2 : index
      %at = arith.addi %column0, %column1 : index
      %sum = memref.alloc() : memref<f32, #gpu.address_space<private>>
      memref.store %zero, %sum[] : memref<f32, #gpu.address_space<private>>
      tir.for %k = %c0 to %c192 {
        %l = memref.load %a[%row, %k] : memref<64x192xf16>
        %r = memref.load %b[%at, %k] : memref<8x192xf16>
        %lw = arith.extf %l : f16 to f32
        %rw = arith.extf %r : f16 to f32
        %p = arith.mulf %lw, %rw : f32
        %old = memref.load %sum[] : memref<f32, #gpu.address_space<private>>
        %new = arith.addf %old, %p : f32
        memref.store %new, %sum[] : memref<f32, #gpu.address_space<private>>
      }
      %expected = memref.load %sum[] : memref<f32, #gpu.address_space<private>>
      %found = memref.load %s[%i] : memref<4xf32, #gpu.address_space<private>>
      %same = arith.cmpf oeq, %expected, %found : f32
      tir.assert %same, "the product has that element"
      memref.store %found, %c[%row, %at] : memref<64x8xf32>
    }
  }
  tir.return
}
