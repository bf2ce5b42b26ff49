// A buffer that no memory is left for is an error at the op that makes it.
// The address sanitizer reserves terabytes of addresses, which no limit lets it.
// UNSUPPORTED: sanitized
// RUN: bash -c 'ulimit -v 4000000; not relax-interp %s --each --max-bytes=100000000000' 2>&1 | FileCheck %s

// CHECK: error: 'memref.alloc' op needs more memory than there is
tir.func @main() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<2000000000xf32>
  tir.return
}
