// Runs programs: frames, memory accesses, errors, races.
#ifndef RELAX_LIB_REFERENCE_MACHINE_H
#define RELAX_LIB_REFERENCE_MACHINE_H

#include "ProgramBuilder.h"

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Reference/Interpreter.h"

#include <set>

namespace mlir::relax::reference {

class ThreadGroup;

/// The slots of one call.
struct Frame {
  const Program *program = nullptr;
  std::vector<Scalar> scalars;
  std::vector<ViewRef> views;
  std::vector<Datum> objects;
  /// For each reduction of the program, the values of its spatial iterators
  /// for which it has begun.
  std::vector<std::set<std::vector<int64_t>>> begun;
  /// The instruction that called; null in the first frame.
  const Instruction *caller = nullptr;
};

/// A parallel loop that is running. Strands are numbered in the order in which
/// they begin; those from `first` on belong to this run of the loop, those
/// from `begin` on to its present iteration.
struct ParallelLevel {
  uint32_t first = 0, begin = 0;
};

/// Executes programs.
class Machine {
public:
  Machine(ProgramLibrary &library, const Limits &limits);

  // The slots of the present frame.
  Scalar *scalars = nullptr;
  ViewRef *views = nullptr;
  Datum *objects = nullptr;

  ProgramLibrary &getLibrary() { return library; }
  const Limits &getLimits() const { return limits; }

  /// Calls a program; false after an error.
  bool call(const Program &program, ArrayRef<Datum> arguments,
            std::vector<Datum> &results);
  /// Runs from an instruction until a handler stops; false after an error.
  bool execute(const Instruction *next);

  /// Reports an error at an instruction's op, with the calls that led there;
  /// gives null.
  const Instruction *fail(const Instruction *at, const Twine &message);
  const Instruction *fail(Operation *op, const Twine &message);
  /// Stops after an error that has been reported; gives null.
  const Instruction *stop() {
    isFailed = true;
    return nullptr;
  }
  bool hasFailed() const { return isFailed; }

  /// Begins the call that `caller` makes; its arguments are then put in place.
  /// Null, with an error, if calls nest too deep.
  Frame *enter(const Program &program, const Instruction *caller);
  /// Goes on in the frame that `enter` made last: gives its first instruction
  /// once its arguments are found right.
  const Instruction *start();
  /// Ends the present frame; gives the instruction after the call.
  const Instruction *leave();
  Frame &getFrame() { return *frames.back(); }

  /// The value in a slot, of a type; numbers take their element from it.
  Datum read(Slot slot, Type type) const;
  /// Puts a value in a slot; false if it is of another kind than the slot.
  bool write(Slot slot, const Datum &value);

  /// The value of an expression over the symbols of the present frame.
  std::optional<int64_t> evaluate(SymExprAttr expression) const;
  /// The values that the last function returned.
  std::vector<Datum> returned;

  /// The place of the element that a load or store accesses; false, with an
  /// error, if it is outside. The instruction's data are the index slots.
  bool locate(const View &view, const Instruction *at, int64_t &place);
  /// Whether a read of `count` bytes is right; else reports it.
  bool checkRead(const View &view, int64_t place, int64_t count,
                 const Instruction *at) {
    if (LLVM_UNLIKELY(!view.memory->getEnd().empty()))
      return failEnded(*view.memory, at);
    if (LLVM_UNLIKELY(!view.memory->isInitialized(place, count)))
      return failUninitialized(view, place, at);
    return LLVM_LIKELY(strand == 0) ||
           trackRead(*view.memory, place, count, at);
  }
  /// Whether a write is right; else reports it. Marks the bytes as written.
  /// `bytes` are those that will be written, where they are known: to write
  /// what another thread has written is no race.
  bool checkWrite(const View &view, int64_t place, int64_t count,
                  const Instruction *at, const void *bytes = nullptr) {
    if (LLVM_UNLIKELY(!view.memory->getEnd().empty()))
      return failEnded(*view.memory, at);
    view.memory->setInitialized(place, count);
    return LLVM_LIKELY(strand == 0) ||
           trackWrite(*view.memory, place, count, at, bytes);
  }
  /// Checks a read, or write, of bytes that need not have been written.
  bool trackRead(Allocation &memory, int64_t place, int64_t count,
                 const Instruction *at);
  bool trackWrite(Allocation &memory, int64_t place, int64_t count,
                  const Instruction *at, const void *bytes = nullptr);
  /// A new buffer; null, with an error, if it is too large.
  ViewRef allocate(ArrayRef<int64_t> sizes, const Element &element,
                   const Instruction *at);
  /// Whether memory of that size is allowed; else reports it.
  bool checkSize(std::optional<int64_t> bytes, const Instruction *at);

  // Parallel loops.
  void beginParallel();
  void nextIteration();
  void endParallel();
  /// The number of the present strand; 0 outside of parallel loops.
  uint32_t strand = 0;
  uint32_t makeStrand() { return ++lastStrand; }
  /// The group of threads that runs in lock step, or null.
  ThreadGroup *group = nullptr;

private:
  bool failEnded(Allocation &memory, const Instruction *at);
  bool failUninitialized(const View &view, int64_t place,
                         const Instruction *at);
  bool failRace(uint32_t otherOp, bool isOtherWrite, const Instruction *at);
  /// Whether what a strand did is over before what the present one does.
  bool isOrdered(uint32_t other) const;
  void select(Frame &frame);

  ProgramLibrary &library;
  Limits limits;
  std::vector<std::unique_ptr<Frame>> frames;
  SmallVector<ParallelLevel, 4> levels;
  uint32_t lastStrand = 0;

public:
  /// Number of this run: memory may outlive it and be seen by the next one.
  const uint64_t run;

private:
  uint64_t steps = 0;
  bool isFailed = false;
};

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_MACHINE_H
