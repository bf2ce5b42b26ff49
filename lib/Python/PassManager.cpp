// Pass managers, and compilation to shared libraries.
#include "IR.h"
#include "mlir-c/Pass.h"
#include "relax-mlir-c/Compile.h"

namespace relax_python {

// A pass manager of a context, anchored on operations of one name.
struct PassManager {
  PassManager(const std::string &anchor, std::optional<ContextRef> given)
      : context(contextOr(given)),
        passes(anchor == "any" ? mlirPassManagerCreate(context->get())
                               : mlirPassManagerCreateOnOperation(
                                     context->get(), toRef(anchor))),
        anchor(anchor) {}
  ~PassManager() { mlirPassManagerDestroy(passes); }
  PassManager(const PassManager &) = delete;
  PassManager &operator=(const PassManager &) = delete;

  ContextRef context;
  MlirPassManager passes;
  std::string anchor;
};
using PassManagerRef = std::shared_ptr<PassManager>;

// What is kept while the lock of Python is not: the context rejects everything
// else meanwhile, and objects inside of `op` stand for nothing afterwards.
class BusyScope {
public:
  explicit BusyScope(const OperationRef &op) : op(op) {
    op->getContext()->isBusy = true;
  }
  ~BusyScope() {
    op->getContext()->isBusy = false;
    op->forgetInside();
  }

private:
  OperationRef op;
};

// The parser's words come through a callback, and not as diagnostics, so no
// scope would find them.
static void add(PassManager &self, const std::string &pipeline) {
  std::string text;
  auto append = [](MlirStringRef part, void *all) {
    static_cast<std::string *>(all)->append(part.data, part.length);
  };
  if (!mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
          mlirPassManagerGetAsOpPassManager(self.passes), toRef(pipeline),
          append, &text)))
    throw std::invalid_argument(text.empty() ? "invalid pipeline" : text);
}

// Of "builtin.module(a,b)", as upstream's; MLIR reads what is in parentheses.
static PassManagerRef parse(const std::string &pipeline,
                            std::optional<ContextRef> given) {
  size_t open = pipeline.find('(');
  if (open == std::string::npos || pipeline.back() != ')')
    throw std::invalid_argument("expected a pipeline as "
                                "\"builtin.module(canonicalize)\", found \"" +
                                pipeline + "\"");
  auto self = std::make_shared<PassManager>(pipeline.substr(0, open), given);
  std::string inner = pipeline.substr(open + 1, pipeline.size() - open - 2);
  if (!inner.empty())
    add(*self, inner);
  return self;
}

// A pass manager for another operation would be an assertion of MLIR, so that
// is found before. Python's lock is given up while passes run: they take long,
// and other threads have contexts of their own.
static void run(PassManagerRef self, nb::handle object) {
  OperationRef op = toOperation(object);
  checkSame(self->context, op->getContext());
  MlirOperation handle = op->get();
  std::string name = toString(mlirIdentifierStr(mlirOperationGetName(handle)));
  if (self->anchor != "any" && name != self->anchor)
    throw std::invalid_argument("expected an operation '" + self->anchor +
                                "', found '" + name + "'");
  DiagnosticScope scope(self->context);
  MlirLogicalResult result;
  {
    BusyScope busy(op);
    nb::gil_scoped_release release;
    result = mlirPassManagerRunOnOp(self->passes, handle);
  }
  if (!mlirLogicalResultIsSuccess(result))
    scope.raise("Failure while executing pass pipeline");
  scope.deliver();
}

void bindPassManager(nb::module_ &m) {
  nb::class_<PassManager>(m, "PassManager")
      .def(nb::new_([](const std::string &anchor,
                       std::optional<ContextRef> context) {
             return std::make_shared<PassManager>(anchor, context);
           }),
           nb::arg("anchor_op") = "builtin.module",
           nb::arg("context") = nb::none())
      .def_static("parse", parse, nb::arg("pipeline"),
                  nb::arg("context") = nb::none())
      .def("add", add, nb::arg("pipeline"))
      .def(
          "enable_verifier",
          [](PassManager &self, bool enable) {
            mlirPassManagerEnableVerifier(self.passes, enable);
          },
          nb::arg("enable"))
      .def("run", run, nb::arg("operation"),
           "Runs the passes. Objects of what is inside of the operation are "
           "invalid afterwards")
      .def("__str__", [](PassManager &self) {
        return printed(mlirPrintPassPipeline,
                       mlirPassManagerGetAsOpPassManager(self.passes));
      });
}

static void compile(nb::handle module, const std::string &path, unsigned level,
                    std::optional<Attribute> target) {
  OperationRef op = toOperation(module);
  MlirModule handle = mlirModuleFromOperation(op->get());
  if (!handle.ptr)
    throw std::invalid_argument("expected a module, found another operation");
  if (target)
    checkSame(op->getContext(), target->context);
  MlirRelaxCompileOptions options = {
      target ? target->handle : MlirAttribute{nullptr}, level};
  DiagnosticScope scope(op->getContext());
  MlirLogicalResult result;
  {
    BusyScope busy(op);
    nb::gil_scoped_release release;
    result = mlirRelaxCompileToSharedLibrary(handle, options, toRef(path));
  }
  if (!mlirLogicalResultIsSuccess(result))
    scope.raise("Failure while compiling");
  scope.deliver();
}

void bindCompile(nb::module_ &m) {
  m.def("compile_to_shared_library", compile, nb::arg("module"),
        nb::arg("path"), nb::arg("opt_level") = 3,
        nb::arg("target") = nb::none(),
        "Takes a module through all stages, which changes it, to a library "
        "that relax_mlir.load loads");
}

} // namespace relax_python
