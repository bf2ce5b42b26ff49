// What Python does with an operation.
#include "CreateOperation.h"
#include "IR.h"

namespace relax_python {

// Views of Python's classes have their operation as an attribute, as upstream's
// do; both may be given wherever an operation is expected.
OperationRef toOperation(nb::handle object) {
  OperationRef op;
  if (nb::try_cast(object, op, false) && op)
    return op;
  if (nb::hasattr(object, "operation") &&
      nb::try_cast(object.attr("operation"), op, false) && op)
    return op;
  throw nb::type_error(("expected an operation, found " +
                        nb::cast<std::string>(nb::repr(object)))
                           .c_str());
}

nb::object toView(const OperationRef &op) {
  // The classes are in Python, and so is the table of them.
  return nb::module_::import_("relax_mlir.ir").attr("_make_view")(op);
}

// An exception and not False, as upstream: who forgets to look at the result
// would go on with an operation that passes may crash on.
static bool verify(Operation &self) {
  DiagnosticScope scope(self.getContext());
  if (!mlirOperationVerify(self.get()))
    scope.raise("Verification failed");
  scope.deliver();
  return true;
}

static std::string getAsm(Operation &self, bool isGeneric, bool hasLocations,
                          bool isLocal, std::optional<int64_t> largeElements) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (isGeneric)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  if (hasLocations)
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  if (isLocal)
    mlirOpPrintingFlagsUseLocalScope(flags);
  if (largeElements)
    mlirOpPrintingFlagsElideLargeElementsAttrs(flags, *largeElements);
  std::string text;
  mlirOperationPrintWithFlags(
      self.get(), flags,
      [](MlirStringRef part, void *all) {
        static_cast<std::string *>(all)->append(part.data, part.length);
      },
      &text);
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

// Through a string, since the writer of the C API has a callback for text only.
static nb::bytes getBytecode(Operation &self) {
  std::string code = printed(mlirOperationWriteBytecode, self.get());
  return nb::bytes(code.data(), code.size());
}

// In front of itself an operation stays where it is; MLIR would take it out of
// its block first, and then look for its place there.
static void move(Operation &self, nb::handle other, bool isAfter) {
  OperationRef target = toOperation(other);
  MlirBlock block = mlirOperationGetBlock(target->get());
  if (!block.ptr)
    throw std::invalid_argument(
        "expected an operation inside of a block, found one without a parent");
  OperationRef op = self.shared_from_this();
  if (target == op)
    return;
  OperationRef before = target;
  if (isAfter)
    before = Operation::of(self.getContext(),
                           mlirOperationGetNextInBlock(target->get()));
  insertAt({Block::of(self.getContext(), block), before}, op);
}

// Collected first, so that the callback may change what it likes; operations
// that it erases are passed over.
static void walk(Operation &self, nb::callable callback, bool isPreOrder) {
  struct Walk {
    ContextRef context;
    std::vector<OperationRef> found;
  } all{self.getContext(), {}};
  mlirOperationWalk(
      self.get(),
      [](MlirOperation op, void *data) {
        auto &all = *static_cast<Walk *>(data);
        all.found.push_back(Operation::of(all.context, op));
        return MlirWalkResultAdvance;
      },
      &all, isPreOrder ? MlirWalkPreOrder : MlirWalkPostOrder);
  const Operation *skipped = nullptr;
  for (const OperationRef &op : all.found) {
    if (!op->isValid() || (skipped && op->isInside(skipped)))
      continue;
    switch (nb::cast<MlirWalkResult>(callback(op))) {
    case MlirWalkResultAdvance:
      break;
    case MlirWalkResultInterrupt:
      return;
    case MlirWalkResultSkip:
      skipped = op.get();
    }
  }
}

// None for what stands in no block: MLIR gives a null operation, which no view
// can be made of.
static nb::object getParent(Operation &self) {
  OperationRef parent = Operation::of(
      self.getContext(), mlirOperationGetParentOperation(self.get()));
  return parent ? toView(parent) : nb::none();
}

static nb::object getBlock(Operation &self) {
  MlirBlock block = mlirOperationGetBlock(self.get());
  return block.ptr ? nb::cast(Block::of(self.getContext(), block)) : nb::none();
}

static nb::object getResult(Operation &self) {
  intptr_t size = mlirOperationGetNumResults(self.get());
  if (size != 1)
    throw std::invalid_argument(
        "expected an operation with one result, found " + std::to_string(size));
  return toObject(self.getContext(), mlirOperationGetResult(self.get(), 0));
}

static void bindPlace(nb::class_<Operation> &type) {
  type.def_prop_ro("parent", getParent, "The operation around it, or None")
      .def_prop_ro("block", getBlock, "The block that it is in, or None")
      .def("detach_from_parent",
           [](Operation &self) {
             self.detach();
             return toView(self.shared_from_this());
           })
      .def("erase", &Operation::erase,
           "Destroys it. Nothing may use its results")
      .def(
          "move_after",
          [](Operation &self, nb::handle other) { move(self, other, true); },
          nb::arg("other"))
      .def(
          "move_before",
          [](Operation &self, nb::handle other) { move(self, other, false); },
          nb::arg("other"))
      .def(
          "is_before_in_block",
          [](Operation &self, nb::handle other) {
            OperationRef second = toOperation(other);
            if (!mlirOperationGetBlock(self.get()).ptr ||
                !mlirBlockEqual(mlirOperationGetBlock(self.get()),
                                mlirOperationGetBlock(second->get())))
              throw std::invalid_argument("expected two operations of a block, "
                                          "found them elsewhere");
            return mlirOperationIsBeforeInBlock(self.get(), second->get());
          },
          nb::arg("other"))
      .def("walk", walk, nb::arg("callback"), nb::arg("is_pre_order") = false,
           "Calls callback(operation) for each; it returns a WalkResult");
}

static void bindText(nb::class_<Operation> &type) {
  type.def("verify", verify, "True, or MLIRError with the diagnostics")
      .def("get_asm", getAsm, nb::kw_only(),
           nb::arg("print_generic_op_form") = false,
           nb::arg("enable_debug_info") = false,
           nb::arg("use_local_scope") = false,
           nb::arg("large_elements_limit") = nb::none())
      .def("get_bytecode", getBytecode)
      .def("__str__",
           [](Operation &self) {
             return printed(mlirOperationPrint, self.get());
           })
      .def("__eq__",
           [](Operation &self, nb::handle other) {
             OperationRef op;
             if (nb::try_cast(other, op, false))
               return op.get() == &self;
             return nb::hasattr(other, "operation") &&
                    toOperation(other).get() == &self;
           })
      .def("__hash__", [](Operation &self) {
        return std::hash<const Operation *>()(&self);
      });
}

void bindOperation(nb::module_ &m) {
  nb::enum_<MlirWalkResult>(m, "WalkResult")
      .value("ADVANCE", MlirWalkResultAdvance)
      .value("INTERRUPT", MlirWalkResultInterrupt)
      .value("SKIP", MlirWalkResultSkip);
  nb::class_<Operation> type(m, "Operation", nb::is_weak_referenceable());
  type.def_prop_ro("context", [](Operation &self) { return self.getContext(); })
      .def_prop_ro("name",
                   [](Operation &self) {
                     return toString(
                         mlirIdentifierStr(mlirOperationGetName(self.get())));
                   })
      .def_prop_rw(
          "location",
          [](Operation &self) {
            return Location{
                {self.getContext(), mlirOperationGetLocation(self.get())}};
          },
          [](Operation &self, Location &location) {
            checkSame(self.getContext(), location.context);
            mlirOperationSetLocation(self.get(), location.handle);
          })
      .def_prop_ro("result", getResult)
      .def_prop_ro("operation",
                   [](Operation &self) { return self.shared_from_this(); })
      .def_prop_ro("opview",
                   [](Operation &self) {
                     self.get();
                     return toView(self.shared_from_this());
                   })
      .def_prop_ro("is_valid", &Operation::isValid,
                   "Whether it is neither erased nor changed by passes");
  bindCreation(type);
  bindPlace(type);
  bindText(type);
}

} // namespace relax_python
