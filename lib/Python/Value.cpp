// Values, their uses, and the lists of operands and results.
#include "CreateOperation.h"
#include "IR.h"

namespace relax_python {

nb::object toObject(const ContextRef &context, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return nb::cast(BlockArgument{
        {nullptr, Block::of(context, mlirBlockArgumentGetOwner(value)),
         value}});
  return nb::cast(OpResult{
      {Operation::of(context, mlirOpResultGetOwner(value)), nullptr, value}});
}

// The operands or results of an operation, or some of them: a slice of operands
// can be assigned to, as upstream's can.
struct Operands {
  OperationRef op;
  std::vector<intptr_t> numbers;
  static constexpr auto size = mlirOperationGetNumOperands;
  static constexpr auto at = mlirOperationGetOperand;
};
struct Results {
  OperationRef op;
  std::vector<intptr_t> numbers;
  static constexpr auto size = mlirOperationGetNumResults;
  static constexpr auto at = mlirOperationGetResult;
};

template <typename List>
static List listOf(Operation &op) {
  List list{op.shared_from_this(), {}};
  for (intptr_t i = 0, e = List::size(op.get()); i < e; ++i)
    list.numbers.push_back(i);
  return list;
}

template <typename List>
static nb::object getItem(const List &list, intptr_t index) {
  intptr_t number = list.numbers[checkIndex(index, list.numbers.size())];
  // The operation may have fewer of them by now.
  checkIndex(number, List::size(list.op->get()));
  MlirValue value = List::at(list.op->get(), number);
  return value.ptr ? toObject(list.op->getContext(), value) : nb::none();
}

template <typename List>
static List getSlice(const List &list, nb::slice slice) {
  auto [start, stop, step, length] = slice.compute(list.numbers.size());
  List result{list.op, {}};
  for (size_t i = 0; i < length; ++i)
    result.numbers.push_back(list.numbers[start + i * step]);
  return result;
}

template <typename List>
static nb::list toList(const List &list) {
  nb::list items;
  for (size_t i = 0; i < list.numbers.size(); ++i)
    items.append(getItem(list, i));
  return items;
}

template <typename List>
static nb::class_<List> bindList(nb::module_ &m, const char *name) {
  nb::class_<List> type(m, name);
  type.def("__len__", [](List &self) { return self.numbers.size(); })
      .def("__getitem__", getItem<List>)
      .def("__getitem__", getSlice<List>)
      .def("__iter__", [](List &self) { return nb::iter(toList(self)); })
      .def("__add__",
           [](List &self, nb::object other) {
             return toList(self) + nb::list(other);
           })
      .def_prop_ro("types",
                   [](List &self) {
                     nb::list types;
                     for (nb::handle value : toList(self))
                       types.append(value.attr("type"));
                     return types;
                   })
      .def_prop_ro("owner", [](List &self) { return toView(self.op); });
  return type;
}

static void setOperand(Operands &self, intptr_t index, nb::handle object) {
  Value value = toValue(object);
  checkSame(self.op->getContext(), value.getContext());
  intptr_t number = self.numbers[checkIndex(index, self.numbers.size())];
  checkIndex(number, mlirOperationGetNumOperands(self.op->get()));
  mlirOperationSetOperand(self.op->get(), number, value.get());
}

// An operand of an operation.
struct Use {
  OperationRef owner;
  intptr_t number;
};

static std::vector<Use> getUses(Value &self) {
  std::vector<Use> uses;
  for (MlirOpOperand use = mlirValueGetFirstUse(self.get());
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    uses.push_back(
        {Operation::of(self.getContext(), mlirOpOperandGetOwner(use)),
         static_cast<intptr_t>(mlirOpOperandGetOperandNumber(use))});
  return uses;
}

static void replaceUses(Value &self, nb::handle object) {
  Value other = toValue(object);
  checkSame(self.getContext(), other.getContext());
  if (!mlirValueEqual(self.get(), other.get()))
    mlirValueReplaceAllUsesOfWith(self.get(), other.get());
}

static void replaceUsesExcept(Value &self, nb::handle object, nb::handle kept) {
  Value other = toValue(object);
  checkSame(self.getContext(), other.getContext());
  std::vector<OperationRef> objects;
  if (nb::isinstance<nb::list>(kept) || nb::isinstance<nb::tuple>(kept))
    for (nb::handle each : nb::cast<nb::iterable>(kept))
      objects.push_back(toOperation(each));
  else
    objects.push_back(toOperation(kept));
  std::vector<MlirOperation> exceptions;
  for (const OperationRef &each : objects)
    exceptions.push_back(each->get());
  mlirValueReplaceAllUsesExcept(self.get(), other.get(), exceptions.size(),
                                exceptions.data());
}

static std::string getName(Value &self) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  MlirAsmState state = mlirAsmStateCreateForValue(self.get(), flags);
  std::string name = printed(mlirValuePrintAsOperand, self.get(), state);
  mlirAsmStateDestroy(state);
  mlirOpPrintingFlagsDestroy(flags);
  return name;
}

static void setType(Value &self, Type &type) {
  checkSame(self.getContext(), type.context);
  mlirValueSetType(self.get(), type.handle);
}

static nb::object getOwner(Value &self) {
  self.get();
  return self.owner ? nb::cast(self.owner) : nb::cast(self.block);
}

static void bindUses(nb::class_<Value> &type) {
  type.def_prop_ro("uses", getUses, "The operands that it is")
      .def("replace_all_uses_with", replaceUses, nb::arg("value"))
      .def("replace_all_uses_except", replaceUsesExcept, nb::arg("with_"),
           nb::arg("exceptions"));
}

void bindValue(nb::module_ &m) {
  nb::class_<Use>(m, "OpOperand")
      .def_prop_ro("owner", [](Use &self) { return toView(self.owner); })
      .def_ro("operand_number", &Use::number);
  nb::class_<Value> type(m, "Value");
  type.def_prop_ro("context", [](Value &self) { return self.getContext(); })
      .def_prop_ro("owner", getOwner, "The operation or block that has it")
      .def_prop_ro("type",
                   [](Value &self) {
                     return toObject(self.getContext(),
                                     mlirValueGetType(self.get()));
                   })
      .def("set_type", setType, nb::arg("type"))
      .def("get_name", getName)
      .def("__str__",
           [](Value &self) { return printed(mlirValuePrint, self.get()); })
      .def("__eq__",
           [](Value &self, Value &other) {
             return mlirValueEqual(self.value, other.value) &&
                    self.owner == other.owner && self.block == other.block;
           })
      .def("__eq__", [](Value &, nb::handle) { return false; })
      .def("__hash__", [](Value &self) {
        return std::hash<const void *>()(self.value.ptr);
      });
  bindUses(type);
  nb::class_<OpResult, Value>(m, "OpResult")
      .def_prop_ro("result_number", [](OpResult &self) {
        return mlirOpResultGetResultNumber(self.get());
      });
  nb::class_<BlockArgument, Value>(m, "BlockArgument")
      .def_prop_ro("arg_number", [](BlockArgument &self) {
        return mlirBlockArgumentGetArgNumber(self.get());
      });
  bindList<Results>(m, "OpResultList");
  bindList<Operands>(m, "OpOperandList").def("__setitem__", setOperand);
  auto op = nb::borrow<nb::class_<Operation>>(nb::type<Operation>());
  op.def_prop_ro("results", listOf<Results>)
      .def_prop_ro("operands", listOf<Operands>);
}

} // namespace relax_python
