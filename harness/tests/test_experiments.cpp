// Where results are kept, and how they are found there.
#include <gtest/gtest.h>

#include <fstream>

#include "harness/answers/records/experiments.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

class Experiments : public FormatFolder {
 protected:
  fs::path machine() const { return in_folder("one"); }
  void keep(const std::string &experiment, const std::string &file) const {
    fs::create_directories(machine() / experiment);
    std::ofstream(machine() / experiment / file) << "{}\n";
  }
  std::vector<std::string> names(const std::string &experiment = "") const {
    std::vector<std::string> found;
    for (const fs::path &folder : experiments(machine(), experiment))
      found.push_back(folder.filename().string());
    return found;
  }
};

TEST_F(Experiments, AreFoldersNamedByDateInItsOrder) {
  keep("2026-11-25-thesis", "ladder.jsonl");
  keep("2025-12-31-sweep", "records.jsonl");
  keep("notes", "records.jsonl");
  keep("2026-1-1-thesis", "ladder.jsonl");
  keep("2026-11-25-", "ladder.jsonl");
  std::ofstream(machine() / "2026-11-24-file") << "\n";
  EXPECT_EQ(names(), (std::vector<std::string>{"2025-12-31-sweep", "2026-11-25-thesis"}));
  EXPECT_EQ(names("thesis"), std::vector<std::string>{"2026-11-25-thesis"});
  EXPECT_TRUE(experiments(in_folder("nowhere")).empty());
}

TEST_F(Experiments, OfOneNameTheNewestThatHasTheFileCounts) {
  keep("2026-11-22-microbench", "machine.jsonl");
  keep("2026-11-23-microbench", "machine.jsonl");
  keep("2026-11-24-microbench", "command");
  keep("2026-11-25-microbench-again", "machine.jsonl");
  EXPECT_EQ(newest_file(machine(), "microbench", "machine.jsonl"),
            machine() / "2026-11-23-microbench" / "machine.jsonl");
}

TEST_F(Experiments, WithoutOneTheFileIsThatOfToday) {
  EXPECT_EQ(newest_file(machine(), "microbench", "machine.jsonl"),
            experiment_of_today(machine(), "microbench") / "machine.jsonl");
  EXPECT_FALSE(fs::exists(machine()));
}

TEST_F(Experiments, ANameOfACaseBecomesOneFolder) {
  const std::string name = experiment_of_today(machine(), "../my case/2").filename().string();
  EXPECT_EQ(name.substr(10), "-..-my-case-2");
}

TEST(NotedCommand, IsAsAShellTakesItWithoutAbsolutePaths) {
  EXPECT_EQ(as_noted({"ladder", "sweep", "--case=/home/me/a.toml", "/home/me/b.so", "--nt=2,3"}),
            "ladder sweep --case=a.toml b.so --nt=2,3");
  EXPECT_EQ(as_noted({"ladder", "--case=my case", "it's", ""}),
            "ladder '--case=my case' 'it'\\''s' ''");
}

}  // namespace
}  // namespace ladder
