// Tensor handles of the run-time library: making, viewing, sharing, DLPack.
#include "DType.h"
#include "RuntimeFixture.h"

#include <cmath>

using RuntimeTensor = RuntimeFixture;

TEST_F(RuntimeTensor, IsCompactAndAligned) {
  RelaxTensor *tensor = makeFloats({2, 3}, {1, 2, 3, 4, 5, 6});
  const DLTensor *dl = relax_tensor_dl(tensor);
  EXPECT_EQ(dl->ndim, 2);
  EXPECT_EQ(dl->shape[1], 3);
  EXPECT_EQ(dl->strides, nullptr);
  EXPECT_EQ(dl->byte_offset, 0u);
  EXPECT_EQ(dl->device.device_type, kDLCPU);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(dl->data) % RELAX_ALIGNMENT, 0u);
  relax_tensor_release(tensor);
  relax_tensor_release(nullptr);
}

TEST_F(RuntimeTensor, RejectsBadDTypesAndDims) {
  RelaxTensor *tensor = nullptr;
  int64_t dims[] = {-1};
  EXPECT_EQ(relax_tensor_create(context, {RELAX_FLOAT, 0, 1}, 1, dims, &tensor),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "expected a dtype, found code 2, 0 bits and 1 lanes");
  EXPECT_EQ(
      relax_tensor_create(context, {RELAX_FLOAT, 32, 1}, 1, dims, &tensor),
      RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "expected dim 0 of a new tensor to be at least 0, found -1");
  std::vector<int64_t> many(RELAX_MAX_RANK + 1, 1);
  EXPECT_EQ(relax_tensor_create(context, {RELAX_FLOAT, 32, 1},
                                RELAX_MAX_RANK + 1, many.data(), &tensor),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "expected a rank of 0 to 64, found 65");
  EXPECT_EQ(tensor, nullptr);
  EXPECT_EQ(
      relax_tensor_create(nullptr, {RELAX_FLOAT, 32, 1}, 0, nullptr, &tensor),
      RELAX_ERROR_INVALID_ARGUMENT);
}

TEST_F(RuntimeTensor, CopiesStrides) {
  float data[] = {0, 1, 2, 3, 4, 5};
  std::vector<int64_t> dims = {3, 2};
  int64_t strides[] = {1, 3};
  DLTensor transposed = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
  transposed.strides = strides;
  RelaxTensor *copy = nullptr;
  ASSERT_EQ(relax_tensor_copy(context, &transposed, &copy), RELAX_OK);
  EXPECT_EQ(getFloats(*relax_tensor_dl(copy)),
            (std::vector<float>{0, 3, 1, 4, 2, 5}));
  relax_tensor_release(copy);

  int64_t backwards[] = {-2, -1};
  transposed.strides = backwards;
  transposed.byte_offset = 5 * sizeof(float);
  ASSERT_EQ(relax_tensor_copy(context, &transposed, &copy), RELAX_OK);
  EXPECT_EQ(getFloats(*relax_tensor_dl(copy)),
            (std::vector<float>{5, 4, 3, 2, 1, 0}));
  relax_tensor_release(copy);
}

TEST_F(RuntimeTensor, RejectsStridesOfPartsOfBytes) {
  char data[8] = {};
  std::vector<int64_t> dims = {2, 2};
  int64_t strides[] = {1, 2};
  DLTensor nibbles = makeView(data, {RELAX_INT, 4, 1}, dims);
  nibbles.strides = strides;
  RelaxTensor *copy = nullptr;
  EXPECT_EQ(relax_tensor_copy(context, &nibbles, &copy),
            RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "copied tensor: expected elements of whole bytes in a "
                        "tensor with strides, found 4 bits");
}

TEST_F(RuntimeTensor, ViewsShareMemory) {
  RelaxTensor *base = makeFloats({6}, {1, 2, 3, 4, 5, 6});
  int64_t dims[] = {2, 2};
  RelaxTensor *view = nullptr;
  ASSERT_EQ(
      relax_tensor_view(context, base, 8, {RELAX_FLOAT, 32, 1}, 2, dims, &view),
      RELAX_OK);
  relax_tensor_release(base);
  EXPECT_EQ(getFloats(*relax_tensor_dl(view)),
            (std::vector<float>{3, 4, 5, 6}));
  RelaxTensor *outside = nullptr;
  EXPECT_EQ(relax_tensor_view(context, view, 8, {RELAX_FLOAT, 32, 1}, 2, dims,
                              &outside),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "view: expected at most 16 bytes, found 16 at offset 8");
  EXPECT_EQ(relax_tensor_view(context, view, 0, {RELAX_FLOAT, 32, 1}, 65, dims,
                              &outside),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "view: expected a rank of 0 to 64, found 65");
  EXPECT_EQ(relax_tensor_view(context, nullptr, 0, {RELAX_FLOAT, 32, 1}, 2,
                              dims, &outside),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "view: expected a tensor, found null");
  relax_tensor_release(view);
}

namespace {

/// A DLPack tensor that counts how often it is ended.
struct Foreign {
  explicit Foreign(std::vector<int64_t> sizes) : dims(std::move(sizes)) {
    managed.dl_tensor = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
    managed.manager_ctx = &ended;
    managed.deleter = [](DLManagedTensor *self) {
      ++*static_cast<int *>(self->manager_ctx);
    };
  }
  float data[6] = {1, 2, 3, 4, 5, 6};
  std::vector<int64_t> dims;
  int ended = 0;
  DLManagedTensor managed = {};
};

} // namespace

TEST_F(RuntimeTensor, TakesDLPackTensorsOver) {
  Foreign foreign({2, 2});
  foreign.managed.dl_tensor.byte_offset = 8;
  RelaxTensor *tensor = nullptr;
  ASSERT_EQ(relax_tensor_from_dlpack(context, &foreign.managed, &tensor),
            RELAX_OK);
  EXPECT_EQ(relax_tensor_data(tensor), foreign.data + 2);
  int64_t dims[] = {1};
  RelaxTensor *view = nullptr;
  ASSERT_EQ(relax_tensor_view(context, tensor, 4, {RELAX_FLOAT, 32, 1}, 1, dims,
                              &view),
            RELAX_OK);
  relax_tensor_release(tensor);
  EXPECT_EQ(foreign.ended, 0);
  EXPECT_EQ(getFloats(*relax_tensor_dl(view)), std::vector<float>{4});
  relax_tensor_release(view);
  EXPECT_EQ(foreign.ended, 1);
}

TEST_F(RuntimeTensor, KeepsForeignStrides) {
  Foreign foreign({3, 2});
  int64_t strides[] = {1, 3};
  foreign.managed.dl_tensor.strides = strides;
  RelaxTensor *tensor = nullptr;
  ASSERT_EQ(relax_tensor_from_dlpack(context, &foreign.managed, &tensor),
            RELAX_OK);
  EXPECT_EQ(relax_tensor_dl(tensor)->strides[1], 3);
  RelaxTensor *view = nullptr;
  EXPECT_EQ(relax_tensor_view(context, tensor, 0, {RELAX_FLOAT, 32, 1}, 0,
                              nullptr, &view),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "view: expected a compact tensor, found strides");
  relax_tensor_release(tensor);
  EXPECT_EQ(foreign.ended, 1);
}

TEST_F(RuntimeTensor, LeavesRefusedDLPackTensorsToTheCaller) {
  Foreign foreign({2, 2});
  foreign.managed.dl_tensor.device = {kDLROCM, 1};
  RelaxTensor *tensor = nullptr;
  EXPECT_EQ(relax_tensor_from_dlpack(context, &foreign.managed, &tensor),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "DLPack tensor: expected a tensor on the CPU or on a CUDA device, "
            "found one on rocm:1; copy it to the CPU first");
  EXPECT_EQ(foreign.ended, 0);
  EXPECT_EQ(relax_tensor_from_dlpack(context, nullptr, &tensor),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "DLPack tensor: expected a tensor, found null");
}

TEST_F(RuntimeTensor, GivesDLPackTensors) {
  RelaxTensor *tensor = makeFloats({3}, {1, 2, 3});
  DLManagedTensor *managed = relax_tensor_to_dlpack(tensor);
  relax_tensor_release(tensor);
  EXPECT_EQ(getFloats(managed->dl_tensor), (std::vector<float>{1, 2, 3}));
  managed->deleter(managed);
  EXPECT_EQ(relax_tensor_to_dlpack(nullptr), nullptr);
}

TEST(RuntimeDType, ReadsWhatItWrites) {
  for (const char *text :
       {"f16", "f32", "f64", "bf16", "i8", "i16", "i32", "i64", "i4", "ui8",
        "ui64", "bool", "complex64", "f8E4M3FN", "f8E4M3B11FNUZ", "handle64"}) {
    DLDataType dtype;
    ASSERT_EQ(relax_dtype_from_text(text, &dtype), RELAX_OK) << text;
    char again[24];
    relax_dtype_to_text(dtype, again);
    EXPECT_STREQ(again, text);
  }
}

// Expected are the bytes of ml_dtypes 0.5: a zero of each sign, a number near
// the smallest, of both signs, a tie, the largest, too large, infinity, NaN.
TEST(RuntimeDType, RoundsToEightBits) {
  const double values[] = {0.0,  -0.0,  0.011, -1.3,      1.1875,
                           15.6, 464.0, 1e9,   -INFINITY, NAN};
  struct {
    const char *text;
    std::vector<uint8_t> bytes;
  } formats[] = {
      {"f8E3M4", {0x00, 0x80, 0x01, 0xb5, 0x33, 0x6f, 0x70, 0x70, 0xf0, 0x78}},
      {"f8E4M3", {0x00, 0x80, 0x06, 0xba, 0x3a, 0x58, 0x78, 0x78, 0xf8, 0x7c}},
      {"f8E4M3B11FNUZ",
       {0x00, 0x00, 0x23, 0xda, 0x5a, 0x78, 0x80, 0x80, 0x80, 0x80}},
      {"f8E4M3FN",
       {0x00, 0x80, 0x06, 0xba, 0x3a, 0x58, 0x7e, 0x7f, 0xff, 0x7f}},
      {"f8E4M3FNUZ",
       {0x00, 0x00, 0x0b, 0xc2, 0x42, 0x60, 0x80, 0x80, 0x80, 0x80}},
      {"f8E5M2", {0x00, 0x80, 0x22, 0xbd, 0x3d, 0x4c, 0x5f, 0x7c, 0xfc, 0x7e}},
      {"f8E5M2FNUZ",
       {0x00, 0x00, 0x26, 0xc1, 0x41, 0x50, 0x63, 0x80, 0x80, 0x80}}};
  for (const auto &format : formats) {
    DLDataType dtype;
    ASSERT_EQ(relax_dtype_from_text(format.text, &dtype), RELAX_OK);
    std::vector<uint8_t> bytes(std::size(values));
    for (size_t i = 0; i < bytes.size(); ++i)
      EXPECT_TRUE(relax::runtime::writeNumber(bytes.data(), dtype, int64_t(i),
                                              values[i]));
    EXPECT_EQ(bytes, format.bytes) << format.text;
    // What was read is written as the same bits, whatever the 8 bits are.
    for (int bits = 0; bits < 256; ++bits) {
      auto byte = uint8_t(bits), again = uint8_t(~bits);
      double value = 0;
      ASSERT_TRUE(relax::runtime::readNumber(&byte, dtype, 0, value));
      ASSERT_TRUE(relax::runtime::writeNumber(&again, dtype, 0, value));
      EXPECT_TRUE(std::isnan(value) || again == byte) << format.text;
    }
  }
}

TEST(RuntimeDType, KnowsOtherSpellings) {
  DLDataType dtype;
  ASSERT_EQ(relax_dtype_from_text("float32", &dtype), RELAX_OK);
  EXPECT_EQ(dtype.code, RELAX_FLOAT);
  ASSERT_EQ(relax_dtype_from_text("uint8", &dtype), RELAX_OK);
  EXPECT_EQ(dtype.code, RELAX_UINT);
  ASSERT_EQ(relax_dtype_from_text("i1", &dtype), RELAX_OK);
  EXPECT_EQ(dtype.code, RELAX_BOOL);
  for (const char *text :
       {"", "f", "32", "f0", "f032", "f1000", "f32x", "x32", "f-8", "f256"})
    EXPECT_NE(relax_dtype_from_text(text, &dtype), RELAX_OK) << text;
  char text[24];
  relax_dtype_to_text({RELAX_FLOAT, 32, 4}, text);
  EXPECT_STREQ(text, "f32x4");
  relax_dtype_to_text({200, 255, 65535}, text);
  EXPECT_STREQ(text, "code200:255x65535");
}
