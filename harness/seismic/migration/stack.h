// The sum of what shots gave.
#pragma once
#include <vector>

#include "harness/seismic/migration/survey_case.h"

namespace ladder {

// Sums in double, of the model's part of the grid, [h][x][z] each. Shots are added in their order,
// so that a run that was interrupted gives the same bits as one that was not.
struct Stack {
  std::vector<double> image, illumination;
  std::vector<double> gather_x, gather_z;  // empty where no offsets are asked for
  std::size_t shots = 0;                   // how many are in it

  explicit Stack(const SurveyCase &);
  std::vector<std::vector<double> *> arrays() {
    return {&image, &illumination, &gather_x, &gather_z};
  }
  std::size_t values() const {
    return image.size() + illumination.size() + gather_x.size() + gather_z.size();
  }
};

// What one shot gave, of the model's part: the arrays of a Stack, one behind the other.
using ShotResult = std::vector<float>;
void add_shot(Stack &, const ShotResult &);

}  // namespace ladder
