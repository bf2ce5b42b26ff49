// One function on its way from graph level to host code.
//
// A value of the graph level is a list of *parts*: a tensor is a compact
// memref, a shape one index for each size, a scalar itself, a storage its
// handle, its bytes and where it begins, a tuple the parts of its fields one
// after the other. A tensor whose dtype or rank is unknown is borrowed from who
// has it, and a shape of unknown rank is a buffer of its sizes.
#ifndef RELAX_LIB_CONVERSION_RELAXTORUNTIME_HOSTFUNCTION_H
#define RELAX_LIB_CONVERSION_RELAXTORUNTIME_HOSTFUNCTION_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include <functional>

namespace mlir::relax {

class HostFunction;

/// What turns ops into host code: one function for each op.
class HostLowerings {
public:
  /// Adds the lowering of `Op`.
  template <typename Op>
  void add(LogicalResult (*lower)(Op, HostFunction &)) {
    table[TypeID::get<Op>()] = [lower](Operation *op, HostFunction &host) {
      return lower(cast<Op>(op), host);
    };
  }

  /// Adds the lowering of `Op`, whose tensors may be on devices: it reads no
  /// elements, or has others read them there.
  template <typename Op>
  void addForDevices(LogicalResult (*lower)(Op, HostFunction &)) {
    add(lower);
    forDevices.insert(TypeID::get<Op>());
  }

  /// Adds the lowering of `Op`, whose tensors may be of unknown dtype or rank,
  /// and on devices: it passes them on, or asks at run time.
  template <typename Op>
  void addForAny(LogicalResult (*lower)(Op, HostFunction &)) {
    addForDevices(lower);
    allowUnknown<Op>();
  }

  /// Lets the tensors of `Op`, whose lowering was added, be of unknown dtype or
  /// rank.
  template <typename Op>
  void allowUnknown() {
    forUnknown.insert(TypeID::get<Op>());
  }

  /// Adds the reason why `Op` has no lowering.
  template <typename Op>
  void addMatchFailure(StringRef reason) {
    matchFailures[TypeID::get<Op>()] = reason;
  }

  /// Whether ops of this kind have a lowering.
  bool contains(TypeID op) const { return table.count(op) != 0; }

  /// Lowers `op`, or reports why not.
  LogicalResult lower(Operation *op, HostFunction &host) const;

private:
  DenseMap<TypeID, std::function<LogicalResult(Operation *, HostFunction &)>>
      table;
  DenseMap<TypeID, StringRef> matchFailures;
  DenseSet<TypeID> forDevices, forUnknown;
};

/// The families' lowerings.
void addCallLowerings(HostLowerings &lowerings);
void addDeviceLowerings(HostLowerings &lowerings);
void addInspectLowerings(HostLowerings &lowerings);
void addMemoryLowerings(HostLowerings &lowerings);
void addShapeLowerings(HostLowerings &lowerings);
void addStructureLowerings(HostLowerings &lowerings);

/// The number of the CUDA device that `device` is, or a null attribute if it is
/// the host; fails with an error at `op` if it is another device.
FailureOr<IntegerAttr> getDeviceNumber(Operation *op, VDeviceAttr device);

/// Whether a tensor on the host has an unknown dtype or rank, so that code
/// borrows it as it is.
bool isBorrowed(Type type);

/// A buffer as a tensor that says its dtype and rank itself.
Value borrow(HostFunction &host, Location location, Value buffer);

/// The bytes of a tensor of these sizes; fails at run time if they are absurd.
Value getBytes(HostFunction &host, Location location, MemRefType type,
               ValueRange sizes);

/// Makes one storage for those of `source` that begin and end in its block, and
/// sets their parts.
LogicalResult planStorages(FuncOp source, HostFunction &host);

/// The dynamic sizes of a buffer.
SmallVector<Value> getDynamicSizes(HostFunction &host, Location location,
                                   Value buffer);

/// The constants of a module, each once.
class HostConstants {
public:
  explicit HostConstants(SymbolTable &symbols) : symbols(symbols) {}

  /// The global of `type` with this value.
  memref::GlobalOp get(Location location, MemRefType type, ElementsAttr value);

private:
  SymbolTable &symbols;
  DenseMap<std::pair<Attribute, Type>, memref::GlobalOp> globals;
};

/// Where a tensor program does its work.
struct KernelPlace {
  /// Whether it launches kernels of a device.
  bool launchesKernels;
  /// Whether the host reads or writes memory in it, or may do so.
  bool worksOnHost;
};

/// The places of the tensor programs of a module; each is looked at once.
class KernelPlaces {
public:
  KernelPlace get(Operation *callee);

private:
  DenseMap<Operation *, KernelPlace> places;
};

/// Who owns the memory of a buffer: a storage, from an offset on, or a tensor
/// that has the buffer's sizes.
struct BufferOwner {
  Value storage;
  Value offset;
  Value tensor;
};

/// What is known of the memory of a function.
class HostMemory {
public:
  /// Who owns the memory of `buffer`, as far as is known.
  BufferOwner getOwner(Value buffer) const { return owners.lookup(buffer); }
  void setOwner(Value buffer, BufferOwner owner) { owners[buffer] = owner; }

  /// Whether code that goes through before `here` is at its end has compared a
  /// tensor of `type` with `storage`, where it begins at `offset`; who asks
  /// compares it if not.
  bool isCompared(Block *here, Value storage, SymExprAttr offset,
                  RankedTensorType type);

private:
  DenseMap<Value, BufferOwner> owners;
  /// Where tensors were compared with their storages.
  DenseMap<std::tuple<Value, Attribute, Type>, Block *> compared;
};

/// An expression as messages write it before its value; empty for a number.
std::string getSizeText(SymExprAttr expr);

/// A dimension, or a value, of an input that its type describes.
struct InputDim {
  unsigned input;
  unsigned axis;
  SymExprAttr expr;
  Value found;
  /// Whether it is a number in a shape, which may be negative.
  bool isValue;
  /// Whether `expr` is a symbol that gets its value here.
  bool isBound = false;
};

/// The state of one function while its ops are lowered.
class HostFunction {
public:
  HostFunction(FuncOp source, SymbolTable &symbols, HostConstants &constants,
               KernelPlaces &places, const HostLowerings &lowerings);

  /// Lowers the whole function; reports every op that cannot be.
  LogicalResult run();

  /// Lowers the ops of a block up to its terminator; what the block defines
  /// is known afterwards.
  LogicalResult lowerOps(Block &block);

  /// Lowers the ops of a block up to its terminator and gives the parts of the
  /// terminator's operands; symbols of the block end with it.
  FailureOr<SmallVector<Value>> lowerRegion(Block &block, TypeRange types);

  /// Reports that `op` cannot be lowered.
  LogicalResult notifyMatchFailure(Operation *op, const Twine &reason);

  /// The number of parts of a type, or none if it has no host form.
  static std::optional<unsigned> countParts(Type type);

  /// The types of the parts of a type that has a host form.
  SmallVector<Type> getPartTypes(Type type);

  /// The buffer of a tensor; null if dtype or rank are unknown.
  static MemRefType getBufferType(Type type);

  /// Sets the parts of a value.
  void setParts(Value value, ValueRange parts);

  /// The parts of a value; fails, after an earlier error, if it has none.
  FailureOr<SmallVector<Value>> getParts(Value value) const;

  /// The parts of all values, one after the other.
  FailureOr<SmallVector<Value>> getParts(ValueRange values) const;

  /// The parts of a value of type `from` as those of type `to`. Dimensions of
  /// which `to` says what `from` does not are compared at run time; one that is
  /// a symbol without a value gives it its value if `definesSymbols`. Reports
  /// at `op`, and fails, if there is no host form in which to compare them.
  FailureOr<SmallVector<Value>> castParts(Operation *op, Type from, Type to,
                                          ArrayRef<Value> parts,
                                          bool definesSymbols = false);

  /// The parts of all values as buffers: sizes and scalars are put into small
  /// ones.
  FailureOr<SmallVector<Value>> getBuffers(ValueRange values);

  /// Adds the buffers of the parts of a value of `type`, in order.
  void addBuffers(Location location, Type type, ValueRange parts,
                  SmallVectorImpl<Value> &buffers);

  /// The buffer of a tensor, or null, after an earlier error.
  Value getBuffer(Value tensor) const;

  /// A condition, an `i1` or a rank-0 tensor of it, as an `i1`; null after an
  /// earlier error.
  Value getCondition(Location location, Value condition);

  /// `buffer` as a buffer of `type`, which has the same sizes.
  Value castBuffer(Location location, Value buffer, MemRefType type);

  /// The size of a buffer, or of a borrowed tensor, along an axis.
  Value getSize(Location location, Value buffer, unsigned axis);

  /// Loads element `index` of a rank-1 buffer of integers as an index.
  Value loadIndex(Location location, Value buffer, unsigned index);

  /// Compares, at run time, a size of what a message calls `place` with what a
  /// type says of it.
  void matchDim(Operation *op, StringRef place, unsigned axis, StringRef text,
                Value expected, Value found);

  /// The value of an expression; reports at `op` and gives null if a symbol has
  /// none.
  Value evaluate(Operation *op, SymExprAttr expr);

  /// The values of the dynamic dimensions of `type`; fails as `evaluate`.
  FailureOr<SmallVector<Value>> evaluateSizes(Operation *op,
                                              RankedTensorType type);

  /// Gives a symbol its value unless it has one; whether it had none.
  bool bind(SymExprAttr symbol, Value value);

  Value getConstant(Location location, int64_t value);

  /// Who owns the memory of `buffer`, as far as is known.
  BufferOwner getOwner(Value buffer) const { return memory.getOwner(buffer); }
  HostMemory &getMemory() { return memory; }

  OpBuilder &getBuilder() { return builder; }
  SymbolTable &getSymbols() { return symbols; }
  HostConstants &getConstants() { return constants; }
  KernelPlaces &getPlaces() { return places; }

private:
  LogicalResult lowerInputs();
  FailureOr<SmallVector<Value>> lowerInput(unsigned index, StringRef name,
                                           Type type,
                                           SmallVectorImpl<InputDim> &dims);
  LogicalResult checkInputDim(const InputDim &dim, StringRef name);
  LogicalResult lowerReturn(ReturnOp op);
  Value makeTensor(Location location, Value buffer, IntegerAttr device);
  Value copyTensor(Location location, Value buffer, IntegerAttr device);

  FuncOp source;
  SymbolTable &symbols;
  HostConstants &constants;
  KernelPlaces &places;
  const HostLowerings &lowerings;
  OpBuilder builder;
  func::FuncOp host;
  DenseMap<Value, SmallVector<Value>> partsOf;
  HostMemory memory;
  DenseMap<StringAttr, Value> scope;
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTORUNTIME_HOSTFUNCTION_H
