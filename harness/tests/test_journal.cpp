// What a killed program had sampled becomes records of who opens the file next, once.
#include <algorithm>

#include "harness/answers/records/journal.h"
#include "harness/answers/records/read_records.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

class JournalOfRecords : public FormatFolder {
 protected:
  void SetUp() override {
    FormatFolder::SetUp();
    path = in_folder("records.jsonl");
  }

  static Json sample(const std::string &stage, std::int64_t wall_ns, int round) {
    Json record = example_record(stage, {wall_ns}, session);
    record["samples"]["round"] = {round};
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
  std::string path;
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

TEST_F(JournalOfRecords, AProgramThatEndsBeforeItsFirstSampleLeavesNone) {
  killed_after([](Journal &) { /* interrupted while the oracle ran */ });
  EXPECT_EQ(journals(), 0u);
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
  Json wrong = sample("smem", 100, 0);
  wrong["verdict"]["passed"] = false;
  killed_after([&](Journal &journal) {
    journal.sample(wrong);
    journal.sample(sample("smem", 104, 1));
  });
  EXPECT_EQ(recover(), 1);
  EXPECT_FALSE(read_records(path).at(0).at("verdict").at("passed").get<bool>());
}

TEST_F(JournalOfRecords, TheJournalOfALivingProgramIsLeftAlone) {
  killed_after([&](Journal &journal) {
    journal.sample(sample("smem", 100, 0));
    EXPECT_EQ(recover(), 0);
    EXPECT_EQ(journals(), 1u);
    journal.sample(sample("smem", 104, 1));
  });
  EXPECT_EQ(recover(), 1);
  EXPECT_EQ(read_records(path).at(0).at("samples").at("wall_ns").size(), 2u);
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

}  // namespace
}  // namespace ladder
