// What the nests of attention compute, copied to a kernel of all of them.
#ifndef RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H
#define RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H

#include "Relax/Dialect/TIR/Analysis/AttentionChain.h"
#include "Relax/Kernels/Contraction/OperandTile.h"
#include <limits>

namespace mlir::tir {

/// Keys from `begin` up to, without, `end`; none where that is not after it.
struct KeyRange {
  Value begin, end;
};

/// How the weights of a row are computed: 2^(score * factor - shift), or
/// e^(score - shift) where there is no factor.
struct RowShift {
  Value factor, shift;
};

/// Buffers of what is known of each row: the greatest score so far, that of the
/// step as well, the sum of exponentials, how weights are computed, and what
/// earlier results are multiplied by.
struct RowState {
  Value max, next, totals, factors, shifts, corrections;
};

/// Whether exponentials of f32 are powers of two, so that a weight is one fused
/// multiply-add and one instruction for the power; docs/Devices.md has the
/// error.
enum class Exponentials { Plain, Powers };

/// The softmax of rows whose scores come step by step (Milakov and Gimelshein,
/// 2018): the greatest score and the sum so far are corrected by each step.
class OnlineSoftmax {
public:
  OnlineSoftmax(AttentionChain &chain, KernelBuilder &b, Exponentials kind)
      : chain(chain), b(b), exponentials(kind) {}
  virtual ~OnlineSoftmax() = default;

protected:
  using RowBody = llvm::function_ref<void(Value row)>;
  using ScoreBody = llvm::function_ref<void(Value row, ValueRange at)>;

  /// Makes a buffer of a number for each row.
  virtual Value allocRows() = 0;
  /// Writes `body` for some rows of a step after others; and in it for each of
  /// these rows, or for each of their scores, which are at `at` of `scores`.
  virtual void forRowGroups(llvm::function_ref<void()> body) { body(); }
  virtual void forRows(RowBody body) = 0;
  virtual void forScores(ScoreBody body) = 0;
  /// The score there, as softmax reads it.
  virtual Value finishScore(ValueRange at) { return b.load(scores, at); }
  /// What all that share a row have of it, joined.
  virtual Value joinRow(Value own, llvm::function_ref<Value(Value, Value)>) {
    return own;
  }

  /// Makes the buffers of rows, and starts these.
  void allocRowState();
  void startRows();
  /// Takes the scores of a step for weights, and with them what is known of the
  /// rows.
  void buildWeights();
  /// The sum of weights of a row, and what sums of weighted values are
  /// multiplied by for that.
  Value joinTotal(Value row);
  Value getInverse(Value total);

  /// Leaves scores as they are, of which softmax reads this multiple, but for
  /// its sign. Exponentials have to be powers.
  void setScoreScale(Value scale);
  /// What shifts the scores of a row whose greatest one so far is `maximum`, so
  /// that its weight is 1; nothing is shifted if that is the lowest.
  RowShift getShift(Value maximum);
  Value getWeight(Value score, const RowShift &shift);
  /// What weights of another greatest score before are multiplied by.
  Value getCorrection(Value before, const RowShift &shift);
  /// A number of the type of the scores; -infinity, where there is none yet.
  Value number(double value) { return constant(b, chain.getType(), value); }
  Value lowest() { return number(-std::numeric_limits<double>::infinity()); }

  AttentionChain &chain;
  KernelBuilder &b;
  Value scores;
  /// What softmax multiplies scores by, where these are as they are: its size,
  /// and with it the factors of exponents, of usual and of huge scores.
  struct {
    Value size, usual, huge;
  } scoreScale;
  RowState state;

private:
  bool usesPowers() const {
    return chain.getType().isF32() && exponentials == Exponentials::Powers;
  }

  Exponentials exponentials;
};

/// Copies the bodies of the nests to where `b` is, for a place of the batch
/// that is common to all of them, and for rows and keys as one number each.
class AttentionBodies : public OnlineSoftmax {
public:
  using OnlineSoftmax::OnlineSoftmax;

protected:
  /// Sets the place of the batch.
  void mapBatch(ValueRange indices);
  /// What the nest between makes of a score; the score if there is no such
  /// nest.
  Value buildFinished(Value score, Value row, Value key);
  /// The keys that `rows` from `first` on, of `numRows`, may see, as far as a
  /// mask of comparisons of places says so: scores of the others are -infinity,
  /// whatever products they have.
  KeyRange buildKeyRange(Value first, int64_t rows, Value numRows);

  /// Iterators that all elements of a place of the batch have in common.
  IRMapping scoreBatch, finishBatch, valueBatch;

private:
  IRMapping mapScore(Value row, Value key);
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H
