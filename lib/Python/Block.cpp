// Regions, blocks, and where operations are put.
#include "CreateOperation.h"
#include "IR.h"

namespace relax_python {

// A list made at once and not an iterator that walks along: a program may erase
// or move the block that it is shown, which would end the walk in freed memory.
static std::vector<BlockRef> getBlocks(Region &self) {
  std::vector<BlockRef> blocks;
  for (MlirBlock block = mlirRegionGetFirstBlock(self.get()); block.ptr;
       block = mlirBlockGetNextInRegion(block))
    blocks.push_back(Block::of(self.owner->getContext(), block));
  return blocks;
}

static std::vector<OperationRef> getOperations(Block &self) {
  std::vector<OperationRef> operations;
  for (MlirOperation op = mlirBlockGetFirstOperation(self.get()); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    operations.push_back(Operation::of(self.getContext(), op));
  return operations;
}

// Views and not bare operations, since `mlir.ir` gives the generated class
// where there is one.
static nb::list getViews(Block &self) {
  nb::list views;
  for (const OperationRef &op : getOperations(self))
    views.append(toView(op));
  return views;
}

// A block with arguments of these types, which no region has yet.
static MlirBlock makeBlock(const ContextRef &context,
                           const std::vector<Type> &types,
                           const std::vector<Location> &locations) {
  if (!locations.empty() && locations.size() != types.size())
    throw std::invalid_argument("expected as many locations as types, " +
                                std::to_string(types.size()) + ", found " +
                                std::to_string(locations.size()));
  std::vector<MlirType> handles;
  std::vector<MlirLocation> places;
  for (size_t i = 0; i < types.size(); ++i) {
    checkSame(context, types[i].context);
    Location place = locations.empty() ? locationOr({}) : locations[i];
    checkSame(context, place.context);
    handles.push_back(types[i].handle);
    places.push_back(place.handle);
  }
  return mlirBlockCreate(handles.size(), handles.data(), places.data());
}

// The region is asked for before the block is made: `get` throws if the
// operation is gone, and a block without a region would then be lost.
static BlockRef appendBlock(Region &self, const std::vector<Type> &types,
                            const std::vector<Location> &locations) {
  const ContextRef &context = self.owner->getContext();
  MlirRegion region = self.get();
  MlirBlock block = makeBlock(context, types, locations);
  mlirRegionAppendOwnedBlock(region, block);
  return Block::of(context, block);
}

static BlockRef prependBlock(Region &self, const std::vector<Type> &types,
                             const std::vector<Location> &locations) {
  const ContextRef &context = self.owner->getContext();
  MlirRegion region = self.get();
  MlirBlock block = makeBlock(context, types, locations);
  mlirRegionInsertOwnedBlock(region, 0, block);
  return Block::of(context, block);
}

static nb::list getArguments(Block &self) {
  nb::list arguments;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(self.get()); i < e; ++i)
    arguments.append(
        toObject(self.getContext(), mlirBlockGetArgument(self.get(), i)));
  return arguments;
}

static nb::object addArgument(Block &self, Type &type,
                              std::optional<Location> loc) {
  Location location = locationOr(loc);
  checkSame(self.getContext(), type.context);
  checkSame(self.getContext(), location.context);
  return toObject(
      self.getContext(),
      mlirBlockAddArgument(self.get(), type.handle, location.handle));
}

// MLIR asserts that nothing uses the argument; without assertions the uses
// would read freed memory.
static void eraseArgument(Block &self, intptr_t index) {
  index = checkIndex(index, mlirBlockGetNumArguments(self.get()));
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirBlockGetArgument(self.get(), index));
  if (!mlirOpOperandIsNull(use))
    throw std::invalid_argument(
        "expected a block argument that nothing uses, found uses of it");
  mlirBlockEraseArgument(self.get(), index);
}

// None for a block that has none yet, as while a program is being built.
static nb::object getTerminator(Block &self) {
  OperationRef op =
      Operation::of(self.getContext(), mlirBlockGetTerminator(self.get()));
  return op ? toView(op) : nb::none();
}

void bindBlock(nb::module_ &m) {
  nb::class_<Region>(m, "Region")
      .def_prop_ro("owner", [](Region &self) { return toView(self.owner); })
      .def_prop_ro("blocks", getBlocks)
      .def("append_block", appendBlock, nb::arg("arg_types") = nb::list(),
           nb::arg("arg_locs") = nb::list())
      .def("__iter__",
           [](Region &self) { return nb::iter(nb::cast(getBlocks(self))); })
      .def("__len__", [](Region &self) { return getBlocks(self).size(); })
      .def("__getitem__", [](Region &self, intptr_t index) {
        std::vector<BlockRef> blocks = getBlocks(self);
        return blocks[checkIndex(index, blocks.size())];
      });
  nb::class_<Block>(m, "Block", nb::is_weak_referenceable())
      .def_static("create_at_start", prependBlock, nb::arg("parent"),
                  nb::arg("arg_types") = nb::list(),
                  nb::arg("arg_locs") = nb::list())
      // `get` first: it throws if the block was erased, while the owner may
      // still be there.
      .def_prop_ro("owner",
                   [](Block &self) {
                     self.get();
                     return toView(self.getOwner());
                   })
      .def_prop_ro("arguments", getArguments)
      .def_prop_ro("operations", getViews)
      .def_prop_ro("terminator", getTerminator)
      .def("add_argument", addArgument, nb::arg("type"),
           nb::arg("loc") = nb::none())
      .def("erase_argument", eraseArgument, nb::arg("index"))
      .def("append",
           [](BlockRef self, nb::handle op) {
             insertAt({self, nullptr}, toOperation(op));
           })
      .def("__iter__", [](Block &self) { return nb::iter(getViews(self)); })
      .def("__str__",
           [](Block &self) { return printed(mlirBlockPrint, self.get()); });
  auto op = nb::borrow<nb::class_<Operation>>(nb::type<Operation>());
  op.def_prop_ro("regions", [](OperationRef self) {
      std::vector<Region> regions;
      for (intptr_t i = 0, e = mlirOperationGetNumRegions(self->get()); i < e;
           ++i)
        regions.push_back({self, i});
      return regions;
    }).def_prop_ro("successors", [](OperationRef self) {
    std::vector<BlockRef> blocks;
    for (intptr_t i = 0, e = mlirOperationGetNumSuccessors(self->get()); i < e;
         ++i)
      blocks.push_back(Block::of(self->getContext(),
                                 mlirOperationGetSuccessor(self->get(), i)));
    return blocks;
  });
}

static InsertionPoint pointBefore(nb::handle object) {
  OperationRef op = toOperation(object);
  MlirBlock block = mlirOperationGetBlock(op->get());
  if (!block.ptr)
    throw std::invalid_argument(
        "expected an operation inside of a block, found one without a parent");
  return {Block::of(op->getContext(), block), op};
}

// Before the next one, or at the end if there is none: MLIR's C API inserts in
// front of an operation only.
static InsertionPoint pointAfter(nb::handle object) {
  InsertionPoint point = pointBefore(object);
  point.before =
      Operation::of(point.before->getContext(),
                    mlirOperationGetNextInBlock(point.before->get()));
  return point;
}

// An empty block has no first operation, so this is its end, too.
static InsertionPoint pointAtBegin(BlockRef block) {
  return {block, Operation::of(block->getContext(),
                               mlirBlockGetFirstOperation(block->get()))};
}

static InsertionPoint pointAtTerminator(BlockRef block) {
  OperationRef op =
      Operation::of(block->getContext(), mlirBlockGetTerminator(block->get()));
  if (!op)
    throw std::invalid_argument(
        "expected a block with a terminator, found one without");
  return {block, op};
}

void bindInsertionPoint(nb::module_ &m) {
  nb::class_<InsertionPoint>(m, "InsertionPoint")
      .def("__init__",
           [](InsertionPoint *self, BlockRef block) {
             new (self) InsertionPoint{block, nullptr};
           })
      .def("__init__",
           [](InsertionPoint *self, nb::handle op) {
             new (self) InsertionPoint(pointBefore(op));
           })
      .def_static("at_block_begin", pointAtBegin, nb::arg("block"))
      .def_static("at_block_terminator", pointAtTerminator, nb::arg("block"))
      .def_static("after", pointAfter, nb::arg("op"))
      .def_prop_ro("block", [](InsertionPoint &self) { return self.block; })
      .def_prop_ro("ref_operation",
                   [](InsertionPoint &self) { return self.before; })
      .def("insert", [](InsertionPoint &self,
                        nb::handle op) { insertAt(self, toOperation(op)); })
      .def_prop_ro_static("current",
                          [](nb::handle) -> std::optional<InsertionPoint> {
                            return frames().empty() ? std::nullopt
                                                    : frames().back().point;
                          })
      .def("__enter__",
           [](nb::object self) {
             auto &point = nb::cast<InsertionPoint &>(self);
             enter(self, point.block->getContext(), std::nullopt, point);
             return self;
           })
      .def("__exit__", [](nb::object self, nb::args) { leave(self); });
}

} // namespace relax_python
