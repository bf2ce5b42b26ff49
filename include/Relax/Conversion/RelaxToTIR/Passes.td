// Operators of the graph level become tensor programs.
#ifndef RELAX_CONVERSION_RELAXTOTIR_PASSES_TD
#define RELAX_CONVERSION_RELAXTOTIR_PASSES_TD

include "mlir/Pass/PassBase.td"

def LegalizeOpsPass : Pass<"relax-legalize-ops", "::mlir::ModuleOp"> {
  let summary = "Lower each operator to a call of a tensor program";
  let description = [{
    Requires: nothing.
    Ensures: each operator that computes is a `relax.call_tir` of a private
    `tir.func`; equal operators share one. What is left belongs to a later pass
    or is listed in `skip-ops`; else there is an error for each op, with the
    reason and what to do.

    `custom-map` names a `tir.func` of the module for a kind of operator, which
    then lowers all of that kind: it gets the tensor operands and the results.

    With `decoders`, reshapes in what computes an operand of one product of
    fewer bits, as of weights in groups, are programs as well and no views:
    `relax-fuse-ops=decoded` makes one kernel of all.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      tir.for %i = %c0 to %c4 {
        tir.block "exp" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%v] : memref<4xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let options = [ListOption<"skipOps", "skip-ops", "std::string",
      "operators to leave alone, such as relax.nn.conv2d">,
    ListOption<"customMap", "custom-map", "std::string",
      "tensor programs that lower operators, such as relax.exp=my_exp">,
    Option<"decoders", "decoders", "bool", "false",
      "make programs of reshapes in what decodes operands of products">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
      "::mlir::relax::RelaxDialect", "::mlir::tir::TIRDialect"];
}

def PackIntegerProductsPass
    : Pass<"relax-pack-integer-products", "::mlir::ModuleOp"> {
  let summary = "Multiply 8-bit numbers by constants as integers, four at a time";
  let description = [{
    A `relax.matmul` of 8-bit integers by a constant matrix of them becomes a
    call of a tensor program of `tir.dot4_u8s8`, with the constant packed by
    fours along K. The factors are `relax.dequantize` of one scale, or of one a
    column on the right; or `relax.astype` to i32, with or without a zero point
    that is subtracted, of one number, one a row on the left, or one a column
    on the right. The right one may be transposed.

    Zero points are subtracted afterwards: times the constant sums of columns,
    and times the sums of rows where the constant has a zero point. The result
    of integers is the same, bit by bit. That of `relax.dequantize` is the exact
    sum, rounded once to f32 and once by the multiplication with both scales;
    it differs from the sum of floats by the roundings that this had more.

    A `relax.nn.conv2d` of such factors, whose weight has no zero point, becomes
    first one of the 8-bit numbers as they are that gives i32, with the zero
    point as padding; scales and zero point follow it. That one is a tensor
    program where channels are last, with `permute` elsewhere, too: between two
    runs `relax-choose-layout` can put them last.

    Where the target's CPU has no instruction for four products of bytes, both
    sides are i16 less their zero points, and the program is of
    `tir.dot2_s16`, two products a word: no zero point is left to be subtracted,
    and nothing is widened in the innermost loop. Convolutions whose weight has
    a zero point are computed that way everywhere. Zero points that are no
    numbers of 8 bits, and those of a weight that are not known, are left to
    the first form. So are products by a matrix without a zero point where the
    CPU adds products of two bytes in 16 bits, and these hold all sums: that of
    two neighbours of a word is between -128 and 128, if they have one sign, as
    of weights of 7 bits. The ops say so (`pairs_fit`).
    Where two thirds of the words or more fit in all of 16 columns, and K is 128
    or more, these are such a product, with a table of their places, and the
    others one of halves, to which it is added. Convolutions by constants that
    fit as a whole are of bytes, too, but for windows that tiles compute.

    Of these, windows of 3x3 that go on by one place are computed by tiles of
    2x2 results, with 16 products in place of 36, where that is faster by the
    rule of `relax-use-winograd`: four times the transformed weight is a whole
    number, of 12 bits, and the transformed data have 11, so that sums are the
    same integers. The data have to be seen to be 8-bit numbers less zero
    points of 8 bits, an even number of channels, and four times a result has
    to fit into 32 bits by the sizes of the weights.

    Words of a convolution lie in one group, and so does a vector of its output
    channels, of which the constant has blocks; channels of groups have to be
    last. Groups that are no multiple of a word and of 8 output channels, such
    as depthwise ones, are a convolution of the numbers less their zero points
    that gives f32, which holds sums of up to 258 products exactly.

    With `permute`, a `relax.quantize` whose numbers are only used less their
    zero point, as i16 or by `relax.dequantize`, is one program with that: of
    `clamp(round(x / s) + z, low, high) - z` a known `z` goes into the bounds.

    Requires: nothing.
    Ensures: no such product is left, but for constants whose elements are not
    at hand, convolutions whose weight has a zero point that is not known, sums
    of dequantized products that i32 might not hold, and longer ones of groups
    that words do not suit.

    ```mlir
    // before
    relax.func @main(%x: tensor<2x4xui8>) -> tensor<2x2xi32> {
      %w = relax.constant dense<[[1, -1], [2, -2], [3, -3], [4, -128]]> : tensor<4x2xi8>
      %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
      %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
      %2 = relax.matmul %0, %1 : (tensor<2x4xi32>, tensor<4x2xi32>) -> tensor<2x2xi32>
      relax.return %2 : tensor<2x2xi32>
    }
    // after
    relax.func @main(%x: tensor<2x4xui8>) -> tensor<2x2xi32> {
      %w = relax.constant dense<[[1, -1], [2, -2], [3, -3], [4, -128]]> : tensor<4x2xi8>
      %0 = relax.astype %x {dtype = i32} : (tensor<2x4xui8>) -> tensor<2x4xi32>
      %1 = relax.astype %w {dtype = i32} : (tensor<4x2xi8>) -> tensor<4x2xi32>
      %2 = relax.memory.view %x at [0] : tensor<2x4xui8> to tensor<2x1xi32>
      %3 = relax.constant dense<[[67305985, -2130837761]]> : tensor<1x2xi32>
      %4 = relax.call_tir @dot4(%2, %3) : (tensor<2x1xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
      relax.return %4 : tensor<2x2xi32>
    }
    tir.func private @dot4(%x: memref<2x1xi32>, %w: memref<1x2xi32>, %y: memref<2x2xi32>) attributes {num_inputs = 2 : i64} {
      %zero = arith.constant 0 : i32
      %c2 = arith.constant 2 : index
      %columns = arith.constant 2 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      tir.for %i = %c0 to %c2 {
        tir.for %j = %c0 to %columns {
          tir.for %k = %c0 to %c1 {
            tir.block "dot4" iters(%m : spatial = %i in %c2, %n : spatial = %j in %columns, %g : reduce = %k in %c1) reads(%x, %w : memref<2x1xi32>, memref<1x2xi32>) writes(%y : memref<2x2xi32>) {
              tir.init {
                memref.store %zero, %y[%m, %n] : memref<2x2xi32>
              }
              %sum = memref.load %y[%m, %n] : memref<2x2xi32>
              %a = memref.load %x[%m, %g] : memref<2x1xi32>
              %b = memref.load %w[%g, %n] : memref<1x2xi32>
              %products = tir.dot4_u8s8 %a, %b : i32
              %next = arith.addi %sum, %products : i32
              memref.store %next, %y[%m, %n] : memref<2x2xi32>
            }
          }
        }
      }
      tir.return
    }
    ```
  }];
  let options = [Option<"permute", "permute", "bool", "false",
      "convolutions whose channels are not last are taken, by moving them">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect"];
}

def PackBFloatProductsPass
    : Pass<"relax-pack-bfloat-products", "::mlir::ModuleOp"> {
  let summary = "Multiply bf16 by constants two at a time";
  let description = [{
    Where the target's CPU has an instruction for two products of bf16, a
    `relax.matmul` of bf16 by a constant matrix becomes a call of a tensor
    program of `tir.dot2_bf16`, with the constant packed by twos along K. The
    right side may be transposed. So does a `relax.nn.conv2d` of one group whose
    channels are last. The result is f32, or rounded from that once.

    Requires: nothing.
    Ensures: no such product is left, but for constants whose elements are not
    at hand.

    ```mlir
    // before
    module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "znver4">} {
      relax.func @main(%x: tensor<1x2xbf16>) -> tensor<1x1xf32> {
        %w = relax.constant dense<[[1.0], [2.0]]> : tensor<2x1xbf16>
        %0 = relax.matmul %x, %w {out_dtype = f32} : (tensor<1x2xbf16>, tensor<2x1xbf16>) -> tensor<1x1xf32>
        relax.return %0 : tensor<1x1xf32>
      }
    }
    // after
    module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "znver4">} {
      relax.func @main(%x: tensor<1x2xbf16>) -> tensor<1x1xf32> {
        %w = relax.constant dense<[[1.0], [2.0]]> : tensor<2x1xbf16>
        %0 = relax.memory.view %x at [0] : tensor<1x2xbf16> to tensor<1x1xi32>
        %1 = relax.constant dense<1073758080> : tensor<1x1xi32>
        %2 = relax.call_tir @dot2_bf16(%0, %1) : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xf32>
        relax.return %2 : tensor<1x1xf32>
      }
      tir.func private @dot2_bf16(%x: memref<1x1xi32>, %w: memref<1x1xi32>, %y: memref<1x1xf32>) attributes {num_inputs = 2 : i64} {
        %zero = arith.constant 0.0 : f32
        %c1 = arith.constant 1 : index
        %columns = arith.constant 1 : index
        %words = arith.constant 1 : index
        %c0 = arith.constant 0 : index
        tir.for %i = %c0 to %c1 {
          tir.for %j = %c0 to %columns {
            tir.for %k = %c0 to %words {
              tir.block "dot2_bf16" iters(%m : spatial = %i in %c1, %n : spatial = %j in %columns, %g : reduce = %k in %words) reads(%x, %w : memref<1x1xi32>, memref<1x1xi32>) writes(%y : memref<1x1xf32>) {
                tir.init {
                  memref.store %zero, %y[%m, %n] : memref<1x1xf32>
                }
                %sum = memref.load %y[%m, %n] : memref<1x1xf32>
                %a = memref.load %x[%m, %g] : memref<1x1xi32>
                %b = memref.load %w[%g, %n] : memref<1x1xi32>
                %products = tir.dot2_bf16 %a, %b : i32 to f32
                %next = arith.addf %sum, %products : f32
                memref.store %next, %y[%m, %n] : memref<1x1xf32>
              }
            }
          }
        }
        tir.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect"];
}

def UseWinogradPass : Pass<"relax-use-winograd", "::mlir::ModuleOp"> {
  let summary = "Compute convolutions of 3x3 windows with fewer products";
  let description = [{
    A `relax.nn.conv2d` of f32, f16 or bf16 whose window of 3x3 is a constant
    becomes a call of a tensor program that computes tiles of 2x2 or 4x4 results
    with 16 or 36 products a pair of channels in place of 36 or 144 (A. Lavin
    and S. Gray, "Fast algorithms for convolutional neural networks", 2016):

        results of a tile = A * (sum over channels of (G * w) . (B * x)) * A^T

    with `B * x` short for `B * x * B^T`, and `G * w` transformed here. Channels
    are last, those of the result a multiple of 16 in each group; the window
    goes on by one place; height and width are known, the batch may be unknown;
    padding is any.

    Tiles are chosen by what products, transforms and reading of weights take,
    with the number of channels and of places; where none takes less than 0.9
    of the time of the window itself, or the module says `relax.no_winograd`,
    the convolution stays. It also stays where what is in memory at once takes
    too much: one block of tiles, of which each thread has its own, 16 MiB; all
    images of a known batch, where an image is one block, 64 MiB. `tile` names
    the tiles of all convolutions that can be computed so.

    Sums round otherwise. Root mean square of the error, as parts of the
    results', for 64, 256 and 512 channels: 0.8e-6, 1.5e-6 and 2.1e-6 with tiles
    of 4x4, 0.3e-6, 0.5e-6 and 0.7e-6 with those of 2x2; products that are added
    one by one give 0.4e-6, 0.9e-6 and 1.2e-6. Transformed weights and data, and
    sums, are f32 for narrow floats too, whose results are rounded once: 2.1e-4
    of f16, which is that of the exact sums. Infinities and NaN in the data are
    in all results of a tile that reads them.

    Requires: nothing.
    Ensures: programs compute what the convolutions do, but for rounding.

    ```mlir
    // before
    // One channel is not worth it.
    relax.func @main(%x: tensor<1x4x4x1xf32>) -> tensor<1x2x2x16xf32> {
      %w = relax.constant dense<1.0> : tensor<16x1x3x3xf32>
      %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x4x4x1xf32>, tensor<16x1x3x3xf32>) -> tensor<1x2x2x16xf32>
      relax.return %0 : tensor<1x2x2x16xf32>
    }
    // unchanged
    ```
  }];
  let options = [Option<"tile", "tile", "int64_t", "0",
      "places of a tile along an axis, 2 or 4, for all; 0: as suits each">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect"];
}

#endif // RELAX_CONVERSION_RELAXTOTIR_PASSES_TD
