# Functions of thousands of calls are the host's: their instructions are selected fast, others' as always.
# RUN: %python %s > %t.long.mlir 2100 && relax-compile %t.long.mlir -o %t.long.ll
# RUN: FileCheck %s --check-prefix=LONG < %t.long.ll
# LONG: define internal {{.*}} @main.local({{.*}} #[[HOST:[0-9]+]]
# LONG: attributes #[[HOST]] = { {{.*}}optnone
# RUN: %python %s > %t.short.mlir 100 && relax-compile %t.short.mlir -o %t.short.ll
# RUN: FileCheck %s --check-prefix=SHORT < %t.short.ll
# SHORT: define internal {{.*}} @main.local(
# SHORT-NOT: optnone
# And they compute the same as ever: a power of two.
# RUN: relax-compile %t.long.mlir -o %t.so && relax-run %t.so --input=1x2xf32=1 --input=2x2xf32=0.5 | FileCheck %s --check-prefix=RESULT
# RESULT: output 0: f32[1, 2] = {{\[\[1, 1\]\]}}
import sys

count = int(sys.argv[1])
print("relax.func @main(%v0: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {")
for number in range(count):
    print(f"  %v{number + 1} = relax.matmul %v{number}, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>")
print(f"  relax.return %v{count} : tensor<1x2xf32>\n}}")
