// What a killed program had sampled becomes records of who opens the file next, once.
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

class JournalOfRecords : public TestFolder {
 protected:
  static Json sample(const std::string &stage, std::int64_t wall_ns, int round) {
    Json record = with(example_record(stage, {wall_ns}, session), "/samples/round", {round});
    return record;
  }
  // A program that ends without `remove`, as one that is killed does.
  void killed_after(const std::function<void(Journal &)> &work) const {
    const RecordFile records(path);
    Journal journal(records, session);
    work(journal);
  }
  int recover() const {
    RecordFile records(path);
    return recover_killed(records);
  }
  std::size_t journals() const {
    const std::filesystem::directory_iterator files(folder);
    return static_cast<std::size_t>(std::count_if(begin(files), end(files), [](const auto &file) {
      return file.path().extension() == ".partial";
    }));
  }

  static constexpr const char *session = "20261121T030000-1";
  std::string path = in_folder("records.jsonl");
};

TEST_F(JournalOfRecords, SamplesOfAPointBecomeOneRecord) {
  killed_after([](Journal &journal) {
    journal.sample(sample("smem", 100, 0));
    journal.sample(sample("fortran", 900, 0));
    journal.sample(sample("smem", 104, 1));
  });
  EXPECT_EQ(journals(), 1u);
  EXPECT_EQ(recover(), 2);
  EXPECT_EQ(journals(), 0u);
  const std::vector<Json> records = read_records(path);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].at("samples").at("wall_ns"), Json({100, 104}));
  EXPECT_EQ(records[0].at("samples").at("round"), Json({0, 1}));
  EXPECT_EQ(records[0].at("summary").at("median_ns"), 102);
  EXPECT_EQ(records[0].at("summary").at("stopped_by"), "killed");
  EXPECT_EQ(records[0].at("why_not_traced"), "killed before it was traced");
  EXPECT_EQ(records[1].at("stage").at("name"), "fortran");
  EXPECT_EQ(recover(), 0);
}

TEST_F(JournalOfRecords, AClosedPointIsLeftOut) {
  killed_after([](Journal &journal) {
    journal.sample(sample("smem", 100, 0));
    journal.sample(sample("fortran", 900, 0));
    journal.close_point(point_key(sample("smem", 100, 0)));
  });
  EXPECT_EQ(recover(), 1);
  EXPECT_EQ(read_records(path).at(0).at("stage").at("name"), "fortran");
}

TEST_F(JournalOfRecords, APointThatHasItsRecordIsNotAddedAgain) {
  killed_after([&](Journal &journal) {
    journal.sample(sample("smem", 100, 0));
    RecordFile(path).append(sample("smem", 100, 0));  // and killed before the point was closed
  });
  RecordFile(path).append(example_record("fortran", {900}, "another session"));
  EXPECT_EQ(recover(), 0);
  EXPECT_EQ(read_records(path).size(), 2u);
}

TEST_F(JournalOfRecords, WhatDidNotHoldForOneSampleDoesNotHoldForThePoint) {
  Json wrong = with(sample("smem", 100, 0), "/verdict/passed", false);
  killed_after([&](Journal &journal) {
    journal.sample(wrong);
    journal.sample(sample("smem", 104, 1));
  });
  EXPECT_EQ(recover(), 1);
  EXPECT_FALSE(read_records(path).at(0).at("verdict").at("passed").get<bool>());
}

TEST_F(JournalOfRecords, AFileThatIsNoJournalIsLeftAlone) {
  killed_after([](Journal &journal) { journal.remove(); });
  EXPECT_EQ(journals(), 0u);
  put("records.jsonl.mine.partial", "{\"sample\": 3}\n");
  EXPECT_EQ(recover(), 0);
  EXPECT_EQ(journals(), 1u);
}

TEST_F(JournalOfRecords, ThereIsNoneForADevice) {
  const RecordFile records("/dev/null");
  Journal journal(records, session);
  journal.sample(sample("smem", 100, 0));
  EXPECT_FALSE(std::filesystem::exists(std::string("/dev/null.") + session + ".partial"));
}

// Where results are kept, and how they are found there.

namespace fs = std::filesystem;

class Experiments : public TestFolder {
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
