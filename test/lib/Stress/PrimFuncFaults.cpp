// Faults in tensor programs: bounds, indices, start values, arithmetic.
#include "FaultSeeding.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax {

/// A fault that puts another scalar operation in the place of one.
#define REPLACED(NAME, FROM, TO)                                               \
  SeededFault {                                                                \
    NAME, "`" FROM "` becomes `" TO "`",                                       \
        [](ModuleOp module, Decisions &decisions) {                            \
          return seedInOne(module, decisions, FROM, [](Operation *op) {        \
            return replaceByName(op, TO);                                      \
          });                                                                  \
        }                                                                      \
  }

/// `value` plus `offset`, before `op`.
static Value addOffset(Operation *op, Value value, int64_t offset) {
  OpBuilder builder(op);
  return arith::AddIOp::create(
      builder, op->getLoc(), value,
      arith::ConstantIndexOp::create(builder, op->getLoc(), offset));
}

static bool longerLoop(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::ForOp>(module, decisions, [](tir::ForOp loop) {
    loop.getUpperBoundMutable().assign(
        addOffset(loop, loop.getUpperBound(), 1));
    return true;
  });
}

static bool shorterLoop(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::ForOp>(module, decisions, [](tir::ForOp loop) {
    loop.getUpperBoundMutable().assign(
        addOffset(loop, loop.getUpperBound(), -1));
    return true;
  });
}

static bool laterLoop(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::ForOp>(module, decisions, [](tir::ForOp loop) {
    loop.getLowerBoundMutable().assign(
        addOffset(loop, loop.getLowerBound(), 1));
    return true;
  });
}

static bool droppedBarrier(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "gpu.barrier", [](Operation *op) {
    op->erase();
    return true;
  });
}

/// Only some of the threads reach a barrier.
static bool divergentBarrier(ModuleOp module, Decisions &decisions) {
  return seedInOne(module, decisions, "gpu.barrier", [](Operation *op) {
    auto loop = op->getParentOfType<tir::ForOp>();
    if (!loop || loop.getConstantExtent().value_or(0) < 2)
      return false;
    OpBuilder builder(op);
    Value isFirst =
        arith::CmpIOp::create(builder, op->getLoc(), arith::CmpIPredicate::eq,
                              loop.getInductionVar(), loop.getLowerBound());
    auto branch = tir::IfOp::create(builder, op->getLoc(), isFirst);
    op->moveBefore(&branch.getThen().front(), branch.getThen().front().begin());
    return true;
  });
}

/// What threads share becomes each thread's own.
static bool privateMemory(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::AllocOp>(module, decisions, [](memref::AllocOp op) {
    MemRefType type = op.getType();
    if (!type.getMemorySpace() || !op->getParentOfType<tir::ForOp>())
      return false;
    op.getResult().setType(
        MemRefType::get(type.getShape(), type.getElementType()));
    return true;
  });
}

/// The iterations of a loop that accumulates run at the same time.
static bool parallelReduction(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::ForOp>(module, decisions, [](tir::ForOp loop) {
    if (loop.getKind() != tir::ForKind::Serial)
      return false;
    bool accumulates = false;
    loop.walk([&](tir::BlockOp block) {
      for (auto [binding, iter] :
           llvm::zip(block.getBindings(), block.getIters()))
        accumulates |=
            binding == loop.getInductionVar() &&
            block.getIterKind(iter.getArgNumber()) == tir::IterKind::Reduce;
    });
    if (accumulates)
      loop.setKind(tir::ForKind::Parallel);
    return accumulates;
  });
}

static bool droppedStore(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::StoreOp>(module, decisions,
                                    [](memref::StoreOp store) {
                                      store->erase();
                                      return true;
                                    });
}

static bool doubledStore(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::StoreOp>(
      module, decisions, [](memref::StoreOp store) {
        if (store.getIndices().empty())
          return false;
        OpBuilder builder(store);
        Value zero = arith::ConstantIndexOp::create(builder, store.getLoc(), 0);
        SmallVector<Value> first(store.getIndices().size(), zero);
        memref::StoreOp::create(builder, store.getLoc(), store.getValue(),
                                store.getMemRef(), first);
        return true;
      });
}

template <typename OpT>
static bool swappedIndices(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [](OpT op) {
    MutableOperandRange indices = op.getIndicesMutable();
    if (indices.size() < 2)
      return false;
    SmallVector<Value> reversed(llvm::reverse(op.getIndices()));
    if (llvm::equal(reversed, op.getIndices()))
      return false;
    indices.assign(reversed);
    return true;
  });
}

template <typename OpT>
static bool shiftedIndex(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [](OpT op) {
    if (op.getIndices().empty())
      return false;
    SmallVector<Value> indices(op.getIndices());
    indices.back() = addOffset(op, indices.back(), 1);
    op.getIndicesMutable().assign(indices);
    return true;
  });
}

/// An index of three bits: what is from 4 on turns negative.
static bool narrowedIndex(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::LoadOp>(module, decisions, [](memref::LoadOp load) {
    if (load.getIndices().empty())
      return false;
    OpBuilder builder(load);
    SmallVector<Value> indices(load.getIndices());
    Value narrow = arith::IndexCastOp::create(
        builder, load.getLoc(), builder.getIntegerType(3), indices[0]);
    indices[0] = arith::IndexCastOp::create(builder, load.getLoc(),
                                            builder.getIndexType(), narrow);
    load.getIndicesMutable().assign(indices);
    return true;
  });
}

static bool droppedInit(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::InitOp>(module, decisions, [](tir::InitOp init) {
    init->erase();
    return true;
  });
}

static bool otherScalar(ModuleOp module, Decisions &decisions) {
  return seedInOne<arith::ConstantOp>(
      module, decisions, [](arith::ConstantOp constant) {
        auto value = dyn_cast<FloatAttr>(constant.getValue());
        if (!value || constant->use_empty())
          return false;
        constant.setValueAttr(
            FloatAttr::get(value.getType(), value.getValueAsDouble() + 1));
        return true;
      });
}

/// A block reads a buffer of the same type instead of the one it should.
static bool otherBuffer(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::LoadOp>(module, decisions, [](memref::LoadOp load) {
    auto function = load->getParentOfType<tir::FuncOp>();
    for (Value argument : function.getArguments())
      if (argument != load.getMemRef() &&
          argument.getType() == load.getMemRef().getType()) {
        // The rules want it among what the blocks around read.
        load.getMemrefMutable().assign(argument);
        for (Operation *op = load->getParentOp(); op != function;
             op = op->getParentOp())
          if (auto block = dyn_cast<tir::BlockOp>(op))
            block.getReadsMutable().append(argument);
        return true;
      }
    return false;
  });
}

/// The last of several nests of a program is left out.
static bool droppedNest(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::FuncOp>(module, decisions, [](tir::FuncOp function) {
    SmallVector<tir::ForOp> nests(function.getOps<tir::ForOp>());
    if (nests.size() < 2)
      return false;
    nests.back()->erase();
    return true;
  });
}

static bool swappedNests(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::FuncOp>(module, decisions, [](tir::FuncOp function) {
    SmallVector<tir::ForOp> nests(function.getOps<tir::ForOp>());
    if (nests.size() < 2 ||
        !llvm::all_of(nests.back()->getOperands(), [&](Value operand) {
          Operation *op = operand.getDefiningOp();
          return !op || op->isBeforeInBlock(nests.front());
        }))
      return false;
    bool usesOnlyEarlier = true;
    nests.back()->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        Operation *from = operand.getDefiningOp();
        usesOnlyEarlier &= !from ||
                           from->getBlock() != nests.front()->getBlock() ||
                           from->isBeforeInBlock(nests.front());
      }
    });
    if (usesOnlyEarlier)
      nests.back()->moveBefore(nests.front());
    return usesOnlyEarlier;
  });
}

static bool smallerBuffer(ModuleOp module, Decisions &decisions) {
  return seedInOne<memref::AllocOp>(
      module, decisions, [](memref::AllocOp alloc) {
        SmallVector<int64_t> shape(alloc.getType().getShape());
        if (shape.empty() || ShapedType::isDynamic(shape[0]) || shape[0] < 1 ||
            !llvm::all_of(
                alloc->getUsers(),
                [](Operation *user) {
                  return isa<memref::LoadOp, memref::StoreOp, tir::BlockOp>(
                      user);
                }))
          return false;
        --shape[0];
        alloc.getResult().setType(
            MemRefType::get(shape, alloc.getType().getElementType()));
        return true;
      });
}

static bool droppedPredicate(ModuleOp module, Decisions &decisions) {
  return seedInOne<tir::IfOp>(module, decisions, [](tir::IfOp op) {
    OpBuilder builder(op);
    op.getConditionMutable().assign(arith::ConstantIntOp::create(
        builder, op.getLoc(), builder.getI1Type(), 1));
    return true;
  });
}

void addPrimFuncFaults(std::vector<SeededFault> &faults) {
  const SeededFault primFuncFaults[] = {
      {"longer-loop", "a loop runs once too often", longerLoop},
      {"shorter-loop", "a loop runs once too little", shorterLoop},
      {"later-loop", "a loop begins at its second index", laterLoop},
      {"parallel-reduction", "a loop that accumulates runs in parallel",
       parallelReduction},
      {"dropped-store", "a store is left out", droppedStore},
      {"doubled-store", "a store is repeated at the first element",
       doubledStore},
      {"swapped-load-indices", "the indices of a load are reversed",
       swappedIndices<memref::LoadOp>},
      {"swapped-store-indices", "the indices of a store are reversed",
       swappedIndices<memref::StoreOp>},
      {"shifted-load", "a load reads the next element",
       shiftedIndex<memref::LoadOp>},
      {"shifted-store", "a store writes the next element",
       shiftedIndex<memref::StoreOp>},
      {"narrowed-index", "an index goes through three bits", narrowedIndex},
      {"dropped-barrier", "threads do not wait for each other", droppedBarrier},
      {"divergent-barrier", "only one thread waits at a barrier",
       divergentBarrier},
      {"private-memory", "memory that threads share is each thread's own",
       privateMemory},
      {"dropped-init", "a reduction has no start value", droppedInit},
      {"other-scalar", "a constant of a program is another", otherScalar},
      {"other-buffer", "a program reads another buffer", otherBuffer},
      {"dropped-nest", "the last nest of a program is left out", droppedNest},
      {"swapped-nests", "the last nest of a program runs first", swappedNests},
      {"smaller-buffer", "a local buffer is too small", smallerBuffer},
      {"dropped-condition", "a condition counts as true", droppedPredicate},
      REPLACED("addf-as-subf", "arith.addf", "arith.subf"),
      REPLACED("mulf-as-addf", "arith.mulf", "arith.addf"),
      REPLACED("maximumf-as-maxnumf", "arith.maximumf", "arith.maxnumf"),
      REPLACED("maximumf-as-minimumf", "arith.maximumf", "arith.minimumf"),
      REPLACED("signed-as-unsigned-max", "arith.maxsi", "arith.maxui"),
      REPLACED("signed-as-unsigned-extension", "arith.extsi", "arith.extui"),
      REPLACED("signed-as-unsigned-conversion", "arith.sitofp", "arith.uitofp"),
      REPLACED("exp-as-exp2", "math.exp", "math.exp2")};
  llvm::append_range(faults, primFuncFaults);
}

} // namespace mlir::relax
