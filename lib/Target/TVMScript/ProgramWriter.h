// What the parts that write a tensor program share.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_PROGRAMWRITER_H
#define RELAX_LIB_TARGET_TVMSCRIPT_PROGRAMWRITER_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "ScalarText.h"
#include "TypeText.h"
#include "UseFacts.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relax::tvmscript {

/// A buffer in a script.
struct BufferText {
  std::string name;
  /// Its sizes, as expressions.
  SmallVector<std::string> sizes;
};

/// Writes one tensor program.
class ProgramWriter : public ScalarTypes {
public:
  ProgramWriter(ModuleScript &module, tir::FuncOp program);

  /// Writes the program.
  void write();

  std::string dtype(Value value) override;

private:
  // The function.
  std::string signature();
  std::string parameter(BlockArgument buffer);
  std::string bufferWords(MemRefType type, ArrayRef<std::string> sizes,
                          Value buffer);
  std::string layoutWords(MemRefType type, Value buffer);
  SmallVector<std::string> sizesOf(BlockArgument buffer);
  void attributes();
  void programBody();

  // Statements.
  void region(Region &region);
  void statements(Block &block);
  void statement(Operation *op);
  void bind(Operation *op);
  void loop(tir::ForOp op);
  void branch(tir::IfOp op);
  void repeat(tir::WhileOp op);
  void block(tir::BlockOp op);
  void blockHead(tir::BlockOp op);
  void accesses(tir::BlockOp op);
  void check(tir::AssertOp op);
  void shuffle(gpu::ShuffleOp op);
  bool otherStatement(Operation *op);

  // Buffers.
  bool bufferStatement(Operation *op);
  void allocate(memref::AllocOp op);
  void match(memref::SubViewOp op);
  void alias(memref::ReinterpretCastOp op);
  void describe(memref::ExtractStridedMetadataOp op);
  std::string part(memref::SubViewOp op);
  std::string place(Value buffer, ValueRange indices);
  std::string places(ValueRange indices, int64_t lanes, Value buffer);
  std::string single(OpFoldResult value);
  BufferText &bufferOf(Value value);

  // Expressions.
  Expression expression(Value value);
  Expression operand(Operation *user, Value value);
  std::optional<Expression> computed(Operation *op);
  std::optional<Expression> patternText(Operation *op, const Pattern &pattern);
  std::optional<Expression> choice(scf::IfOp op);
  std::string given(Region &region);
  std::optional<Expression> loaded(Operation *op);
  std::optional<Expression> indexCast(Operation *op);
  std::optional<Expression> vectorText(Operation *op);
  Expression foreignCall(tir::CallExternOp op);
  std::string bufferArgument(Value buffer, bool isPacked);
  bool isVariable(Value value) const;
  std::string indexType() const;

  ModuleScript &module;
  tir::FuncOp program;
  Names names;
  TypeText types;
  UseFacts facts;
  /// Variables, by value.
  DenseMap<Value, std::string> known;
  DenseMap<Value, BufferText> buffers;
  /// Variables for the strides and the start of a buffer: those that it has.
  DenseMap<Value, SmallVector<std::string>> strides;
  DenseMap<Value, std::string> starts;
  /// Parts of buffers that the block around matches, by their text.
  llvm::StringMap<Value> matched;
  /// Names of sizes that no symbol stands for.
  SmallVector<std::string> freeSizes;
  bool hasBlocks = false;
};

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_PROGRAMWRITER_H
