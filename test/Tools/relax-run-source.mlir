// A source is compiled first; no file of it is left.
// RUN: rm -rf %t && mkdir %t
// RUN: env TMPDIR=%t not relax-run %s 2>&1 | FileCheck %s
// RUN: ls %t | count 0
// CHECK: relax-run: error: cannot load what relax-compile made of '{{.*}}relax-run-source.mlir': '{{.*}}': expected a library made by relax-compile, found no symbol 'relax_module_descriptor_v1'
llvm.func @f() {
  llvm.return
}
