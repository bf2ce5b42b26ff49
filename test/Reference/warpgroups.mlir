// Products of warpgroups: each thread computes its elements once more, and
// asserts that they are the same.
// RUN: relax-interp %s --each

tir.func @swizzled(%c: memref<128x8xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %five = arith.constant 5 : i32
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8 : index
  %m = memref.alloc() : memref<8192xf16, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c128 {
    %s = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    tir.for %k = %c0 to %c64 {
      %first = arith.muli %k, %c128 : index
      %i = arith.addi %first, %t : index
      %a = arith.muli %i, %c7 : index
      %b = arith.remui %a, %c11 : index
      %d = arith.index_cast %b : index to i32
      %e = arith.subi %d, %five : i32
      %f = arith.sitofp %e : i32 to f16
      memref.store %f, %m[%i] : memref<8192xf16, #gpu.address_space<workgroup>>
    }
    tir.for %i = %c0 to %n {
      memref.store %zero, %s[%i] : memref<8xf32, #gpu.address_space<private>>
    }
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.wgmma.fence.aligned
    tir.warpgroup_product %s += %m[%c0] * %m[%c1024] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<8xf32, #gpu.address_space<private>>, memref<8192xf16, #gpu.address_space<workgroup>>, memref<8192xf16, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    // What the op's description says.
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %quad = arith.divui %lane, %c4 : index
    %member = arith.remui %lane, %c4 : index
    tir.for %i = %c0 to %n {
      %pair = arith.divui %i, %c2 : index
      %odd = arith.remui %pair, %c2 : index
      %row0 = arith.muli %warp, %c16 : index
      %row1 = arith.muli %odd, %c8 : index
      %row2 = arith.addi %row0, %row1 : index
      %row = arith.addi %row2, %quad : index
      %column0 = arith.divui %i, %c4 : index
      %column1 = arith.muli %column0, %c8 : index
      %column2 = arith.muli %member, %c2 : index
      %column3 = arith.remui %i, %c2 : index
      %column4 = arith.addi %column1, %column2 : index
      %column = arith.addi %column4, %column3 : index
      %sum = memref.alloc() : memref<f32, #gpu.address_space<private>>
      memref.store %zero, %sum[] : memref<f32, #gpu.address_space<private>>
      %terms = arith.constant 16 : index
      tir.for %k = %c0 to %terms {
        %leftIn = arith.remui %row, %c8 : index
        %leftTile = arith.divui %row, %c8 : index
        %leftA = arith.muli %leftIn, %c64 : index
        %leftB = arith.muli %leftTile, %c512 : index
        %leftC = arith.addi %leftA, %leftB : index
        %leftD = arith.addi %leftC, %k : index
        %leftMove = arith.muli %leftIn, %c8 : index
        %leftPlace = arith.xori %leftD, %leftMove : index
        %rightIn = arith.remui %column, %c8 : index
        %rightTile = arith.divui %column, %c8 : index
        %rightA = arith.muli %rightIn, %c64 : index
        %rightB = arith.muli %rightTile, %c512 : index
        %rightC = arith.addi %rightA, %rightB : index
        %rightD = arith.addi %rightC, %k : index
        %rightMove = arith.muli %rightIn, %c8 : index
        %rightPlace = arith.xori %rightD, %rightMove : index
        %rightAt = arith.addi %rightPlace, %c1024 : index
        %l = memref.load %m[%leftPlace] : memref<8192xf16, #gpu.address_space<workgroup>>
        %r = memref.load %m[%rightAt] : memref<8192xf16, #gpu.address_space<workgroup>>
        %lw = arith.extf %l : f16 to f32
        %rw = arith.extf %r : f16 to f32
        %p = arith.mulf %lw, %rw : f32
        %old = memref.load %sum[] : memref<f32, #gpu.address_space<private>>
        %new = arith.addf %old, %p : f32
        memref.store %new, %sum[] : memref<f32, #gpu.address_space<private>>
      }
      %expected = memref.load %sum[] : memref<f32, #gpu.address_space<private>>
      %found = memref.load %s[%i] : memref<8xf32, #gpu.address_space<private>>
      %same = arith.cmpf oeq, %expected, %found : f32
      tir.assert %same, "the product has that element"
      memref.store %found, %c[%t, %i] : memref<128x8xf32>
    }
  }
  tir.return
}

tir.func @plain(%c: memref<128x4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %five = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %n = arith.constant 4 : index
  %m = memref.alloc() : memref<8192xi8, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c128 {
    %s = memref.alloc() : memref<4xi32, #gpu.address_space<private>>
    tir.for %k = %c0 to %c64 {
      %first = arith.muli %k, %c128 : index
      %i = arith.addi %first, %t : index
      %a = arith.muli %i, %c7 : index
      %b = arith.remui %a, %c11 : index
      %d = arith.index_cast %b : index to i32
      %e = arith.subi %d, %five : i32
      %f = arith.trunci %e : i32 to i8
      memref.store %f, %m[%i] : memref<8192xi8, #gpu.address_space<workgroup>>
    }
    tir.for %i = %c0 to %n {
      memref.store %zero, %s[%i] : memref<4xi32, #gpu.address_space<private>>
    }
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.wgmma.fence.aligned
    tir.warpgroup_product %s += %m[%c0] * %m[%c1024] {lhs_layout = array<i64: 0, 128, 512>, rhs_layout = array<i64: 0, 128, 512>} : memref<4xi32, #gpu.address_space<private>>, memref<8192xi8, #gpu.address_space<workgroup>>, memref<8192xi8, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    // What the op's description says.
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %quad = arith.divui %lane, %c4 : index
    %member = arith.remui %lane, %c4 : index
    tir.for %i = %c0 to %n {
      %pair = arith.divui %i, %c2 : index
      %odd = arith.remui %pair, %c2 : index
      %row0 = arith.muli %warp, %c16 : index
      %row1 = arith.muli %odd, %c8 : index
      %row2 = arith.addi %row0, %row1 : index
      %row = arith.addi %row2, %quad : index
      %column0 = arith.divui %i, %c4 : index
      %column1 = arith.muli %column0, %c8 : index
      %column2 = arith.muli %member, %c2 : index
      %column3 = arith.remui %i, %c2 : index
      %column4 = arith.addi %column1, %column2 : index
      %column = arith.addi %column4, %column3 : index
      %sum = memref.alloc() : memref<i32, #gpu.address_space<private>>
      memref.store %zero, %sum[] : memref<i32, #gpu.address_space<private>>
      %terms = arith.constant 32 : index
      tir.for %k = %c0 to %terms {
        %leftIn = arith.remui %row, %c8 : index
        %leftTile = arith.divui %row, %c8 : index
        %leftA = arith.muli %leftIn, %c16 : index
        %leftB = arith.muli %leftTile, %c512 : index
        %leftInner = arith.remui %k, %c16 : index
        %leftPiece = arith.divui %k, %c16 : index
        %leftE = arith.muli %leftPiece, %c128 : index
        %leftC = arith.addi %leftA, %leftB : index
        %leftD = arith.addi %leftC, %leftInner : index
        %leftPlace = arith.addi %leftD, %leftE : index
        %rightIn = arith.remui %column, %c8 : index
        %rightTile = arith.divui %column, %c8 : index
        %rightA = arith.muli %rightIn, %c16 : index
        %rightB = arith.muli %rightTile, %c512 : index
        %rightInner = arith.remui %k, %c16 : index
        %rightPiece = arith.divui %k, %c16 : index
        %rightE = arith.muli %rightPiece, %c128 : index
        %rightC = arith.addi %rightA, %rightB : index
        %rightD = arith.addi %rightC, %rightInner : index
        %rightPlace = arith.addi %rightD, %rightE : index
        %rightAt = arith.addi %rightPlace, %c1024 : index
        %l = memref.load %m[%leftPlace] : memref<8192xi8, #gpu.address_space<workgroup>>
        %r = memref.load %m[%rightAt] : memref<8192xi8, #gpu.address_space<workgroup>>
        %lw = arith.extsi %l : i8 to i32
        %rw = arith.extsi %r : i8 to i32
        %p = arith.muli %lw, %rw : i32
        %old = memref.load %sum[] : memref<i32, #gpu.address_space<private>>
        %new = arith.addi %old, %p : i32
        memref.store %new, %sum[] : memref<i32, #gpu.address_space<private>>
      }
      %expected = memref.load %sum[] : memref<i32, #gpu.address_space<private>>
      %found = memref.load %s[%i] : memref<4xi32, #gpu.address_space<private>>
      %same = arith.cmpi eq, %expected, %found : i32
      tir.assert %same, "the product has that element"
      memref.store %found, %c[%t, %i] : memref<128x4xi32>
    }
  }
  tir.return
}
