// Diagnostics as exceptions, and locations.
#include "Context.h"
#include "IR.h"

namespace relax_python {

// Everything is copied: the diagnostic is gone when its handler returns, and
// the exception that tells it may live as long as the program likes.
static Diagnostic read(const ContextRef &context, MlirDiagnostic diagnostic) {
  Diagnostic result{static_cast<int>(mlirDiagnosticGetSeverity(diagnostic)),
                    printed(mlirDiagnosticPrint, diagnostic),
                    {{context, mlirDiagnosticGetLocation(diagnostic)}},
                    {}};
  for (intptr_t i = 0, e = mlirDiagnosticGetNumNotes(diagnostic); i < e; ++i)
    result.notes.push_back(read(context, mlirDiagnosticGetNote(diagnostic, i)));
  return result;
}

DiagnosticScope::DiagnosticScope(ContextRef owner) : context(std::move(owner)) {
  // Without a function to delete, for the scope is on the stack.
  id = mlirContextAttachDiagnosticHandler(
      context->get(),
      [](MlirDiagnostic diagnostic, void *self) {
        auto *scope = static_cast<DiagnosticScope *>(self);
        scope->found.push_back(read(scope->context, diagnostic));
        return mlirLogicalResultSuccess();
      },
      this, nullptr);
}

// Also when an exception passes: a handler that stays would write into a stack
// frame that is gone.
DiagnosticScope::~DiagnosticScope() {
  mlirContextDetachDiagnosticHandler(context->get(), id);
}

// After the call of MLIR and not during it: a handler in Python may raise, and
// no exception can pass through code that is built without them.
void DiagnosticScope::deliver() {
  // A copy, as a handler may detach itself.
  std::vector<nb::object> handlers = context->handlers;
  for (const Diagnostic &diagnostic : found)
    for (auto it = handlers.rbegin(); it != handlers.rend(); ++it)
      if (nb::cast<bool>(nb::bool_((*it)(diagnostic))))
        break;
}

// Warnings and remarks go to the handlers only: an exception lists what made
// the call fail.
void DiagnosticScope::raise(const std::string &message) {
  deliver();
  nb::list errors;
  for (const Diagnostic &diagnostic : found)
    if (diagnostic.severity == MlirDiagnosticError)
      errors.append(diagnostic);
  nb::object type = nb::module_::import_("relax_mlir.ir").attr("MLIRError");
  nb::object error = type(message, errors);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

void bindDiagnostics(nb::module_ &m) {
  nb::enum_<MlirDiagnosticSeverity>(m, "DiagnosticSeverity")
      .value("ERROR", MlirDiagnosticError)
      .value("WARNING", MlirDiagnosticWarning)
      .value("NOTE", MlirDiagnosticNote)
      .value("REMARK", MlirDiagnosticRemark);
  nb::class_<Diagnostic>(m, "DiagnosticInfo")
      .def_prop_ro("severity",
                   [](Diagnostic &self) {
                     return static_cast<MlirDiagnosticSeverity>(self.severity);
                   })
      .def_ro("message", &Diagnostic::message)
      .def_ro("location", &Diagnostic::location)
      .def_ro("notes", &Diagnostic::notes)
      .def("__str__", [](Diagnostic &self) { return self.message; });
}

static Location inFile(const std::string &file, unsigned line, unsigned column,
                       std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  return {{context, mlirLocationFileLineColGet(context->get(), toRef(file),
                                               line, column)}};
}

static Location named(const std::string &name, std::optional<Location> child,
                      std::optional<ContextRef> given) {
  ContextRef context = child ? child->context : contextOr(given);
  return {{context, mlirLocationNameGet(
                        context->get(), toRef(name),
                        child ? child->handle
                              : mlirLocationUnknownGet(context->get()))}};
}

static Location fused(const std::vector<Location> &parts,
                      std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirLocation> handles;
  for (const Location &part : parts) {
    checkSame(context, part.context);
    handles.push_back(part.handle);
  }
  return {{context, mlirLocationFusedGet(context->get(), handles.size(),
                                         handles.data(), {nullptr})}};
}

// The C API casts without a look; of another location it would read what is not
// there.
static void checkInFile(const Location &location) {
  if (!mlirLocationIsAFileLineColRange(location.handle))
    throw std::invalid_argument("expected a location in a file, found " +
                                printed(mlirLocationPrint, location.handle));
}

// The parts of a location in a file; upstream's class for it has them, too.
static void bindPlaces(nb::class_<Location> &type) {
  type.def("is_a_file",
           [](Location &self) {
             return mlirLocationIsAFileLineColRange(self.handle);
           })
      .def_prop_ro("filename",
                   [](Location &self) {
                     checkInFile(self);
                     return toString(mlirIdentifierStr(
                         mlirLocationFileLineColRangeGetFilename(self.handle)));
                   })
      .def_prop_ro("start_line",
                   [](Location &self) {
                     checkInFile(self);
                     return mlirLocationFileLineColRangeGetStartLine(
                         self.handle);
                   })
      .def_prop_ro("start_col", [](Location &self) {
        checkInFile(self);
        return mlirLocationFileLineColRangeGetStartColumn(self.handle);
      });
}

void bindLocation(nb::module_ &m) {
  nb::class_<Location> type(m, "Location");
  type.def("__enter__",
           [](nb::object self) {
             auto &location = nb::cast<Location &>(self);
             enter(self, location.context, location, std::nullopt);
             return self;
           })
      .def("__exit__", [](nb::object self, nb::args) { leave(self); })
      .def_prop_ro_static("current",
                          [](nb::handle) -> std::optional<Location> {
                            return frames().empty() ? std::nullopt
                                                    : frames().back().location;
                          })
      .def_static(
          "unknown",
          [](std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return Location{{context, mlirLocationUnknownGet(context->get())}};
          },
          nb::arg("context") = nb::none())
      .def_static("file", inFile, nb::arg("filename"), nb::arg("line"),
                  nb::arg("col"), nb::arg("context") = nb::none())
      .def_static("name", named, nb::arg("name"),
                  nb::arg("childLoc") = nb::none(),
                  nb::arg("context") = nb::none())
      .def_static("fused", fused, nb::arg("locations"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("context", [](Location &self) { return self.context; })
      .def_prop_ro("attr",
                   [](Location &self) {
                     return toObject(self.context,
                                     mlirLocationGetAttribute(self.handle));
                   })
      .def("__eq__",
           [](Location &self, Location &other) {
             return mlirLocationEqual(self.handle, other.handle);
           })
      .def("__eq__", [](Location &, nb::handle) { return false; })
      .def("__hash__",
           [](Location &self) {
             return std::hash<const void *>()(self.handle.ptr);
           })
      .def("__str__", [](Location &self) {
        return printed(mlirLocationPrint, self.handle);
      });
  bindPlaces(type);
}

} // namespace relax_python
