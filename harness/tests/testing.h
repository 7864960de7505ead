// What nearly every test needs: GoogleTest, the standard library, a folder that goes away, and the
// words of what is refused.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/base/error.h"

namespace ladder {

// Whether a text has a part. The result says what the text is.
inline testing::AssertionResult says(const std::string &text, const std::string &part) {
  const bool has = text.find(part) != std::string::npos;
  return (has ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "'" << part << "' is " << (has ? "" : "not ") << "in: " << text;
}
#define EXPECT_HAS(text, part) EXPECT_TRUE(::ladder::says(text, part))
#define EXPECT_HAS_NOT(text, part) EXPECT_FALSE(::ladder::says(text, part))

// The words with which something is refused by an error of this kind; empty where it is not.
template <typename Refusal = FileError>
std::string refusal_of(const std::function<void()> &what) {
  try {
    what();
  } catch (const Refusal &error) {
    return error.what();
  }
  return "";
}

// The exit code of the error that something ends with, whose words have this part.
inline Exit exit_of(const std::function<void()> &what, const std::string &part = "") {
  try {
    what();
  } catch (const Error &error) {
    EXPECT_HAS(error.what(), part);
    return error.exit;
  }
  return Exit::ok;
}

inline std::string bytes_of_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// An environment variable that has another value while this lives.
class Variable {
 public:
  Variable(const char *name, const std::string &value) : name_(name) {
    if (const char *before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable &) = delete;

 private:
  const char *name_;
  std::optional<std::string> before_;
};

class TestFolder : public testing::Test {
 protected:
  TestFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ladder_XXXXXX").string();
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  ~TestFolder() override { std::filesystem::remove_all(folder); }

  std::string in_folder(const std::string &name) const { return (folder / name).string(); }
  // With the folders that its name has.
  std::string put(const std::string &name, const std::string &bytes) const {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return in_folder(name);
  }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  std::filesystem::path folder;
};

}  // namespace ladder
