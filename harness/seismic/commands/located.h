// What `locate` says of a model: a line of its product, and the table of all models.
#pragma once
#include "harness/seismic/commands/reversal.h"

namespace ladder {

struct Located {
  std::string model;
  Json found;
  double relative() const { return found["relative_energy"].get<double>(); }
};

Json description(const std::string &model, const WaveCase &, const std::string &gather,
                 const Sent &, const Way &, const Reversed &);

// The models that --output holds already, when the run is resumed.
std::vector<Json> done_before(const WaveRun &);
// What was found before for this model from the same inputs; null: nothing. Says what of the same
// name is not used.
Json found_before(const std::vector<Json> &before, const std::string &model, const Inputs &);

// The first is the best.
void print_ranks(const std::vector<Located> &, const WaveCase &);

}  // namespace ladder
