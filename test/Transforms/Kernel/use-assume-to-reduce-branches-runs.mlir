// What is assumed holds of what `main` pads, so that both programs can run.
// RUN: %same-results=tir-use-assume-to-reduce-branches

tir.func private @double(%x: memref<8xi32>, %y: memref<8xi32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %c8 {
    %inside = arith.cmpi slt, %i, %c6 : index
    %a = memref.load %x[%i] : memref<8xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    %known = arith.ori %inside, %is : i1
    llvm.intr.assume %known : i1
  }
  tir.for %i = %c0 to %c8 {
    %outside = arith.cmpi sge, %i, %c6 : index
    %v = scf.if %outside -> i32 {
      scf.yield %zero : i32
    } else {
      %a = memref.load %x[%i] : memref<8xi32>
      %sum = arith.addi %a, %a : i32
      scf.yield %sum : i32
    }
    memref.store %v, %y[%i] : memref<8xi32>
  }
  tir.return
}
relax.func @main(%x: tensor<6xi32>) -> tensor<8xi32> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 0, 2>} : (tensor<6xi32>) -> tensor<8xi32>
  %1 = relax.call_tir @double(%0) : (tensor<8xi32>) -> tensor<8xi32>
  relax.return %1 : tensor<8xi32>
}
