// Code generation rounds bf16 with a function that libraries have since GCC 13
// only, where bf16 is a number, as in an atomic sum, and passes from one basic
// block to another. Each module that has such bf16 brings its own, hidden. What
// is only moved is 16 bits, also under a mask.
// RUN: relax-compile %s -o %t.so --mcpu=x86-64-v3
// RUN: llvm-nm --undefined-only -D %t.so | FileCheck %s --check-prefix=NAMES --implicit-check-not=__trunc
// NAMES: relax_rt_check_tensor
// RUN: relax-run %t.so --function=cast --input="5xbf16=1 -2.5 0.1 inf nan" --output=- | FileCheck %s --check-prefix=CAST
// CAST: output 0: f16[5] = [1, -2.5, 0.100098, inf, nan]
// RUN: relax-run %t.so --function=window --input=2x4x7x5xbf16=1.5 --expected_output=2x4x3x2xbf16=1.5 --tolerance=0 --quiet
// RUN: relax-run %t.so --function=total --input=1xbf16=1.5 --output=- | FileCheck %s --check-prefix=TOTAL
// TOTAL: output 0: bf16[1] = [3]

// RUN: relax-compile %s -o %t.ll --mcpu=x86-64-v3
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// IR: atomicrmw fadd ptr %{{.*}}, bfloat
// IR: define linkonce_odr hidden half @__truncsfbf2(float %{{.*}})

// The five elements that 32 lanes leave over of 37.
// RUN: relax-compile %s -o %t.s --mcpu=x86-64-v4
// RUN: FileCheck %s --check-prefix=MASKED --input-file=%t.s
// MASKED-LABEL: {{^}}exp.local:
// MASKED: vmovdqu16{{[ \t]+[0-9]+}}(%rdi), {{.*}} {%k{{[1-7]}}} {z}
// MASKED: vmovdqu16{{.*}}, {{[0-9]+}}(%rsi) {%k{{[1-7]}}}

relax.func @cast(%x: tensor<?xbf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>> {
  %0 = relax.astype %x {dtype = f16} : (tensor<?xbf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf16, #relax.dims<[n]>>
}

relax.func @window(%x: tensor<2x4x7x5xbf16>) -> tensor<2x4x3x2xbf16> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 3, 1>, strides = array<i64: 3, 3>, padding = array<i64: 1, 0, 1, 0>, dilation = array<i64: 1, 2>} : (tensor<2x4x7x5xbf16>) -> tensor<2x4x3x2xbf16>
  relax.return %0 : tensor<2x4x3x2xbf16>
}

relax.func @tail(%x: tensor<37xbf16>) -> tensor<37xbf16> {
  %0 = relax.exp %x : tensor<37xbf16>
  relax.return %0 : tensor<37xbf16>
}

tir.func private @add_twice(%x: memref<1xbf16>, %y: memref<1xbf16>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<1xbf16>
  memref.store %0, %y[%c0] : memref<1xbf16>
  %1 = memref.atomic_rmw addf %0, %y[%c0] : (bf16, memref<1xbf16>) -> bf16
  tir.return
}

relax.func @total(%x: tensor<1xbf16>) -> tensor<1xbf16> {
  %0 = relax.call_tir @add_twice(%x) : (tensor<1xbf16>) -> tensor<1xbf16>
  relax.return %0 : tensor<1xbf16>
}
