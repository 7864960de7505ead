// Speeds of main memory are measured once an hour; what was measured elsewhere or earlier is not
// used.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "harness/base/json.h"
#include "harness/machine/floor/memory_speeds.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

constexpr int threads = 2;
int measured = 0;
MemorySpeeds made_up(bool steady) {
  ++measured;
  return {.copy_bytes_per_s = 3e9, .read_bytes_per_s = 2e9, .steady = steady};
}
MemorySpeeds steady(int) { return made_up(true); }
MemorySpeeds unsteady(int) { return made_up(false); }

class KeptMemory : public FormatFolder {
 protected:
  void SetUp() override {
    FormatFolder::SetUp();
    if (const char *value = std::getenv("XDG_CACHE_HOME")) before = value;
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    file = folder / "ladder/memory-speeds-2.json";
    measured = 0;
  }
  void TearDown() override {
    before ? setenv("XDG_CACHE_HOME", before->c_str(), 1) : unsetenv("XDG_CACHE_HOME");
    FormatFolder::TearDown();
  }

  // How often they are measured by a session that finds the kept file with this field.
  int measured_with(const char *field, const Json &value) {
    memory_speeds_of_this_hour(threads, steady);
    Json kept = Json::parse(bytes_of_file(file));
    kept.at(field) = value;
    std::ofstream(file) << kept.dump();
    measured = 0;
    memory_speeds_of_this_hour(threads, steady);
    return measured;
  }
  double since_boot_s() const {
    return Json::parse(bytes_of_file(file)).at("since_boot_s").get<double>();
  }

  std::filesystem::path file;
  std::optional<std::string> before;
};

TEST_F(KeptMemory, TheNextSessionMeasuresNothing) {
  EXPECT_EQ(memory_speeds_of_this_hour(threads, steady).age_s, 0);
  const MemorySpeeds again = memory_speeds_of_this_hour(threads, steady);
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(again.copy_bytes_per_s, 3e9);
  EXPECT_EQ(again.read_bytes_per_s, 2e9);
}

TEST_F(KeptMemory, WhoAsksForSpeedsOfNowGetsThemAndTheNextSessionToo) {
  for (int k = 0; k < 2; ++k) EXPECT_EQ(memory_speeds_now(threads, steady).age_s, 0);
  EXPECT_EQ(measured, 2);
  memory_speeds_of_this_hour(threads, steady);
  EXPECT_EQ(measured, 2);
}

TEST_F(KeptMemory, TheirAgeIsKnown) {
  memory_speeds_of_this_hour(threads, steady);
  Json kept = Json::parse(bytes_of_file(file));
  kept.at("since_boot_s") = since_boot_s() - 100;
  std::ofstream(file) << kept.dump();
  EXPECT_GE(memory_speeds_of_this_hour(threads, steady).age_s, 100);
}

TEST_F(KeptMemory, SpeedsOfADisturbedMeasurementAreNotKept) {
  memory_speeds_of_this_hour(threads, unsteady);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(KeptMemory, AnotherNumberOfCoresIsMeasuredOnceToo) {
  for (const int cores : {1, 2, 1, 2}) memory_speeds_of_this_hour(cores, steady);
  EXPECT_EQ(measured, 2);
}

TEST_F(KeptMemory, AnotherBootOrHourIsMeasured) {
  memory_speeds_of_this_hour(threads, steady);
  const double now = since_boot_s();
  EXPECT_EQ(measured_with("boot", "another"), 1);
  EXPECT_EQ(measured_with("since_boot_s", now - 3700), 1);
  EXPECT_EQ(measured_with("since_boot_s", now + 3700), 1) << "from the future";
}

TEST_F(KeptMemory, SpeedsThatAreNoSpeedsAreMeasured) {
  EXPECT_EQ(measured_with("copy_bytes_per_s", 0), 1);
  EXPECT_EQ(measured_with("read_bytes_per_s", "fast"), 1);
}

TEST_F(KeptMemory, AFileOfSomebodyElseStays) {
  std::filesystem::create_directories(file.parent_path());
  for (const std::string mine : {"{\"kind\": \"mine\"}", "no JSON"}) {
    std::ofstream(file) << mine;
    memory_speeds_of_this_hour(threads, steady);
    EXPECT_EQ(bytes_of_file(file), mine);
  }
}

TEST_F(KeptMemory, WithoutAFolderTheyAreMeasuredAllTheSame) {
  std::ofstream(folder / "ladder") << "no folder";
  EXPECT_EQ(memory_speeds_of_this_hour(threads, steady).copy_bytes_per_s, 3e9);
}

}  // namespace
}  // namespace ladder
