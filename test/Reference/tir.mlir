// Loops of all kinds, blocks, reductions, branches, threads, views.
// RUN: relax-interp %s --each | FileCheck %s

// CHECK: @loops gives [0, 1, 2, 3]
tir.func @loops(%y: memref<4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c1 { %0 = arith.index_cast %i : index to i32  memref.store %0, %y[%i] : memref<4xi32> }
  tir.for parallel %i = %c1 to %c2 { %0 = arith.index_cast %i : index to i32  memref.store %0, %y[%i] : memref<4xi32> }
  tir.for vectorized %i = %c2 to %c3 { %0 = arith.index_cast %i : index to i32  memref.store %0, %y[%i] : memref<4xi32> }
  tir.for unrolled %i = %c3 to %c4 { %0 = arith.index_cast %i : index to i32  memref.store %0, %y[%i] : memref<4xi32> }
  // From 4 to 0 there is nothing.
  tir.for %i = %c4 to %c0 { %0 = arith.index_cast %i : index to i32  memref.store %0, %y[%i] : memref<4xi32> }
  tir.return
}

// An empty sum is there, as its init says.
// CHECK: @empty_sum gives [0, 0]
tir.func @empty_sum(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  tir.for %k = %c0 to %c0 {
    tir.for %i = %c0 to %c2 {
      tir.block "sum" iters(%vi : spatial = %i in %c2, %vk : reduce = %k in %c0) writes(%y : memref<2xf32>) {
        tir.init { memref.store %zero, %y[%vi] : memref<2xf32> }
      }
    }
  }
  tir.return
}

// One loop drives both iterators: each sum begins where its first term is.
// CHECK: @fused_sum gives [3, 7]
tir.func @fused_sum(%y: memref<2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tir.for %f = %c0 to %c4 {
    %i = arith.divui %f, %c2 : index
    %k = arith.remui %f, %c2 : index
    tir.block "sum" iters(%vi : spatial = %i in %c2, %vk : reduce = %k in %c2) writes(%y : memref<2xi32>) {
      tir.init { memref.store %zero, %y[%vi] : memref<2xi32> }
      %a = arith.muli %vi, %c2 : index
      %b = arith.addi %a, %vk : index
      %c = arith.index_cast %b : index to i32
      %d = arith.addi %c, %one : i32
      %e = memref.load %y[%vi] : memref<2xi32>
      %g = arith.addi %d, %e : i32
      memref.store %g, %y[%vi] : memref<2xi32>
    }
  }
  tir.return
}

// The last tile is not full; what the predicate excludes is not written, and
// its sum is not begun.
// CHECK: @predicate gives [5, 5, ?]
tir.func @predicate(%y: memref<3xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %five = arith.constant 5 : i32
  tir.for %o = %c0 to %c2 {
    tir.for %r = %c0 to %c1 {
      tir.for %j = %c0 to %c2 {
        %a = arith.muli %o, %c2 : index
        %i = arith.addi %a, %j : index
        %p = arith.cmpi ult, %i, %c2 : index
        tir.block "b" iters(%v : spatial = %i in %c3, %vr : reduce = %r in %c1) where %p writes(%y : memref<3xi32>) {
          tir.init { memref.store %five, %y[%v] : memref<3xi32> }
        }
      }
    }
  }
  tir.return
}

// CHECK: @branches gives [10, 5]
tir.func @branches(%y: memref<2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %ten = arith.constant 10 : i32
  memref.store %zero, %y[%c0] : memref<2xi32>
  tir.while {
    %0 = memref.load %y[%c0] : memref<2xi32>
    %1 = arith.cmpi slt, %0, %ten : i32
    tir.condition %1
  } do {
    %0 = memref.load %y[%c0] : memref<2xi32>
    %1 = arith.addi %0, %one : i32
    memref.store %1, %y[%c0] : memref<2xi32>
  }
  tir.if %false { memref.store %one, %y[%c0] : memref<2xi32> }
  tir.if %false { memref.store %one, %y[%c1] : memref<2xi32> } else { memref.store %five, %y[%c1] : memref<2xi32> }
  tir.assert %true, "never"
  tir.return
}

// A parallel loop inside another, one after the other: all is ordered.
// CHECK: @nested_parallel gives [3, 3]
tir.func @nested_parallel(%y: memref<2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  tir.for parallel %i = %c0 to %c2 {
    %m = memref.alloc() : memref<2xi32>
    tir.for parallel %j = %c0 to %c2 { memref.store %one, %m[%j] : memref<2xi32> }
    tir.for parallel %j = %c0 to %c2 {
      %0 = memref.load %m[%j] : memref<2xi32>
      %1 = arith.addi %0, %0 : i32
      memref.store %1, %m[%j] : memref<2xi32>
    }
    %2 = memref.load %m[%c0] : memref<2xi32>
    %3 = arith.addi %2, %one : i32
    memref.store %3, %y[%i] : memref<2xi32>
  }
  tir.return
}

// Threads turn a row around through shared memory.
// CHECK: @threads gives {{\[}}[3, 2, 1, 0], [7, 6, 5, 4]]
tir.func @threads(%y: memref<2x4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %m = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
      %0 = arith.muli %b, %c4 : index
      %1 = arith.addi %0, %t : index
      %2 = arith.index_cast %1 : index to i32
      memref.store %2, %m[%t] : memref<4xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %3 = arith.subi %c3, %t : index
      %4 = memref.load %m[%3] : memref<4xi32, #gpu.address_space<workgroup>>
      memref.store %4, %y[%b, %t] : memref<2x4xi32>
    }
  }
  tir.return
}

// A tree of sums: a barrier in a serial loop, threads in two directions.
// CHECK: @tree gives [28, 92]
tir.func @tree(%y: memref<2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<2x8xi32, "shared">
  tir.for thread_binding "threadIdx.y" %r = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
      %0 = arith.muli %r, %c8 : index
      %1 = arith.addi %0, %t : index
      %2 = arith.index_cast %1 : index to i32
      memref.store %2, %m[%r, %t] : memref<2x8xi32, "shared">
      tir.for %s = %c0 to %c3 {
        gpu.barrier
        %3 = arith.addi %s, %c1 : index
        %4 = arith.shrui %c8, %3 : index
        %5 = arith.cmpi ult, %t, %4 : index
        tir.if %5 {
          %6 = arith.addi %t, %4 : index
          %7 = memref.load %m[%r, %t] : memref<2x8xi32, "shared">
          %8 = memref.load %m[%r, %6] : memref<2x8xi32, "shared">
          %9 = arith.addi %7, %8 : i32
          memref.store %9, %m[%r, %t] : memref<2x8xi32, "shared">
        }
      }
    }
    %10 = memref.load %m[%r, %c0] : memref<2x8xi32, "shared">
    memref.store %10, %y[%r] : memref<2xi32>
  }
  tir.return
}

// CHECK: @views gives {{\[}}[0, 3], [1, 4], [2, 5]]
tir.func @views(%y: memref<3x2xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %bytes = memref.alloc() : memref<32xi8>
  %m = memref.view %bytes[%c4][%c6] : memref<32xi8> to memref<?xi32>
  tir.for %i = %c0 to %c6 {
    %0 = arith.index_cast %i : index to i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  %six = memref.cast %m : memref<?xi32> to memref<6xi32>
  %e = memref.expand_shape %six [[0, 1]] output_shape [2, 3] : memref<6xi32> into memref<2x3xi32>
  %t = memref.transpose %e (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
  memref.copy %t, %y : memref<3x2xi32, strided<[1, 3]>> to memref<3x2xi32>
  %row = memref.subview %y[1, 0][1, 2][1, 1] : memref<3x2xi32> to memref<2xi32, strided<[1], offset: 2>>
  %x = memref.load %row[%c1] : memref<2xi32, strided<[1], offset: 2>>
  %four = arith.constant 4 : i32
  %same = arith.cmpi eq, %x, %four : i32
  tir.assert %same, "element [1, 1] is 4"
  %flat = memref.collapse_shape %y [[0, 1]] : memref<3x2xi32> into memref<6xi32>
  %again = memref.reinterpret_cast %flat to offset: [2], sizes: [2], strides: [2] : memref<6xi32> to memref<2xi32, strided<[2], offset: 2>>
  %z = memref.load %again[%c1] : memref<2xi32, strided<[2], offset: 2>>
  %two = arith.constant 2 : i32
  %holds = arith.cmpi eq, %z, %two : i32
  tir.assert %holds, "element 4 is 2"
  tir.return
}

// CHECK: @calls gives [5, 0.842700{{[0-9]*}}]
tir.func private @fill(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 5.0 : f32
  memref.store %f, %y[%c0] : memref<2xf32>
  tir.return
}
tir.func @calls(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  tir.call_extern @fill(%y) : (memref<2xf32>) -> ()
  %e = tir.call_extern @erff(%f) : (f32) -> f32
  memref.store %e, %y[%c1] : memref<2xf32>
  tir.return
}

// CHECK: @global gives [1, 2]
memref.global "private" constant @numbers : memref<2xf32> = dense<[1.0, 2.0]>
tir.func @global(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %g = memref.get_global @numbers : memref<2xf32>
  memref.copy %g, %y : memref<2xf32> to memref<2xf32>
  tir.return
}

// CHECK: @choice gives 2
tir.func @choice(%y: memref<i64>) attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %m = memref.alloc() : memref<i64>
  %false = arith.constant false
  memref.store %c1, %m[] : memref<i64>
  memref.store %c2, %y[] : memref<i64>
  %s = arith.select %false, %m, %y : memref<i64>
  %x = memref.load %s[] : memref<i64>
  memref.store %x, %y[] : memref<i64>
  tir.return
}

// Bytes of lhs are unsigned, of rhs signed; 255 times -128 does not saturate.
// CHECK: @dot4 gives [14, -130560, 129540, -1020]
tir.func @dot4(%y: memref<4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[0x04030201, 0xffffffff, 0xffffffff, 0xffffffff]> : vector<4xi32>
  %b = arith.constant dense<[0xff05fe07, 0x80808080, 0x7f7f7f7f, 0xffffffff]> : vector<4xi32>
  %r = tir.dot4_u8s8 %a, %b : vector<4xi32>
  vector.store %r, %y[%c0] : memref<4xi32>, vector<4xi32>
  tir.return
}

// Halves of both are signed; only two of -32768 on both sides wrap around.
// CHECK: @dot2 gives [14, -2147483648, -2147418112, 130050]
tir.func @dot2(%y: memref<4xi32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[0x00040001, 0x80008000, 0x80008000, 0xff0100ff]> : vector<4xi32>
  %b = arith.constant dense<[0x0005fffa, 0x80008000, 0x7fff7fff, 0xff0100ff]> : vector<4xi32>
  %r = tir.dot2_s16 %a, %b : vector<4xi32>
  vector.store %r, %y[%c0] : memref<4xi32>, vector<4xi32>
  tir.return
}

// Pairs of bf16: 1 * 2 + 3 * -0.5, 256 * 256 + 2^-8 * 2^-8 rounded, and what is
// no number.
// CHECK: @dot2_bf16 gives [0.5, 65536, 0, nan]
tir.func @dot2_bf16(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[0x40403f80, 0x43803b80, 0x80000000, 0x7fc03f80]> : vector<4xi32>
  %b = arith.constant dense<[0xbf004000, 0x43803b80, 0x3f803f80, 0x3f803f80]> : vector<4xi32>
  %r = tir.dot2_bf16 %a, %b : vector<4xi32> to vector<4xf32>
  vector.store %r, %y[%c0] : memref<4xf32>, vector<4xf32>
  tir.return
}
