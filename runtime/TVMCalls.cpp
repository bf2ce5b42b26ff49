// Calls of compiled functions by TVM's convention (apache-tvm-ffi).
//
// Its library is looked up when a result or an error is handed over: who calls
// has it, and nobody else needs it. What is read of arguments is the layout
// that its c_api.h promises.
#include "Module.h"

#include <cstdio>
#include <dlfcn.h>
#include <map>

namespace relax::runtime {

namespace {

/// TVMFFITypeIndex: the kinds of values that are read or made.
/// Written here rather than included, so that the run time is built without
/// TVM's headers. Numbers from 64 on are objects with an owner count, which is
/// why only these are released.
enum TVMKind : int32_t {
  Int = 1,
  Bool = 2,
  Float = 3,
  TensorPointer = 7,
  Shape = 69,
  TensorObject = 70
};

/// TVMFFIAny.
struct TVMValue {
  int32_t kind;
  // Must be 0: TVM compares and hashes whole values, padding included.
  uint32_t padding;
  union {
    int64_t integer;
    double number;
    void *pointer;
  };
};

/// TVMFFIObject, which stands before what an object is.
struct TVMObject {
  uint64_t owners;
  int32_t kind;
  uint32_t padding;
  void (*deleter)(void *self, int flags);
};

/// TVMFFIShapeCell.
struct TVMShape {
  const int64_t *sizes;
  size_t rank;
};

/// TVMFFIByteArray.
struct TVMText {
  const char *data;
  size_t size;
};

static_assert(sizeof(TVMValue) == 16 && sizeof(TVMObject) == 24,
              "the layout is part of TVM's ABI");

/// One call: the function's number in its module, and the arguments.
struct TVMCall {
  const RelaxModuleDescriptor *descriptor;
  int32_t index;
  const TVMValue *values;
  int32_t count;

  const RelaxFunctionDescriptor &getFunction() const {
    return descriptor->functions[index];
  }
};

/// What is called of libtvm_ffi.
/// Each of them returns 0 or an error, which it has raised for the thread by
/// then. Thus a failure of the library is passed on as -1 and not raised again,
/// which would replace its text.
struct TVMLibrary {
  void (*raise)(const char *kind, const char *message);
  int (*makeTensor)(DLManagedTensor *from, int32_t alignment, int32_t compact,
                    void **object);
  int (*findFunction)(const TVMText *name, void **function);
  int (*call)(void *function, TVMValue *args, int32_t count, TVMValue *result);
  int (*release)(void *object);

  bool isComplete() const {
    return raise && makeTensor && findFunction && call && release;
  }
};

/// An argument as a tensor: that of the caller, or one over a number or shape.
/// It points into itself once it is filled, so that a vector of them must have
/// its size before: a reallocation would leave `data` and `shape` dangling.
struct Argument {
  const DLTensor *given = nullptr;
  DLTensor made{};
  int64_t size = 0;
  union {
    int64_t integer;
    double number;
    float single;
  };

  Argument() : integer(0) {}
  const DLTensor *get() const { return given ? given : &made; }
};

/// Modules that were called, and contexts that no call uses.
/// Contexts are kept between calls: each has a pool of memory and of threads,
/// whose start costs more than most calls. One call has one context, as callers
/// of TVM may use several threads and a context serves one at a time.
struct TVMState {
  ForkSafeMutex lock;
  std::map<const RelaxModuleDescriptor *, RelaxModule *> modules;
  std::vector<RelaxContext *> idle;
};

/// A context for one call, given back at its end.
class ContextLease {
public:
  explicit ContextLease(TVMState &state);
  ~ContextLease();
  ContextLease(const ContextLease &) = delete;
  ContextLease &operator=(const ContextLease &) = delete;
  RelaxContext *get() const { return context; }

private:
  TVMState &state;
  RelaxContext *context = nullptr;
};

} // namespace

// Never ended: other threads may still call while the program exits.
static TVMState &getState() {
  static auto *state = new TVMState();
  return *state;
}

ContextLease::ContextLease(TVMState &state) : state(state) {
  // Python's multiprocessing may fork at any time: with a plain mutex, a child
  // whose parent had another thread in here would wait for ever.
  std::lock_guard<ForkSafeMutex> guard(state.lock);
  if (!state.idle.empty()) {
    context = state.idle.back();
    state.idle.pop_back();
  } else {
    // So that giving it back cannot fail.
    state.idle.reserve(state.idle.capacity() + 1);
    context = relax_context_create();
  }
}

ContextLease::~ContextLease() {
  if (!context)
    return;
  std::lock_guard<ForkSafeMutex> guard(state.lock);
  if (state.idle.size() < state.idle.capacity())
    state.idle.push_back(context);
  else
    relax_context_destroy(context);
}

// dlsym and not a dependency: a library that names libtvm_ffi could not be
// loaded without it, and two copies of it in one process would each have their
// own thread-local error.
template <typename Function>
static void find(Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

static TVMLibrary findLibrary() {
  TVMLibrary library;
  find(library.raise, "TVMFFIErrorSetRaisedFromCStr");
  find(library.makeTensor, "TVMFFITensorFromDLPack");
  find(library.findFunction, "TVMFFIFunctionGetGlobal");
  find(library.call, "TVMFFIFunctionCall");
  find(library.release, "TVMFFIObjectDecRef");
  return library;
}

// The library stays: its names are in the table, and an address that it no
// longer has could be another library's descriptor.
// RTLD_NOLOAD takes the library that is there and never reads a file, which may
// have been replaced since.
static void *pinLibrary(const void *address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname
             ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)
             : nullptr;
}

// By the address of the descriptor, which is one for each loaded library; names
// of files would differ for one library behind a link. A module is made once,
// not in each call.
static RelaxModule *findModule(RelaxContext *context,
                               const RelaxModuleDescriptor *descriptor) {
  TVMState &state = getState();
  std::lock_guard<ForkSafeMutex> guard(state.lock);
  RelaxModule *&module = state.modules[descriptor];
  if (module)
    return module;
  // A program has its descriptors without a library to look for versions in.
  if (void *library = pinLibrary(descriptor))
    descriptor = chooseVersion(library, descriptor);
  (void)relax_module_from_descriptor(context, descriptor, &module);
  return module;
}

// Whether an integer has a value in a narrower type; a bool is 0 or 1.
static bool fits(int64_t number, const DLDataType &type) {
  if (type.code == RELAX_BOOL)
    return number == 0 || number == 1;
  if (type.bits >= 64)
    return type.code != RELAX_UINT || number >= 0;
  int64_t end =
      int64_t(1) << (type.code == RELAX_UINT ? type.bits : type.bits - 1);
  return number >= (type.code == RELAX_UINT ? 0 : -end) && number < end;
}

// A number has no width of its own: it takes that of the parameter. False where
// it has no value there.
static bool takeNumber(const TVMValue &value, const RelaxTypeDescriptor &type,
                       Argument &argument) {
  // TVM has int64_t and double only, Python callers write f(x, 2) for a
  // parameter f32. What has no equal here, such as f16, keeps 64 bits, and the
  // check of arguments then names both dtypes. A float is never made an
  // integer, which would cut it off silently.
  bool isFloat = type.dtype.code == RELAX_FLOAT;
  bool isKnown = isFloat ? type.dtype.bits == 32 || type.dtype.bits == 64
                         : value.kind != Float && type.dtype.bits >= 8 &&
                               type.dtype.code != RELAX_ANY_TYPE;
  if (!isKnown)
    isFloat = value.kind == Float;
  DLDataType own = {uint8_t(isFloat ? kDLFloat : kDLInt), 64, 1};
  argument.made.dtype = isKnown ? type.dtype : own;
  if (!isFloat) {
    argument.integer = value.integer;
    if (!fits(value.integer, argument.made.dtype))
      return false;
  } else if (argument.made.dtype.bits == 64)
    argument.number =
        value.kind == Float ? value.number : double(value.integer);
  else
    argument.single =
        float(value.kind == Float ? value.number : double(value.integer));
  argument.made.data = &argument.integer;
  return true;
}

static bool takeArgument(const TVMValue &value, const RelaxTypeDescriptor &type,
                         Argument &argument) {
  // Device type 0 is none in DLPack, so that a zeroed tensor would be on no
  // device at all.
  argument.made.device = {kDLCPU, 0};
  switch (value.kind) {
  case TensorPointer:
    argument.given = static_cast<const DLTensor *>(value.pointer);
    return true;
  // The DLTensor is right behind the header, without a pointer in between, by
  // the static layout of TVMFFITensor.
  case TensorObject:
    argument.given = reinterpret_cast<const DLTensor *>(
        static_cast<const TVMObject *>(value.pointer) + 1);
    return true;
  case Shape: {
    auto *shape = reinterpret_cast<const TVMShape *>(
        static_cast<const TVMObject *>(value.pointer) + 1);
    argument.size = int64_t(shape->rank);
    // DLPack has no pointer to const. Parameters that are shapes are only read.
    argument.made.data = const_cast<int64_t *>(shape->sizes);
    argument.made.ndim = 1;
    argument.made.shape = &argument.size;
    argument.made.dtype = {kDLInt, 64, 1};
    return true;
  }
  case Int:
  case Bool:
  case Float:
    return takeNumber(value, type, argument);
  default:
    return false;
  }
}

static int32_t takeArguments(RelaxContext *context, const TVMCall &call,
                             std::vector<Argument> &arguments) {
  const RelaxFunctionDescriptor &function = call.getFunction();
  // First of all: the arguments are an array of which only the caller knows the
  // end.
  if (call.count != function.num_params)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "function '%s': expected %d arguments, found %d", function.name,
                function.num_params, call.count);
  arguments.resize(size_t(call.count));
  for (int32_t i = 0; i < call.count; ++i)
    if (!takeArgument(call.values[i], function.params[i], arguments[size_t(i)]))
      return fail(
          context, RELAX_ERROR_INVALID_ARGUMENT,
          "function '%s': expected argument %d to be a tensor, a number "
          "that its type has, or a shape, found a value of TVM's type index "
          "%d; pass the parts of a tuple one by one",
          function.name, i, call.values[i].kind);
  return RELAX_OK;
}

static void raiseOutOfMemory(const TVMLibrary &library) {
  library.raise("MemoryError", "out of memory");
}

// Hands a tensor over, also where that fails.
static int giveTensor(const TVMLibrary &library, RelaxTensor *tensor,
                      TVMValue &value) {
  // Without a copy: the DLPack tensor keeps the memory alive, so that our own
  // owner can be given up at once. TVM takes over what it is given only if it
  // succeeds, hence the deleter here on failure.
  DLManagedTensor *managed = relax_tensor_to_dlpack(tensor);
  relax_tensor_release(tensor);
  if (!managed) {
    // Nothing but its header was to be made.
    raiseOutOfMemory(library);
    return -1;
  }
  void *object = nullptr;
  if (library.makeTensor(managed, 0, 0, &object)) {
    managed->deleter(managed);
    return -1;
  }
  value.kind = TensorObject;
  value.pointer = object;
  return 0;
}

// TVM's maker of arrays. A look-up of what is not registered succeeds and finds
// null, without an error.
static int findArrayMaker(const TVMLibrary &library, size_t numResults,
                          void **makeArray) {
  static const char name[] = "ffi.Array";
  TVMText text = {name, sizeof(name) - 1};
  if (int status = library.findFunction(&text, makeArray))
    return status;
  if (*makeArray)
    return 0;
  char message[160];
  std::snprintf(message, sizeof(message),
                "expected TVM's function '%s', which makes one value of %zu "
                "results, found none of that name; load libtvm_ffi as a whole",
                name, numResults);
  library.raise("RuntimeError", message);
  return -1;
}

// One result is itself, several are an array, as of TVM's virtual machine.
static int giveResults(const TVMLibrary &library,
                       const std::vector<RelaxTensor *> &outputs,
                       TVMValue *result) {
  std::vector<TVMValue> values(outputs.size());
  // No early end: results that are not handed over would have no owner who
  // releases them.
  int status = 0;
  for (size_t i = 0; i < outputs.size(); ++i)
    status |= giveTensor(library, outputs[i], values[i]);
  if (outputs.size() == 1) {
    *result = values[0];
    return status;
  }
  // Arrays are objects of C++ whose layout TVM does not promise, so that its
  // own constructor makes them.
  void *makeArray = nullptr;
  if (status == 0 && !values.empty()) {
    status = findArrayMaker(library, values.size(), &makeArray);
    if (status == 0)
      status = library.call(makeArray, values.data(), int32_t(values.size()),
                            result);
  }
  // Look-ups give an owner. So does each tensor, while arguments are only
  // borrowed: the array has counted itself as an owner, and ours has to end.
  if (makeArray)
    library.release(makeArray);
  for (const TVMValue &value : values)
    if (value.kind == TensorObject)
      library.release(value.pointer);
  return status;
}

static int32_t callFunction(RelaxContext *context, TVMCall call,
                            std::vector<RelaxTensor *> &outputs) {
  RelaxModule *module = findModule(context, call.descriptor);
  if (!module)
    // The module was rejected, for example as it is of a newer version; the
    // context has the text.
    return relax_context_status(context);
  call.descriptor = module->descriptor;
  // A context that was used before may still have the error of another caller's
  // call.
  beginOperation(context);
  std::vector<Argument> arguments;
  if (int32_t status = takeArguments(context, call, arguments))
    return status;
  std::vector<const DLTensor *> inputs;
  inputs.reserve(arguments.size());
  for (const Argument &argument : arguments)
    inputs.push_back(argument.get());
  const RelaxFunctionDescriptor &function = call.getFunction();
  outputs.resize(size_t(function.num_results));
  return relax_function_invoke(context, module, &function, inputs.data(),
                               call.count, outputs.data(),
                               function.num_results);
}

// TVM maps the name to the class of the exception in Python, which callers
// catch by it.
static const char *getErrorKind(int32_t status) {
  switch (status) {
  case RELAX_ERROR_INVALID_ARGUMENT:
    return "ValueError";
  case RELAX_ERROR_OUT_OF_MEMORY:
    return "MemoryError";
  default:
    return "RuntimeError";
  }
}

} // namespace relax::runtime

int32_t relax_rt_tvm_call(const RelaxModuleDescriptor *descriptor,
                          int32_t index, const void *arguments, int32_t count,
                          void *result) {
  using namespace relax::runtime;
  TVMLibrary library = findLibrary();
  // Nobody could be told why.
  if (!library.isComplete())
    return -1;
  try {
    ContextLease lease(getState());
    if (!lease.get())
      throw std::bad_alloc();
    std::vector<RelaxTensor *> outputs;
    TVMCall call = {descriptor, index, static_cast<const TVMValue *>(arguments),
                    count};
    int32_t status = guarded(
        lease.get(), [&] { return callFunction(lease.get(), call, outputs); });
    if (status == RELAX_OK)
      return giveResults(library, outputs, static_cast<TVMValue *>(result));
    library.raise(getErrorKind(status), relax_context_error(lease.get()));
    // No exception may leave: the caller is C, whose frames cannot be unwound.
  } catch (const std::bad_alloc &) {
    raiseOutOfMemory(library);
  }
  return -1;
}
