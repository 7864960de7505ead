// The environment can be read anywhere, and does not reveal where it was read.
#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/answers/records/record.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

TEST(Environment, HasAGpuOrSaysWhyNot) {
  const Environment e = read_environment();
  EXPECT_EQ(e.gpu.has_value(), e.why_no_gpu.empty());
  if (!e.gpu) {
    EXPECT_NE(e.why_no_gpu.find("NVIDIA"), std::string::npos);
    EXPECT_NE(e.why_no_gpu.find(": "), std::string::npos) << "no advice behind the reason";
  }
  EXPECT_GE(e.cores, 1);
  EXPECT_GE(e.affinity, 1);
  EXPECT_GT(e.memory_bytes, 0);
}

TEST(Environment, HoldsNoHostName) {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  ASSERT_NE(name[0], '\0');
  EXPECT_EQ(environment_json(read_environment()).dump().find(name), std::string::npos);
}

TEST(MachineSlug, IsTheGpusNameInLowerCase) {
  Environment e;
  e.gpu = Gpu{};
  e.gpu->name = "NVIDIA H100 80GB HBM3";
  EXPECT_EQ(machine_slug(e), "h100-80gb-hbm3");
}

TEST(MachineSlug, IsTheCpusNameWithoutAGpu) {
  Environment e;
  e.cpu = "Intel(R) Xeon(R) CPU E5-2680 0 @ 2.70GHz";
  e.cores = 16;
  EXPECT_EQ(machine_slug(e), "intel-xeon-e5-2680-0-2-70ghz-16-cores");
}

TEST(MachineSlug, SaysHowManyCores) {
  Environment e;
  e.cpu = "AMD EPYC";
  e.cores = 2;
  EXPECT_EQ(machine_slug(e), "amd-epyc-2-cores");
  e.cpu = "";  // /proc/cpuinfo names no model on some processors
  EXPECT_EQ(machine_slug(e), "machine-2-cores");
}

}  // namespace
}  // namespace ladder
