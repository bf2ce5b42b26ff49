// How many threads are worth having: control groups, the environment.
#include "Cores.h"
#include "RuntimeFixture.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using relax::runtime::readGroupLimit;

namespace {

/// A folder with control groups.
class RuntimeCores : public testing::Test {
protected:
  RuntimeCores() { EXPECT_NE(mkdtemp(root.data()), nullptr); }
  ~RuntimeCores() override {
    unsetenv("RELAX_NUM_THREADS");
    std::filesystem::remove_all(root);
  }

  void write(const std::string &name, const std::string &text) const {
    std::filesystem::path path(root + "/" + name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  int32_t read(const std::string &groups) const {
    write("groups", groups);
    return readGroupLimit(root + "/groups", root);
  }

  static int32_t getThreads(const char *text) {
    setenv("RELAX_NUM_THREADS", text, /*replace=*/1);
    RelaxContext *context = relax_context_create();
    int32_t number = relax_context_num_threads(context);
    EXPECT_EQ(relax_context_set_num_threads(context, 0), RELAX_OK);
    EXPECT_EQ(relax_context_num_threads(context), number);
    relax_context_destroy(context);
    return number;
  }

  std::string root = testing::TempDir() + "relax-cores-XXXXXX";
};

} // namespace

TEST_F(RuntimeCores, TakesTheStrictestGroup) {
  write("pod/cpu.max", "350000 100000\n");
  write("pod/job/cpu.max", "max 100000\n");
  EXPECT_EQ(read("0::/pod/job\n"), 4);
  write("cpu.max", "150000 100000\n");
  EXPECT_EQ(read("0::/pod/job\n"), 2);
  EXPECT_EQ(read("0::/\n"), 2);
  EXPECT_EQ(read("0::/of/the/host\n"), 2);
}

TEST_F(RuntimeCores, ReadsVersionOne) {
  write("cpu/job/cpu.cfs_quota_us", "200000\n");
  write("cpu/job/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(read("4:memory:/job\n3:cpu,cpuacct:/job\n"), 4);
  write("cpu/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(read("3:cpu,cpuacct:/job\n"), 0);
  EXPECT_EQ(read("3:cpuset:/job\n"), 0);
}

TEST_F(RuntimeCores, FindsNoLimit) {
  EXPECT_EQ(read(""), 0);
  EXPECT_EQ(read("nonsense\n0::/job\n"), 0);
  write("job/cpu.max", "nonsense\n");
  EXPECT_EQ(read("0::/job\n"), 0);
  write("job/cpu.max", "100000 0\n");
  EXPECT_EQ(read("0::/job\n"), 0);
  EXPECT_EQ(readGroupLimit(root + "/missing", root), 0);
}

TEST_F(RuntimeCores, AsksTheEnvironment) {
  EXPECT_EQ(getThreads("3"), 3);
  for (const char *text : {"", "0", "-1", "4097", "2x", "many"})
    EXPECT_EQ(getThreads(text), relax_num_cores()) << text;
}
