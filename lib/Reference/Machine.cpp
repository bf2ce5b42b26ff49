// Runs programs: frames, memory accesses, errors, races.
#include "Machine.h"

#include "ThreadGroup.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

#include <atomic>
#include <cstring>

namespace mlir::relax::reference {

// Shadows of memory outlive a run, as constants do. The number tells accesses
// of this run from those of the one before, without clearing all.
static uint64_t makeRun() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

Machine::Machine(ProgramLibrary &library, const Limits &limits)
    : library(library), limits(limits), run(makeRun()) {}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool Machine::execute(const Instruction *next) {
  // Two loops, since a count at each instruction is a large part of what an
  // instruction costs here.
  if (limits.steps == 0) {
    while (next)
      next = next->run(*this, next);
    return !isFailed;
  }
  while (next) {
    if (++steps > limits.steps) {
      fail(next, "is not reached: expected at most " + Twine(limits.steps) +
                     " steps of the program");
      break;
    }
    next = next->run(*this, next);
  }
  return !isFailed;
}

bool Machine::call(const Program &program, ArrayRef<Datum> arguments,
                   std::vector<Datum> &results) {
  Frame *frame = enter(program, nullptr);
  if (!frame)
    return false;
  if (arguments.size() != program.parameters.size()) {
    fail(program.function, "expects " + Twine(program.parameters.size()) +
                               " arguments, found " + Twine(arguments.size()));
    return false;
  }
  for (auto [slot, argument] : llvm::zip(program.parameters, arguments))
    if (!write(slot, argument)) {
      fail(program.function, "cannot take " + argument.describe());
      return false;
    }
  if (!execute(start()))
    return false;
  results = std::move(returned);
  returned.clear();
  return true;
}

// Instructions read slots by these pointers. A frame's vectors never grow
// after it is made, so the pointers hold until the next call or return.
void Machine::select(Frame &frame) {
  scalars = frame.scalars.data();
  views = frame.views.data();
  objects = frame.objects.data();
}

// Frames are made on the heap: the depth of calls in a program is limited by
// `limits.depth` and not by the stack of this process.
Frame *Machine::enter(const Program &program, const Instruction *caller) {
  if (frames.size() >= limits.depth) {
    fail(program.function, "is called too often: expected fewer than " +
                               Twine(limits.depth) + " calls inside calls");
    return nullptr;
  }
  auto frame = std::make_unique<Frame>();
  frame->program = &program;
  // Slots begin as the program's constants, which so cost no instruction when
  // they are used.
  frame->caller = caller;
  frame->scalars = program.scalars;
  frame->views.resize(program.numViews);
  frame->objects = program.objects;
  frame->begun.resize(program.numReductions);
  frames.push_back(std::move(frame));
  select(*frames.back());
  return frames.back().get();
}

const Instruction *Machine::start() {
  const Program &program = *frames.back()->program;
  if (program.checkArguments && !program.checkArguments(*this, program))
    return nullptr;
  return program.code.data();
}

const Instruction *Machine::leave() {
  const Instruction *caller = frames.back()->caller;
  frames.pop_back();
  if (!caller)
    return nullptr;
  select(*frames.back());
  return caller + 1;
}

Datum Machine::read(Slot slot, Type type) const {
  switch (slot.bank) {
  case Slot::Bank::Scalar:
    return Number{*Element::of(type), scalars[slot.index]};
  case Slot::Bank::View:
    return Tensor{views[slot.index], {}};
  case Slot::Bank::Object:
    return objects[slot.index];
  }
  return {};
}

bool Machine::write(Slot slot, const Datum &value) {
  switch (slot.bank) {
  case Slot::Bank::Scalar: {
    const Number *number = value.getNumber();
    if (number)
      scalars[slot.index] = number->value;
    return number;
  }
  case Slot::Bank::View: {
    const Tensor *tensor = value.getTensor();
    if (tensor)
      views[slot.index] = tensor->view;
    return tensor;
  }
  case Slot::Bank::Object:
    objects[slot.index] = value;
    return true;
  }
  return false;
}

std::optional<int64_t> Machine::evaluate(SymExprAttr expression) const {
  if (!expression)
    return std::nullopt;
  if (std::optional<int64_t> constant = expression.getConstant())
    return constant;
  const Program &program = *frames.back()->program;
  return expression.evaluate([&](StringAttr symbol) -> std::optional<int64_t> {
    auto found = program.symbols.find(symbol);
    if (found == program.symbols.end())
      return std::nullopt;
    return scalars[found->second].i;
  });
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

const Instruction *Machine::fail(const Instruction *at, const Twine &message) {
  return fail(at->op, message);
}

const Instruction *Machine::fail(Operation *op, const Twine &message) {
  // What follows from an error is not reported.
  if (isFailed)
    return nullptr;
  isFailed = true;
  InFlightDiagnostic error = op->emitOpError(message);
  constexpr unsigned kMaxNotes = 8;
  unsigned notes = 0;
  const Instruction *last = nullptr;
  for (const std::unique_ptr<Frame> &frame : llvm::reverse(frames)) {
    // A function that calls itself is named once.
    if (frame->caller && frame->caller != last && notes++ < kMaxNotes)
      error.attachNote(frame->caller->op->getLoc()) << "called from here";
    last = frame->caller;
  }
  return nullptr;
}

static std::string describe(const View &view) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "a buffer of ";
  for (int64_t size : view.sizes)
    os << size << 'x';
  os << view.element.type;
  return text;
}

bool Machine::failEnded(Allocation &memory, const Instruction *at) {
  fail(at,
       "uses memory that was " + memory.getEnd() + ", expected before its end");
  return false;
}

bool Machine::failUninitialized(const View &view, int64_t place,
                                const Instruction *at) {
  // By the shadow that async copies clear.
  int64_t number = (place - view.offset) / view.element.bytes;
  StringRef source = group ? group->getUnderWay(*view.memory, place) : "";
  std::string what = "what nobody has written";
  if (!source.empty())
    what = ("what " + source + " brings that nobody has waited for").str();
  fail(at, "reads " + what + ": element " + Twine(number) + " of " +
               describe(view) + ", expected a write before");
  return false;
}

bool Machine::failRace(uint32_t otherOp, bool isOtherWrite,
                       const Instruction *at) {
  if (isFailed)
    return false;
  isFailed = true;
  InFlightDiagnostic error = at->op->emitOpError(
      "is a data race: another iteration of a parallel loop, or another "
      "thread, ");
  error << (isOtherWrite ? "writes" : "reads")
        << " the same element, and nothing orders the two";
  error.attachNote(library.getOp(otherOp)->getLoc())
      << "the other access is here";
  return false;
}

bool Machine::checkSize(std::optional<int64_t> bytes, const Instruction *at) {
  if (bytes && *bytes <= limits.bytes)
    return true;
  fail(at, "needs a buffer of " +
               (bytes ? Twine(*bytes) + " bytes" : Twine("absurd size")) +
               ", the limit is " + Twine(limits.bytes));
  return false;
}

ViewRef Machine::allocate(ArrayRef<int64_t> sizes, const Element &element,
                          const Instruction *at) {
  if (!checkSize(getCompactBytes(sizes, element), at))
    return nullptr;
  ViewRef view = makeView(sizes, element);
  if (!view)
    fail(at, "needs more memory than there is");
  return view;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool Machine::locate(const View &view, const Instruction *at, int64_t &place) {
  const auto *indices = static_cast<const uint32_t *>(at->data);
  int64_t element = 0;
  for (size_t axis = 0, rank = view.sizes.size(); axis < rank; ++axis) {
    int64_t index = scalars[indices[axis]].i;
    // One comparison without sign finds negative indices as well. A size is
    // never negative.
    if (LLVM_UNLIKELY(static_cast<uint64_t>(index) >=
                      static_cast<uint64_t>(view.sizes[axis]))) {
      fail(at, "is out of bounds: index " + Twine(index) + " along axis " +
                   Twine(axis) + ", expected one within " + describe(view));
      return false;
    }
    element += index * view.strides[axis];
  }
  place = view.offset + element * view.element.bytes;
  return true;
}

// Strands are numbered in the order in which they run here. What is below
// `first` ran before the loop began, and so is ordered; what is between it and
// `begin` is of another iteration, which a device may run at the same time.
bool Machine::isOrdered(uint32_t other) const {
  if (other == strand)
    return true;
  for (const ParallelLevel &level : levels) {
    if (other < level.first)
      return true;
    if (other < level.begin)
      return false;
  }
  return !group || group->isOrdered(other);
}

// Of each unit only the last writer and one reader are remembered, so that it
// takes the same memory however many threads there are; FastTrack (Flanagan
// and Freund, 2009) does so for writes.
bool Machine::trackRead(Allocation &memory, int64_t place, int64_t count,
                        const Instruction *at) {
  if (strand == 0)
    return true;
  for (LastAccess &last : memory.getAccesses(place, count, run)) {
    if (!isOrdered(last.writer))
      return failRace(last.writerOp, /*isOtherWrite=*/true, at);
    // Of two readers that run in parallel one is enough: what races with the
    // other races with it as well.
    if (isOrdered(last.reader)) {
      last.reader = strand;
      last.readerOp = at->id;
    }
  }
  return true;
}

bool Machine::trackWrite(Allocation &memory, int64_t place, int64_t count,
                         const Instruction *at, const void *bytes) {
  if (strand == 0)
    return true;
  // Iterations that write the same value do not disturb each other: programs
  // fill flags and paddings so.
  bool isSame = bytes && std::memcmp(memory.getData() + place, bytes,
                                     static_cast<size_t>(count)) == 0;
  for (LastAccess &last : memory.getAccesses(place, count, run)) {
    if (!isOrdered(last.writer) && !isSame)
      return failRace(last.writerOp, /*isOtherWrite=*/true, at);
    if (!isOrdered(last.reader))
      return failRace(last.readerOp, /*isOtherWrite=*/false, at);
    last.writer = strand;
    last.writerOp = at->id;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

void Machine::beginParallel() {
  ParallelLevel level;
  level.first = level.begin = strand = makeStrand();
  levels.push_back(level);
}

void Machine::nextIteration() { levels.back().begin = strand = makeStrand(); }

// What follows the loop is an iteration of the loop around it.
void Machine::endParallel() {
  levels.pop_back();
  strand = levels.empty() ? 0 : levels.back().begin;
}

} // namespace mlir::relax::reference
