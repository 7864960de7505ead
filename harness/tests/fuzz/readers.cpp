#include "harness/tests/fuzz/readers.h"

#include "harness/answers/records/read_records.h"
#include "harness/base/files.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/formats/captured_call.h"
#include "harness/formats/grid.h"
#include "harness/formats/rsf_file.h"
#include "harness/formats/traces.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/model.h"

namespace ladder::fuzz {
namespace {

void write_in_memory(const Grid &grid) {
  if (grid.axes.empty() || grid.axes.size() > 3) return;
  npy_bytes(grid);
  rsf_bytes(grid);
  vti_bytes(grid);
}

void read_case(const std::string &path) {
  LocatedCase found;
  found.shown = "case", found.path = path;
  found.file = std::make_shared<TomlFile>(parse_toml(read_file(path, 1 << 20), found.shown));
  case_file(found);
}
// A file of unknown ending: raw float32.
void read_raw_model(const std::string &path) {
  ModelRequest request{path, 3, 2};
  request.axes = "xz";
  std::vector<std::string> notes;
  read_model(request, notes);
}

void use(Traces traces, const std::string &path) {
  write_in_memory(grid_of(traces));
  gather_of(std::move(traces), path);
}

}  // namespace

const std::vector<Reader> &readers() {
  using Path = const std::string &;
  static const std::vector<Reader> all = {
      {"case", read_case},
      {"columns", [](Path path) { write_in_memory(read_columns(path)); }},
      {"npy", [](Path path) { write_in_memory(read_npy(path)); }},
      {"raw", read_raw_model},
      {"rsf", [](Path path) { write_in_memory(read_rsf(path)); }},
      {"rsf_gather", [](Path path) { read_rsf_gather(path, {}); }},
      {"vti", [](Path path) { write_in_memory(read_vti(path)); }},
      {"segy", [](Path path) { use(read_segy(path), path); }},
      {"su", [](Path path) { use(read_su(path), path); }},
      {"records",
       [](Path path) {
         for (const Json &record : read_records_with_lines(path).records) point_key(record);
       }},
      {"captured_call", [](Path path) { read_captured_call(path); }},
  };
  return all;
}

}  // namespace ladder::fuzz
