// Reading and writing .npy files, also hostile ones.
#include "RuntimeFixture.h"
#include "relax_npy.h"

#include <cstdio>
#include <fstream>
#include <random>

namespace {

class RuntimeNpy : public RuntimeFixture {
protected:
  /// A file of this version, header text and elements.
  static std::string makeFile(int version, std::string header,
                              const std::string &elements) {
    std::string file("\x93NUMPY", 6);
    file += {char(version), 0};
    header += '\n';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      file += char(header.size() >> (8 * i) & 0xff);
    return file + header + elements;
  }

  static std::string describe(const std::string &dtype,
                              const std::string &shape,
                              const std::string &order = "False") {
    return "{'descr': '" + dtype + "', 'fortran_order': " + order +
           ", 'shape': " + shape + ", }";
  }

  /// The tensor that the bytes hold, or null.
  RelaxTensor *parse(const std::string &bytes) {
    // A block of exactly this size: the sanitizer sees every access beyond it.
    std::vector<char> exact(bytes.begin(), bytes.end());
    RelaxTensor *tensor = nullptr;
    int32_t status =
        relax_npy_parse(context, exact.data(), exact.size(), &tensor);
    EXPECT_EQ(status == RELAX_OK, tensor != nullptr);
    return tensor;
  }

  /// The tensor as text, or the error.
  std::string parseToText(const std::string &bytes) {
    RelaxTensor *tensor = parse(bytes);
    if (!tensor)
      return getError();
    char type[64], elements[256];
    const DLTensor *dl = relax_tensor_dl(tensor);
    RelaxTypeDescriptor described = {nullptr, 0,         dl->dtype, dl->ndim,
                                     0,       dl->shape, nullptr};
    relax_type_to_text(&described, type, sizeof(type));
    relax_tensor_to_text(dl, elements, sizeof(elements));
    relax_tensor_release(tensor);
    return std::string(type) + " " + elements;
  }
};

} // namespace

TEST_F(RuntimeNpy, ReadsAllVersions) {
  for (int version : {1, 2, 3})
    EXPECT_EQ(parseToText(makeFile(version, describe("|i1", "(3,)"), "\1\2\3")),
              "i8[3] [1, 2, 3]");
}

TEST_F(RuntimeNpy, ReadsAllTypes) {
  std::string zeros(32, '\0');
  for (const auto &[dtype, text] :
       std::vector<std::pair<std::string, std::string>>{
           {"|b1", "bool[2] [false, false]"},
           {"|i1", "i8[2] [0, 0]"},
           {"<i2", "i16[2] [0, 0]"},
           {"<i4", "i32[2] [0, 0]"},
           {"<i8", "i64[2] [0, 0]"},
           {"|u1", "ui8[2] [0, 0]"},
           {"<u2", "ui16[2] [0, 0]"},
           {"<u4", "ui32[2] [0, 0]"},
           {"<u8", "ui64[2] [0, 0]"},
           {"<f2", "f16[2] [0, 0]"},
           {"<f4", "f32[2] [0, 0]"},
           {"<f8", "f64[2] [0, 0]"},
           {"=f4", "f32[2] [0, 0]"},
           {"<c8", "complex64[2] [?, ?]"},
           {"<c16", "complex128[2] [?, ?]"}})
    EXPECT_EQ(parseToText(makeFile(1, describe(dtype, "(2,)"), zeros)), text);
}

TEST_F(RuntimeNpy, ReadsShapes) {
  EXPECT_EQ(parseToText(makeFile(1, describe("|u1", "()"), "\7")), "ui8[] 7");
  EXPECT_EQ(parseToText(makeFile(1, describe("|u1", "(0, 5)"), "")),
            "ui8[0, 5] []");
  EXPECT_EQ(parseToText(makeFile(1, describe("|u1", "(2L, 1L)"), "\1\2")),
            "ui8[2, 1] [[1], [2]]");
  EXPECT_EQ(parseToText(makeFile(1, describe("|u1", "(2)"), "\1\2")),
            "ui8[2] [1, 2]");
}

TEST_F(RuntimeNpy, NormalisesOrder) {
  EXPECT_EQ(parseToText(
                makeFile(1, describe("|u1", "(2, 3)", "True"), "\1\4\2\5\3\6")),
            "ui8[2, 3] [[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(parseToText(makeFile(1, describe(">i4", "(1,)"),
                                 std::string("\0\0\1\2", 4))),
            "i32[1] [258]");
  EXPECT_EQ(parseToText(
                makeFile(1, describe("|b1", "(3,)"), std::string("\0\1\2", 3))),
            "bool[3] [false, true, true]");
}

TEST_F(RuntimeNpy, ReadsOtherSpellingsOfTheHeader) {
  EXPECT_EQ(
      parseToText(makeFile(
          1, "{ \"shape\":(1,),\"fortran_order\":False,\"descr\":\"|u1\"}",
          "\5")),
      "ui8[1] [5]");
}

TEST_F(RuntimeNpy, SaysWhatIsWrong) {
  std::string cannot = "cannot read 'memory': ";
  auto check = [&](const std::string &bytes, const std::string &reason) {
    EXPECT_EQ(parseToText(bytes), cannot + reason);
  };
  check("", "expected a .npy file, which begins with \\x93NUMPY");
  check("PK\3\4 a zip archive", "expected a .npy file, which begins with "
                                "\\x93NUMPY");
  check(std::string("\x93NUMPY\1\0", 8), "the file is cut off in its header");
  check(std::string("\x93NUMPY\2\0\1\0", 10),
        "the file is cut off in its header");
  check(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14),
        "the file is cut off in its header");
  check(makeFile(4, describe("|u1", "(1,)"), "\1"),
        "expected version 1, 2 or 3 of the format, found 4");
  check(makeFile(1, "[]", ""), "expected the header to be a dict");
  check(makeFile(1, "{", ""), "expected a key and ':' in the header");
  check(makeFile(1, "{'descr' '|u1'}", ""),
        "expected a key and ':' in the header");
  check(makeFile(1, "{'descr': '|u1'", ""),
        "expected ',' or '}' in the header");
  check(makeFile(1, "{'descr': '|u1'}", ""),
        "expected the keys 'descr', 'fortran_order' and 'shape' in the header");
  check(makeFile(1, "{'descr': '|u1', 'descr': '|u1'}", ""),
        "expected the keys 'descr', 'fortran_order' and 'shape' once each, "
        "found 'descr'");
  check(makeFile(1, describe("|u1", "(1,)") + " 1", "\1"),
        "expected the end of the header after '}'");
  check(makeFile(1, describe("|u1", "(1,)", "Maybe"), "\1"),
        "expected 'fortran_order' to be True or False");
}

TEST_F(RuntimeNpy, RejectsTypesThatAreNotNumbers) {
  for (const char *dtype :
       {"|O", "<U4", "|V2", "<M8", "<f3", "<f", "f4", "|b2", "<c4", "<i16",
        "<f4 8", "<f 4", "", "<f4294967300"}) {
    std::string found =
        parseToText(makeFile(1, describe(dtype, "(1,)"), "12345678"));
    EXPECT_EQ(found, "cannot read 'memory': expected a dtype of booleans, "
                     "integers, floats or complex numbers, found '" +
                         std::string(dtype) + "'");
  }
  EXPECT_EQ(parseToText(makeFile(1, "{'descr': [('a', '<f4')], }", "")),
            "cannot read 'memory': expected a plain dtype, found a structure");
}

TEST_F(RuntimeNpy, RejectsBadShapes) {
  auto check = [&](const std::string &shape, const std::string &reason) {
    EXPECT_EQ(parseToText(makeFile(1, describe("|u1", shape), "1")),
              "cannot read 'memory': " + reason);
  };
  check("1", "expected the shape to be a tuple of sizes");
  check("(-1,)", "expected the shape to be a tuple of sizes of 63 bits");
  check("(9223372036854775808,)",
        "expected the shape to be a tuple of sizes of 63 bits");
  check("(1 2)", "expected ',' or ')' in the shape");
  std::string many = "(";
  for (int i = 0; i < 65; ++i)
    many += "1, ";
  check(many + ")", "expected at most 64 dimensions");
}

TEST_F(RuntimeNpy, RejectsMissingElementsBeforeItTakesMemory) {
  EXPECT_EQ(parseToText(makeFile(1, describe("<f4", "(2,)"), "1234567")),
            "cannot read 'memory': the file is cut off: expected 8 bytes of "
            "elements, found 7");
  EXPECT_EQ(parseToText(
                makeFile(1, describe("<f4", "(4611686018427387904, 16)"), "")),
            "cannot read 'memory': the file is cut off: expected more than "
            "2^63 bytes "
            "of elements, found 0");
  EXPECT_EQ(getMemory().num_allocations, 0u);
}

TEST_F(RuntimeNpy, SurvivesEveryCut) {
  std::string whole = makeFile(2, describe("<i2", "(2, 3)"), "123456789012");
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(parse(whole.substr(0, size)), nullptr) << size;
}

TEST_F(RuntimeNpy, SurvivesRandomChanges) {
  std::mt19937 random(7);
  std::string whole =
      makeFile(1, describe("<i2", "(2, 3)", "True"), "123456789012");
  std::string alphabet = "'{}(),:<>|=0123456789LTrueFalsb \n\xff";
  alphabet += '\0';
  for (int round = 0; round < 20000; ++round) {
    std::string changed = whole;
    for (unsigned i = 0, number = 1 + random() % 4; i < number; ++i) {
      size_t at = random() % changed.size();
      char with = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
      case 0:
        changed[at] = with;
        break;
      case 1:
        changed.erase(at, 1 + random() % 3);
        break;
      default:
        changed.insert(at, 1, with);
      }
      if (changed.empty())
        break;
    }
    relax_tensor_release(parse(changed));
  }
}

TEST_F(RuntimeNpy, WritesWhatItReads) {
  std::string path = testing::TempDir() + "relax-npy-test.npy";
  for (auto [code, bits] :
       std::vector<std::pair<int, int>>{{RELAX_BOOL, 8},
                                        {RELAX_INT, 8},
                                        {RELAX_INT, 64},
                                        {RELAX_UINT, 16},
                                        {RELAX_FLOAT, 16},
                                        {RELAX_FLOAT, 32},
                                        {RELAX_FLOAT, 64},
                                        {RELAX_COMPLEX, 64},
                                        {RELAX_COMPLEX, 128}}) {
    int64_t dims[] = {2, 3};
    RelaxTensor *tensor = nullptr, *again = nullptr;
    ASSERT_EQ(relax_tensor_create(context, {uint8_t(code), uint8_t(bits), 1}, 2,
                                  dims, &tensor),
              RELAX_OK);
    size_t bytes = size_t(bits) / 8 * 6;
    std::memset(relax_tensor_data(tensor), 1, bytes);
    ASSERT_EQ(relax_npy_write(context, path.c_str(), relax_tensor_dl(tensor)),
              RELAX_OK)
        << getError();
    ASSERT_EQ(relax_npy_read(context, path.c_str(), &again), RELAX_OK)
        << getError();
    EXPECT_EQ(relax_tensor_dl(again)->dtype.code, code);
    EXPECT_EQ(relax_tensor_dl(again)->shape[1], 3);
    EXPECT_EQ(
        std::memcmp(relax_tensor_data(tensor), relax_tensor_data(again), bytes),
        0);
    relax_tensor_release(tensor);
    relax_tensor_release(again);
  }
  std::remove(path.c_str());
}

TEST_F(RuntimeNpy, WritesStridesAndAlignsElements) {
  std::string path = testing::TempDir() + "relax-npy-test.npy";
  float data[] = {1, 2, 3, 4, 5, 6};
  for (std::vector<int64_t> dims :
       {std::vector<int64_t>{2, 3}, {6}, {}, {0}, {1, 1, 6}}) {
    DLTensor view = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
    int64_t strides[] = {1, 2};
    if (dims.size() == 2)
      view.strides = strides;
    ASSERT_EQ(relax_npy_write(context, path.c_str(), &view), RELAX_OK);
    std::ifstream file(path, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    auto elements =
        size_t(relax_compact_bytes(view.dtype, view.ndim, view.shape));
    EXPECT_EQ((bytes.size() - elements) % 64, 0u);
    RelaxTensor *again = parse(bytes);
    ASSERT_NE(again, nullptr) << getError();
    if (dims.size() == 2) {
      EXPECT_EQ(getFloats(*relax_tensor_dl(again)),
                (std::vector<float>{1, 3, 5, 2, 4, 6}));
    }
    relax_tensor_release(again);
  }
  std::remove(path.c_str());
}

TEST_F(RuntimeNpy, NamesFilesThatCannotBeUsed) {
  RelaxTensor *tensor = nullptr;
  EXPECT_EQ(relax_npy_read(context, "/nowhere/x.npy", &tensor), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot read '/nowhere/x.npy': No such file or "
                        "directory");
  EXPECT_EQ(relax_npy_read(context, "/", &tensor), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot read '/': not a file");
  float data[] = {1};
  std::vector<int64_t> dims = {1};
  DLTensor view = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
  EXPECT_EQ(relax_npy_write(context, "/nowhere/x.npy", &view), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot write '/nowhere/x.npy': No such file or "
                        "directory");
  EXPECT_EQ(relax_npy_write(context, "/dev/full", &view), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot write '/dev/full': No space left on device");
  view.dtype = {RELAX_BFLOAT, 16, 1};
  EXPECT_EQ(relax_npy_write(context, "/nowhere/x.npy", &view),
            RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "cannot write '/nowhere/x.npy': expected a dtype of "
                        ".npy files, found bf16");
  EXPECT_EQ(relax_npy_write(context, "x.npy", nullptr),
            RELAX_ERROR_INVALID_ARGUMENT);
}
