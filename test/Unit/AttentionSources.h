// The nests of a softmax and of attention, for tests of analyses of TIR.
#ifndef RELAX_TEST_UNIT_ATTENTIONSOURCES_H
#define RELAX_TEST_UNIT_ATTENTIONSOURCES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::tir {

/// `source` with each `from` replaced.
inline std::string replaceAll(std::string source, StringRef from,
                              StringRef by) {
  for (size_t at = 0; (at = source.find(from, at)) != std::string::npos;
       at += by.size())
    source.replace(at, from.size(), by);
  return source;
}

/// A nest over two axes of 16, the second of kind KIND.
inline std::string getNest(StringRef label, StringRef kind, StringRef reads,
                           StringRef writes, StringRef body) {
  std::string source = R"(
    tir.for %i = %zero to %size {
      tir.for %j = %zero to %size {
        tir.block "LABEL" iters(%vi : spatial = %i in %size,
                                %vj : KIND = %j in %size)
            READS writes(WRITES) {
          BODY
        }
      }
    }
  )";
  source = replaceAll(source, "LABEL", label);
  source = replaceAll(source, "KIND", kind);
  source = replaceAll(source, "READS", reads);
  source = replaceAll(source, "WRITES", writes);
  return replaceAll(source, "BODY", body);
}

/// %out = softmax(%in) along the second axis; both are 16x16 floats.
inline std::string getSoftmax(StringRef in, StringRef out) {
  std::string source =
      "%max = memref.alloc() : memref<16xf32>\n"
      "%exp = memref.alloc() : memref<16x16xf32>\n"
      "%sum = memref.alloc() : memref<16xf32>\n"
      "%lowest = arith.constant 0xFF800000 : f32\n" +
      getNest("max", "reduce", "reads(%IN : memref<16x16xf32>)",
              "%max : memref<16xf32>", R"(
          tir.init {
            memref.store %lowest, %max[%vi] : memref<16xf32>
          }
          %x = memref.load %IN[%vi, %vj] : memref<16x16xf32>
          %m = memref.load %max[%vi] : memref<16xf32>
          %y = arith.maximumf %m, %x : f32
          memref.store %y, %max[%vi] : memref<16xf32>)") +
      getNest("exp", "spatial",
              "reads(%IN, %max : memref<16x16xf32>, memref<16xf32>)",
              "%exp : memref<16x16xf32>", R"(
          %x = memref.load %IN[%vi, %vj] : memref<16x16xf32>
          %m = memref.load %max[%vi] : memref<16xf32>
          %y = arith.subf %x, %m : f32
          %e = math.exp %y : f32
          memref.store %e, %exp[%vi, %vj] : memref<16x16xf32>)") +
      getNest("sum", "reduce", "reads(%exp : memref<16x16xf32>)",
              "%sum : memref<16xf32>", R"(
          tir.init {
            memref.store %f0, %sum[%vi] : memref<16xf32>
          }
          %x = memref.load %exp[%vi, %vj] : memref<16x16xf32>
          %s = memref.load %sum[%vi] : memref<16xf32>
          %y = arith.addf %s, %x : f32
          memref.store %y, %sum[%vi] : memref<16xf32>)") +
      getNest("quotient", "spatial",
              "reads(%exp, %sum : memref<16x16xf32>, memref<16xf32>)",
              "%OUT : memref<16x16xf32>", R"(
          %x = memref.load %exp[%vi, %vj] : memref<16x16xf32>
          %s = memref.load %sum[%vi] : memref<16xf32>
          %y = arith.divf %x, %s : f32
          memref.store %y, %OUT[%vi, %vj] : memref<16x16xf32>)");
  return replaceAll(replaceAll(source, "%IN", in), "%OUT", out);
}

/// The end of what `getSoftmax` allocates.
inline std::string getSoftmaxEnd() {
  return "memref.dealloc %max : memref<16xf32>\n"
         "memref.dealloc %exp : memref<16x16xf32>\n"
         "memref.dealloc %sum : memref<16xf32>\n";
}

/// %LHS times %b, or its transpose, as block `label`, in %OUT.
inline std::string getProductOf(StringRef label, StringRef lhs, StringRef rhs,
                                StringRef out) {
  std::string source = R"(
    tir.for %i = %zero to %size {
      tir.for %j = %zero to %size {
        tir.for %k = %zero to %size {
          tir.block "LABEL" iters(%vi : spatial = %i in %size,
                                  %vj : spatial = %j in %size,
                                  %vk : reduce = %k in %size)
              reads(%LHS, %b : memref<16x16xf32>, memref<16x16xf32>)
              writes(%OUT : memref<16x16xf32>) {
            tir.init {
              memref.store %f0, %OUT[%vi, %vj] : memref<16x16xf32>
            }
            %x = memref.load %LHS[%vi, %vk] : memref<16x16xf32>
            %y = memref.load %b[RHS] : memref<16x16xf32>
            %z = memref.load %OUT[%vi, %vj] : memref<16x16xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            memref.store %s, %OUT[%vi, %vj] : memref<16x16xf32>
          }
        }
      }
    }
  )";
  source = replaceAll(source, "LABEL", label);
  source = replaceAll(source, "%LHS", lhs);
  source = replaceAll(source, "RHS", rhs);
  return replaceAll(source, "%OUT", out);
}

/// The mask of %scores, in %masked: keys of which `condition`, `%seen` of
/// places %vi and %vj, is false are -infinity.
inline std::string getMask(StringRef condition) {
  return getNest("mask", "spatial", "reads(%scores : memref<16x16xf32>)",
                 "%masked : memref<16x16xf32>", condition.str() + R"(
          %hidden = arith.constant 0xFF800000 : f32
          %x = memref.load %scores[%vi, %vj] : memref<16x16xf32>
          %y = arith.select %seen, %x, %hidden : f32
          memref.store %y, %masked[%vi, %vj] : memref<16x16xf32>)");
}

/// %c = softmax(%a * transposed %b) * %b, with a mask if there is one; the last
/// nest is the block "values".
inline std::string getAttention(StringRef mask = "") {
  std::string buffer = " = memref.alloc() : memref<16x16xf32>\n";
  std::string source = "%scores" + buffer + "%weights" + buffer;
  if (!mask.empty())
    source += "%masked" + buffer;
  source += getProductOf("scores", "%a", "%vj, %vk", "%scores") + mask.str() +
            getSoftmax(mask.empty() ? "%scores" : "%masked", "%weights") +
            getProductOf("values", "%weights", "%vk, %vj", "%c") +
            getSoftmaxEnd();
  for (StringRef name : {"%scores", "%weights", "%masked"})
    if (name != "%masked" || !mask.empty())
      source += "memref.dealloc " + name.str() + " : memref<16x16xf32>\n";
  return source;
}

} // namespace mlir::tir

#endif // RELAX_TEST_UNIT_ATTENTIONSOURCES_H
