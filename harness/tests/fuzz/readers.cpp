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
void read_text_grid(const std::string &path) { write_in_memory(read_columns(path)); }
void read_npy_grid(const std::string &path) { write_in_memory(read_npy(path)); }
void read_rsf_grid(const std::string &path) { write_in_memory(read_rsf(path)); }
void read_gather_of_rsf(const std::string &path) { read_rsf_gather(path, {}); }
void read_vti_grid(const std::string &path) { write_in_memory(read_vti(path)); }

// A file of unknown ending: raw float32.
void read_raw_model(const std::string &path) {
  ModelRequest request;
  request.path = path;
  request.nz = 3;
  request.nx = 2;
  request.axes = "xz";
  std::vector<std::string> notes;
  read_model(request, notes);
}

void use(Traces traces, const std::string &path) {
  write_in_memory(grid_of(traces));
  gather_of(std::move(traces), path);
}
void read_segy_traces(const std::string &path) { use(read_segy(path), path); }
void read_su_traces(const std::string &path) { use(read_su(path), path); }

void read_call(const std::string &path) { read_captured_call(path); }
void read_record_lines(const std::string &path) {
  for (const Json &record : read_records_with_lines(path).records) point_key(record);
}

}  // namespace

const std::vector<Reader> &readers() {
  static const std::vector<Reader> all = {
      {"case", read_case},          {"columns", read_text_grid},
      {"npy", read_npy_grid},       {"raw", read_raw_model},
      {"rsf", read_rsf_grid},       {"rsf_gather", read_gather_of_rsf},
      {"vti", read_vti_grid},       {"segy", read_segy_traces},
      {"su", read_su_traces},       {"records", read_record_lines},
      {"captured_call", read_call},
  };
  return all;
}

}  // namespace ladder::fuzz
