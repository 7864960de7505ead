// A file of records that holds nothing is not left behind, and no record goes into a file that has
// lost its name.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "harness/answers/records/record_file.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

class FileOfRecords : public FormatFolder {
 protected:
  void SetUp() override {
    FormatFolder::SetUp();
    path = in_folder("records.jsonl");
  }
  std::size_t lines() const {
    const std::string text = bytes_of_file(path);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  const Json record = example_record("c-O3", {100}, "20261121T030000-1");
  std::string path;
};

TEST_F(FileOfRecords, IsThereFromTheBeginningSoThatOneThatCannotBeWrittenIsRefused) {
  const RecordFile records(path);
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(FileOfRecords, IsNotLeftBehindEmpty) {
  { const RecordFile records(path); }
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(FileOfRecords, StaysWithARecord) {
  { RecordFile(path).append(record); }
  { const RecordFile records(path); }
  EXPECT_EQ(lines(), 1u);
}

TEST_F(FileOfRecords, ThatWasThereEmptyStays) {
  put("records.jsonl", "");
  { const RecordFile records(path); }
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(FileOfRecords, OfAnotherNameStays) {
  {
    const RecordFile records(path);
    std::filesystem::rename(path, in_folder("mine.jsonl"));
  }
  EXPECT_TRUE(std::filesystem::exists(in_folder("mine.jsonl")));
}

TEST_F(FileOfRecords, ThatOneProgramRemovesTakesTheRecordsOfAnother) {
  auto first = std::make_unique<RecordFile>(path);
  RecordFile second(path);
  first.reset();
  EXPECT_EQ(files_in_folder(), 0u);
  second.append(record);
  second.append(record);
  EXPECT_EQ(lines(), 2u);
}

TEST_F(FileOfRecords, WithoutAnyNameTakesRecordsAllTheSame) {
  put("records.jsonl", "");
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  std::filesystem::remove(path);
  path = fmt::format("/proc/self/fd/{}", file);
  RecordFile(path).append(record);
  EXPECT_EQ(lines(), 1u);
  close(file);
}

}  // namespace
}  // namespace ladder
