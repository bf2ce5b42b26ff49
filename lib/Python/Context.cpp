// Contexts, and what `with` makes the default of a thread.
#include "Context.h"
#include "relax-mlir-c/Dialects.h"
#include "relax-mlir-c/Passes.h"

namespace relax_python {

Context::Context() {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllRelaxDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/true);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterAllRelaxPasses();
  // Interning `!relax...` by a function of C needs its dialect.
  for (const char *name : {"relax", "tir", "relax_rt", "func", "arith"})
    mlirContextGetOrLoadDialect(context, mlirStringRefCreateFromCString(name));
}

Context::~Context() {
  // These trees use values of each other, in any order: first no operation has
  // operands, then no operation is left.
  for (MlirOperation root : used)
    mlirOperationWalk(
        root,
        [](MlirOperation op, void *) {
          mlirOperationSetOperands(op, 0, nullptr);
          return MlirWalkResultAdvance;
        },
        nullptr, MlirWalkPreOrder);
  for (MlirOperation root : used)
    mlirOperationDestroy(root);
  mlirContextDestroy(context);
}

void Context::checkIdle() const {
  // A pass manager runs without the lock of Python, and what it changes cannot
  // be read meanwhile.
  if (isBusy)
    throw std::runtime_error(
        "expected a context that no pass manager uses, found one that runs in "
        "another thread; wait for it, or give each thread a context");
}

std::vector<Frame> &frames() {
  // Never freed: a thread may end without the lock of Python, which whatever
  // frees a context needs.
  static thread_local std::vector<Frame> *all = new std::vector<Frame>;
  return *all;
}

void enter(nb::handle owner, ContextRef context,
           std::optional<Location> location,
           std::optional<InsertionPoint> point) {
  if (!frames().empty() && frames().back().context == context) {
    const Frame &outer = frames().back();
    if (!location)
      location = outer.location;
    if (!point)
      point = outer.point;
  }
  frames().push_back(
      {owner.ptr(), std::move(context), std::move(location), std::move(point)});
}

void leave(nb::handle owner) {
  if (frames().empty() || frames().back().owner != owner.ptr())
    throw std::runtime_error("expected the innermost 'with' of this thread to "
                             "be left first, found another one");
  frames().pop_back();
}

ContextRef contextOr(const std::optional<ContextRef> &given) {
  if (given && *given)
    return *given;
  if (frames().empty())
    throw std::runtime_error("expected a context, found neither an argument "
                             "nor a default; write 'with Context():' around "
                             "this, or pass context=");
  return frames().back().context;
}

Location locationOr(const std::optional<Location> &given) {
  if (given)
    return *given;
  if (!frames().empty() && frames().back().location)
    return *frames().back().location;
  throw std::runtime_error("expected a location, found neither an argument nor "
                           "a default; write 'with Location.unknown():' around "
                           "this, or pass loc=");
}

void checkSame(const ContextRef &expected, const ContextRef &found) {
  if (expected != found)
    throw std::invalid_argument(
        "expected objects of one context, found objects of two");
}

MlirStringRef toRef(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}

std::string toString(MlirStringRef text) { return {text.data, text.length}; }

static nb::object currentContext(nb::handle) {
  return frames().empty() ? nb::none() : nb::cast(frames().back().context);
}

static nb::object attachHandler(Context &self, nb::object handler) {
  self.handlers.push_back(handler);
  return handler;
}

static void detachHandler(Context &self, nb::object handler) {
  for (size_t i = 0; i < self.handlers.size(); ++i)
    if (self.handlers[i].is(handler)) {
      self.handlers.erase(self.handlers.begin() + i);
      return;
    }
  throw std::invalid_argument(
      "expected a handler that is attached, found another one");
}

// A handler is often a closure that has the context: a cycle, which Python's
// collector finds if it is told what a context holds. While operations hold the
// context, too, their messages go to the handlers, which have to stay.
static bool ownsHandlers(PyObject *self) {
  return nb::inst_ready(self) &&
         nb::inst_ptr<Context>(self)->weak_from_this().use_count() <= 1;
}

static int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (ownsHandlers(self))
    for (nb::object &handler : nb::inst_ptr<Context>(self)->handlers)
      Py_VISIT(handler.ptr());
  return 0;
}

static int clear(PyObject *self) {
  if (ownsHandlers(self)) {
    // Freeing a handler may run code that looks at the list.
    std::vector<nb::object> freed;
    freed.swap(nb::inst_ptr<Context>(self)->handlers);
  }
  return 0;
}

void bindContext(nb::module_ &m) {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
      {Py_tp_clear, reinterpret_cast<void *>(clear)},
      {0, nullptr}};
  nb::class_<Context>(m, "Context", nb::type_slots(slots),
                      nb::is_weak_referenceable(),
                      "Owns types, attributes and operations; all dialects are "
                      "registered")
      .def(nb::new_([] { return std::make_shared<Context>(); }))
      .def("__enter__",
           [](nb::object self) {
             enter(self, nb::cast<ContextRef>(self), std::nullopt,
                   std::nullopt);
             return self;
           })
      .def("__exit__", [](nb::object self, nb::args) { leave(self); })
      .def_prop_ro_static("current", currentContext,
                          "The default of this thread, or None")
      .def_prop_rw(
          "allow_unregistered_dialects",
          [](Context &self) {
            return mlirContextGetAllowUnregisteredDialects(self.get());
          },
          [](Context &self, bool allow) {
            mlirContextSetAllowUnregisteredDialects(self.get(), allow);
          })
      .def("enable_multithreading",
           [](Context &self, bool enable) {
             self.checkIdle();
             mlirContextEnableMultithreading(self.get(), enable);
           })
      .def("is_registered_operation",
           [](Context &self, const std::string &name) {
             return mlirContextIsRegisteredOperation(self.get(), toRef(name));
           })
      .def("load_all_available_dialects",
           [](Context &self) {
             self.checkIdle();
             mlirContextLoadAllAvailableDialects(self.get());
           })
      .def("attach_diagnostic_handler", attachHandler, nb::arg("callback"),
           "Calls callback(diagnostic) for each message, until one is true")
      .def("detach_diagnostic_handler", detachHandler, nb::arg("callback"))
      .def("_get_live_operation_count",
           [](Context &self) { return self.operations.size(); });
}

} // namespace relax_python
