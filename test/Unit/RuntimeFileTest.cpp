// Files of the run time: pipes do not make it wait, and what it writes replaces
// a file as a whole or not at all.
#include "RuntimeFixture.h"
#include "relax_npy.h"

#include <algorithm>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// A folder of its own.
class RuntimeFile : public RuntimeFixture {
protected:
  RuntimeFile() { EXPECT_NE(mkdtemp(folder.data()), nullptr); }
  ~RuntimeFile() override {
    for (const std::string &name : list())
      unlink((folder + "/" + name).c_str());
    rmdir(folder.c_str());
  }

  /// Names of the files, sorted.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    DIR *directory = opendir(folder.c_str());
    while (dirent *entry = readdir(directory))
      if (entry->d_name[0] != '.')
        names.emplace_back(entry->d_name);
    closedir(directory);
    std::sort(names.begin(), names.end());
    return names;
  }

  std::string read(const std::string &name) const {
    std::ifstream file(folder + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Writes a tensor of `number` floats.
  int32_t write(const std::string &name, int64_t number) {
    std::vector<float> data(size_t(number), 1);
    std::vector<int64_t> dims = {number};
    DLTensor view = makeView(data.data(), {RELAX_FLOAT, 32, 1}, dims);
    return relax_npy_write(context, (folder + "/" + name).c_str(), &view);
  }

  unsigned getMode(const std::string &name) const {
    struct stat status = {};
    stat((folder + "/" + name).c_str(), &status);
    return status.st_mode & 07777;
  }

  std::string folder = testing::TempDir() + "relax-file-XXXXXX";
};

/// No file may have more than a few bytes for as long as the object lives.
struct FullDisk {
  FullDisk() {
    getrlimit(RLIMIT_FSIZE, &previous);
    rlimit few = {1000, previous.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    handler = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &previous);
    std::signal(SIGXFSZ, handler);
  }
  rlimit previous;
  void (*handler)(int);
};

} // namespace

TEST_F(RuntimeFile, DoesNotWaitForPipes) {
  std::string pipe = folder + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  RelaxTensor *tensor = nullptr;
  EXPECT_EQ(relax_npy_read(context, pipe.c_str(), &tensor), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot read '" + pipe + "': not a file");
  RelaxModule *module = nullptr;
  EXPECT_EQ(relax_module_load(context, pipe.c_str(), &module), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot open '" + pipe + "': not a file");
  RelaxConstants *constants = nullptr;
  EXPECT_EQ(relax_rt_constants_open(context, pipe.c_str(), 1, 1, &constants),
            RELAX_ERROR_IO);
  EXPECT_EQ(getError(),
            "cannot open constants file '" + pipe + "': not a file");
  EXPECT_EQ(relax_npy_read(context, "/dev/zero", &tensor), RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot read '/dev/zero': not a file");
}

TEST_F(RuntimeFile, KeepsTheOldFileOnAFullDisk) {
  ASSERT_EQ(write("x.npy", 10), RELAX_OK) << getError();
  std::string before = read("x.npy");
  {
    FullDisk disk;
    EXPECT_EQ(write("x.npy", 10000), RELAX_ERROR_IO);
    EXPECT_EQ(getError(),
              "cannot write '" + folder + "/x.npy': File too large");
    EXPECT_EQ(write("new.npy", 10000), RELAX_ERROR_IO);
  }
  EXPECT_EQ(read("x.npy"), before);
  EXPECT_EQ(list(), std::vector<std::string>{"x.npy"});
}

TEST_F(RuntimeFile, ReplacesWhatReadersHaveOpen) {
  ASSERT_EQ(write("x.npy", 10), RELAX_OK);
  std::ifstream reader(folder + "/x.npy", std::ios::binary);
  std::string before = read("x.npy");
  ASSERT_EQ(write("x.npy", 20), RELAX_OK);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), before);
  EXPECT_EQ(read("x.npy").size(), before.size() + 40);
}

TEST_F(RuntimeFile, KeepsTheModeAndTheLink) {
  mode_t mask = umask(026);
  EXPECT_EQ(write("x.npy", 10), RELAX_OK);
  umask(mask);
  EXPECT_EQ(getMode("x.npy"), 0640u);
  chmod((folder + "/x.npy").c_str(), 0604);
  ASSERT_EQ(symlink("x.npy", (folder + "/link.npy").c_str()), 0);
  ASSERT_EQ(write("link.npy", 30), RELAX_OK);
  EXPECT_EQ(getMode("x.npy"), 0604u);
  EXPECT_EQ(read("x.npy").size(), 128u + 120);
  char target[16] = {};
  EXPECT_EQ(readlink((folder + "/link.npy").c_str(), target, 15), 5);
}
