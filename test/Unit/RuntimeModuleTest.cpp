// Loading modules: good ones, broken ones, their constants and signatures.
#include "RuntimeFixture.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

class RuntimeModule : public RuntimeFixture {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "relax-module-test";
    std::filesystem::create_directories(folder);
  }

  void TearDown() override {
    relax_module_destroy(module);
    std::filesystem::remove_all(folder);
    RuntimeFixture::TearDown();
  }

  /// Path of one of the modules that CMake builds.
  static std::string getPath(const std::string &name) {
    return std::string(RELAX_TEST_MODULES) + "/runtime-module" + name + ".so";
  }

  int32_t load(const std::string &path) {
    relax_module_destroy(module);
    return relax_module_load(context, path.c_str(), &module);
  }

  /// Writes a file into the test's folder and returns its path.
  std::string write(const std::string &name, const std::string &bytes) {
    std::string path = folder + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  static std::string read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  static std::string makeConstants(uint64_t id, uint64_t size,
                                   const std::string &bytes) {
    RelaxConstantsHeader header = {};
    std::memcpy(header.magic, "RELAXCST", 8);
    header.version = 1;
    header.id = id;
    header.size = size;
    return std::string(reinterpret_cast<char *>(&header), sizeof(header)) +
           bytes;
  }

  std::string folder;
  RelaxModule *module = nullptr;
};

} // namespace

TEST_F(RuntimeModule, LoadsAndCalls) {
  ASSERT_EQ(load(getPath("")), RELAX_OK) << getError();
  EXPECT_EQ(relax_module_num_functions(module), 3);
  RelaxTensor *x = makeFloats({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  const DLTensor *inputs[] = {relax_tensor_dl(x), relax_tensor_dl(x)};
  RelaxTensor *sum = nullptr;
  ASSERT_EQ(relax_function_call(context, module, "add", inputs, 2, &sum, 1),
            RELAX_OK)
      << getError();
  EXPECT_EQ(getFloats(*relax_tensor_dl(sum)),
            (std::vector<float>{2, 4, 6, 8, 10, 12, 14, 16}));
  // The result outlives the module.
  relax_module_destroy(module);
  module = nullptr;
  EXPECT_EQ(getFloats(*relax_tensor_dl(sum))[7], 16);
  relax_tensor_release(sum);
  relax_tensor_release(x);
}

TEST_F(RuntimeModule, NamesInputsThatDoNotFit) {
  ASSERT_EQ(load(getPath("")), RELAX_OK) << getError();
  RelaxTensor *x = makeFloats({2, 4}, {}), *y = makeFloats({3, 4}, {});
  RelaxTensor *z = makeFloats({2, 5}, {}), *sum = nullptr;
  const DLTensor *inputs[] = {relax_tensor_dl(x), relax_tensor_dl(y)};
  EXPECT_NE(relax_function_call(context, module, "add", inputs, 2, &sum, 1),
            RELAX_OK);
  EXPECT_EQ(getError(), "function 'add', parameter 'y' (index 1): expected dim "
                        "0 to be n = 2, found 3");
  inputs[1] = relax_tensor_dl(z);
  EXPECT_NE(relax_function_call(context, module, "add", inputs, 2, &sum, 1),
            RELAX_OK);
  EXPECT_EQ(getError(), "function 'add', parameter 'y' (index 1): expected dim "
                        "1 to be 4, found 5");
  EXPECT_EQ(sum, nullptr);
  for (RelaxTensor *tensor : {x, y, z})
    relax_tensor_release(tensor);
}

TEST_F(RuntimeModule, DescribesItsFunctions) {
  ASSERT_EQ(load(getPath("")), RELAX_OK) << getError();
  const RelaxFunctionDescriptor *add = relax_module_find(module, "add");
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add, relax_module_function(module, 0));
  EXPECT_STREQ(add->params[1].name, "y");
  char text[64];
  EXPECT_EQ(relax_type_to_text(&add->params[0], text, sizeof(text)), 9);
  EXPECT_STREQ(text, "f32[n, 4]");
  relax_type_to_text(&relax_module_function(module, 1)->results[0], text,
                     sizeof(text));
  EXPECT_STREQ(text, "i64");
  EXPECT_EQ(relax_type_to_text(nullptr, text, sizeof(text)), 0);
}

TEST_F(RuntimeModule, WritesTypesOfAllKinds) {
  char text[64];
  int64_t dims[] = {2};
  RelaxTypeDescriptor type = {
      "s", RELAX_VALUE_SHAPE, {RELAX_INT, 64, 1}, 1, 0, dims, nullptr};
  relax_type_to_text(&type, text, sizeof(text));
  EXPECT_STREQ(text, "shape[rank 2]");
  dims[0] = -1;
  relax_type_to_text(&type, text, sizeof(text));
  EXPECT_STREQ(text, "shape[*]");
  type.kind = RELAX_VALUE_TENSOR;
  relax_type_to_text(&type, text, sizeof(text));
  EXPECT_STREQ(text, "i64[?]");
  type.rank = -1;
  type.dtype.code = RELAX_ANY_TYPE;
  relax_type_to_text(&type, text, sizeof(text));
  EXPECT_STREQ(text, "?[*]");
}

TEST_F(RuntimeModule, RejectsFilesThatAreNoModules) {
  EXPECT_EQ(load(folder + "/nowhere.so"), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot open '" + folder +
                            "/nowhere.so': No such file or directory");
  EXPECT_EQ(load(folder), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot open '" + folder + "': not a file");
  EXPECT_EQ(load(write("empty.so", "")), RELAX_ERROR_IO);
  EXPECT_EQ(getError(),
            "'" + folder + "/empty.so' is empty, expected a shared library");
  for (const std::string &bytes : {std::string("x"), std::string(1000, 'x'),
                                   std::string("\x7f"
                                               "ELF")}) {
    EXPECT_EQ(load(write("text.so", bytes)), RELAX_ERROR_IO);
    EXPECT_EQ(getError(), "expected a shared library, found '" + folder +
                              "/text.so'; compile it with relax-compile");
  }
  EXPECT_EQ(load(""), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "expected the path of a module, found none");
}

TEST_F(RuntimeModule, RejectsModulesThatAreCutOff) {
  std::string whole = read(getPath(""));
  for (size_t size = 64; size < whole.size(); size += whole.size() / 40 + 1) {
    EXPECT_EQ(load(write("cut.so", whole.substr(0, size))), RELAX_ERROR_IO);
    EXPECT_EQ(getError(), "'" + folder + "/cut.so' is cut off after " +
                              std::to_string(size) + " bytes");
  }
}

TEST_F(RuntimeModule, RejectsOtherMachines) {
  std::string bytes = read(getPath(""));
  bytes[18] = 8; // MIPS
  bytes[19] = 0;
  EXPECT_EQ(load(write("mips.so", bytes)), RELAX_ERROR_UNSUPPORTED);
  EXPECT_NE(getError().find("' is for ELF machine 8"), std::string::npos);
}

TEST_F(RuntimeModule, RejectsOtherVersions) {
  EXPECT_EQ(load(getPath("-abi")), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "'" + getPath("-abi") +
                            "': expected ABI version 1, found 99; compile it "
                            "again");
}

TEST_F(RuntimeModule, RejectsLibrariesWithoutDescriptor) {
  EXPECT_EQ(load(getPath("-hidden")), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "'" + getPath("-hidden") +
                            "': expected a library made by relax-compile, "
                            "found no symbol 'relax_module_descriptor_v1'");
}

TEST_F(RuntimeModule, NamesMissingSymbols) {
  EXPECT_EQ(load(getPath("-missing")), RELAX_ERROR_NOT_FOUND);
  EXPECT_EQ(getError().find("cannot load '"), 0u);
  EXPECT_NE(getError().find("undefined symbol: relax_test_missing"),
            std::string::npos)
      << getError();
}

TEST_F(RuntimeModule, RejectsTwoFunctionsOfOneName) {
  EXPECT_EQ(load(getPath("-twice")), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(),
            "'" + getPath("-twice") +
                "': expected one function of a name, found two named 'add'");
}

#if defined(__x86_64__)
TEST_F(RuntimeModule, ChecksTheCpu) {
  bool hasAll = __builtin_cpu_supports("avx512vnni");
  EXPECT_EQ(load(getPath("-cpu")), hasAll ? RELAX_OK : RELAX_ERROR_UNSUPPORTED);
  if (!hasAll) {
    EXPECT_EQ(getError(), "'" + getPath("-cpu") +
                              "': expected a CPU with avx512vnni, this one has "
                              "it not; compile for this machine, or with "
                              "--mcpu=x86-64-v3 for many");
  }
  EXPECT_EQ(load(getPath("-unknown-cpu")), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "'" + getPath("-unknown-cpu") +
                            "': expected a CPU with unheard, which this "
                            "run-time library does not know; take the one of "
                            "the compiler");
}
#endif

TEST_F(RuntimeModule, ReadsItsConstantsFile) {
  std::string path = write("m.so", read(getPath("-constants")));
  EXPECT_EQ(load(path), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot open constants file '" + folder +
                            "/module.constants': No such file or directory");
  write("module.constants", makeConstants(7, 8, "\1\2\3\4\5\6\7\10"));
  ASSERT_EQ(load(path), RELAX_OK) << getError();
  RelaxTensor *bytes = nullptr;
  ASSERT_EQ(
      relax_function_call(context, module, "constant", nullptr, 0, &bytes, 1),
      RELAX_OK);
  EXPECT_EQ(static_cast<char *>(relax_tensor_data(bytes))[7], 8);
  relax_tensor_release(bytes);
}

TEST_F(RuntimeModule, StaysInItsFolder) {
  EXPECT_EQ(load(getPath("-outside")), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "'" + getPath("-outside") +
                            "': expected the name of a constants file beside "
                            "it, found \"../module.constants\"");
}

TEST_F(RuntimeModule, NamesFilesThatCannotBeMapped) {
  // A file of the kernel's.
  const char *path = "/sys/devices/system/cpu/online";
  RelaxConstants *constants = nullptr;
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "there is no " << path;
  EXPECT_EQ(relax_rt_constants_open(context, path, 7, 8, &constants),
            RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot map '/sys/devices/system/cpu/online': No such "
                        "device");
}

TEST_F(RuntimeModule, RejectsConstantsFilesThatDoNotFit) {
  std::string name = folder + "/c";
  RelaxConstants *constants = nullptr;
  auto open = [&](const std::string &bytes) {
    write("c", bytes);
    int32_t status =
        relax_rt_constants_open(context, name.c_str(), 7, 8, &constants);
    EXPECT_EQ(constants == nullptr, status != RELAX_OK);
    return getError();
  };
  EXPECT_EQ(open(""), "constants file '" + name + "' is cut off");
  EXPECT_EQ(open("short"), "constants file '" + name + "' is cut off");
  EXPECT_EQ(open(std::string(100, 'x')),
            "expected a constants file, found '" + name + "'");
  EXPECT_EQ(open(makeConstants(6, 8, "12345678")),
            "constants file '" + name +
                "' is expected to belong to this module; compile again");
  EXPECT_EQ(open(makeConstants(7, 8, "1234567")),
            "constants file '" + name +
                "' is cut off: expected 8 bytes of constants, found 7");
  std::string newer = makeConstants(7, 8, "12345678");
  newer[8] = 2;
  EXPECT_EQ(open(newer),
            "constants file '" + name + "': expected version 1, found 2");
  EXPECT_EQ(relax_rt_constants_open(context, folder.c_str(), 7, 8, &constants),
            RELAX_ERROR_IO);
}

TEST_F(RuntimeModule, BoundsConstants) {
  std::string path = write("c", makeConstants(7, 8, "12345678"));
  RelaxConstants *constants = nullptr;
  ASSERT_EQ(relax_rt_constants_open(context, path.c_str(), 7, 8, &constants),
            RELAX_OK);
  auto *data = static_cast<const char *>(
      relax_rt_constants_data(context, constants, 4, 4));
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(std::string(data, 4), "5678");
  EXPECT_EQ(relax_rt_constants_data(context, constants, 4, 5), nullptr);
  EXPECT_EQ(getError(), "constants: expected a range within 8 bytes, found 5 "
                        "bytes at offset 4");
  EXPECT_EQ(relax_rt_constants_data(context, constants, UINT64_MAX, 2),
            nullptr);
  EXPECT_EQ(relax_rt_constants_data(context, nullptr, 0, 1), nullptr);
  relax_rt_constants_close(constants);
  relax_rt_constants_close(nullptr);
}

TEST_F(RuntimeModule, RejectsBrokenDescriptors) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t { return 0; };
  RelaxTypeDescriptor type = {"x",     0,      {RELAX_FLOAT, 32, 1}, 2, 0,
                              nullptr, nullptr};
  RelaxFunctionDescriptor function = {"f", 1, 0, &type, nullptr, entry};
  RelaxModuleDescriptor descriptor = {
      RELAX_ABI_VERSION, 1, &function, nullptr, nullptr,
      nullptr,           0, 0,         nullptr};
  auto take = [&] {
    EXPECT_NE(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK);
    return getError();
  };
  EXPECT_EQ(take(), "module in memory: function 'f' is expected to give the "
                    "dims of a value of rank 2");
  type.rank = 100;
  EXPECT_EQ(take(), "module in memory: function 'f' has a value of rank 100; "
                    "expected -1 to 64");
  function.params = nullptr;
  EXPECT_EQ(take(),
            "module in memory: function 'f' is expected to describe its 1 "
            "parameters and 0 results");
  function.entry = nullptr;
  EXPECT_EQ(take(), "module in memory: function 'f' is expected to have code");
  function.name = nullptr;
  EXPECT_EQ(take(),
            "module in memory: expected a name of each function, found none");
  descriptor.functions = nullptr;
  EXPECT_EQ(take(), "module in memory: expected the module to describe its 1 "
                    "functions");
  descriptor.num_functions = 0;
  descriptor.constants_file = "c";
  EXPECT_EQ(take(), "module in memory: expected constants in memory, found the "
                    "constants file \"c\"");
  EXPECT_NE(relax_module_from_descriptor(context, nullptr, &module), RELAX_OK);
  EXPECT_EQ(getError(), "expected a module descriptor, found null");
}

#ifdef RELAX_TEST_OPENMP
TEST_F(RuntimeModule, SetsTheThreadsOfOpenMP) {
  ASSERT_EQ(load(getPath("-openmp")), RELAX_OK) << getError();
  for (int32_t number : {1, 3, 2}) {
    ASSERT_EQ(relax_context_set_num_threads(context, number), RELAX_OK);
    RelaxTensor *threads = nullptr;
    ASSERT_EQ(relax_function_call(context, module, "threads", nullptr, 0,
                                  &threads, 1),
              RELAX_OK);
    EXPECT_EQ(*static_cast<int64_t *>(relax_tensor_data(threads)), number);
    relax_tensor_release(threads);
  }
}
#endif

TEST_F(RuntimeModule, ListsItsSymbolsForJustInTimeLinkers) {
  int32_t count = 0;
  const RelaxSymbol *symbols = relax_rt_symbols(&count);
  EXPECT_GT(count, 20);
  for (int32_t i = 0; i < count; ++i) {
    EXPECT_EQ(std::string(symbols[i].name).substr(0, 9), "relax_rt_");
    EXPECT_NE(symbols[i].address, nullptr);
  }
}

TEST_F(RuntimeModule, SaysWhatDevicesLack) {
  EXPECT_EQ(relax_device_check(context, kDLCPU, 0), RELAX_OK);
  EXPECT_EQ(relax_device_check(context, kDLCPU, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cpu:1: expected number 0");
  EXPECT_EQ(relax_device_check(context, kDLVulkan, 0), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "device vulkan:0: expected cpu or cuda");
  EXPECT_NE(relax_device_check(context, kDLCUDA, 0), RELAX_OK);
  EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ");
}
