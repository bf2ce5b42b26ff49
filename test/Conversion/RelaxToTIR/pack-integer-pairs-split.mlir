// Of a matrix in which some pairs leave 16 bits, the words that do not in all
// columns of a block are products of bytes, and the others of halves. Both have
// a table of the places of their words.
// RUN: relax-opt %s --relax-pack-integer-products=permute --canonicalize | FileCheck %s
// RUN: relax-opt %s --relax-pack-integer-products=permute > %t
// RUN: relax-opt %t --relax-pack-integer-products=permute | diff %t -
// RUN: %same-results="relax-pack-integer-products{permute}" --tolerance=1e-6

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell">} {
// The matrix has 33 words: one of the first block has a pair that is too large,
// two of the second. So 31 are of bytes, and 2 of halves.
// CHECK-LABEL: relax.func @split
// CHECK-DAG: %[[PLACES:.*]] = relax.constant dense<{{\[\[}}1, 2, 3, {{.*}}, 30, 31], [0, 1, 3, 5, {{.*}}, 31, 32]]> : tensor<2x31xi32>
// CHECK-DAG: %[[OTHERS:.*]] = relax.constant dense<{{\[\[}}0, 1, 64, 65], [4, 5, 8, 9]]> : tensor<2x4xi32>
// CHECK: %[[BYTES:.*]] = relax.memory.view %{{.*}} at[0] : tensor<?x132xui8, {{.*}}> to tensor<?x33xi32,
// CHECK: %[[WIDE:.*]] = relax.astype %arg0 {dtype = i16}
// CHECK: %[[PADDED:.*]] = relax.nn.pad %[[WIDE]] {pad_width = array<i64: 0, 0, 0, 2>}
// CHECK: %[[HALVES:.*]] = relax.memory.view %[[PADDED]] at[0] : tensor<?x132xi16, {{.*}}> to tensor<?x66xi32,
// CHECK: %[[FIRST:.*]] = relax.call_tir @dot4_pairs(%[[BYTES]], %{{.*}}, %[[PLACES]]) : (tensor<?x33xi32, {{.*}}>, tensor<2x31x16xi32>, tensor<2x31xi32>)
// CHECK: %[[REST:.*]] = relax.call_tir @dot2(%[[HALVES]], %{{.*}}, %[[OTHERS]]) : (tensor<?x66xi32, {{.*}}>, tensor<2x4x16xi32>, tensor<2x4xi32>)
// CHECK: relax.add %[[FIRST]], %[[REST]]
relax.func @split(%x: tensor<?x130xui8, #relax.dims<[n, 130]>>) -> tensor<?x32xi32, #relax.dims<[n, 32]>> {
  %w = relax.constant dense_resource<w> : tensor<130x32xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<?x130xui8, #relax.dims<[n, 130]>>) -> tensor<?x130xi32, #relax.dims<[n, 130]>>
  %1 = relax.astype %w {dtype = i32} : (tensor<130x32xi8>) -> tensor<130x32xi32>
  %2 = relax.matmul %0, %1 : (tensor<?x130xi32, #relax.dims<[n, 130]>>, tensor<130x32xi32>) -> tensor<?x32xi32, #relax.dims<[n, 32]>>
  relax.return %2 : tensor<?x32xi32, #relax.dims<[n, 32]>>
}

// Signed data: halves are those of bytes that have 128 more.
// CHECK-LABEL: relax.func private @signed
// CHECK: %[[WIDE:.*]] = relax.astype %arg0 {dtype = i16}
// CHECK: relax.add %[[WIDE]], %{{.*}} : (tensor<2x130xi16>, tensor<i16>)
// CHECK: relax.call_tir @dot4_pairs
// CHECK: relax.call_tir @dot2
// CHECK: relax.subtract
relax.func private @signed(%x: tensor<2x130xi8>) -> tensor<2x32xi32> {
  %w = relax.constant dense_resource<w> : tensor<130x32xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x130xi8>) -> tensor<2x130xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<130x32xi8>) -> tensor<130x32xi32>
  %2 = relax.matmul %0, %1 : (tensor<2x130xi32>, tensor<130x32xi32>) -> tensor<2x32xi32>
  relax.return %2 : tensor<2x32xi32>
}

// Columns that are no whole blocks.
// CHECK-LABEL: relax.func @no_blocks
// CHECK-NOT: dot4
// CHECK: relax.call_tir @dot2{{.*}}(tensor<2x16xi32>, tensor<16x130xi32>)
relax.func @no_blocks(%x: tensor<2x32xui8>) -> tensor<2x130xi32> {
  %w = relax.constant dense_resource<w> : tensor<130x32xi8>
  %0 = relax.astype %x {dtype = i32} : (tensor<2x32xui8>) -> tensor<2x32xi32>
  %1 = relax.astype %w {dtype = i32} : (tensor<130x32xi8>) -> tensor<130x32xi32>
  %2 = relax.permute_dims %1 : (tensor<130x32xi32>) -> tensor<32x130xi32>
  %3 = relax.matmul %0, %2 : (tensor<2x32xi32>, tensor<32x130xi32>) -> tensor<2x130xi32>
  relax.return %3 : tensor<2x130xi32>
}
}

{-#
  dialect_resources: {
    builtin: {
      w: "0x10000000eceff27ff8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7f3f6f97fff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfefafd007f06090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050104077f0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d10130f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcfffbfe0104070a0d1013edf0f3f6f9fcff0205080b801114eef1f4f7fafd0003060205080b0e1114eef1f4f7fafd000306090c0f1280eff2f5f8fbfe0104070a0d090c0f12eceff2f5f8fbfe0104070a0d1013edf080f6f9fcff0205080b0e11141013edf0f3f6f9fcff0205080b0e1114eef1f4f780fd000306090c0f12eceff2eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd00fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e0a0d1013edf0f3f6f9fcff0205080b0e1114eef1f402fafd000306090c0f12ec1114eef1f4f7fafd000306090c0f12eceff2f5f8fb7f0104070a0d1013edf0f3eff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7faf6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe01fd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050804070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f0b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013ed12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbf7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02fe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003060905080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d100c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114ee13edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcf8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003ff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a06090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e110d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12ecef14eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafdf9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f120e117feef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0ecef80f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfefafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d10130f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcfffbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003060205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e11141013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd00fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e0a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12ec1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3eff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7faf6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe01fd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050804070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f0b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013ed12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbf7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02fe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003060905080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d100c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114ee13edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcf8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003ff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a06090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e110d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12ecef14eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafdf9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f120e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfefafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d10130f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcfffbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003060205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e11141013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd00fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e0a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12ec1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3eff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7faf6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe01fd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050804070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f0b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013ed12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbf7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02fe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003060905080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d100c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114ee13edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcf8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd0003ff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a06090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e110d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12ecef14eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafdf9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f120e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfefafd000306090c0f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff02050104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8fbfe0104070a0d10130f12eceff2f5f8fbfe0104070a0d1013edf0f3f6f9fcff0205080b0e1114eef1edf0f3f6f9fcff0205080b0e1114eef1f4f7fafd000306090c0f12eceff2f5f8"
    }
  }
#-}
