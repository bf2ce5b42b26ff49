// Operations, blocks and values as objects of Python that notice when what they
// stand for is gone.
#ifndef RELAX_LIB_PYTHON_IR_H
#define RELAX_LIB_PYTHON_IR_H

#include "Context.h"

namespace relax_python {

/// An operation. There is one object for it in a process. It keeps the objects
/// of its parents, up to the root of its tree, and the root's object owns the
/// tree: hence a tree lives as long as any object of it.
class Operation : public std::enable_shared_from_this<Operation> {
public:
  Operation(ContextRef context, MlirOperation op,
            std::shared_ptr<Operation> parent);
  ~Operation();

  /// The object of an operation, and of its parents; null for null.
  static std::shared_ptr<Operation> of(const ContextRef &context,
                                       MlirOperation op);
  /// The operation. Raises an exception if it is gone, or its context busy.
  MlirOperation get() const;
  const ContextRef &getContext() const { return context; }
  bool isValid() const { return op.ptr; }
  bool isInside(const Operation *ancestor) const;

  /// Says that the operation is where it is now.
  void updateParent();
  /// Takes it out of its block, so that this object owns it.
  void detach();
  /// Destroys it; an exception if something else uses its results.
  void erase();
  /// Says that all in its regions is gone or unknown, as after passes.
  void forgetInside();
  /// Says that the operation is gone.
  void invalidate();

private:
  ContextRef context;
  MlirOperation op;
  std::shared_ptr<Operation> parent;
};
using OperationRef = std::shared_ptr<Operation>;

/// A region is where its operation has it.
struct Region {
  OperationRef owner;
  intptr_t index;
  MlirRegion get() const;
};

/// A block, one object for each.
class Block : public std::enable_shared_from_this<Block> {
public:
  Block(OperationRef owner, MlirBlock block)
      : owner(std::move(owner)), block(block) {}
  ~Block();
  static std::shared_ptr<Block> of(const ContextRef &context, MlirBlock block);
  /// The block. Raises an exception if it is gone, or its context busy.
  MlirBlock get() const;
  const OperationRef &getOwner() const { return owner; }
  const ContextRef &getContext() const { return owner->getContext(); }
  void invalidate();

private:
  OperationRef owner;
  MlirBlock block;
};
using BlockRef = std::shared_ptr<Block>;

/// A result, of `owner`, or an argument, of `block`.
struct Value {
  OperationRef owner;
  BlockRef block;
  MlirValue value;

  /// The value. Raises an exception if it is gone, or its context busy.
  MlirValue get() const;
  const ContextRef &getContext() const {
    return owner ? owner->getContext() : block->getContext();
  }
};
struct OpResult : Value {};
struct BlockArgument : Value {};

/// What an operation is, or an OpView of it, as Python passes it.
OperationRef toOperation(nb::handle object);
/// An OpView of the class that is registered for the operation's name.
nb::object toView(const OperationRef &op);
/// Objects of the most special class; None for null.
nb::object toObject(const ContextRef &context, MlirValue value);
nb::object toObject(const ContextRef &context, MlirType type);
nb::object toObject(const ContextRef &context, MlirAttribute attribute);

/// Puts an operation there, out of where it was.
void insertAt(const InsertionPoint &point, const OperationRef &op);

/// An index from the end if it is negative; an IndexError outside.
intptr_t checkIndex(intptr_t index, intptr_t size);

/// A function of C that says whether a type or attribute is of a class, and one
/// that makes the object.
struct TypeClass {
  bool (*isA)(MlirType);
  nb::object (*make)(const Type &);
};
struct AttributeClass {
  bool (*isA)(MlirAttribute);
  nb::object (*make)(const Attribute &);
};
/// All classes; of those that fit the last one is the most special.
std::vector<TypeClass> &typeClasses();
std::vector<AttributeClass> &attributeClasses();

void bindOperation(nb::module_ &m);
void bindAttributeMap(nb::module_ &m);
void bindSymbolTable(nb::module_ &m);
void bindBlock(nb::module_ &m);
void bindInsertionPoint(nb::module_ &m);
void bindValue(nb::module_ &m);
void bindType(nb::module_ &m);
void bindBuiltinTypes(nb::module_ &m);
void bindAttribute(nb::module_ &m);
void bindBuiltinAttributes(nb::module_ &m);
void bindArrayAttributes(nb::module_ &m);
void bindElements(nb::module_ &m);
void bindDialects(nb::module_ &m);
void bindPassManager(nb::module_ &m);
void bindCompile(nb::module_ &m);

} // namespace relax_python

#endif // RELAX_LIB_PYTHON_IR_H
