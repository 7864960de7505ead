#pragma once
#include "harness/answers/options/case_choice.h"
#include "harness/base/error.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {

struct ShootOptions : WaveRun, WrittenCase, SurveyWorkers {
  std::string sources;  // of a survey

  void declare(Declared &);
  void settle();
};
// `ladder shoot --sources=...`: a shot of each source, all in one file.
Exit shoot_survey(const ShootOptions &);
}  // namespace ladder
