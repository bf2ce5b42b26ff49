// Results of compiled functions for callers by TVM's convention: functions of
// libtvm_ffi's names stand in for it, and fail where it can.
#include "relax_rt.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <string>

namespace {

/// TVMFFIAny.
struct AnyValue {
  int32_t kind;
  uint32_t padding;
  union {
    int64_t integer;
    void *pointer;
  };
};

/// What the functions of TVM's names do, and have seen.
struct Library {
  bool hasArrays = true;
  bool takesTensors = true;
  /// Set by a compiled function at its end.
  bool isOutOfMemory = false;
  int tensors = 0;
  int arguments = 0;
  int raises = 0;
  std::string raised;
};

Library library;

int32_t makeScalars(RelaxContext *context, RelaxTensor **outputs, int number) {
  for (int64_t i = 0; i < number; ++i)
    outputs[i] = relax_rt_tensor_from_data(context, &i, RELAX_INT, 64, 1, 0, 0);
  return relax_rt_status(context);
}

int32_t one(RelaxContext *context, const DLTensor *const *,
            RelaxTensor **outputs) {
  return makeScalars(context, outputs, 1);
}

int32_t two(RelaxContext *context, const DLTensor *const *,
            RelaxTensor **outputs) {
  return makeScalars(context, outputs, 2);
}

int32_t exhaust(RelaxContext *context, const DLTensor *const *,
                RelaxTensor **outputs) {
  int32_t status = makeScalars(context, outputs, 2);
  library.isOutOfMemory = true;
  return status;
}

const RelaxTypeDescriptor number = {
    nullptr, RELAX_VALUE_SCALAR, {RELAX_INT, 64, 1}, 0, 0, nullptr, nullptr};
const RelaxTypeDescriptor numbers[] = {number, number};
const RelaxFunctionDescriptor functions[] = {
    {"one", 0, 1, nullptr, numbers, one},
    {"two", 0, 2, nullptr, numbers, two},
    {"exhaust", 0, 2, nullptr, numbers, exhaust}};
const RelaxModuleDescriptor descriptor = {
    RELAX_ABI_VERSION, 3, functions, nullptr, nullptr, nullptr, 0, 0, nullptr};

/// Calls function `index`; every tensor that TVM got is ended after it.
class TVMCalls : public testing::Test {
protected:
  void SetUp() override { library = Library(); }
  void TearDown() override { EXPECT_EQ(library.tensors, 0); }

  int32_t call(int32_t index) {
    int32_t status = relax_rt_tvm_call(&descriptor, index, nullptr, 0, &result);
    library.isOutOfMemory = false;
    return status;
  }

  AnyValue result = {};
};

} // namespace

// NOLINTBEGIN(readability-identifier-naming): names of others
#define TVM_FFI extern "C" __attribute__((visibility("default")))

TVM_FFI void TVMFFIErrorSetRaisedFromCStr(const char *kind,
                                          const char *message) {
  library.raised = std::string(kind) + ": " + message;
  ++library.raises;
}

TVM_FFI int TVMFFITensorFromDLPack(DLManagedTensor *from, int32_t, int32_t,
                                   void **object) {
  if (!library.takesTensors) {
    library.raised = "TVM's own text";
    return -1;
  }
  ++library.tensors;
  *object = from;
  return 0;
}

TVM_FFI int TVMFFIFunctionGetGlobal(const void *, void **function) {
  *function = library.hasArrays ? &library : nullptr;
  return 0;
}

TVM_FFI int TVMFFIFunctionCall(void *, AnyValue *, int32_t count, AnyValue *) {
  library.arguments = count;
  return 0;
}

TVM_FFI int TVMFFIObjectDecRef(void *object) {
  if (object == &library)
    return 0;
  --library.tensors;
  auto *tensor = static_cast<DLManagedTensor *>(object);
  tensor->deleter(tensor);
  return 0;
}

// The linker lets these take the calls of `malloc` (--wrap).
extern "C" void *__real_malloc(size_t bytes);
extern "C" void *__wrap_malloc(size_t bytes) {
  return library.isOutOfMemory ? nullptr : __real_malloc(bytes);
}
// NOLINTEND(readability-identifier-naming)

TEST_F(TVMCalls, GivesOneTensor) {
  ASSERT_EQ(call(0), 0) << library.raised;
  EXPECT_EQ(library.tensors, 1);
  EXPECT_EQ(library.raised, "");
  TVMFFIObjectDecRef(result.pointer);
}

TEST_F(TVMCalls, MakesAnArrayOfSeveral) {
  EXPECT_EQ(call(1), 0) << library.raised;
  EXPECT_EQ(library.arguments, 2);
}

TEST_F(TVMCalls, SaysThatNothingMakesArrays) {
  library.hasArrays = false;
  EXPECT_EQ(call(1), -1);
  EXPECT_EQ(library.raised,
            "RuntimeError: expected TVM's function 'ffi.Array', which makes "
            "one value of 2 results, found none of that name; load libtvm_ffi "
            "as a whole");
}

TEST_F(TVMCalls, SaysThatAHeaderHasNoMemory) {
  EXPECT_EQ(call(2), -1);
  EXPECT_EQ(library.raised, "MemoryError: out of memory");
  // By each of the two results, and not by the call itself.
  EXPECT_EQ(library.raises, 2);
}

TEST_F(TVMCalls, KeepsTheTextOfTVM) {
  library.takesTensors = false;
  EXPECT_EQ(call(0), -1);
  EXPECT_EQ(library.raised, "TVM's own text");
  EXPECT_EQ(call(1), -1);
  EXPECT_EQ(library.raised, "TVM's own text");
}
