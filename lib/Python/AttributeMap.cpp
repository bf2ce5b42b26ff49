// The attributes of an operation as a mapping, and symbol tables.
#include "IR.h"

namespace relax_python {

struct AttributeMap {
  OperationRef op;
};

// Properties and the discardable attributes alike, as upstream's map shows
// them.
static MlirAttribute lookUp(AttributeMap &self, const std::string &name) {
  return mlirOperationGetAttributeByName(self.op->get(), toRef(name));
}

static nb::object getItem(AttributeMap &self, const std::string &name) {
  MlirAttribute found = lookUp(self, name);
  if (!found.ptr)
    throw nb::key_error(name.c_str());
  return toObject(self.op->getContext(), found);
}

// What was there comes back if the new value does not fit: a program that
// catches the error goes on with the operation as it was.
static void setItem(AttributeMap &self, const std::string &name,
                    Attribute &value) {
  checkSame(self.op->getContext(), value.context);
  MlirAttribute before = lookUp(self, name);
  mlirOperationSetAttributeByName(self.op->get(), toRef(name), value.handle);
  if (mlirAttributeEqual(lookUp(self, name), value.handle))
    return;
  // A property of another class drops what it is given.
  if (before.ptr)
    mlirOperationSetAttributeByName(self.op->get(), toRef(name), before);
  throw std::invalid_argument("expected an attribute of another class as '" +
                              name + "', found " +
                              printed(mlirAttributePrint, value.handle));
}

// Without the check a name that is not there would be removed in silence.
static void removeItem(AttributeMap &self, const std::string &name) {
  if (!lookUp(self, name).ptr)
    throw nb::key_error(name.c_str());
  mlirOperationRemoveAttributeByName(self.op->get(), toRef(name));
}

static nb::dict toDict(AttributeMap &self) {
  nb::dict entries;
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(self.op->get()); i < e;
       ++i) {
    MlirNamedAttribute entry = mlirOperationGetAttribute(self.op->get(), i);
    entries[toString(mlirIdentifierStr(entry.name)).c_str()] =
        toObject(self.op->getContext(), entry.attribute);
  }
  return entries;
}

void bindAttributeMap(nb::module_ &m) {
  nb::class_<AttributeMap>(m, "OpAttributeMap")
      .def("__len__",
           [](AttributeMap &self) {
             return mlirOperationGetNumAttributes(self.op->get());
           })
      .def("__contains__",
           [](AttributeMap &self, const std::string &name) {
             return lookUp(self, name).ptr != nullptr;
           })
      .def("__getitem__", getItem)
      .def("__setitem__", setItem)
      .def("__delitem__", removeItem)
      .def(
          "get",
          [](AttributeMap &self, const std::string &name, nb::object other) {
            MlirAttribute found = lookUp(self, name);
            return found.ptr ? toObject(self.op->getContext(), found) : other;
          },
          nb::arg("key"), nb::arg("default").none() = nb::none())
      .def("__iter__",
           [](AttributeMap &self) { return nb::iter(toDict(self)); })
      .def("keys", [](AttributeMap &self) { return toDict(self).keys(); })
      .def("values", [](AttributeMap &self) { return toDict(self).values(); })
      .def("items", [](AttributeMap &self) { return toDict(self).items(); });
  auto op = nb::borrow<nb::class_<Operation>>(nb::type<Operation>());
  op.def_prop_ro("attributes", [](OperationRef self) {
    self->get();
    return AttributeMap{self};
  });
}

// The table is made anew for each question: one that is kept would not see what
// is done to the operations.
struct SymbolTable {
  OperationRef op;

  template <typename Use>
  auto with(Use use) {
    MlirSymbolTable table = mlirSymbolTableCreate(op->get());
    if (!table.ptr)
      throw std::invalid_argument(
          "expected an operation with symbols, found " +
          toString(mlirIdentifierStr(mlirOperationGetName(op->get()))));
    auto result = use(table);
    mlirSymbolTableDestroy(table);
    return result;
  }
  OperationRef find(const std::string &name) {
    return Operation::of(op->getContext(), with([&](MlirSymbolTable table) {
                           return mlirSymbolTableLookup(table, toRef(name));
                         }));
  }
};

static nb::object insertSymbol(SymbolTable &self, nb::handle object) {
  OperationRef op = toOperation(object);
  checkSame(self.op->getContext(), op->getContext());
  MlirStringRef attribute = mlirSymbolTableGetSymbolAttributeName();
  if (!mlirOperationGetAttributeByName(op->get(), attribute).ptr)
    throw std::invalid_argument(
        "expected an operation with a symbol, found " +
        toString(mlirIdentifierStr(mlirOperationGetName(op->get()))));
  if (mlirOperationGetBlock(op->get()).ptr)
    throw std::invalid_argument("expected an operation without a parent; "
                                "detach it first");
  if (self.op->isInside(op.get()))
    throw std::invalid_argument("expected an operation outside of itself");
  MlirAttribute name = self.with([&](MlirSymbolTable table) {
    return mlirSymbolTableInsert(table, op->get());
  });
  op->updateParent();
  return toObject(op->getContext(), name);
}

void bindSymbolTable(nb::module_ &m) {
  nb::class_<SymbolTable>(m, "SymbolTable")
      .def("__init__",
           [](SymbolTable *self, nb::handle op) {
             SymbolTable table{toOperation(op)};
             table.with([](MlirSymbolTable) { return true; });
             new (self) SymbolTable(table);
           })
      .def("__getitem__",
           [](SymbolTable &self, const std::string &name) {
             OperationRef found = self.find(name);
             if (!found)
               throw nb::key_error(name.c_str());
             return toView(found);
           })
      .def("__contains__",
           [](SymbolTable &self, const std::string &name) {
             return self.find(name) != nullptr;
           })
      .def("insert", insertSymbol, nb::arg("operation"),
           "Inserts it under a name that is free; the name");
}

} // namespace relax_python
