// What other tools read must say what the record says, and no time of a result that is wrong.
#include "harness/answers/export/formats.h"
#include "harness/tests/example_records.h"

namespace ladder {
namespace {

Json back(const std::string &text) { return Json::parse(text); }

std::vector<Json> two() { return {example_record("fortran", {400, 500, 600}), smem()}; }

Json wrong() { return failed(example_record("smem", {100, 200, 300}), "off by 2"); }

TEST(OutputFormats, ANameSaysCaseStageLaunchAndAColdCache) {
  Json record = example_record("smem", {1});
  EXPECT_EQ(benchmark_name(record), "ladder/case:thesis/stage:smem/threads:128");
  record["launch"]["used"] = {{"block", {16, 8}}, {"method", {2}}};
  record["cache"] = "cold";
  EXPECT_EQ(benchmark_name(record), "ladder/case:thesis/stage:smem/block:16x8/method:2/cache:cold");
  EXPECT_EQ(benchmark_name(example_record("fortran", {1})), "ladder/case:thesis/stage:fortran");
}

TEST(GoogleBenchmark, HasAnEntryASample) {
  const Json json = back(as_google_benchmark(two()));
  const Json &context = json.at("context");
  EXPECT_EQ(context.at("date"), "2026-11-21T04:08:17+00:00");
  EXPECT_EQ(context.at("host_name"), "");
  EXPECT_EQ(context.at("executable"), "ladder");
  EXPECT_EQ(context.at("num_cpus"), 16);
  EXPECT_EQ(context.at("cpu_scaling_enabled"), true);
  EXPECT_EQ(context.at("caches"), Json::array());
  EXPECT_EQ(context.at("load_avg"), Json({0.5}));
  EXPECT_EQ(context.at("library_version"), "8902c0e8e8e9");
  EXPECT_EQ(context.at("json_schema_version"), 1);
  ASSERT_EQ(json.at("benchmarks").size(), 6u);
  const Json expected = {{"name", "ladder/case:thesis/stage:smem/threads:128"},
                         {"family_index", 1},
                         {"per_family_instance_index", 0},
                         {"run_name", "ladder/case:thesis/stage:smem/threads:128"},
                         {"run_type", "iteration"},
                         {"repetitions", 3},
                         {"repetition_index", 1},
                         {"threads", 1},
                         {"iterations", 1},
                         {"real_time", 250000000.0},
                         {"cpu_time", 750000000.0},
                         {"time_unit", "ns"},
                         {"items_per_second", 480259750.0 / 0.25},
                         {"label", "NVIDIA H100 80GB HBM3"}};
  EXPECT_EQ(json.at("benchmarks")[4], expected);
  EXPECT_EQ(json.at("benchmarks")[0].at("label"), "Intel(R) Xeon(R) Processor");
}

TEST(GoogleBenchmark, LaunchesOfOneStageAreInstancesOfAFamily) {
  auto records = two();
  records.push_back(records[1]);
  records[2]["launch"]["used"]["threads"] = {64};
  const Json last = back(as_google_benchmark(records)).at("benchmarks").back();
  EXPECT_EQ(last.at("family_index"), 1);
  EXPECT_EQ(last.at("per_family_instance_index"), 1);
}

TEST(GoogleBenchmark, AFailedVerdictIsAnErrorWithZeros) {
  for (const Json &record : {wrong(), failed(example_record("smem", {}), "off by 2")}) {
    const Json entry = back(as_google_benchmark({record})).at("benchmarks").at(0);
    EXPECT_EQ(entry.at("error_occurred"), true);
    EXPECT_EQ(entry.at("error_message"), "off by 2");
    EXPECT_EQ(entry.at("real_time"), 0.0);
    EXPECT_EQ(entry.at("cpu_time"), 0.0);
    EXPECT_EQ(entry.at("iterations"), 0);
    EXPECT_FALSE(entry.contains("items_per_second"));
  }
}

TEST(GithubAction, HasTheMedianItsRangeAndWhereItComesFrom) {
  const Json expected = {{"name", "ladder/case:thesis/stage:smem/threads:128"},
                         {"unit", "ns"},
                         {"value", 250000000.0},
                         {"range", "± 5000000"},  // the longer side of 247.5 to 255 ms
                         {"extra",
                          "stage 84d6a193a4b5184c\ncommit 8902c0e8e8e9\nmachine NVIDIA H100 80GB "
                          "HBM3"}};
  EXPECT_EQ(back(as_github_action(two())).at(1), expected);
  EXPECT_FALSE(back(as_github_action({without_interval(two()[1])})).at(0).contains("range"));
}

TEST(Bencher, HasLatencyAndThroughputWithTheirBounds) {
  const Json expected = {
      {"latency", {{"value", 250e6}, {"lower_value", 247.5e6}, {"upper_value", 255e6}}},
      {"throughput",
       {{"value", 480259750.0 / (1e-9 * 250e6)},
        {"lower_value", 480259750.0 / (1e-9 * 255e6)},
        {"upper_value", 480259750.0 / (1e-9 * 247.5e6)}}}};
  const std::string name = "ladder/case:thesis/stage:smem/threads:128";
  EXPECT_EQ(back(as_bencher(two())).at(name), expected);
  EXPECT_EQ(back(as_bencher({without_interval(two()[1])})).at(name).at("latency"),
            Json({{"value", 250e6}}));
}

TEST(Hyperfine, HasSecondsAndEverySample) {
  const Json result = back(as_hyperfine(two())).at("results").at(1);
  EXPECT_EQ(result.at("command"), "ladder/case:thesis/stage:smem/threads:128");
  EXPECT_NEAR(result.at("mean"), 0.71 / 3, 1e-12);
  EXPECT_NEAR(result.at("stddev"), 0.0321455025, 1e-9);  // with n - 1
  EXPECT_NEAR(result.at("median"), 0.25, 1e-12);
  EXPECT_EQ(result.at("user"), 0.5);
  EXPECT_EQ(result.at("system"), 0.25);
  EXPECT_NEAR(result.at("min"), 0.2, 1e-12);
  EXPECT_NEAR(result.at("max"), 0.26, 1e-12);
  ASSERT_EQ(result.at("times").size(), 3u);
  EXPECT_NEAR(result.at("times")[2], 0.26, 1e-12);
  EXPECT_EQ(result.at("exit_codes"), Json({0, 0, 0}));
  EXPECT_EQ(result.at("parameters"), Json({{"threads", "128"}}));
  const Json one = back(as_hyperfine({example_record("fortran", {500})})).at("results").at(0);
  EXPECT_TRUE(one.at("stddev").is_null());
  EXPECT_FALSE(one.contains("parameters"));
}

// The lines of RFC 4180, which end as those of DOS do.
std::vector<std::string> lines(const std::vector<Json> &records) {
  std::vector<std::string> all;
  const std::string text = as_csv(records);
  for (std::size_t at = 0, end; (end = text.find("\r\n", at)) != text.npos; at = end + 2)
    all.push_back(text.substr(at, end - at));
  return all;
}

TEST(Csv, HasALineASample) {
  const auto found = lines(two());
  ASSERT_EQ(found.size(), 1u + 6);
  EXPECT_EQ(found[0],
            "name,launch,right,words,session,time,problem,stage,parent,device,stage_hash,case,"
            "case_hash,nz,nx,ny,steps,cache,isolated,floor_ns,plausible,error,limit,cpu,gpu,commit,"
            "sample,round,slowed,wall_ns,user_s,sys_s,points_per_second");
  EXPECT_EQ(found[6],
            "ladder/case:thesis/stage:smem/threads:128,threads:128,true,,20261121T040814-398,"
            "2026-11-21T04:08:17Z,wave,smem,fortran,cuda,84d6a193a4b5184c,thesis,ede5e0798fc7e716,"
            "310,775,1,1999,warm,false,,,3e-06,1.2e-05,Intel(R) Xeon(R) Processor,"
            "NVIDIA H100 80GB HBM3,8902c0e8e8e9,2,2,,260000000,0.5,0.25,1847152884.6153846");
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_HAS(as_csv({failed(example_record("smem", {1}), nasty)}),
             ",\"a|b, \"\"c\"\" <d> & 'e'\n\uFFFD bad \uFFFD _*é\\\",");
}

TEST(Csv, AFailedVerdictHasOneLineWithoutASample) {
  const auto found = lines({wrong()});
  ASSERT_EQ(found.size(), 1u + 1);
  EXPECT_HAS(found[1], ",false,off by 2,");
  EXPECT_TRUE(found[1].ends_with(",8902c0e8e8e9,,,,,,,")) << found[1];
}

}  // namespace
}  // namespace ladder
