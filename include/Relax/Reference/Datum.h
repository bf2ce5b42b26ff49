// The values of an interpreted graph: tensors, shapes, tuples, closures, texts.
#ifndef RELAX_REFERENCE_DATUM_H
#define RELAX_REFERENCE_DATUM_H

#include "Relax/Reference/Memory.h"

#include <variant>

namespace mlir::relax::reference {

class Datum;
struct Program;

/// A number with its type.
struct Number {
  Element element;
  Scalar value;
};

/// A tensor: a buffer, and how its life ended, if it did.
struct Tensor {
  ViewRef view;
  /// Such as "killed"; empty while the tensor lives.
  llvm::StringRef end;
  /// What this is a view of, which has to live as long; null if of nothing.
  std::shared_ptr<const Tensor> base = nullptr;

  /// How the tensor, what it is a view of, or their memory has ended.
  llvm::StringRef getEnd() const {
    if (!end.empty())
      return end;
    return base ? base->getEnd() : view->memory->getEnd();
  }
};

/// Sizes.
struct Shape {
  llvm::SmallVector<int64_t, 4> sizes;
};

/// Several values.
struct Tuple {
  std::vector<Datum> fields;
};

/// Bytes that tensors are placed in.
struct Storage {
  AllocationRef memory;
};

/// A function and the values of its last parameters; for a lambda, those of
/// the values and symbols that it takes from outside.
struct Closure {
  const Program *program = nullptr;
  std::vector<Datum> values;
  std::vector<Scalar> symbols;
};

/// The object that stands for nothing.
struct Null {};

/// A text.
struct Text {
  std::string text;
};

/// A type of elements.
struct Dtype {
  Type type;
};

/// One value.
class Datum {
public:
  Datum() = default;
  Datum(Number number) : held(number) {}
  Datum(Tensor tensor) : held(std::make_shared<Tensor>(std::move(tensor))) {}
  Datum(Shape shape) : held(std::make_shared<Shape>(std::move(shape))) {}
  Datum(Tuple tuple) : held(std::make_shared<Tuple>(std::move(tuple))) {}
  Datum(Storage storage)
      : held(std::make_shared<Storage>(std::move(storage))) {}
  Datum(Closure closure)
      : held(std::make_shared<Closure>(std::move(closure))) {}
  Datum(Null null) : held(null) {}
  Datum(Text text) : held(std::make_shared<Text>(std::move(text))) {}
  Datum(Dtype dtype) : held(dtype) {}

  // Each is null for values of another kind. Copies of a value share what they
  // point to.
  const Number *getNumber() const { return std::get_if<Number>(&held); }
  Tensor *getTensor() const { return get<Tensor>(); }
  const Shape *getShape() const { return get<Shape>(); }
  const Tuple *getTuple() const { return get<Tuple>(); }
  Storage *getStorage() const { return get<Storage>(); }
  const Closure *getClosure() const { return get<Closure>(); }
  const Text *getText() const { return get<Text>(); }
  const Dtype *getDtype() const { return std::get_if<Dtype>(&held); }
  bool isNull() const { return std::holds_alternative<Null>(held); }

  /// What it is, as a diagnostic says it: `tensor<2x3xf32>`, `a tuple of 2`.
  std::string describe() const;
  /// Prints the value: elements in nested brackets, `?` where never written.
  void print(llvm::raw_ostream &os) const;

private:
  template <typename Kind>
  Kind *get() const {
    auto pointer = std::get_if<std::shared_ptr<Kind>>(&held);
    return pointer ? pointer->get() : nullptr;
  }

  std::variant<std::monostate, Number, std::shared_ptr<Tensor>,
               std::shared_ptr<Shape>, std::shared_ptr<Tuple>,
               std::shared_ptr<Storage>, std::shared_ptr<Closure>, Null,
               std::shared_ptr<Text>, Dtype>
      held;
};

/// The type of a tensor value, all sizes static.
RankedTensorType getType(const Tensor &tensor);

/// Whether all elements have been written.
bool isInitialized(const Tensor &tensor);

/// The tensor of a constant; nothing for an element type that the interpreter
/// has not, and for resources without data.
std::optional<Tensor> fromAttribute(ElementsAttr constant);

/// The constant with the elements of a tensor, all of which have been written.
/// Where there are many it is a resource called `name`.
ElementsAttr toAttribute(const Tensor &tensor, llvm::StringRef name);

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_DATUM_H
