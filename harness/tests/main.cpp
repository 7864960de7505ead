/* The main program of ladder_tests: GoogleTest's own, and two options that choose tests by their
 * source:
 *   ladder_tests --of=test_heat,test_born   the tests of these files
 *   ladder_tests --not-of=test_heat         all others
 * --gtest_filter chooses single tests, as always. Exit: 0 all passed, 1 a test failed, 2 a wrong
 * argument. */
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

namespace {

std::set<std::string> split(const std::string &list) {
  std::set<std::string> names;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) names.insert(word);
  return names;
}

/* A filter of GoogleTest that names each chosen test; `found` gets the files that have any. */
std::string filter_of(const std::set<std::string> &files, bool chosen,
                      std::set<std::string> &found) {
  const testing::UnitTest &all = *testing::UnitTest::GetInstance();
  std::string filter;
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite &suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo &test = *suite.GetTestInfo(j);
      const std::string stem = std::filesystem::path(test.file()).stem().string();
      found.insert(stem);
      if (files.contains(stem) == chosen) {
        filter += std::string(filter.empty() ? "" : ":") + suite.name() + "." + test.name();
      }
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], of = "--of=", not_of = "--not-of=";
    const bool chosen = word.starts_with(of);
    if (!chosen && !word.starts_with(not_of)) {
      std::fprintf(stderr, "ladder_tests: there is no option '%s'\n", word.c_str());
      return 2;
    }
    std::set<std::string> found;
    const std::set<std::string> files = split(word.substr(chosen ? of.size() : not_of.size()));
    const std::string filter = filter_of(files, chosen, found);
    for (const std::string &file : files) {
      if (!found.contains(file)) {
        std::fprintf(stderr, "ladder_tests: no test is in a file '%s'\n", file.c_str());
        return 2;
      }
    }
    testing::GTEST_FLAG(filter) = filter;
  }
  return RUN_ALL_TESTS();
}
