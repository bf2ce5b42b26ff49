// A kernel that asks for blocks is assembled unasked, then with fewer and fewer
// blocks until nothing spills; one that has them unasked, or for which all that
// are more spill, asks for none. With one that asks for none it is as it was.
// Where the assembler fails nothing is known, and none asks.
// RUN: rm -rf %t && split-file %s %t && chmod +x %t/bin/ptxas %t/fails/bin/ptxas
// RUN: llvm-as /dev/null -o %t/nvvm/libdevice/libdevice.10.bc
// RUN: cp -r %t/nvvm %t/fails
// RUN: env LOG=%t/log CUDA_ROOT=%t relax-opt %t/kernels.mlir --relax-gpu-serialize-modules | FileCheck %s --implicit-check-not=.minnctapersm
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t/log
// RUN: env CUDA_ROOT=%t/fails relax-opt %t/kernels.mlir --relax-gpu-serialize-modules | FileCheck %s --check-prefix=FAILS --implicit-check-not=.minnctapersm

// CHECK: .entry fits({{.*}}.maxntid 256, 1, 1\0A.minnctapersm 6\0A{
// CHECK-SAME: .entry full(
// CHECK-SAME: .entry open(
// CHECK-SAME: .entry spills(
// CHECK-SAME: .entry plain(
// FAILS: .entry fits(
// FAILS-SAME: .entry plain(

// TRIED: fits 0, full 0, open 0, spills 0,
// TRIED-NEXT: fits 8, spills 8,
// TRIED-NEXT: fits 6, spills 6,
// TRIED-NEXT: spills 5,
// TRIED-NOT: spills

//--- nvvm/libdevice/readme
here
//--- bin/ptxas
#!/bin/sh
echo code > "$5"
awk '/^\.visible \.entry / { name = $3; sub(/\(.*/, "", name); asked = 0 }
     /^\.minnctapersm / { asked = $2 }
     /^\{/ {
       spilled = asked > 6 || (asked > 0 && name == "spills") ? 8 : 0
       registers = asked > 0 ? 40 : name == "full" ? 32 : name == "spills" ? 60 : 48
       print "ptxas info    : Compiling entry function \047" name "\047 for \047sm_80\047"
       print "    0 bytes stack frame, " spilled " bytes spill stores, " spilled " bytes spill loads"
       print "ptxas info    : Used " registers " registers"
       tried = tried name " " asked ", "
     }
     END { print tried >> ENVIRON["LOG"] }' "$3"

//--- fails/bin/ptxas
#!/bin/sh
exit 1

//--- kernels.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
    llvm.func @fits() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 8 : i64} {
      llvm.return
    }
    llvm.func @full() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 4, 1>, nvvm.minctasm = 8 : i64} {
      llvm.return
    }
    llvm.func @open() attributes {gpu.kernel, nvvm.kernel, nvvm.minctasm = 8 : i64} {
      llvm.return
    }
    llvm.func @spills() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 8 : i64} {
      llvm.return
    }
    llvm.func @plain() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
      llvm.return
    }
  }
}
