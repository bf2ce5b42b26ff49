// Reading weights from .safetensors files: whole, a worker's part of them, and
// files that are damaged or hostile.
#include "RuntimeFixture.h"
#include "relax_safetensors.h"

#include <cstdio>
#include <fstream>

namespace {

class RuntimeSafetensors : public RuntimeFixture {
protected:
  void SetUp() override {
    RuntimeFixture::SetUp();
    path = testing::TempDir() + "weights-" +
           testing::UnitTest::GetInstance()->current_test_info()->name() +
           ".safetensors";
  }
  void TearDown() override {
    std::remove(path.c_str());
    RuntimeFixture::TearDown();
  }

  /// A file of this header, and bytes 0, 1, 2 and so on behind it.
  void write(const std::string &header, size_t bytes) {
    std::ofstream file(path, std::ios::binary);
    for (int i = 0; i < 8; ++i)
      file << char(i < 4 ? header.size() >> (8 * i) & 0xff : 0);
    file << header;
    for (size_t i = 0; i < bytes; ++i)
      file << char(i);
  }

  /// Elements of u8, or the error behind what all have in common.
  std::string read(const char *name, const char *sharding = nullptr,
                   int32_t worker = 0) {
    RelaxTensorPart part{sharding, worker};
    RelaxSafetensors *file = nullptr;
    RelaxTensor *tensor = nullptr;
    int32_t status = relax_safetensors_open(context, path.c_str(), &file);
    if (!status)
      status = relax_safetensors_read(context, file, name, &part, &tensor);
    relax_safetensors_close(file);
    if (status) {
      std::string error = getError(), begin = "': ";
      return error.substr(error.rfind(begin) + begin.size());
    }
    const DLTensor *dl = relax_tensor_dl(tensor);
    std::string text;
    for (int32_t axis = 0; axis < dl->ndim; ++axis)
      text += (axis ? "x" : "") + std::to_string(dl->shape[axis]);
    int64_t count = relax_compact_bytes(dl->dtype, dl->ndim, dl->shape);
    for (int64_t i = 0; i < count; ++i)
      text += " " + std::to_string(static_cast<uint8_t *>(dl->data)[i]);
    relax_tensor_release(tensor);
    return text;
  }

  std::string path;
};

constexpr const char *kMatrix =
    R"({"__metadata__": {"w": "x", "deep": [1, {"a": "}]"}]},
        "v": {"shape": [], "data_offsets": [24, 25], "dtype": "U8"},
        "w": {"dtype": "U8", "shape": [4, 6], "data_offsets": [0, 24],
              "more": [[1], {}]}})";

TEST_F(RuntimeSafetensors, Whole) {
  write(kMatrix, 25);
  EXPECT_EQ(read("v"), " 24");
  EXPECT_EQ(read("w"), "4x6 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
                       "20 21 22 23");
  RelaxSafetensors *file = nullptr;
  ASSERT_EQ(relax_safetensors_open(context, path.c_str(), &file), 0);
  EXPECT_EQ(relax_safetensors_has(file, "v"), 1);
  EXPECT_EQ(relax_safetensors_has(file, "u"), 0);
  EXPECT_EQ(relax_safetensors_has(file, "__metadata__"), 0);
  relax_safetensors_close(file);
}

// Each tensor is found in a table: 20,000 of them take no minutes.
TEST_F(RuntimeSafetensors, ManyTensorsOfOneFile) {
  constexpr int kCount = 20000;
  std::string header;
  char entry[80];
  for (int i = 0; i < kCount; ++i) {
    std::snprintf(
        entry, sizeof(entry),
        R"(%s"%d": {"dtype": "U8", "shape": [1], "data_offsets": [%d, %d]})",
        i ? ", " : "", i, i, i + 1);
    header += entry;
  }
  write('{' + header + '}', kCount);
  RelaxSafetensors *file = nullptr;
  ASSERT_EQ(relax_safetensors_open(context, path.c_str(), &file), 0);
  for (int i = 0; i < kCount; ++i) {
    RelaxTensor *tensor = nullptr;
    ASSERT_EQ(relax_safetensors_read(context, file, std::to_string(i).c_str(),
                                     nullptr, &tensor),
              0);
    EXPECT_EQ(*static_cast<uint8_t *>(relax_tensor_data(tensor)), i % 256);
    relax_tensor_release(tensor);
  }
  relax_safetensors_close(file);
}

TEST_F(RuntimeSafetensors, PartOfWorker) {
  write(kMatrix, 25);
  EXPECT_EQ(read("w", "[2] [S[0]]", 1),
            "2x6 12 13 14 15 16 17 18 19 20 21 22 23");
  EXPECT_EQ(read("w", "[3] [S[1]]", 1), "4x2 2 3 8 9 14 15 20 21");
  EXPECT_EQ(read("w", "[2, 3] [S[0], S[1]]", 5), "2x2 16 17 22 23");
  EXPECT_EQ(read("w", "[2, 2] [S[0], S[0]]", 2), "1x6 12 13 14 15 16 17");
  EXPECT_EQ(read("w", "[2, 3] [R, S[1]]", 3), "4x2 0 1 6 7 12 13 18 19");
  EXPECT_EQ(read("v", "[2] [R]", 1), " 24");
}

// The last parts are padded with zeros, in any dimension.
TEST_F(RuntimeSafetensors, PaddedParts) {
  write(kMatrix, 25);
  EXPECT_EQ(read("w", "[4] [S[1]] [4, 6]", 2), "4x2 4 5 10 11 16 17 22 23");
  EXPECT_EQ(read("w", "[4] [S[1]] [4, 6]", 3), "4x2 0 0 0 0 0 0 0 0");
  EXPECT_EQ(read("w", "[3, 4] [S[0], S[1]] [?, 6]", 6), "2x2 16 17 22 23");
  EXPECT_EQ(read("w", "[3] [S[0]] [4, 6]", 2), "2x6 0 0 0 0 0 0 0 0 0 0 0 0");
  EXPECT_EQ(read("w", "[5] [S[1]] [?, ?]", 1), "4x2 2 3 8 9 14 15 20 21");
  EXPECT_EQ(read("w", "[2, 2] [S[1], S[1]] [4, 6]", 1),
            "4x2 2 3 8 9 14 15 20 21");
}

TEST_F(RuntimeSafetensors, CutOff) {
  // The file ends behind the rows of worker 0.
  write(R"({"w": {"dtype": "U8", "shape": [4, 6], "data_offsets": [0, 24]}})",
        12);
  EXPECT_EQ(read("w", "[2] [S[0]]", 0),
            "expected the bytes of its shape and dtype inside of the file, "
            "found those from 0 to 24 of 12");
}

TEST_F(RuntimeSafetensors, WrongShardings) {
  write(kMatrix, 25);
  EXPECT_EQ(read("w", "[4] [S[2]]", 0),
            "expected a dimension 2 that 4 workers have parts of, found the "
            "shape [4, 6] of the file's tensor");
  EXPECT_EQ(read("w", "[2] [S[0]]", 2),
            "expected the 2 workers of the program's mesh [2], found number 2 "
            "(from 0)");
  EXPECT_EQ(read("w", "[3] [S[0]]", 0),
            "expected a size that 3 workers divide in dimension 0, found 4");
  EXPECT_EQ(read("w", "[4] [S[1]] [?, 7]", 0),
            "expected the size 7 in dimension 1, found 6");
  EXPECT_EQ(read("w", "[2] [S[0]] [4]", 0),
            "expected a tensor of 1 dimensions, found 2");
  for (const char *wrong :
       {"", "[", "[2", "[2]", "[2] [", "[2] [S]", "[2] [S[", "[2] [S[0]",
        "[2] [R, R]", "[0] [R]", "[2] [S[0]] [5", "[2] [S[0]] [n]",
        "[65536, 65536] [R, R]", "[-1] [R]", "2 R"})
    EXPECT_EQ(read("w", wrong, 0),
              "expected a sharding such as '[2, 4] [R, S[0]]', found '" +
                  std::string(wrong) + "'");
}

TEST_F(RuntimeSafetensors, NamesWithEscapes) {
  write(
      R"({"a\"\u00e9\u20ac\/\n": {"dtype": "U8", "shape": [1], "data_offsets": [1, 2]}})",
      2);
  EXPECT_EQ(read("a\"\xc3\xa9\xe2\x82\xac/\n"), "1 1");
}

TEST_F(RuntimeSafetensors, DamagedFiles) {
  EXPECT_EQ(read("w"), "No such file or directory");
  std::ofstream(path) << "short";
  EXPECT_EQ(read("w"), "expected a safetensors file, which has a header");
  std::ofstream(path) << "12345678901234567890";
  EXPECT_EQ(read("w").substr(0, 50),
            "expected a header of at most the file and 10000000");
  struct {
    const char *header, *error;
  } cases[] = {
      {"[]", "expected a JSON object as the header, found '[]'"},
      {"", "expected a JSON object as the header, found its end"},
      {"{}", "expected a tensor of that name, found none"},
      {"{1}", "expected the name of a tensor and a colon in the header, found "
              "'1}'"},
      {R"({"a": [[[{"b")", "expected a dtype, a shape and two data_offsets of "
                           "tensor 'a', found '[[[{\"b\"'"},
      {R"({"a": 1})",
       "expected a dtype, a shape and two data_offsets of tensor "
       "'a', found '1}'"},
      {R"({"__metadata__": 1 "b")",
       "expected a comma or the end of the header, found '\"b\"'"},
      {R"({"w": {"dtype": "U8"}})",
       "expected a dtype, a shape and two data_offsets of tensor 'w', found "
       "'}'"},
      {R"({"w": {"dtype": "U8", "shape": [-1], "data_offsets": [0, 1]}})",
       "expected a dtype, a shape and two data_offsets of tensor 'w', found "
       "'-1], \"data_offse'"},
      {R"({"w": {"dtype": "C64", "shape": [1], "data_offsets": [0, 8]}})",
       "expected elements of BOOL, U8 to U64, I8 to I64, F8, BF16 or F16 to "
       "F64, found C64"},
      {R"({"w": {"dtype": "U8", "shape": [4294967296, 4294967296], "data_offsets": [0, 0]}})",
       "expected the bytes of its shape and dtype inside of the file, found "
       "those from 0 to 0 of 4"},
      {R"({"w": {"dtype": "U8", "shape": [5], "data_offsets": [0, 5]}})",
       "expected the bytes of its shape and dtype inside of the file, found "
       "those from 0 to 5 of 4"},
  };
  for (const auto &[header, error] : cases) {
    write(header, 4);
    EXPECT_EQ(read("w"), error) << header;
  }
}

} // namespace
