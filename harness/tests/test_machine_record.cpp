// The record of a machine: what was measured comes back, and a file that is none is refused.
#include "harness/predict/model/machine_record.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

MachineRecord made_up() {
  MachineRecord record{"2026-11-22T09:00:00Z", "abc", {}};
  record.found.device.name = "Made-up GPU";
  record.found.device.multiprocessors = 3;
  record.found.device.shared_bytes_a_block = 1024;
  record.found.measured = {{"latency.add", "cycles", "warps", 1, 4.0625, 0.125, 21},
                           {"latency.add", "cycles", "warps", 32, 8, 0.25, 21},
                           {"launch.stream", "s", "", 0, 2.5e-6, 1e-9, 15}};
  record.found.not_measured = {{"clusters", "why"}};
  return record;
}

TEST(MachineRecord, ComesBackAsItWas) {
  const Json json = machine_json(made_up());
  EXPECT_EQ(machine_json(machine_of_json(Json::parse(json.dump()))), json);
  EXPECT_TRUE(json.dump().starts_with(records_of_machines.opening));
}

TEST(MachineRecord, EveryFieldIsNeeded) {
  const Json whole = machine_json(made_up());
  for (const auto &[field, value] : whole.items()) {
    Json less = whole;
    less.erase(field);
    EXPECT_THROW(machine_of_json(less), FileError) << field;
  }
  for (const auto &[field, value] : whole.at("device").items()) {
    Json less = whole;
    less["device"].erase(field);
    EXPECT_THROW(machine_of_json(less), FileError) << field;
  }
  Json newer = whole;
  newer["machine_schema"] = 999;
  EXPECT_THROW(machine_of_json(newer), FileError);
  EXPECT_THROW(machine_of_json(Json()), FileError);
}

using MachineFile = TestFolder;

TEST_F(MachineFile, TheLastRecordCounts) {
  const auto file = machine_file(folder, "made-up");
  std::filesystem::create_directories(file.parent_path());
  MachineRecord later = made_up();
  later.time = "2026-11-23T09:00:00Z";
  std::ofstream(file) << machine_json(made_up()).dump() << '\n'
                      << machine_json(later).dump() << '\n';
  EXPECT_EQ(read_machine(file).time, later.time);
  EXPECT_EQ(known_machines(folder), std::vector<std::string>{"made-up"});
  EXPECT_TRUE(known_machines(folder / "nowhere").empty());
  std::ofstream(file, std::ios::app) << "{\"kind\":\n";
  EXPECT_THROW(read_machine(file), FileError);
}

TEST(MachineRecord, TheTableTellsFirstAndLastWithTheirUncertainty) {
  const std::string table = machine_table(made_up());
  EXPECT_HAS(table, "4.062 ± 0.12 cycles");
  EXPECT_HAS(table, "8 ± 0.25 cycles");
  EXPECT_HAS(table, "1 to 32 warps");
  EXPECT_HAS(table, "2.5 ± 0.001 us");
  EXPECT_HAS(table, "clusters");
}

}  // namespace
}  // namespace ladder
