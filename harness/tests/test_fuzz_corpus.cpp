// What the fuzzers began with, and what they found: every reader takes each of its files, or
// refuses it in words.
#include "harness/formats/captured_call.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/example_records.h"
#include "harness/tests/fuzz/readers.h"
#include "harness/tests/segy_bytes.h"
#include "harness/tests/vti_files.h"

namespace ladder {
namespace {

// A small captured call whose values all differ.
CapturedCall captured_example() {
  CapturedCall call;
  call.ladder = "wave";
  call.first_step = 4;
  call.steps = 2;
  call.cells = {2, 3, 1};
  call.half_length = 1;
  call.spacing = {10, 12.5f, 1};
  call.dt = 0.002f;
  call.source_cells = {{0, 1, 0}, {1, 2, 0}};
  call.receiver_cells = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
  call.taps_z = {0.01f, -0.02f, 0.01f};
  call.taps_x = {0.0064f, -0.0128f, 0.0064f};
  call.taps_y = {0, 0, 0};
  call.sponge_z = {1, 0.9f};
  call.sponge_x = {0.8f, 1, 0.7f};
  call.sponge_y = {1};
  float next = 9;
  const auto fill = [&](std::vector<float> &values, std::size_t count) {
    values.resize(count);
    std::iota(values.begin(), values.end(), next);
    next += static_cast<float>(count);
  };
  for (auto *field : {&call.v2dt2, &call.now, &call.before, &call.after}) fill(*field, 6);
  fill(call.wavelets, 4);
  return call;
}

namespace fs = std::filesystem;

constexpr std::uintmax_t most_of_one = 4096, most_of_all = 300'000;

fs::path corpus() {
  const char *home = getenv("LADDER_HOME");
  return home ? fs::path(home) / "harness/tests/fuzz/corpus" : fs::path();
}

// Good files, with which the fuzzers begin too.
void write_seeds(const fs::path &folder) {
  const auto path = [&](const std::string &reader, const std::string &name) {
    fs::create_directories(folder / reader);
    return (folder / reader / name).string();
  };
  for (const char *kind : {"npy", "rsf", "vti"}) {
    write_grid(path(kind, std::string("grid.") + kind), example_grid(), true);
    write_grid(path(kind, std::string("cube.") + kind), example_cube(), true);
  }
  Grid small = example_grid();  // SEG-Y's headers leave little of the 4 kB
  small.axes[1].cells = 1;
  small.values = {1500, 1600};
  write_grid(path("segy", "grid.sgy"), small, true);
  write_grid(path("su", "grid.su"), example_grid(), true);
  write_grid(path("raw", "grid.f32"), example_grid(), true);
  write_captured_call(path("captured_call", "steps.call"), captured_example(), true);
  Gather gather = example_gather();
  write_gather(path("su", "gather.su"), gather, true);
  write_gather(path("rsf_gather", "gather.rsf"), gather, true);
  gather.receivers.resize(2);
  gather.samples = 1;
  gather.values.resize(2);
  write_gather(path("segy", "gather.sgy"), gather, true);
  std::ofstream(path("segy", "little.sgy"), std::ios::binary)
      << segy_bytes::little_endian(bytes_of_file(path("segy", "gather.sgy")), 1);
  std::ofstream(path("rsf", "text.rsf"))
      << "n1=3 n2=2 d1=1 data_format=ascii_float in=stdin\n\014\014\0041 2 3\n4 5e0 -6\n";
  int number = 0;
  for (const auto &kind : vti_files::all_kinds())
    if (!kind.big && kind.wide_values != kind.wide_counts)
      std::ofstream(path("vti", "encoding" + std::to_string(++number) + ".vti"), std::ios::binary)
          << vti_files::file(kind);
  std::ofstream(path("vti", "text.vti")) << vti_files::file(
      "", "<DataArray type=\"Float32\" Name=\"vp\" format=\"ascii\">0 10 1 11 2 12</DataArray>",
      "");
  std::ofstream(path("records", "one.jsonl"))
      << example_record("smem", {1000, 2000, 3000}).dump() << '\n';
  fs::copy_file(fs::path(getenv("LADDER_HOME")) / "data/wave/small.toml",
                path("case", "small.toml"), fs::copy_options::overwrite_existing);
}

class FuzzCorpus : public TestFolder {};

TEST_F(FuzzCorpus, EveryReaderTakesOrRefusesItsFiles) {
  if (corpus().empty()) GTEST_SKIP() << "LADDER_HOME does not name the checkout";
  write_seeds(folder);
  std::uintmax_t bytes = 0;
  for (const auto &reader : fuzz::readers()) {
    int taken = 0;
    for (const fs::path &place : {corpus() / reader.name, folder / reader.name}) {
      if (!fs::exists(place)) continue;
      for (const auto &file : fs::directory_iterator(place)) {
        bytes += file.file_size();
        EXPECT_LT(file.file_size(), most_of_one) << file.path();
        try {
          reader.read(file.path().string());
          ++taken;
        } catch (const Error &error) {
          EXPECT_STRNE(error.what(), "") << file.path();
        } catch (const std::exception &other) {
          ADD_FAILURE() << file.path() << ": " << other.what();
        }
      }
    }
    EXPECT_GT(taken, 0) << reader.name << ": it begins with a good file";
  }
  EXPECT_LT(bytes, most_of_all);
}

// What scripts/fuzz asks for.
TEST_F(FuzzCorpus, SeedsAreWritten) {
  const char *wanted = getenv("LADDER_WRITE_SEEDS");
  if (!wanted) GTEST_SKIP() << "LADDER_WRITE_SEEDS does not name a folder";
  write_seeds(wanted);
}

// Captured calls as files: what is written comes back, and nothing else is taken.

class CapturedCalls : public TestFolder {};

TEST_F(CapturedCalls, ComeBackAsTheyWere) {
  const CapturedCall call = captured_example();
  write_captured_call(in_folder("c.call"), call, false);
  ASSERT_TRUE(is_captured_call(in_folder("c.call")));
  const CapturedCall read = read_captured_call(in_folder("c.call"));
  const auto all_but_arrays = [](const CapturedCall &c) {
    return std::tuple(c.ladder, c.first_step, c.steps, c.cells, c.half_length, c.spacing, c.dt,
                      c.source_cells, c.receiver_cells);
  };
  EXPECT_EQ(all_but_arrays(read), all_but_arrays(call));
  for (const auto array :
       {&CapturedCall::taps_z, &CapturedCall::taps_x, &CapturedCall::taps_y, &CapturedCall::v2dt2,
        &CapturedCall::sponge_z, &CapturedCall::sponge_x, &CapturedCall::sponge_y,
        &CapturedCall::wavelets, &CapturedCall::now, &CapturedCall::before, &CapturedCall::after})
    EXPECT_EQ(read.*array, call.*array);
}

TEST(CapturedCall, WhatNoStageCanComputeHasADefect) {
  EXPECT_EQ(defect(captured_example()), "");
  const auto spoilt = [](auto spoil) {
    CapturedCall call = captured_example();
    spoil(call);
    return defect(call);
  };
  EXPECT_NE(spoilt([](CapturedCall &c) { c.taps_x[0] = 7; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.v2dt2[3] = 0; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.v2dt2[3] = NAN; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.sponge_z[0] = 1.5f; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.dt = 0; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.wavelets[0] = INFINITY; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.source_cells[0] = {0, 3, 0}; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.receiver_cells[0] = {-1, 0, 0}; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.source_cells[1] = c.source_cells[0]; }), "");
}

TEST_F(CapturedCalls, AreCasesThatStartFromTheirFields) {
  const CapturedCall call = captured_example();
  write_captured_call(in_folder("c.call"), call, false);
  const WaveCase c = replayed_case(in_folder("c.call"), {});
  const auto started = [](const Case &one, const Start &start) {
    std::vector<float> now(6), before(6), rest(64);
    one.start(start, {now.data(), before.data(), rest.data(), rest.data()});
    return std::pair(now, before);
  };
  EXPECT_EQ(started(c, {}), std::pair(call.now, call.before));
  // A start that nobody knows lies around the captured one.
  const auto [random, random_before] = started(c, {.seed = 7, .amplitude = 0.25f});
  EXPECT_NE(random, call.now);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LE(std::abs(random[i] - call.now[i]), 0.25f);
    EXPECT_LE(std::abs(random_before[i] - call.before[i]), 0.25f);
  }
}

TEST_F(CapturedCalls, TakeFewerStepsAndNoOtherOverride) {
  write_captured_call(in_folder("c.call"), captured_example(), false);
  const WaveCase c = replayed_case(in_folder("c.call"), {.samples = 2});
  EXPECT_EQ(c.steps, 1);
  EXPECT_EQ(c.wavelets,
            (std::vector{captured_example().wavelets[0], captured_example().wavelets[2]}));
  EXPECT_THROW(replayed_case(in_folder("c.call"), {.samples = 4}), UsageError);
  EXPECT_THROW(replayed_case(in_folder("c.call"), {.half_length = 4}), UsageError);
}

TEST_F(CapturedCalls, OfANumberThatIsNoneAreRefused) {
  CapturedCall call = captured_example();
  call.before[2] = NAN;
  write_captured_call(in_folder("c.call"), call, false);
  EXPECT_THROW(replayed_case(in_folder("c.call"), {}), FileError);
}

}  // namespace
}  // namespace ladder
