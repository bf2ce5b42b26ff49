// Generates object code in parts that threads work on in parallel.
#include "Relax/Target/ObjectParts.h"
#include "Relax/Target/NativeCode.h"
#include "WeightsObject.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace mlir::relax {

// Instructions that are worth a part, and the most parts that help.
static constexpr uint64_t kPartSize = 8000;
static constexpr uint64_t kMaxParts = 32;
// Bytes of a constant of which each part may have its own copy.
static constexpr uint64_t kCopySize = 4096;

namespace {

/// Functions that are optimized together, and how much work that is.
struct Cluster {
  SmallVector<llvm::Function *> functions;
  uint64_t size = 0;
  /// Whether one of them has thousands of calls (makesManyCalls).
  bool isLong = false;
};

/// Which part defines what. Part 0 has all that is not listed.
using PartOf = llvm::DenseMap<const llvm::GlobalValue *, unsigned>;

/// Makes what this thread does part of the time trace.
/// A time trace is of one thread. What other threads do appears in it only if
/// they have a profiler of their own, and finish it before the thread goes.
class ThreadTrace {
public:
  explicit ThreadTrace(bool isTraced)
      : isMine(isTraced && !llvm::timeTraceProfilerEnabled()) {
    if (isMine)
      llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/500, "relax");
  }
  ~ThreadTrace() {
    if (isMine)
      llvm::timeTraceProfilerFinishThread();
  }

private:
  bool isMine;
};

} // namespace

// A call that the optimizer may want to inline.
// A function and what may be inlined into it go to one part. Kernels that
// nobody inlines are clusters of their own.
static llvm::Function *getCalleeToInline(llvm::Instruction &instruction) {
  auto *call = dyn_cast<llvm::CallBase>(&instruction);
  llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isDeclaration() ||
      callee->hasFnAttribute(llvm::Attribute::NoInline))
    return nullptr;
  return callee;
}

static SmallVector<Cluster> findClusters(llvm::Module &module) {
  llvm::EquivalenceClasses<llvm::Function *> together;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    together.insert(&function);
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block)
        if (llvm::Function *callee = getCalleeToInline(instruction))
          together.unionSets(&function, callee);
  }
  // In the order of the module, so that parts are the same in each run.
  llvm::MapVector<llvm::Function *, Cluster> clusters;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    Cluster &cluster = clusters[together.getLeaderValue(&function)];
    cluster.functions.push_back(&function);
    cluster.size += function.getInstructionCount();
    cluster.isLong |= makesManyCalls(function);
  }
  return llvm::map_to_vector(
      std::move(clusters), [](auto &entry) { return std::move(entry.second); });
}

// Long ones are compiled without optimization: their instructions are selected
// and their registers allocated one by one then, in time that is linear in the
// calls.
static bool hasLong(ArrayRef<Cluster> clusters) {
  return llvm::any_of(clusters,
                      [](const Cluster &cluster) { return cluster.isLong; });
}

// The largest first, each to the part that has least.
// The usual rule for makespans (longest processing time first, Graham 1969):
// at most a third above the best.
// Long functions are all in part 0 and alone there.
static PartOf distribute(ArrayRef<Cluster> clusters, unsigned parts) {
  unsigned first = hasLong(clusters) ? 1 : 0;
  SmallVector<const Cluster *> order;
  for (const Cluster &cluster : clusters)
    if (!cluster.isLong)
      order.push_back(&cluster);
  llvm::sort(order, [](const Cluster *a, const Cluster *b) {
    return a->size != b->size ? a->size > b->size : a < b;
  });
  PartOf partOf;
  SmallVector<uint64_t> sizes(parts - first);
  for (const Cluster *cluster : order) {
    auto smallest = llvm::min_element(sizes);
    *smallest += cluster->size;
    unsigned part = first + (smallest - sizes.begin());
    for (llvm::Function *function : cluster->functions)
      partOf[function] = part;
  }
  return partOf;
}

// One for all that is long, and as many others as their size is worth.
static unsigned countParts(ArrayRef<Cluster> clusters) {
  uint64_t size = 0, number = 0;
  for (const Cluster &cluster : clusters) {
    size += cluster.isLong ? 0 : cluster.size;
    number += cluster.isLong ? 0 : 1;
  }
  uint64_t others = std::min({1 + size / kPartSize, number, kMaxParts});
  return std::max<uint64_t>(others + (hasLong(clusters) ? 1 : 0), 1);
}

static bool isCopied(const llvm::GlobalVariable &variable) {
  return variable.hasLocalLinkage() && variable.isConstant() &&
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()) <=
             kCopySize;
}

// Whether only calls inside its part know a function.
// It may then stay local, and the optimizer may change its signature or drop
// it once it is inlined.
static bool isKnownInside(const llvm::Function &function,
                          const PartOf &partOf) {
  return llvm::all_of(function.users(), [&](const llvm::User *user) {
    auto *call = dyn_cast<llvm::CallBase>(user);
    return call && call->getCalledFunction() == &function &&
           partOf.lookup(call->getFunction()) == partOf.lookup(&function);
  });
}

// What other parts may use is seen by them, and by nobody outside.
// Hidden, so that the symbol resolves when parts are linked and is no export
// of the library: two libraries in a process may have the same name.
static void openLocals(llvm::Module &module, const PartOf &partOf,
                       StringRef suffix) {
  auto open = [&](llvm::GlobalValue &value) {
    if (!suffix.empty())
      value.setName(value.getName() + suffix);
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
  };
  for (llvm::Function &function : module)
    if (function.hasLocalLinkage() && !isKnownInside(function, partOf))
      open(function);
  // A small constant is copied to each part, since the optimizer folds loads
  // only of those whose value it sees. Weights are not: each part would have
  // all of them.
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasLocalLinkage() && !isCopied(variable))
      open(variable);
}

// Declarations that a part does not need, and copies of constants. A module of
// thousands of functions would be written once for each part otherwise.
static void dropUnused(llvm::Module &part) {
  auto isUnused = [](llvm::GlobalValue &value) {
    value.removeDeadConstantUsers();
    return value.use_empty() &&
           (value.isDeclaration() || value.hasLocalLinkage());
  };
  // A constant may be a list of others, and of functions.
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::GlobalVariable &variable :
         llvm::make_early_inc_range(part.globals()))
      if (isUnused(variable)) {
        variable.eraseFromParent();
        changed = true;
      }
  }
  for (llvm::Function &function : llvm::make_early_inc_range(part))
    if (isUnused(function))
      function.eraseFromParent();
}

// Parts have contexts of their own, since a context is for one thread.
static SmallVector<char, 0> writePart(const llvm::Module &module,
                                      const PartOf &partOf, unsigned part) {
  llvm::ValueToValueMapTy map;
  std::unique_ptr<llvm::Module> clone =
      llvm::CloneModule(module, map, [&](const llvm::GlobalValue *value) {
        if (auto *variable = dyn_cast<llvm::GlobalVariable>(value))
          if (isCopied(*variable))
            return true;
        return partOf.lookup(value) == part;
      });
  dropUnused(*clone);
  SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::WriteBitcodeToFile(*clone, os);
  return bytes;
}

// What other parts define is declared in part 0.
static void keepFirstPart(llvm::Module &module, const PartOf &partOf) {
  for (llvm::Function &function : module)
    if (partOf.lookup(&function) != 0)
      function.deleteBody();
}

static LogicalResult generate(Location location, llvm::Module &module,
                              llvm::TargetMachine &machine,
                              llvm::raw_pwrite_stream &os) {
  optimize(module, machine);
  return writeNativeCode(location, module, machine, NativeForm::Object, os);
}

static LogicalResult generate(Location location, ArrayRef<char> bytes,
                              llvm::TargetMachine &machine,
                              llvm::raw_pwrite_stream &os) {
  llvm::LLVMContext context;
  context.setDiscardValueNames(true);
  // It is we who wrote the bytes.
  std::unique_ptr<llvm::Module> module = llvm::cantFail(llvm::parseBitcodeFile(
      {StringRef(bytes.data(), bytes.size()), "relax"}, context));
  return generate(location, *module, machine, os);
}

// Sizes and strides that a kernel knows go away from its calls. The optimizer
// does so inside a part only.
static void dropDeadArguments(llvm::Module &module) {
  llvm::ModuleAnalysisManager analyses;
  llvm::PassBuilder().registerModuleAnalyses(analyses);
  llvm::DeadArgumentEliminationPass().run(module, analyses);
}

namespace {
/// Objects in memory.
class ObjectVector : public ObjectSink {
public:
  explicit ObjectVector(SmallVectorImpl<ObjectCode> &objects)
      : objects(objects) {}

  LogicalResult takeWeights(
      function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) override {
    llvm::raw_svector_ostream os(objects.emplace_back());
    return write(os);
  }

  void begin(unsigned number) override {
    first = objects.size();
    objects.resize(first + number);
  }

  LogicalResult
  take(unsigned part,
       function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) override {
    llvm::raw_svector_ostream os(objects[first + part]);
    return write(os);
  }

private:
  SmallVectorImpl<ObjectCode> &objects;
  /// The object of part 0.
  unsigned first = 0;
};
} // namespace

ObjectSink::~ObjectSink() = default;

LogicalResult generateObjects(ModuleOp module,
                              const HostMachineOptions &options,
                              SmallVectorImpl<ObjectCode> &objects) {
  ObjectVector sink(objects);
  return generateObjects(module, options, sink);
}

// Before anything else, so that whoever owns them may let them go: code
// generation is to have the memory.
static LogicalResult giveWeights(ArrayRef<ObjectWeight> weights,
                                 const llvm::Triple &triple, ObjectSink &sink) {
  if (weights.empty())
    return success();
  SmallVector<ObjectWeight> own;
  for (const ObjectWeight &weight : weights)
    if (sink.getSuffix().empty() || sink.addConstant(weight.name))
      own.push_back(weight);
  return sink.takeWeights([&](llvm::raw_pwrite_stream &os) {
    writeWeightsObject(own, triple, os);
    return success();
  });
}

// Their names in the object, where equal ones have one.
static void renameWeights(ArrayRef<ObjectWeight> weights,
                          llvm::Module &module) {
  for (const ObjectWeight &weight : weights) {
    llvm::GlobalVariable *global = module.getNamedGlobal(weight.global);
    if (weight.global == weight.name)
      continue;
    llvm::GlobalVariable *equal = module.getNamedGlobal(weight.name);
    if (!equal) {
      global->setName(weight.name);
      continue;
    }
    global->replaceAllUsesWith(equal);
    global->eraseFromParent();
  }
}

LogicalResult generateObjects(ModuleOp module,
                              const HostMachineOptions &options,
                              ObjectSink &sink) {
  Location location = module.getLoc();
  MLIRContext *threads = module.getContext();
  SmallVector<std::unique_ptr<llvm::TargetMachine>> machines(1);
  machines[0] = createHostMachine(location, options);
  if (!machines[0])
    return failure();
  const llvm::Triple &triple = machines[0]->getTargetTriple();
  SmallVector<ObjectWeight> weights =
      takeWeights(module, triple, !sink.getSuffix().empty());
  if (failed(giveWeights(weights, triple, sink)))
    return failure();
  llvm::LLVMContext context;
  // An object has the names of symbols only; those of values are looked up
  // and made unique, each in its function.
  context.setDiscardValueNames(true);
  std::unique_ptr<llvm::Module> code =
      translateToLLVM(module, context, *machines[0]);
  if (!code)
    return failure();
  sink.translated();
  renameWeights(weights, *code);
  SmallVector<Cluster> clusters = findClusters(*code);
  unsigned parts = countParts(clusters);
  sink.begin(parts);
  if (parts == 1)
    return sink.take(0, [&](llvm::raw_pwrite_stream &os) {
      return generate(location, *code, *machines[0], os);
    });

  // Functions that lose arguments are others then: parts that were found for
  // those before would depend on where the new ones lie in memory.
  dropDeadArguments(*code);
  clusters = findClusters(*code);
  PartOf partOf = distribute(clusters, parts);
  openLocals(*code, partOf, sink.getSuffix());
  SmallVector<SmallVector<char, 0>> others(parts);
  for (unsigned part = 1; part < parts; ++part) {
    others[part] = writePart(*code, partOf, part);
    // A target machine keeps state for each function that it compiles, so that
    // each thread needs one.
    machines.push_back(createHostMachine(location, options));
  }
  // Only after the others are written: they are copies of this module.
  keepFirstPart(*code, partOf);
  if (hasLong(clusters))
    machines[0]->setOptLevel(llvm::CodeGenOptLevel::None);
  bool isTraced = llvm::timeTraceProfilerEnabled();
  return failableParallelForEachN(threads, 0, parts, [&](size_t part) {
    ThreadTrace trace(isTraced);
    return sink.take(unsigned(part), [&](llvm::raw_pwrite_stream &os) {
      return part == 0 ? generate(location, *code, *machines[0], os)
                       : generate(location, others[part], *machines[part], os);
    });
  });
}

} // namespace mlir::relax
