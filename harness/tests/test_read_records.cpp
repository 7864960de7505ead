// Lines that are no records are refused with their number, before anybody takes a field for what it
// is not.
#include "harness/answers/records/read_records.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

class ReadRecords : public FormatFolder {
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
      EXPECT_TRUE(says(refusal(bad.dump() + "\n"), "line 1: the field " + std::string(field)))
          << refusal(bad.dump() + "\n");
    }
}

TEST_F(ReadRecords, AFolderIsReportedAsOne) {
  EXPECT_TRUE(says(refusal_of([&] { read_records(folder.string()); }), "is a folder"));
}

TEST_F(ReadRecords, ASchemaThatIsNoNumberIsNoSchema) {
  for (const char *schema : {"\"2\"", "null", "2.5", "[2]", "{}"})
    EXPECT_TRUE(
        says(refusal(std::string("{\"schema\": ") + schema + "}\n"), "not a record of ladder"))
        << schema;
}

TEST_F(ReadRecords, ALineOfBracketsIsRefusedHoweverLong) {
  EXPECT_TRUE(says(refusal(std::string(1 << 20, '[') + "\n"), "nested more than 32 deep"));
  std::string deep = example_record("smem", {1}).dump();
  deep.pop_back();
  deep += ",\"more\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}\n";
  EXPECT_TRUE(says(refusal(deep), "nested more than 32 deep"));
}

}  // namespace
}  // namespace ladder
