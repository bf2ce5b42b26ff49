// The context of the Python bindings, what `with` makes the default, and
// errors.
#ifndef RELAX_LIB_PYTHON_CONTEXT_H
#define RELAX_LIB_PYTHON_CONTEXT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace relax_python {

namespace nb = nanobind;

class Block;
class Operation;

/// An MLIRContext. Each object of Python that belongs to it holds a reference.
class Context : public std::enable_shared_from_this<Context> {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// The context, for what makes types, attributes and locations.
  MlirContext get() const { return context; }
  /// Raises an exception while a pass manager runs in another thread.
  void checkIdle() const;

  /// The objects that Python has, by what they stand for. An operation or a
  /// block is one object, so that whoever erases it finds all who have it.
  std::unordered_map<void *, std::weak_ptr<Operation>> operations;
  std::unordered_map<void *, std::weak_ptr<Block>> blocks;
  /// Trees that nobody has, with values that others use.
  std::vector<MlirOperation> used;
  /// What the user attached, in the order in which it is asked.
  std::vector<nb::object> handlers;
  bool isBusy = false;

private:
  MlirContext context;
};

using ContextRef = std::shared_ptr<Context>;

/// A type, attribute or location lives as long as its context.
template <typename Handle>
struct InContext {
  ContextRef context;
  Handle handle;
};
struct Location : InContext<MlirLocation> {};
struct Attribute : InContext<MlirAttribute> {};
struct Type : InContext<MlirType> {};

/// Where operations are put: in front of one, or at the end of a block.
struct InsertionPoint {
  std::shared_ptr<Block> block;
  std::shared_ptr<Operation> before;
};

/// What one `with` makes the default of its thread.
struct Frame {
  PyObject *owner;
  ContextRef context;
  std::optional<Location> location;
  std::optional<InsertionPoint> point;
};

/// Those of this thread, the innermost last.
std::vector<Frame> &frames();
/// Enters `with OWNER`; what is not given stays that of the frame around it, if
/// both are of one context.
void enter(nb::handle owner, ContextRef context,
           std::optional<Location> location,
           std::optional<InsertionPoint> point);
void leave(nb::handle owner);

/// The context that is given, or the default; an exception without one.
ContextRef contextOr(const std::optional<ContextRef> &given);
/// The location that is given, or the default; an exception without one.
Location locationOr(const std::optional<Location> &given);
/// Raises an exception unless two contexts are one.
void checkSame(const ContextRef &expected, const ContextRef &found);

MlirStringRef toRef(const std::string &text);
std::string toString(MlirStringRef text);
/// What a printing function of C passes to its callback.
template <typename Print, typename... Arguments>
std::string printed(Print print, Arguments... arguments) {
  std::string text;
  print(
      arguments...,
      [](MlirStringRef part, void *all) {
        static_cast<std::string *>(all)->append(part.data, part.length);
      },
      &text);
  return text;
}

/// A message with its notes.
struct Diagnostic {
  int severity;
  std::string message;
  Location location;
  std::vector<Diagnostic> notes;
};

/// Collects what is reported while it lives. It may be reported by threads that
/// do not have the lock of Python, so that handlers in Python come afterwards.
class DiagnosticScope {
public:
  explicit DiagnosticScope(ContextRef context);
  ~DiagnosticScope();
  /// Passes everything to the handlers in Python.
  void deliver();
  /// The same, and raises MLIRError.
  [[noreturn]] void raise(const std::string &message);

private:
  ContextRef context;
  std::vector<Diagnostic> found;
  MlirDiagnosticHandlerID id;
};

void bindContext(nb::module_ &m);
void bindLocation(nb::module_ &m);
void bindDiagnostics(nb::module_ &m);

} // namespace relax_python

#endif // RELAX_LIB_PYTHON_CONTEXT_H
