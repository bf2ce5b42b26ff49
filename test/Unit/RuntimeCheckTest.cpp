// Entry checks and match_cast checks: the exact words of each message.
#include "RuntimeFixture.h"

namespace {

class RuntimeCheck : public RuntimeFixture {
protected:
  /// Checks the tensor against f32[2, ?, 4] and returns the message.
  std::string checkEntry(const DLTensor *tensor) {
    relax_context_set_num_threads(context, 1); // begins anew
    static const int64_t expected[] = {2, -1, 4};
    int32_t status = relax_rt_check_tensor(context, "main", "bytes", 0, tensor,
                                           RELAX_FLOAT, 32, 1, 3, expected);
    EXPECT_EQ(status, relax_context_status(context));
    return getError();
  }

  /// The same for the message behind its beginning, which is checked.
  std::string checkWords(const DLTensor *tensor) {
    std::string text = checkEntry(tensor);
    std::string subject = "function 'main', parameter 'bytes' (index 0)";
    EXPECT_EQ(text.substr(0, subject.size()), subject);
    return text.substr(std::min(subject.size(), text.size()));
  }

  alignas(8) float data[24] = {};
  std::vector<int64_t> dims = {2, 3, 4};
  DLTensor tensor = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
};

} // namespace

TEST_F(RuntimeCheck, AcceptsWhatFits) { EXPECT_EQ(checkEntry(&tensor), ""); }

TEST_F(RuntimeCheck, AcceptsAnything) {
  EXPECT_EQ(relax_rt_check_tensor(context, "main", "x", 0, &tensor,
                                  RELAX_ANY_TYPE, 0, 0, -1, nullptr),
            RELAX_OK);
  EXPECT_EQ(relax_rt_check_tensor(context, "main", "x", 0, &tensor,
                                  RELAX_ANY_TYPE, 0, 0, 3, nullptr),
            RELAX_OK);
}

TEST_F(RuntimeCheck, NamesNull) {
  EXPECT_EQ(checkWords(nullptr), ": expected a tensor, found null");
}

TEST_F(RuntimeCheck, NamesTheDevice) {
  tensor.device = {kDLCUDA, 2};
  EXPECT_EQ(checkWords(&tensor), ": expected a tensor on the CPU, found one on "
                                 "cuda:2; copy it to the CPU first");
}

TEST_F(RuntimeCheck, NamesTheDType) {
  tensor.dtype = {RELAX_INT, 64, 1};
  EXPECT_EQ(checkWords(&tensor), ": expected dtype f32, found i64");
  tensor.dtype = {RELAX_FLOAT, 32, 2};
  EXPECT_EQ(checkWords(&tensor), ": expected dtype f32, found f32x2");
  tensor.dtype = {RELAX_FLOAT, 0, 1};
  EXPECT_EQ(checkWords(&tensor),
            ": expected a dtype with bits, found 0 bits and 1 lanes");
}

TEST_F(RuntimeCheck, NamesTheRank) {
  tensor.ndim = 2;
  EXPECT_EQ(checkWords(&tensor), ": expected rank 3, found 2");
  tensor.ndim = -1;
  EXPECT_EQ(checkWords(&tensor), ": expected a rank of 0 to 64, found -1");
  tensor.ndim = 65;
  EXPECT_EQ(checkWords(&tensor), ": expected a rank of 0 to 64, found 65");
}

TEST_F(RuntimeCheck, NamesTheDim) {
  dims = {2, 3, 5};
  tensor.shape = dims.data();
  EXPECT_EQ(checkWords(&tensor), ": expected dim 2 to be 4, found 5");
  dims[1] = -3;
  EXPECT_EQ(checkWords(&tensor), ": expected dim 1 to be 0 or more, found -3");
}

TEST_F(RuntimeCheck, NamesMissingParts) {
  tensor.shape = nullptr;
  EXPECT_EQ(checkWords(&tensor), ": expected 3 dims, found a null shape");
  tensor.shape = dims.data();
  tensor.data = nullptr;
  EXPECT_EQ(checkWords(&tensor), ": expected 96 bytes of data, found null");
  dims[1] = 0;
  EXPECT_EQ(checkEntry(&tensor), "");
}

TEST_F(RuntimeCheck, NamesAbsurdSizes) {
  dims = {2, int64_t(1) << 60, 4};
  tensor.shape = dims.data();
  EXPECT_EQ(checkWords(&tensor),
            ": expected a size of the tensor that fits in 64 bits");
}

TEST_F(RuntimeCheck, NamesStrides) {
  int64_t compact[] = {12, 4, 1}, other[] = {12, 1, 3};
  tensor.strides = compact;
  EXPECT_EQ(checkEntry(&tensor), "");
  tensor.strides = other;
  EXPECT_EQ(checkWords(&tensor),
            ": expected compact row-major elements, found other strides; call "
            "through relax_function_call, which copies them");
}

TEST_F(RuntimeCheck, NamesAlignment) {
  tensor.byte_offset = 1;
  EXPECT_EQ(checkWords(&tensor).substr(0, 58),
            ": expected data at a multiple of the element's size, found");
}

TEST_F(RuntimeCheck, ChecksSymbolicSizes) {
  EXPECT_EQ(relax_rt_check_dim(context, "main", "mask", 1, 0, 8, 8, "n"), 0);
  EXPECT_EQ(relax_rt_check_dim(context, "main", "mask", 1, 0, 8, 9, "n * 2"),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'mask' (index 1): expected "
                        "dim 0 to be n * 2 = 8, found 9");
}

TEST_F(RuntimeCheck, ChecksValuesOfShapes) {
  EXPECT_EQ(relax_rt_check_value(context, "main", "s", 2, 1, 8, 8, "n"), 0);
  EXPECT_EQ(relax_rt_check_value(context, "main", "s", 2, 1, 8, 9, nullptr),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 's' (index 2): expected "
                        "value 1 to be 8, found 9");
}

TEST_F(RuntimeCheck, ChecksMatchCast) {
  int64_t expected[] = {2, 3, -1};
  EXPECT_EQ(relax_rt_match_tensor(context, "main", "match_cast of 'lv'",
                                  &tensor, RELAX_FLOAT, 32, 1, 3, expected),
            RELAX_OK);
  expected[1] = 4;
  EXPECT_NE(relax_rt_match_tensor(context, "main", "match_cast of 'lv'",
                                  &tensor, RELAX_FLOAT, 32, 1, 3, expected),
            RELAX_OK);
  EXPECT_EQ(getError(),
            "function 'main', match_cast of 'lv': expected dim 1 to be 4, "
            "found 3");
}

TEST_F(RuntimeCheck, ChecksRankOfMatchCast) {
  EXPECT_EQ(relax_rt_match_rank(context, "main", "match_cast of 's'", 2, 2),
            RELAX_OK);
  EXPECT_NE(relax_rt_match_rank(context, "main", "match_cast of 's'", 2, 3),
            RELAX_OK);
  EXPECT_EQ(getError(), "function 'main', match_cast of 's': expected rank 2, "
                        "found 3");
}

TEST_F(RuntimeCheck, AsksTensorsForSizesAndStrides) {
  EXPECT_EQ(relax_rt_tensor_size(context, "main", &tensor, 1), tensor.shape[1]);
  EXPECT_EQ(relax_rt_tensor_stride(context, "main", &tensor, 1),
            tensor.shape[2]);
  EXPECT_EQ(relax_rt_tensor_stride(context, "main", &tensor, 2), 1);
  EXPECT_EQ(relax_rt_tensor_elements(&tensor),
            tensor.shape[0] * tensor.shape[1] * tensor.shape[2]);
  EXPECT_EQ(relax_rt_tensor_size(context, "main", &tensor, 3), -1);
  EXPECT_EQ(getError(), "function 'main': expected an axis of a tensor of rank "
                        "3, found 3");
}

TEST_F(RuntimeCheck, ReshapesWhatIsBorrowed) {
  int64_t sizes[] = {6, 4};
  std::vector<int64_t> count = {2};
  DLTensor list = makeView(sizes, {RELAX_INT, 64, 1}, count), reshaped;
  EXPECT_EQ(relax_rt_tensor_reshape(context, "main", &tensor, &list, &reshaped),
            RELAX_OK);
  EXPECT_EQ(reshaped.data, tensor.data);
  EXPECT_EQ(reshaped.ndim, 2);
  EXPECT_EQ(reshaped.shape[0], 6);
  sizes[0] = sizes[1] = int64_t(1) << 40;
  EXPECT_NE(relax_rt_tensor_reshape(context, "main", &tensor, &list, &reshaped),
            RELAX_OK);
}

TEST_F(RuntimeCheck, RejectsReshapesToOtherNumbersOfElements) {
  int64_t sizes[] = {7};
  std::vector<int64_t> count = {1};
  DLTensor list = makeView(sizes, {RELAX_INT, 64, 1}, count), reshaped;
  EXPECT_NE(relax_rt_tensor_reshape(context, "main", &tensor, &list, &reshaped),
            RELAX_OK);
  EXPECT_EQ(getError(), "function 'main': a reshape changes the number of "
                        "elements: expected 24, found 7");
}

TEST_F(RuntimeCheck, AsksForNoAxisBeforeTheFirst) {
  EXPECT_EQ(relax_rt_tensor_stride(context, "main", &tensor, -1), -1);
}

TEST_F(RuntimeCheck, ChecksSizesOfMatchCast) {
  EXPECT_EQ(
      relax_rt_match_dim(context, "main", "match_cast of 'lv'", 0, 4, 4, "n"),
      RELAX_OK);
  EXPECT_NE(
      relax_rt_match_dim(context, "main", "match_cast of 'lv'", 0, 4, 5, "n"),
      RELAX_OK);
  EXPECT_EQ(getError(),
            "function 'main', match_cast of 'lv': expected dim 0 to "
            "be n = 4, found 5");
}

TEST_F(RuntimeCheck, CutsLongNames) {
  std::string name(10000, 'x');
  EXPECT_NE(relax_rt_check_dim(context, name.c_str(), name.c_str(), 1, 0, 8, 9,
                               name.c_str()),
            RELAX_OK);
  EXPECT_EQ(getError().size(), 4095u);
  EXPECT_EQ(getError().substr(4092), "...");
}

TEST_F(RuntimeCheck, WritesOneLine) {
  relax_rt_fail(context, "two\nlines");
  EXPECT_EQ(getError(), "two lines");
}

TEST_F(RuntimeCheck, HasWordsForFailuresWithout) {
  relax_rt_fail(context, "");
  EXPECT_EQ(getError(), "the compiled code failed");
}

TEST_F(RuntimeCheck, NeedsNoContext) {
  EXPECT_NE(relax_rt_check_dim(nullptr, "main", "x", 0, 0, 1, 2, "n"),
            RELAX_OK);
  EXPECT_NE(relax_rt_fail(nullptr, "text"), RELAX_OK);
  EXPECT_STREQ(relax_context_error(nullptr), "no context was given");
}
