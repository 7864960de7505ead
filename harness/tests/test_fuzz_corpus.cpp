// What the fuzzers began with, and what they found: every reader takes each of its files, or
// refuses it in words.
#include "harness/tests/captured_example.h"
#include "harness/tests/example_records.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/fuzz/readers.h"
#include "harness/tests/segy_bytes.h"
#include "harness/tests/vti_files.h"

namespace ladder {
namespace {

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

}  // namespace
}  // namespace ladder
