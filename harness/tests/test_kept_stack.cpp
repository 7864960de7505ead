// A checkpoint is written after every shot where that is cheap, and never takes more than its part
// of the time.
#include <gtest/gtest.h>

#include "harness/seismic/migration/stack.h"

namespace ladder {
namespace {

// The share of the time that writing takes, of shots that are ready every `shot_s`, a second each
// for a write.
double share_of_writing(double shot_s) {
  WritingPace pace;
  double now = 0, written = 0;
  while (now < 1000) {
    now += shot_s;
    if (!pace.due(now)) continue;
    pace.wrote(now, now + 1);
    now += 1, written += 1;
  }
  return written / now;
}

TEST(WritingPace, BeginsWithTheFirstShot) { EXPECT_TRUE(WritingPace().due(0)); }

TEST(WritingPace, LeavesShotsTheirTime) {
  for (const double shot_s : {0.01, 0.1, 0.9, 3.0})
    EXPECT_LE(share_of_writing(shot_s), 1.01 / WritingPace::parts) << shot_s;
}

TEST(WritingPace, WritesEveryShotThatTakesFarLonger) {
  WritingPace pace;
  for (double now = 0; now < 1000; now += 10) {
    EXPECT_TRUE(pace.due(now)) << now;
    pace.wrote(now, now + 1);
  }
}

}  // namespace
}  // namespace ladder
