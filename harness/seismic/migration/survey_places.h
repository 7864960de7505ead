// The positions of a survey's sources and receivers in a model.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/gather.h"
#include "harness/problems/wave/band.h"

namespace ladder {

// The part of a padded grid that the model takes.
struct ModelPart {
  int nz = 0, nx = 0, top = 0, left = 0;
};

// The nearest cell along one axis; nothing outside the model (a thousandth of a cell beyond it is
// inside).
std::optional<int> index_along(double metres, double spacing, int cells);

// How many places of one kind are outside the model, and how many are moved to a cell, over all
// shots.
class SurveyPlaces {
 public:
  SurveyPlaces(std::string what, const ModelPart &part, double dz, double dx,
               const Position &origin = {})
      : what_(std::move(what)), part_(part), dz_(dz), dx_(dx), origin_(origin) {}

  void look(const Position &, int shot);
  void refuse_outside() const;  // throws FileError
  std::string moves() const;    // in words; empty where none is moved

 private:
  std::string what_;
  ModelPart part_;
  double dz_, dx_;
  Position origin_;  // of the model's first cell
  std::size_t all_ = 0, outside_ = 0, moved_ = 0;
  double farthest_ = 0;
  std::string first_outside_;
};

// What the sources of a survey emit.

struct SourceSignal {
  std::vector<float> values;  // one for each time step
  Band band;
  std::vector<std::string> notes;
};

// `wavelet` is the text of --wavelet; the samples of a file are `sample_dt` apart, as those of the
// traces are. Throws UsageError, or FileError for the file.
SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps);

}  // namespace ladder
