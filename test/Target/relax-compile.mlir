// Native code of a module of the llvm dialect, in every form.
// RUN: relax-compile %s -o - --emit=llvm --mcpu=x86-64-v3 | FileCheck %s --check-prefix=LLVM
// RUN: relax-compile %s -o - --emit=asm --mcpu=x86-64-v3 | FileCheck %s --check-prefix=ASM
// RUN: relax-compile %s -o - --emit=mlir | FileCheck %s --check-prefix=MLIR
// RUN: relax-compile %s -o %t.o --emit=obj
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJ
// RUN: relax-compile %s -o %t.so
// RUN: llvm-nm -D %t.so | FileCheck %s --check-prefix=SO

// LLVM: define <8 x float> @scale(
// LLVM-SAME: #[[A:[0-9]+]]
// LLVM: attributes #[[A]] = {{.*}}"target-cpu"="x86-64-v3"
// ASM: vfmadd
// MLIR: llvm.func @scale
// OBJ: U elsewhere
// OBJ: T scale
// SO: U elsewhere
// SO: T scale
llvm.func @elsewhere()
llvm.func @scale(%a: vector<8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  llvm.call @elsewhere() : () -> ()
  %0 = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
  %1 = llvm.fadd %0, %b {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
  llvm.return %1 : vector<8xf32>
}
