// The prediction of a step with one launch, as a row of the table and as JSON.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/answers/options/choose.h"
#include "harness/predict/model/demand.h"
#include "harness/predict/model/models.h"

namespace ladder {

struct PredictedStep {
  Json point;  // stage, case and launch, as a record has them
  const Choice *choice;
  ladder_launch launch{};            // with what the stage chooses by itself
  std::vector<KernelDemand> demand;  // of a stage on a GPU
  Prediction prediction;
  bool traced = false;  // in the emulation; else as the stage declares it

  bool on_device() const { return !demand.empty(); }
  std::string stage() const { return choice->entry.name(); }
  // Of a model for one launch, over the launches of a step.
  double by(const std::function<double(const KernelDemand &)> &model) const {
    double seconds = 0;
    for (const KernelDemand &one : demand) seconds += one.launches * model(one);
    return seconds;
  }
};

// One line of `ladder predict --json`, without hashes.
Json row_json(const Machine &, const PredictedStep &);
void print_table(const Machine &, const std::vector<PredictedStep> &);

}  // namespace ladder
