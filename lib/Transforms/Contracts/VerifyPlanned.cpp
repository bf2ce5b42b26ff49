// Checks that memory is explicit and never used wrongly.
//
// Planning decides from an analysis of lifetimes. This pass trusts the outcome
// alone: it asks the same alias analysis, but derives from offsets and sizes
// whether live tensors can overlap, so that a fault of the planner is found
// here (apache/tvm#20190, #20134 were such faults).
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/LastUse.h"
#include "Relax/Analysis/StorageReuse.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYPLANNEDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
/// A tensor in a storage: its bytes and when it is in use.
struct Occupant {
  MemoryAllocTensorOp op;
  LiveRange range;
  SymExprAttr begin, size, unit;
};

/// The checks of one function; each reports all it finds.
class PlanVerifier {
public:
  PlanVerifier(FuncOp func, Violations &violations)
      : func(func), violations(violations), lastUse(func),
        limits(getSymbolLimits(func)) {}

  void run();

private:
  void checkForm(Operation *op);
  void checkEnds(Operation *storage);
  void findUsesAfter(Operation *kill);
  void checkOwner(MemoryKillTensorOp kill);
  void checkWrites(Operation *op, ValueRange written);
  void checkOverlap(MemoryAllocStorageOp storage);
  void checkPairs(MutableArrayRef<Occupant> occupants);

  Operation *func;
  Violations &violations;
  LastUse lastUse;
  SmallVector<std::pair<StringAttr, int64_t>> limits;
  /// What uses memory after its ends, with these. Collected over all ends, so
  /// that a late use is one error with all ends as notes, and not one error for
  /// each.
  llvm::MapVector<Operation *, llvm::SmallSetVector<Operation *, 1>> lateUses;
};
} // namespace

void PlanVerifier::run() {
  func->walk([&](Operation *op) {
    checkForm(op);
    if (isa<MemoryAllocStorageOp, VMAllocStorageOp>(op))
      checkEnds(op);
    if (auto storage = dyn_cast<MemoryAllocStorageOp>(op))
      checkOverlap(storage);
    if (isa<MemoryKillTensorOp, MemoryKillStorageOp>(op))
      findUsesAfter(op);
    if (auto kill = dyn_cast<MemoryKillTensorOp>(op))
      checkOwner(kill);
    if (auto call = dyn_cast<CallPrimFuncOp>(op))
      checkWrites(op, call.getOuts());
    else if (auto call = dyn_cast<CallPackedOp>(op))
      checkWrites(op, call.getArgs().take_back(call.getNumOuts()));
    else if (auto copy = dyn_cast<MemoryCopyOp>(op))
      checkWrites(op, copy.getTarget());
  });
  for (auto &[user, ends] : lateUses) {
    // VerifyPlannedPass R5: nothing after the end.
    RuleError error = violations.report(
        user, 5, "uses memory that was ended, expected before its end");
    for (Operation *end : ends)
      error.attachNote(end->getLoc()) << "the end is here";
  }
}

/// Whether `op` makes results of which nobody says where they lie: a call that
/// is not yet told.
static bool makesOwnResults(Operation *op) {
  return isa<CallTIROp, CallTIRInplaceOp, CallTIRWithGradOp, CallDPSPackedOp,
             CallInplacePackedOp, ToVDeviceOp>(op);
}

/// Ops that pass memory on, such as a reshape as a view, make no results of
/// their own.
void PlanVerifier::checkForm(Operation *op) {
  // VerifyPlannedPass R1: memory is explicit.
  if (isa<DataflowOp>(op))
    violations.report(
        op, 1,
        "is left, expected explicit memory; run 'relax-to-non-dataflow'");
  else if (makesOwnResults(op))
    violations.report(op, 1,
                      "makes its own results, expected explicit memory; run "
                      "'relax-call-tir-rewrite'");
  else if (isa<OpPatternInterface>(op) && !passesMemoryOn(op))
    violations.report(op, 1,
                      "makes its own results, expected explicit memory; run "
                      "'relax-legalize-ops' and 'relax-call-tir-rewrite'");
  else if (isa<BuiltinAllocTensorOp>(op))
    violations.report(
        op, 1, "expects a storage, found none; run 'relax-lower-alloc-tensor'");
}

void PlanVerifier::checkEnds(Operation *storage) {
  Value value = storage->getResult(0);
  SmallVector<Operation *> ends;
  for (Operation *user : value.getUsers())
    if (isa<MemoryKillStorageOp, VMKillObjectOp>(user))
      ends.push_back(user);
  // By number in the program, so that "the first end" does not depend on the
  // order of uses in memory.
  llvm::sort(ends, [&](Operation *lhs, Operation *rhs) {
    return lastUse.getNumber(lhs) < lastUse.getNumber(rhs);
  });
  // What leaves the block is the caller's to end, or somebody's whom this
  // function does not see.
  bool leaves = !lastUse.getLastIn(storage->getBlock(), value);
  for (Operation *user : value.getUsers())
    if (isa<MemoryAllocTensorOp, VMAllocTensorOp>(user))
      leaves |= lastUse.getAliases().escapes(user->getResult(0));
  leaves |= lastUse.getAliases().escapes(value);

  // VerifyPlannedPass R4: what leaves is not ended.
  for (Operation *end : leaves ? ends : SmallVector<Operation *>())
    violations
            .report(
                end, 4,
                "ends a storage that leaves its block, expected it to live on")
            .attachNote(storage->getLoc())
        << "the storage is here";
  if (leaves)
    return;
  // VerifyPlannedPass R2: ended.
  if (ends.empty())
    violations.report(
        storage, 2,
        "is never ended, expected once; end it with '" +
            StringRef(isa<VMAllocStorageOp>(storage)
                          ? VMKillObjectOp::getOperationName()
                          : MemoryKillStorageOp::getOperationName()) +
            "'");
  // VerifyPlannedPass R3: once, in its block. A storage is ended in its block.
  // In a branch the end would be executed or not.
  for (Operation *end : ends)
    if (end != ends.front())
      violations
              .report(end, 3,
                      "ends a storage that is ended elsewhere, too; expected "
                      "one end")
              .attachNote(ends.front()->getLoc())
          << "the other end is here";
    else if (end->getBlock() != storage->getBlock())
      violations
              .report(end, 3,
                      "ends a storage in another block, expected that of its "
                      "allocation")
              .attachNote(storage->getLoc())
          << "the storage is here";
}

namespace {
/// A field, of a field, of a tuple whose fields are not in sight. A tuple from
/// a call cannot be looked into. Its fields are memory of their own each
/// (docs/Rationale/Values.md), so ending one is no end of another, although the
/// alias analysis sees one root.
struct Field {
  Value tuple;
  /// The outermost last.
  SmallVector<uint64_t> path;
};
} // namespace

static Field getField(Value value) {
  Field field{value, {}};
  while (Operation *op = field.tuple.getDefiningOp()) {
    auto item = dyn_cast<TupleGetItemOp>(op);
    if (item)
      field.path.push_back(item.getIndex());
    else if (!passesMemoryOn(op) || isa<TupleOp>(op))
      break;
    field.tuple = op->getOperand(0);
  }
  return field;
}

/// Whether two values are other fields of what a call gave: each is memory of
/// its own.
static bool areOtherFields(Value lhs, Value rhs) {
  Field left = getField(lhs), right = getField(rhs);
  if (left.tuple != right.tuple || !left.tuple.getDefiningOp<CallOp>())
    return false;
  for (auto [one, other] :
       llvm::zip(llvm::reverse(left.path), llvm::reverse(right.path)))
    if (one != other)
      return true;
  return false;
}

/// The memory ends by whatever name: uses by all others count. Views, casts and
/// tuples are other names of the memory, and tensors in an ended storage are
/// gone with it. The list grows while it is read: names of names.
void PlanVerifier::findUsesAfter(Operation *kill) {
  Value ended = kill->getOperand(0);
  const AliasSets &aliases = lastUse.getAliases();
  llvm::SmallSetVector<Value, 4> values;
  values.insert_range(aliases.getRoots(ended));
  values.insert(ended);
  for (unsigned index = 0; index < values.size(); ++index) {
    Value value = values[index];
    for (Value alias : aliases.getAliases(value))
      values.insert(alias);
    if (areOtherFields(ended, value))
      continue;
    for (Operation *user : value.getUsers()) {
      if (auto tensor = dyn_cast<MemoryAllocTensorOp>(user))
        values.insert(tensor.getTensor());
      // Other ends of a storage are what `checkEnds` looks at.
      if (isAfter(kill, user) &&
          !(isa<MemoryKillStorageOp>(kill) && isa<MemoryKillStorageOp>(user)))
        lateUses[user].insert(kill);
    }
  }
}

/// A parameter is the caller's, a constant everybody's.
void PlanVerifier::checkOwner(MemoryKillTensorOp kill) {
  for (Value root : lastUse.getAliases().getRoots(kill.getTensor())) {
    Operation *maker = root.getDefiningOp();
    if (maker && !isa<ConstantOp>(maker))
      continue;
    // VerifyPlannedPass R7: what is ended is the function's.
    violations
            .report(kill, 7,
                    maker ? "may end a constant of the module, expected memory "
                            "of the function"
                          : "may end a parameter, which is the caller's, "
                            "expected memory of the function")
            .attachNote(root.getLoc())
        << "the memory is this one's";
    return;
  }
}

void PlanVerifier::checkWrites(Operation *op, ValueRange written) {
  for (Value value : written)
    for (Value root : lastUse.getAliases().getRoots(value))
      if (auto constant = root.getDefiningOp<ConstantOp>()) {
        // VerifyPlannedPass R8: constants stay.
        violations
                .report(op, 8,
                        "may write a constant, expected memory of its own; "
                        "copy it there with 'relax.memory.copy' and write that")
                .attachNote(constant.getLoc())
            << "the constant is here";
        return;
      }
}

/// How many times `unit` the number `bytes` is; nothing if none is certain.
/// Offsets and sizes are expressions such as `n * 512`. Dividing expressions
/// has no normal form; instead the quotient is guessed for one sample of sizes
/// and then proved by multiplying. 1009 is a prime, so it shares no factor with
/// what may stand in an expression.
static std::optional<int64_t> countUnits(SymExprAttr bytes, SymExprAttr unit) {
  if (!bytes || !unit)
    return std::nullopt;
  auto sample = [](StringAttr) { return std::optional<int64_t>(1009); };
  std::optional<int64_t> total = bytes.evaluate(sample);
  std::optional<int64_t> one = unit.evaluate(sample);
  if (!total || !one || *one <= 0 || unit * (*total / *one) != bytes)
    return std::nullopt;
  return *total / *one;
}

/// Whether `bytes` is never negative: its lower bound says so, or it is a
/// number of units, which are never negative themselves.
static bool isNeverNegative(SymExprAttr bytes, SymExprAttr unit) {
  if (!bytes)
    return false;
  if (bytes.getLowerBound().value_or(-1) >= 0)
    return true;
  return countUnits(bytes, unit).value_or(-1) >= 0;
}

/// `begin2 - begin1 - size1 >= 0` for all sizes.
static bool isBefore(const Occupant &lhs, const Occupant &rhs) {
  return isNeverNegative(rhs.begin - lhs.begin - lhs.size, lhs.unit);
}

/// Whether it is certain that no two tensors are in one place at one time,
/// found in less time than it takes to compare each with each: those that live
/// are kept in the order of their places. A sweep over the program in O(n log
/// n): a storage of thousands of tensors would take millions of comparisons in
/// pairs. Neighbours in the set suffice, because what lives is disjoint so far;
/// if a new one overlaps any, it overlaps a neighbour.
static bool areDisjoint(ArrayRef<Occupant> occupants) {
  using Place = std::tuple<int64_t, int64_t, unsigned>;
  std::set<Place> alive;
  std::multimap<unsigned, Place> ends;
  for (auto [number, occupant] : llvm::enumerate(occupants)) {
    if (occupant.unit != occupants.front().unit)
      return false;
    std::optional<int64_t> from = countUnits(occupant.begin, occupant.unit);
    std::optional<int64_t> size = countUnits(occupant.size, occupant.unit);
    int64_t to = 0;
    if (!from || !size || llvm::AddOverflow(*from, *size, to))
      return false;
    // Ranges are closed: a tensor that ends where another begins still counts
    // as alive.
    while (!ends.empty() && ends.begin()->first < occupant.range.begin) {
      alive.erase(ends.begin()->second);
      ends.erase(ends.begin());
    }
    Place place = {*from, to, number};
    auto next = alive.insert(place).first;
    ends.insert({occupant.range.end, place});
    if (next != alive.begin() && std::get<1>(*std::prev(next)) > *from)
      return false;
    if (std::next(next) != alive.end() && std::get<0>(*std::next(next)) < to)
      return false;
  }
  return true;
}

void PlanVerifier::checkOverlap(MemoryAllocStorageOp storage) {
  SmallVector<MemoryAllocTensorOp> tensors;
  for (Operation *user : storage.getStorage().getUsers())
    if (auto op = dyn_cast<MemoryAllocTensorOp>(user))
      tensors.push_back(op);
  // Where no place depends on sizes, these count as what they are at most: it
  // is checked when the function is entered. Else places are numbers of units.
  bool isFixed = llvm::all_of(tensors, [](MemoryAllocTensorOp op) {
    return op.getOffset().getConstant().has_value();
  });
  SmallVector<Occupant> occupants;
  for (MemoryAllocTensorOp op : tensors) {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    auto [size, unit] =
        isFixed ? getSizeWithin(limits, type) : getSizeInUnits(type);
    bool isKnown = unit && unit.getConstant();
    occupants.push_back({op, lastUse.getLiveRange(op.getTensor()),
                         op.getOffset(),
                         isKnown ? unit * size : getByteSize(type), unit});
  }
  llvm::sort(occupants, [](const Occupant &lhs, const Occupant &rhs) {
    return lhs.range.begin < rhs.range.begin;
  });
  // The fast test says yes only if certain. If not, pairs are compared by
  // expressions, which also finds the two for the message.
  if (!areDisjoint(occupants))
    checkPairs(occupants);
}

void PlanVerifier::checkPairs(MutableArrayRef<Occupant> occupants) {
  SmallVector<Occupant *> alive;
  for (Occupant &occupant : occupants) {
    llvm::erase_if(alive, [&](Occupant *other) {
      return !other->range.overlaps(occupant.range);
    });
    for (Occupant *other : alive)
      if (!isBefore(*other, occupant) && !isBefore(occupant, *other))
        // VerifyPlannedPass R6: no live overlap.
        violations
                .report(occupant.op, 6,
                        "may overlap a tensor that lives at the same time, "
                        "expected bytes of its own")
                .attachNote(other->op.getLoc())
            << "the other tensor is here";
    alive.push_back(&occupant);
  }
}

namespace {
struct VerifyPlannedPass : impl::VerifyPlannedPassBase<VerifyPlannedPass> {
  void runOnOperation() override {
    Violations violations(getArgument());
    getOperation().walk(
        [&](FuncOp func) { PlanVerifier(func, violations).run(); });
    if (violations.any())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
