// The sum of what shots gave.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/migration/survey_case.h"

namespace ladder {

// Sums in double, of the model's part of the grid, [h][x][z] each. Shots are added in their order, so that a run that
// was interrupted gives the same bits as one that was not.
struct Stack {
  std::vector<double> image, illumination;
  std::vector<double> gather_x, gather_z;  // empty where no offsets are asked for
  std::size_t shots = 0;                   // how many are in it

  explicit Stack(const SurveyCase &);
  std::vector<std::vector<double> *> arrays() {
    return {&image, &illumination, &gather_x, &gather_z};
  }
};

// `image`, `gather_x`, ... of one shot are of the padded grid, as a stage gives them.
struct ShotImages {
  const float *image, *gather_x, *gather_z, *illumination;
};
void add_shot(Stack &, const ModelPart &, const ImagingCase &, const ShotImages &);

}  // namespace ladder
