// Operations that Python makes, parses and copies.
#include "CreateOperation.h"
#include "IR.h"
#include <algorithm>

namespace relax_python {

Value toValue(nb::handle object) {
  if (nb::isinstance<Value>(object))
    return nb::cast<Value &>(object);
  OperationRef op = toOperation(object);
  intptr_t size = mlirOperationGetNumResults(op->get());
  if (size != 1)
    throw std::invalid_argument(
        "expected a value or an operation with one result, found one with " +
        std::to_string(size));
  return {op, nullptr, mlirOperationGetResult(op->get(), 0)};
}

std::vector<MlirValue> toValues(const ContextRef &context, nb::handle objects) {
  std::vector<MlirValue> values;
  for (nb::handle object : nb::cast<nb::iterable>(objects)) {
    Value value = toValue(object);
    checkSame(context, value.getContext());
    values.push_back(value.get());
  }
  return values;
}

OperationRef placeNew(const ContextRef &context, MlirOperation made,
                      nb::handle ip) {
  OperationRef op = Operation::of(context, made);
  std::optional<InsertionPoint> point;
  if (ip.is_none() && !frames().empty() && frames().back().context == context)
    point = frames().back().point;
  else if (!ip.is_none() && !ip.is(Py_False))
    point = nb::cast<InsertionPoint>(ip);
  if (point)
    insertAt(*point, op);
  return op;
}

namespace {
// What a state refers to while an operation is made of it.
struct Parts {
  std::vector<MlirType> results;
  std::vector<MlirValue> operands;
  std::vector<std::string> names;
  std::vector<MlirNamedAttribute> attributes;
  std::vector<MlirBlock> successors;
};
} // namespace

static void readAttributes(const ContextRef &context, const nb::dict &given,
                           Parts &parts) {
  // First all names, for the list must not move any longer.
  for (auto [name, value] : given)
    parts.names.push_back(nb::cast<std::string>(name));
  size_t number = 0;
  for (auto [key, value] : given) {
    const std::string &name = parts.names[number++];
    if (!nb::isinstance<Attribute>(value))
      throw nb::type_error(("expected an attribute as '" + name + "', found " +
                            nb::cast<std::string>(nb::repr(value)))
                               .c_str());
    auto &attribute = nb::cast<Attribute &>(value);
    checkSame(context, attribute.context);
    parts.attributes.push_back(mlirNamedAttributeGet(
        mlirIdentifierGet(context->get(), toRef(name)), attribute.handle));
  }
}

// Successors are blocks of the region that the operation is in: an operation
// elsewhere would keep uses of blocks that are freed without it.
static void readSuccessors(const ContextRef &context, const nb::list &given,
                           nb::handle ip, Parts &parts) {
  for (nb::handle object : given) {
    auto block = nb::cast<BlockRef>(object);
    checkSame(context, block->getContext());
    parts.successors.push_back(block->get());
  }
  if (parts.successors.empty())
    return;
  std::optional<InsertionPoint> point;
  if (ip.is_none())
    point = frames().empty() ? std::nullopt : frames().back().point;
  else if (!ip.is(Py_False))
    point = nb::cast<InsertionPoint>(ip);
  for (MlirBlock block : parts.successors)
    if (!point ||
        !mlirRegionEqual(mlirBlockGetParentRegion(block),
                         mlirBlockGetParentRegion(point->block->get())))
      throw std::invalid_argument(
          "expected an insertion point in the region of "
          "the successors, found none or another one");
}

// An attribute of a wrong class is dropped by properties without a word.
static void checkAttributes(const OperationRef &op, const Parts &parts) {
  for (const std::string &name : parts.names)
    if (!mlirOperationGetAttributeByName(op->get(), toRef(name)).ptr) {
      std::string kind =
          toString(mlirIdentifierStr(mlirOperationGetName(op->get())));
      op->erase();
      throw std::invalid_argument(
          "expected an attribute of another class as '" + name + "' of '" +
          kind + "'");
    }
}

// Inference reads the attributes as they are given, and MLIR adds defaults only
// when an operation is made: one without operands and results says them.
static void addDefaults(const std::string &name, const Location &location,
                        Parts &parts) {
  MlirOperationState state =
      mlirOperationStateGet(toRef(name), location.handle);
  mlirOperationStateAddAttributes(&state, parts.attributes.size(),
                                  parts.attributes.data());
  MlirOperation op = mlirOperationCreate(&state);
  std::vector<MlirNamedAttribute> all;
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i < e; ++i)
    all.push_back(mlirOperationGetAttribute(op, i));
  mlirOperationDestroy(op);
  if (all.size() >= parts.attributes.size())
    parts.attributes = std::move(all);
}

// `named` has the parts of upstream's Operation.create: results, which may be
// True for "as inferred", operands, attributes, successors, regions.
static OperationRef create(const std::string &name, std::optional<Location> loc,
                           nb::object ip, nb::kwargs named) {
  auto part = [&](const char *key) -> nb::object {
    return named.contains(key) ? nb::object(named[key]) : nb::none();
  };
  nb::object results = part("results"), operands = part("operands");
  nb::object attributes = part("attributes");
  nb::object successors = part("successors"), regions = part("regions");
  Location location = locationOr(loc);
  const ContextRef &context = location.context;
  context->checkIdle();
  // A dialect knows its operations once it is loaded.
  mlirContextGetOrLoadDialect(context->get(),
                              toRef(name.substr(0, name.find('.'))));
  if (!mlirContextIsRegisteredOperation(context->get(), toRef(name)) &&
      !mlirContextGetAllowUnregisteredDialects(context->get()))
    throw std::invalid_argument("expected a registered operation, found '" +
                                name + "'; see allow_unregistered_dialects");
  Parts parts;
  MlirOperationState state =
      mlirOperationStateGet(toRef(name), location.handle);
  if (!operands.is_none())
    parts.operands = toValues(context, operands);
  if (!attributes.is_none())
    readAttributes(context, nb::cast<nb::dict>(attributes), parts);
  if (!successors.is_none())
    readSuccessors(context, nb::list(successors), ip, parts);
  if (results.is(Py_True)) {
    addDefaults(name, location, parts);
    mlirOperationStateEnableResultTypeInference(&state);
  }
  if (!results.is(Py_True) && !results.is_none())
    for (nb::handle each : nb::cast<nb::iterable>(results)) {
      auto &type = nb::cast<Type &>(each);
      checkSame(context, type.context);
      parts.results.push_back(type.handle);
    }
  mlirOperationStateAddResults(&state, parts.results.size(),
                               parts.results.data());
  mlirOperationStateAddOperands(&state, parts.operands.size(),
                                parts.operands.data());
  mlirOperationStateAddAttributes(&state, parts.attributes.size(),
                                  parts.attributes.data());
  mlirOperationStateAddSuccessors(&state, parts.successors.size(),
                                  parts.successors.data());
  intptr_t number = regions.is_none() ? 0 : nb::cast<intptr_t>(regions);
  std::vector<MlirRegion> owned(std::max<intptr_t>(number, 0));
  std::generate(owned.begin(), owned.end(), mlirRegionCreate);
  mlirOperationStateAddOwnedRegions(&state, owned.size(), owned.data());
  DiagnosticScope scope(context);
  MlirOperation made = mlirOperationCreate(&state);
  if (!made.ptr)
    scope.raise("'" + name + "' cannot be made");
  scope.deliver();
  OperationRef op = placeNew(context, made, ip);
  checkAttributes(op, parts);
  return op;
}

// A module of the text, as upstream's tools read it: one around what is no
// module. Byte code is read, too.
static OperationRef parse(nb::object given, bool isModule,
                          std::optional<ContextRef> givenContext) {
  std::string source;
  if (nb::isinstance<nb::bytes>(given)) {
    auto code = nb::cast<nb::bytes>(given);
    source.assign(static_cast<const char *>(code.data()), code.size());
  } else if (!nb::try_cast(given, source)) {
    throw nb::type_error("expected text or bytes");
  }
  ContextRef context = contextOr(givenContext);
  context->checkIdle();
  DiagnosticScope scope(context);
  MlirOperation parsed = {nullptr};
  if (isModule) {
    MlirModule module = mlirModuleCreateParse(context->get(), toRef(source));
    if (module.ptr)
      parsed = mlirModuleGetOperation(module);
  } else {
    parsed = mlirOperationCreateParse(context->get(), toRef(source),
                                      mlirStringRefCreateFromCString("-"));
  }
  if (!parsed.ptr)
    scope.raise(isModule ? "Unable to parse module assembly"
                         : "Unable to parse operation assembly");
  scope.deliver();
  return Operation::of(context, parsed);
}

static OperationRef clone(Operation &self, nb::object ip) {
  return placeNew(self.getContext(), mlirOperationClone(self.get()), ip);
}

void bindCreation(nb::class_<Operation> &type) {
  type.def_static("_create", create, nb::arg("name"),
                  nb::arg("loc") = nb::none(),
                  nb::arg("ip").none() = nb::none(), nb::arg("parts"))
      .def_static("_parse", parse, nb::arg("source"), nb::arg("is_module"),
                  nb::arg("context") = nb::none())
      .def("clone", clone, nb::arg("ip").none() = nb::none(),
           "A copy, at the insertion point; ip=False puts it nowhere");
}

} // namespace relax_python
