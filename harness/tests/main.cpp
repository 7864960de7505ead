/* The main program of ladder_tests: GoogleTest's own, and an option that chooses tests by their
 * source:
 *   ladder_tests --of=test_ranks,test_born  the tests of these files
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

}  // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], of = "--of=";
    if (!word.starts_with(of)) {
      std::fprintf(stderr, "ladder_tests: there is no option '%s'\n", word.c_str());
      return 2;
    }
    const std::set<std::string> files = split(word.substr(of.size()));
    std::set<std::string> found;
    std::string filter;
    const testing::UnitTest &all = *testing::UnitTest::GetInstance();
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
      const testing::TestSuite &suite = *all.GetTestSuite(s);
      for (int k = 0; k < suite.total_test_count(); ++k) {
        const testing::TestInfo &test = *suite.GetTestInfo(k);
        const std::string stem = std::filesystem::path(test.file()).stem().string();
        if (!files.contains(stem)) continue;
        found.insert(stem);
        filter += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
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
