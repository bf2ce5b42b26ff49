// What models of features do with their scores.
#ifndef RELAX_LIB_IMPORT_DOMAINS_POSTTRANSFORM_H
#define RELAX_LIB_IMPORT_DOMAINS_POSTTRANSFORM_H

#include "NodeImport.h"

namespace mlir::relax {

/// What becomes of scores in the end.
enum class PostTransform { None, Softmax, Logistic, SoftmaxZero };

/// The attribute `post_transform`, a word; an error if it is none that is read.
PostTransform getPostTransform(NodeImport &node);

/// `scores`, rows of one score a class, as probabilities or as they are.
Value transformScores(NodeImport &node, Value scores, PostTransform transform);

/// The argmax of the scores of each row, as i64.
Value findGreatest(NodeImport &node, Value scores);

/// What the first of two classes has where a model has one score, `s`, for
/// both.
enum class FirstClass { Opposite, Rest, Zero };

/// Both columns of `score`, a column. As ONNX Runtime computes them, the class
/// that has -s or 1 - s takes part in no transform but LOGISTIC.
Value splitBinary(NodeImport &node, Value score, FirstClass first,
                  PostTransform transform);
/// Which of two classes `score` tells: the second if it is above `limit`.
Value findBinary(NodeImport &node, Value score, double limit);

/// The labels of classes, from the attribute `integers`; their places if they
/// are strings.
SmallVector<int64_t> getLabels(NodeImport &node, StringRef integers);

/// Let result 0 be the labels at `places`. Strings are told apart by their
/// places, and a warning says which is which.
void setClasses(NodeImport &node, ArrayRef<int64_t> labels, Value places);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_POSTTRANSFORM_H
