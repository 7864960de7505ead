// Records of schema 2 made by hand, for the tests of what is made from records.
#pragma once
#include "harness/answers/records/record_file.h"
#include "harness/answers/stage_answer.h"
#include "harness/tests/testing.h"

namespace ladder {

// A stage that took these times on an H100, right, warm, traced, with an interval of 2 % around the
// median.
inline Json example_record(const std::string &stage, const std::vector<std::int64_t> &wall_ns,
                           const std::string &session = "20261121T040814-398") {
  const bool original = stage == "fortran";
  const std::vector<double> user(wall_ns.size(), 0.5), sys(wall_ns.size(), 0.25);
  std::vector<int> round;
  std::int64_t median = 0;
  for (std::size_t i = 0; i < wall_ns.size(); ++i) round.push_back(static_cast<int>(i));
  if (!wall_ns.empty()) median = wall_ns[wall_ns.size() / 2];
  Json used = Json::object();
  if (!original) used["threads"] = {128};
  return {{"schema", 2},
          {"time", "2026-11-21T04:08:17Z"},
          {"session", session},
          {"problem", "wave"},
          {"stage",
           {{"name", stage},
            {"parent", original ? Json() : Json("fortran")},
            {"change", "what it changes"},
            {"expectation", "what it is expected to do"},
            {"device", original ? "host" : "cuda"},
            {"owns_time_loop", false},
            {"file", original ? "fortran/00_fortran.c" : "cuda_stages/30_smem.cu"},
            {"flags", "-O3"},
            {"hash", "84d6a193a4b5184c"}}},
          {"case",
           {{"name", "thesis"},
            {"hash", "ede5e0798fc7e716"},
            {"model", "salt, generated"},
            {"nz", 310},
            {"nx", 775},
            {"ny", 1},
            {"steps", 1999}}},
          {"launch", {{"asked", Json::object()}, {"used", used}}},
          {"cache", "warm"},
          {"isolated", false},
          {"samples",
           {{"wall_ns", wall_ns},
            {"round", round},
            {"slowed", std::vector<std::string>(wall_ns.size())},
            {"user_s", user},
            {"sys_s", sys}}},
          {"summary",
           {{"median_ns", wall_ns.empty() ? Json() : Json(median)},
            {"low_ns", median * 99 / 100},
            {"high_ns", median * 102 / 100},
            {"confidence", 0.95},
            {"stopped_by", "precision"},
            {"warm_up_ns", {1}}}},
          {"setup_ns", 626},
          {"work", {{"point_updates", 480259750.0}, {"bytes", 3842078000.0}, {"operations", 1e9}}},
          {"floor", nullptr},
          {"traced",
           {{"wall_ns", 1000},
            {"ratio", 1.0},
            {"disturbed", false},
            {"runs", 1},
            {"scopes_ns",
             {{"kernel", 250},
              {"h2d", 50},
              {"d2h", 0},
              {"staging", 0},
              {"launch", 0},
              {"host", 700},
              {"idle", 0}}},
            {"overlap_ns", 0},
            {"launch_confirmed", true},
            {"profile", Json::array()}}},
          {"verdict", {{"passed", true}, {"error", 3e-6}, {"limit", 1.2e-5}, {"words", ""}}},
          {"environment",
           {{"os", "Debian GNU/Linux 12"},
            {"cpu", "Intel(R) Xeon(R) Processor"},
            {"cores", 16},
            {"governor", "powersave"},
            {"load", 0.5},
            {"gpu", {{"name", "NVIDIA H100 80GB HBM3"}}},
            {"build", {{"commit", "8902c0e8e8e9"}}}}}};
}

// With another value of a field, "/traced/ratio" for example.
inline Json with(Json record, const char *field, const Json &value) {
  record[Json::json_pointer(field)] = value;
  return record;
}

inline Json without_interval(Json record) {
  record["summary"]["low_ns"] = record["summary"]["high_ns"] = nullptr;
  return record;
}

// What quoting has to cope with: signs of every format, a control character, a byte that is no
// UTF-8.
inline const std::string nasty = "a|b, \"c\" <d> & 'e'\n\x01 bad \xff _*é\\";
inline const std::string nasty_cleaned = "a|b, \"c\" <d> & 'e'\n\uFFFD bad \uFFFD _*é\\";

// The original takes half a second, and smem half of that.
inline Json fortran() { return example_record("fortran", {500000000}); }
inline Json smem() { return example_record("smem", {200000000, 250000000, 260000000}); }

inline Json failed(Json record, const std::string &words) {
  record["verdict"] = {{"passed", false}, {"error", 0.5}, {"limit", 1.2e-5}, {"words", words}};
  return record;
}

// Steps of a ladder, for the tests of what is said about them.

using Times = std::vector<std::int64_t>;
inline const Times one_ms = {1000000, 1001000, 999000, 1000500, 999500, 1000200, 999800, 1000100};

inline Times times(double factor) {
  Times scaled;
  for (auto ns : one_ms) scaled.push_back(static_cast<std::int64_t>(factor * double(ns)));
  return scaled;
}

// Of the last record.
inline Step step_of(const std::vector<Json> &records, const std::vector<Json> &predictions = {}) {
  const auto stages = stage_answers(records, PredictionsByCell(predictions));
  EXPECT_TRUE(stages.back().step);
  return stages.back().step.value_or(Step{});
}

inline Json with_scopes(Json record, double kernel, double copies, double host) {
  record["traced"]["wall_ns"] = kernel + copies + host;
  record["traced"]["scopes_ns"] = {{"kernel", kernel}, {"h2d", copies}, {"d2h", 0}, {"staging", 0},
                                   {"launch", 0},      {"host", host},  {"idle", 0}};
  return record;
}

inline Json disturbed(const Json &record, double ratio) {
  return with(record, "/traced/ratio", ratio);
}

}  // namespace ladder
