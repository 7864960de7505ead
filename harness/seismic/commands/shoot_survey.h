#pragma once
#include <string>

#include "harness/answers/options/case_choice.h"
#include "harness/base/error.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

struct ShootOptions : WaveRun, WrittenCase, SurveyWorkers {
  std::string sources;  // of a survey

  void declare(Declared &);
  void settle();
};

// `ladder shoot --sources=...`: a shot of each source, all in one file.
Exit shoot_survey(const ShootOptions &);

// Of one shot as well as of a survey.

// Throws UsageError.
void refuse_source_in_sponge(const WaveCase &);

// What the file says of a gather: the case, the stage, the source.
std::string description_of_shot(const WaveCase &, const Engine &);

}  // namespace ladder
