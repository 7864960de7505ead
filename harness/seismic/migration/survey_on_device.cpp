#include "harness/seismic/migration/survey_on_device.h"

#include "harness/base/error.h"

namespace ladder {

ShotTimes migrate_on_device(const SurveyCase &survey, const Engine &engine, DeviceSums &sums,
                            Stack &stack, KeptStack &checkpoint, const std::function<void()> &ran) {
  std::size_t summed = stack.shots;
  if (summed > 0) sums.put(stack);
  // The number of shots changes last: where fetching fails, the stack counts as what was written.
  const auto fetch = [&] {
    checkpoint.settle();
    if (stack.shots == summed) return;
    sums.get(stack);
    stack.shots = summed;
  };
  ShotsInTurn shots(survey, engine, sums);
  try {
    shots.run_all(stack.shots, survey.shots(), [&] {
      ++summed;
      if (checkpoint.due()) {
        fetch();
        checkpoint.added();
      }
      ran();
    });
  } catch (const Error &error) {
    if (error.exit != Exit::device) fetch();
    throw;
  }
  fetch();
  return shots.times();
}

}  // namespace ladder
