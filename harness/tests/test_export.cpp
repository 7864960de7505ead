// `ladder export` reads records, writes one format, overwrites nothing and says what it leaves out.
#include "harness/answers/export/formats.h"
#include "harness/command/export.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

struct Export : TestFolder {
  std::string file(const std::string &name, const std::vector<Json> &records) {
    std::string lines;
    for (const Json &record : records) lines += record.dump() + "\n";
    return put(name, lines);
  }
  std::string written() const { return bytes_of_file(output); }
  // The error of an export that must fail, having written nothing.
  Error refused(const std::vector<std::string> &files, const std::string &format) {
    const std::string before = written();
    try {
      export_records(files, format, output);
    } catch (const Error &error) {
      EXPECT_EQ(written(), before);
      return error;
    }
    ADD_FAILURE() << "was not refused";
    return Error(Exit::ok, "");
  }

  const std::string output = in_folder("output");
};

TEST_F(Export, WritesEveryFormatIntoANewFileOrToStandardOutput) {
  const std::string path = file("a.jsonl", {example_record("fortran", {3, 4, 5})});
  for (const Format &format : formats) {
    const std::string expected = format.write({example_record("fortran", {3, 4, 5})});
    EXPECT_EQ(export_records({path}, format.name, output), Exit::ok);
    EXPECT_EQ(written(), expected);
    fs::remove(output);
    testing::internal::CaptureStdout();
    EXPECT_EQ(export_records({path}, format.name, ""), Exit::ok);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  }
}

TEST_F(Export, JoinsItsFiles) {
  const std::string a = file("a.jsonl", {example_record("fortran", {3})});
  const std::string b = file("b.jsonl", {example_record("smem", {2})});
  export_records({a, b}, "markdown", output);
  EXPECT_EQ(written(), as_markdown({example_record("fortran", {3}), example_record("smem", {2})}));
}

TEST_F(Export, AnUnknownFormatGetsTheNearestNames) {
  const Error error = refused({file("a.jsonl", {example_record("smem", {2})})}, "hyperfin");
  EXPECT_EQ(error.exit, Exit::usage);
  EXPECT_HAS(error.what(), "did you mean hyperfine?");
  EXPECT_HAS(refused({}, "spreadsheet of mine").what(),
             "google-benchmark, google-benchmark-csv, github-action");
}

TEST_F(Export, OverwritesNothing) {
  const std::string path = file("a.jsonl", {example_record("smem", {2})});
  std::ofstream(output) << "precious";
  EXPECT_EQ(refused({path}, "csv").exit, Exit::file);
  EXPECT_EQ(written(), "precious");
}

TEST_F(Export, RefusesWhatItCannotRead) {
  const Json record = example_record("smem", {2});
  EXPECT_EQ(refused({}, "csv").exit, Exit::usage);
  EXPECT_EQ(refused({folder / "none.jsonl"}, "csv").exit, Exit::file);
  EXPECT_HAS(refused({file("empty.jsonl", {})}, "csv").what(), "holds no record");
  Json old = record;
  old["schema"] = 1;
  EXPECT_EQ(refused({file("old.jsonl", {record, old})}, "csv").exit, Exit::not_comparable);
  Json part = record;
  part.erase("summary");
  const Error error = refused({file("part.jsonl", {part})}, "csv");
  EXPECT_EQ(error.exit, Exit::file);
  EXPECT_HAS(error.what(), "summary");
}

TEST_F(Export, TellsHowManyFailed) {
  const std::string path = file(
      "a.jsonl", {example_record("fortran", {2}), failed(example_record("smem", {2}), "off by 2")});
  testing::internal::CaptureStderr();
  export_records({path}, "junit", output);
  EXPECT_HAS(testing::internal::GetCapturedStderr(), "1 of 2 records failed");
}

TEST_F(Export, TakesTheNewestOfAName) {
  std::vector<Json> records = {example_record("smem", {2}), example_record("fortran", {9}),
                               example_record("smem", {3}), example_record("smem", {4})};
  records[2]["time"] = "2026-11-21T05:00:00Z";
  testing::internal::CaptureStderr();
  export_records({file("a.jsonl", records)}, "bencher", output);
  EXPECT_HAS(testing::internal::GetCapturedStderr(), "2 of 4 records left out");
  EXPECT_EQ(written(), as_bencher({records[2], records[1]}));
  const auto newest = newest_of_each_name({records[0], records[3]});  // equally old: the later one
  ASSERT_EQ(newest.size(), 1u);
  EXPECT_EQ(newest[0], records[3]);
}

TEST_F(Export, RefusesToTakeOneNameForTwoThings) {
  const Json record = example_record("smem", {2});
  Json other_case = record, other_machine = record;
  other_case["case"]["hash"] = "0123456789abcdef";
  other_machine["environment"]["gpu"]["name"] = "another GPU";
  for (const auto &[other, words] :
       {std::pair(other_case, "case.hash"), std::pair(other_machine, "the machine")}) {
    const std::string path = file("a.jsonl", {record, other});
    const Error error = refused({path}, "google-benchmark");
    EXPECT_EQ(error.exit, Exit::not_comparable);
    EXPECT_HAS(error.what(), words);
    EXPECT_EQ(export_records({path}, "csv", output), Exit::ok);  // which has a column for each
    fs::remove(output);
  }
}

}  // namespace
}  // namespace ladder
