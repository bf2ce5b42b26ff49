// Writes the statements of tensor programs: loops, blocks, branches, stores.
#include "ProgramWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

void ProgramWriter::statements(Block &block) {
  size_t before = module.lines.text.size();
  for (Operation &op : block.without_terminator())
    statement(&op);
  if (module.lines.text.size() == before)
    module.lines.add("T.evaluate(0)");
}

void ProgramWriter::region(Region &region) {
  Indented deeper(module.lines);
  statements(region.front());
}

void ProgramWriter::bind(Operation *op) {
  Value value = op->getResult(0);
  std::string type = dtype(value), name = names.fresh("value");
  std::optional<Expression> found = computed(op);
  if (type.empty() || !found) {
    module.reject(op, "expected an expression that TVM has");
    return;
  }
  module.lines.add(name + ": T.let[T." + type + "] = " + found->text);
  known[value] = name;
}

void ProgramWriter::statement(Operation *op) {
  if (facts.isInlined(op))
    return;
  if (isExpression(op))
    return bind(op);
  if (bufferStatement(op) || otherStatement(op))
    return;
  TypeSwitch<Operation *>(op)
      .Case([&](tir::ForOp op) { loop(op); })
      .Case([&](tir::BlockOp op) { block(op); })
      .Case([&](tir::IfOp op) { branch(op); })
      .Case([&](tir::WhileOp op) { repeat(op); })
      .Case([&](tir::AssertOp op) { check(op); })
      .Case([&](tir::InitOp op) {
        module.lines.add("with T.init():");
        region(op->getRegion(0));
      })
      .Case([&](tir::CallExternOp op) {
        if (op.getNumResults() == 1 && !op.getResult(0).use_empty())
          return bind(op);
        module.lines.add("T.evaluate(" + foreignCall(op).text + ")");
      })
      .Default([&](Operation *op) {
        module.reject(op, "expected a statement that TVM has");
      });
}

/// The intrinsic that a shuffle of a warp is.
static StringRef shuffleWord(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return "tvm_warp_shuffle_xor";
  case gpu::ShuffleMode::DOWN:
    return "tvm_warp_shuffle_down";
  case gpu::ShuffleMode::UP:
    return "tvm_warp_shuffle_up";
  case gpu::ShuffleMode::IDX:
    return "tvm_warp_shuffle";
  }
  return {};
}

void ProgramWriter::shuffle(gpu::ShuffleOp op) {
  std::string type = dtype(op.getShuffleResult());
  std::string name = names.fresh("value");
  known[op.getShuffleResult()] = known[op.getValid()] = name;
  if (type.empty() || !op.getValid().use_empty()) {
    module.reject(op, "expected nobody to use whether the other thread is "
                      "there, which TVM does not say");
    return;
  }
  module.lines.add(
      name + ": T.let[T." + type + "] = T." + shuffleWord(op.getMode()).str() +
      "(T.tvm_warp_activemask(), " + operand(op, op.getValue()).text + ", " +
      expression(op.getOffset()).text + ", " + expression(op.getWidth()).text +
      ", 32)");
}

bool ProgramWriter::otherStatement(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](memref::StoreOp op) {
        module.lines.add(place(op.getMemRef(), op.getIndices()) + " = " +
                         operand(op, op.getValueToStore()).text);
        return true;
      })
      .Case([&](vector::StoreOp op) {
        module.lines.add(places(op.getIndices(),
                                op.getVectorType().getDimSize(0),
                                op.getBase()) +
                         " = " + operand(op, op.getValueToStore()).text);
        return true;
      })
      .Case([&](vector::ScatterOp op) {
        if (!matchPattern(op.getMask(), m_One()) ||
            !matchPattern(op.getOffsets().back(), m_Zero()))
          return false;
        SmallVector<std::string> words;
        for (Value index : op.getOffsets().drop_back())
          words.push_back(expression(index).text);
        words.push_back(expression(op.getIndices()).text);
        module.lines.add(bufferOf(op.getBase()).name + "[" +
                         llvm::join(words, ", ") +
                         "] = " + operand(op, op.getValueToStore()).text);
        return true;
      })
      .Case([&](gpu::BarrierOp) {
        module.lines.add("T.tvm_storage_sync(\"shared\")");
        return true;
      })
      .Case([&](gpu::ShuffleOp op) {
        shuffle(op);
        return true;
      })
      .Case([&](LLVM::AssumeOp op) {
        module.lines.add("T.evaluate(T.assume(" +
                         expression(op.getCond()).text + "))");
        return true;
      })
      .Default([](auto) { return false; });
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// The function that makes a loop of a kind.
static StringRef loopWord(tir::ForKind kind) {
  switch (kind) {
  case tir::ForKind::Serial:
    return "serial";
  case tir::ForKind::Parallel:
    return "parallel";
  case tir::ForKind::Vectorized:
    return "vectorized";
  case tir::ForKind::Unrolled:
    return "unroll";
  case tir::ForKind::ThreadBinding:
    return "thread_binding";
  }
  return {};
}

void ProgramWriter::loop(tir::ForOp op) {
  SmallVector<std::string> words;
  if (!matchPattern(op.getLowerBound(), m_Zero()))
    words.push_back(expression(op.getLowerBound()).text);
  words.push_back(expression(op.getUpperBound()).text);
  if (std::optional<StringRef> axis = op.getThreadAxis())
    words.push_back("thread=" + quoted(*axis));
  if (DictionaryAttr annotations = op.getAnnotationsAttr())
    words.push_back("annotations=" +
                    types.dictionary(op, annotations.getValue()));
  std::string name = names.fresh("i");
  known[op.getInductionVar()] = name;
  module.lines.add("for " + name + " in T." + loopWord(op.getKind()).str() +
                   "(" + llvm::join(words, ", ") + "):");
  region(op.getRegion());
}

void ProgramWriter::branch(tir::IfOp op) {
  module.lines.add("if " + expression(op.getCondition()).text + ":");
  region(op.getThen());
  if (op.getOtherwise().empty())
    return;
  module.lines.add("else:");
  region(op.getOtherwise());
}

void ProgramWriter::repeat(tir::WhileOp op) {
  Block &before = op.getBefore().front();
  for (Operation &inner : before.without_terminator())
    if (!facts.isInlined(&inner)) {
      module.reject(&inner, "expected one expression as the condition of a "
                            "loop, as of TVM; use each value in it once");
      return;
    }
  module.lines.add(
      "while " + expression(before.getTerminator()->getOperand(0)).text + ":");
  region(op.getBody());
}

void ProgramWriter::check(tir::AssertOp op) {
  std::string message = quoted(op.getMessage());
  if (auto kind = op->getAttrOfType<StringAttr>("error_kind"))
    message = "(" + quoted(kind.getValue()) + ", [" + message + "])";
  module.lines.add("assert " + expression(op.getCondition()).text + ", " +
                   message);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The word for a kind of iterators.
static StringRef iteratorWord(tir::IterKind kind) {
  switch (kind) {
  case tir::IterKind::Spatial:
    return "spatial";
  case tir::IterKind::Reduce:
    return "reduce";
  case tir::IterKind::Ordered:
    return "scan";
  case tir::IterKind::Opaque:
    return "opaque";
  }
  return {};
}

/// The buffer from outside of a block that a value shows.
static Value rootOf(Value buffer, tir::BlockOp block) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!block->isAncestor(op) ||
        !isa<memref::SubViewOp, memref::ReinterpretCastOp>(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

/// The buffers that TVM finds read and written in a block, in its order.
static std::pair<llvm::SetVector<Value>, llvm::SetVector<Value>>
findAccesses(tir::BlockOp block) {
  llvm::SetVector<Value> reads, writes;
  block.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto inner = dyn_cast<tir::BlockOp>(op)) {
      for (Value buffer : inner.getReads())
        reads.insert(rootOf(buffer, block));
      for (Value buffer : inner.getWrites())
        writes.insert(rootOf(buffer, block));
      return WalkResult::skip();
    }
    if (isa<memref::LoadOp, vector::LoadOp, vector::GatherOp>(op))
      reads.insert(rootOf(op->getOperand(0), block));
    if (isa<memref::StoreOp, vector::StoreOp>(op))
      writes.insert(rootOf(op->getOperand(1), block));
    return WalkResult::advance();
  });
  auto isOwn = [&](Value buffer) {
    return block->isProperAncestor(buffer.getParentBlock()->getParentOp()) ||
           buffer.getParentBlock()->getParentOp() == block;
  };
  // What a reduction reads of its result does not count.
  bool isReduction = block.getInit();
  reads.remove_if([&](Value buffer) {
    return (isReduction && writes.contains(buffer)) || isOwn(buffer);
  });
  writes.remove_if(isOwn);
  return {reads, writes};
}

void ProgramWriter::accesses(tir::BlockOp op) {
  auto [reads, writes] = findAccesses(op);
  // What a function outside does to a buffer, TVM does not find.
  bool isOpaque =
      op.getRegion()
          .walk([](tir::CallExternOp call) {
            return llvm::any_of(call.getArgs(),
                                [](Value value) {
                                  return isa<MemRefType>(value.getType());
                                })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (!isOpaque && llvm::equal(reads, op.getReads()) &&
      llvm::equal(writes, op.getWrites()))
    return;
  for (auto [word, buffers] : {std::pair("reads", op.getReads()),
                               std::pair("writes", op.getWrites())}) {
    SmallVector<std::string> words;
    for (Value buffer : buffers) {
      BufferText &text = bufferOf(buffer);
      SmallVector<std::string> whole;
      for (const std::string &size : text.sizes)
        whole.push_back("T." + indexType() + "(0):" + size);
      words.push_back(text.name + "[" +
                      (whole.empty() ? "()" : llvm::join(whole, ", ")) + "]");
    }
    module.lines.add("T." + std::string(word) + "(" + llvm::join(words, ", ") +
                     ")");
  }
}

void ProgramWriter::blockHead(tir::BlockOp op) {
  for (unsigned i = 0; i < op.getNumIters(); ++i) {
    std::string extent = expression(op.getExtents()[i]).text,
                binding = expression(op.getBindings()[i]).text;
    std::string name = names.fresh("v");
    known[op.getIters()[i]] = name;
    module.lines.add(name + " = T.axis." +
                     iteratorWord(op.getIterKind(i)).str() + "(" + extent +
                     ", " + binding + ")");
  }
  if (Value predicate = op.getPredicate())
    module.lines.add("T.where(" + expression(predicate).text + ")");
  accesses(op);
  if (DictionaryAttr annotations = op.getAnnotationsAttr())
    module.lines.add("T.sblock_attr(" +
                     types.dictionary(op, annotations.getValue()) + ")");
}

void ProgramWriter::block(tir::BlockOp op) {
  module.lines.add("with T.sblock(" + quoted(op.getLabel()) + "):");
  Indented deeper(module.lines);
  llvm::StringMap<Value> outer = std::move(matched);
  matched.clear();
  blockHead(op);
  // What a block matches is known in the start of its reduction, too.
  if (op.getInit())
    for (auto view : op.getBody()->getOps<memref::SubViewOp>())
      if (llvm::all_of(view->getOperands().drop_front(), [&](Value operand) {
            return isVariable(operand) || matchPattern(operand, m_Constant());
          }))
        match(view);
  statements(*op.getBody());
  matched = std::move(outer);
}

} // namespace mlir::relax::tvmscript
