// What the tests of compiled kernels share.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "harness/base/error.h"

namespace ladder {

class TemporaryFolder : public ::testing::Test {
 protected:
  TemporaryFolder()
      : path_(std::filesystem::path(testing::TempDir()) /
              std::filesystem::path("compiled-" + unique())) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() override { std::filesystem::remove_all(path_); }
  void put(const std::string &name, const std::string &text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  static std::string unique() {
    return testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(getpid());
  }
  const std::filesystem::path path_;
};
template <typename Action>
Exit exit_of(Action action, const std::string &words = "") {
  try {
    action();
  } catch (const Error &error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    return error.exit;
  }
  return Exit::ok;
}

}  // namespace ladder
