// What is shown of a record is asked in one place, of new records and of those from before they
// carried the numbers.
#include <fcntl.h>

#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

Json smem() { return example_record("smem", {1000, 1000, 1000}); }

TEST(Result, IsRightWhereTheVerdictPassedAndTheLaunchIsTheOneAskedFor) {
  EXPECT_TRUE(right(smem()));
  EXPECT_FALSE(right(failed(smem(), "off")));
  EXPECT_EQ(failure(failed(smem(), "off")), "off");
  Json none = smem(), other_launch = smem(), not_traced = smem();
  none["verdict"] = nullptr;
  other_launch["traced"]["launch_confirmed"] = false;
  not_traced["traced"] = nullptr;
  EXPECT_FALSE(right(none));
  EXPECT_FALSE(right(other_launch));
  EXPECT_TRUE(right(not_traced));
}

TEST(Result, ShotsAreThoseThatTheRecordCarriesElseTheKnobButOfPlugins) {
  Json record = smem();
  EXPECT_EQ(shots(record), 1);
  record["launch"]["used"]["shots"] = {6};
  EXPECT_EQ(shots(record), 6);
  EXPECT_EQ(shots(with(record, "/work/shots", 4)), 4);
  record["stage"]["file"] = "./my_kernel.so";
  EXPECT_EQ(shots(record), 1);
}

TEST(Result, WithoutTransfersIsWhatTheRecordCarriesElseEstimatedFromTheTrace) {
  EXPECT_EQ(without_transfers_ns(with(smem(), "/summary/without_transfers_ns", 7)), 7);
  Json record = smem();  // 5 % of its traced run are copies, a quarter kernels
  EXPECT_DOUBLE_EQ(without_transfers_ns(record), 950);
  record["summary"]["without_transfers_ns"] = nullptr;
  EXPECT_DOUBLE_EQ(without_transfers_ns(record), 950);
  record["traced"] = nullptr;
  EXPECT_EQ(without_transfers_ns(record), 1000);
}

// A record of 2 s whose traced run took 4 s.
double without_transfers_s(double transfers_s, double kernels_s, double traced_s = 4) {
  Json record = smem();
  record["summary"]["median_ns"] = 2e9;
  record["traced"]["wall_ns"] = 1e9 * traced_s;
  record["traced"]["scopes_ns"]["h2d"] = 1e9 * transfers_s;
  record["traced"]["scopes_ns"]["kernel"] = 1e9 * kernels_s;
  return 1e-9 * without_transfers_ns(record);
}

TEST(Result, ARunWithoutItsTransfersKeepsItsKernels) {
  EXPECT_DOUBLE_EQ(without_transfers_s(3, 1), 1.0) << "kernels take all that is left";
  EXPECT_DOUBLE_EQ(without_transfers_s(1, 1), 1.5) << "a quarter was transfers";
  EXPECT_DOUBLE_EQ(without_transfers_s(0, 3), 2.0) << "no longer than the run itself";
  EXPECT_DOUBLE_EQ(without_transfers_s(0, 0, 0), 2.0) << "an empty trace";
}

// Lines that are no records are refused with their number, before anybody takes a field for what it
// is not.

class ReadRecords : public TestFolder {
 protected:
  std::string refusal(const std::string &text) const {
    const std::string path = put("r.jsonl", text);
    return refusal_of([&] { read_records_with_lines(path); });
  }
};

TEST_F(ReadRecords, AFieldOfAnotherKindIsRefused) {
  const Json good = example_record("smem", {1, 2, 3});
  EXPECT_EQ(refusal(good.dump() + "\n"), "");
  for (const char *field : {"/stage/name", "/case/hash", "/launch/asked", "/samples/wall_ns",
                            "/samples/round", "/summary/median_ns", "/verdict/passed", "/session"})
    for (const Json &value : {Json(Json::array({"a"})), Json(Json::array({Json::object()}))}) {
      Json bad = good;
      bad[Json::json_pointer(field)] = value;
      EXPECT_HAS(refusal(bad.dump() + "\n"), "line 1: the field " + std::string(field));
    }
}

TEST_F(ReadRecords, ASchemaThatIsNoNumberIsNoSchema) {
  for (const char *schema : {"\"2\"", "null", "2.5", "[2]", "{}"})
    EXPECT_HAS(refusal(std::string("{\"schema\": ") + schema + "}\n"), "not a record of ladder")
        << schema;
}

TEST_F(ReadRecords, ALineOfBracketsIsRefusedHoweverLong) {
  EXPECT_HAS(refusal(std::string(1 << 20, '[') + "\n"), "nested more than 32 deep");
  std::string deep = example_record("smem", {1}).dump();
  deep.pop_back();
  deep += ",\"more\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}\n";
  EXPECT_HAS(refusal(deep), "nested more than 32 deep");
}

// A file of records that holds nothing is not left behind, and no record goes into a file that has
// lost its name.

class FileOfRecords : public TestFolder {
 protected:
  std::size_t lines() const {
    const std::string text = bytes_of_file(path);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  const Json record = example_record("c-O3", {100}, "20261121T030000-1");
  std::string path = in_folder("records.jsonl");
};

TEST_F(FileOfRecords, IsThereFromTheBeginningSoThatOneThatCannotBeWrittenIsRefused) {
  const RecordFile records(path);
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
