// What the micro-benchmarks found on a machine, as a record that is kept;
// harness/predict/microbench/README.md lists its fields.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/answers/records/read_records.h"
#include "harness/base/json.h"
#include "harness/predict/microbench/measurement.h"

namespace ladder {

extern const RecordKind records_of_machines;

struct MachineRecord {
  std::string time;    // UTC
  std::string commit;  // of the program that measured
  Microbenchmarks found;
};

Json machine_json(const MachineRecord &);
// Throws FileError: a field is missing or of a wrong type, or it is of another schema.
MachineRecord machine_of_json(const Json &);

// Of `machine` in the folder of results: machine.jsonl of its newest experiment `microbench`.
std::filesystem::path machine_file(const std::filesystem::path &results,
                                   const std::string &machine);
// The one to which a measurement of today is added.
std::filesystem::path new_machine_file(const std::filesystem::path &results,
                                       const std::string &machine);
// All runs of a file on the device of its newest one: of each quantity their median, as launches
// and copies differ by up to two times between hosts with one card. Throws FileError, also where
// there is none.
MachineRecord read_machine(const std::filesystem::path &file);
// The names of the machines in results/ that have such a file, in alphabetical order.
std::vector<std::string> known_machines(const std::filesystem::path &results);

// A row a quantity: its first and its last value with their uncertainties, and what was varied
// between them.
std::string machine_table(const MachineRecord &);

}  // namespace ladder
