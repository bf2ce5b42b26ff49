// Sorts that threads cannot do as it is said, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<9xi4>, %y: memref<9xi4>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 9 : index
    %ranks = memref.alloc() : memref<9xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 16 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i4', 9 elements (0 if that is not known), 2 threads and 80 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<9xi4>) writes(%ranks : memref<9xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<9xi64>
          }
          %0 = memref.load %ranks[%a] : memref<9xi64>
          %own = memref.load %x[%a] : memref<9xi4>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<9xi4>
          %1 = arith.cmpi ule, %other, %own : i4
          %2 = arith.cmpi ult, %other, %own : i4
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<9xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<9xi64>, memref<9xi4>) writes(%y : memref<9xi4>) {
        %0 = memref.load %ranks[%a] : memref<9xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<9xi4>
        memref.store %1, %y[%to] : memref<9xi4>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<17xi32>, %y: memref<17xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 17 : index
    %ranks = memref.alloc() : memref<17xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 16 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i32', 17 elements (0 if that is not known), 2 threads and 160 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<17xi32>) writes(%ranks : memref<17xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<17xi64>
          }
          %0 = memref.load %ranks[%a] : memref<17xi64>
          %own = memref.load %x[%a] : memref<17xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<17xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<17xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<17xi64>, memref<17xi32>) writes(%y : memref<17xi32>) {
        %0 = memref.load %ranks[%a] : memref<17xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<17xi32>
        memref.store %1, %y[%to] : memref<17xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<?xi32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xi32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = memref.dim %x, %c0 : memref<?xi32>
    %ranks = memref.alloc(%n) : memref<?xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 16 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i32', 0 elements (0 if that is not known), 2 threads and 160 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<?xi32>) writes(%ranks : memref<?xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<?xi64>
          }
          %0 = memref.load %ranks[%a] : memref<?xi64>
          %own = memref.load %x[%a] : memref<?xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<?xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<?xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<?xi64>, memref<?xi32>) writes(%y : memref<?xi32>) {
        %0 = memref.load %ranks[%a] : memref<?xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<?xi32>
        memref.store %1, %y[%to] : memref<?xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<70xi32>, %y: memref<70xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 70 : index
    %ranks = memref.alloc() : memref<70xi64>
    %run = arith.constant 32 : index
    %last = arith.constant 69 : index
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %run {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 64 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i32', 32 elements (0 if that is not known), 8 threads and 544 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %run) reads(%x : memref<70xi32>) writes(%ranks : memref<70xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<70xi64>
          }
          %0 = memref.load %ranks[%a] : memref<70xi64>
          %own = memref.load %x[%a] : memref<70xi32>
          %number = arith.divui %a, %run : index
          %begin = arith.muli %number, %run : index
          %at = arith.addi %begin, %k : index
          %earlier = arith.cmpi slt, %at, %a : index
          %clamped = arith.minsi %at, %last : index
          %other = memref.load %x[%clamped] : memref<70xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %4 = arith.select %earlier, %1, %2 : i1
          %in = arith.cmpi sle, %at, %last : index
          %3 = arith.andi %4, %in : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<70xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<70xi64>, memref<70xi32>) writes(%y : memref<70xi32>) {
        %0 = memref.load %ranks[%a] : memref<70xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<70xi32>
        memref.store %1, %y[%to] : memref<70xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 8 neighbours = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<70xi32>, %y: memref<70xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 70 : index
    %ranks = memref.alloc() : memref<70xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 384 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i32', 70 elements (0 if that is not known), 48 threads and 3104 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<70xi32>) writes(%ranks : memref<70xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<70xi64>
          }
          %0 = memref.load %ranks[%a] : memref<70xi64>
          %own = memref.load %x[%a] : memref<70xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<70xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<70xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<70xi64>, memref<70xi32>) writes(%y : memref<70xi32>) {
        %0 = memref.load %ranks[%a] : memref<70xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<70xi32>
        memref.store %1, %y[%to] : memref<70xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 48 neighbours = 8
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<70xi64>, %y: memref<70xi64>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 70 : index
    %ranks = memref.alloc() : memref<70xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected keys of 8 to 64 bits, 1 to 512 elements that are sorted together, in runs of just as many, whole warps a row or a power of 2 of lanes, and at most 1024 threads and 49152 bytes of shared memory; found keys of 'i64', 70 elements (0 if that is not known), 1024 threads and 99072 bytes}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<70xi64>) writes(%ranks : memref<70xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<70xi64>
          }
          %0 = memref.load %ranks[%a] : memref<70xi64>
          %own = memref.load %x[%a] : memref<70xi64>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<70xi64>
          %1 = arith.cmpi ule, %other, %own : i64
          %2 = arith.cmpi ult, %other, %own : i64
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<70xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<70xi64>, memref<70xi64>) writes(%y : memref<70xi64>) {
        %0 = memref.load %ranks[%a] : memref<70xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<70xi64>
        memref.store %1, %y[%to] : memref<70xi64>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 16 lanes = 64 neighbours = 8
    transform.yield
  }
}
