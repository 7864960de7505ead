// Cell by cell: how far a stage is from the program, and whether rounding explains it.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shadow/settings.h"

namespace ladder {

// The result of one step.
struct StepCompared {
  int step = 0;
  double largest = 0;  // difference
  std::size_t largest_at = 0;
  double worst = 0;  // difference over its bound; infinite where a value is not a number
  std::size_t worst_at = 0;
  double worst_difference = 0, worst_bound = 0;
  bool worst_of_before = false;  // it is of p(step - 1), which the step tapers too
  std::size_t beyond = 0;        // cells of either field beyond their bound

  bool parted() const { return beyond > 0; }
};

class Comparison {
 public:
  Comparison(const WaveCase &, const ShadowSettings &);

  // What the step starts from, in the program: the start of a run, and of every step.
  void starts_from(const float *now, const float *before);
  // Throws Error where the program's own field is not finite.
  StepCompared compare(int step, const float *now, const float *before, const float *stage_now,
                       const float *stage_before);

  std::string bound_text() const;  // "what rounding explains of one step"
  std::string place(std::size_t cell) const;
  // "z = 0, x = 40": the borders at which no value was ever larger than its bound, so that a wrong
  // one shows in nothing.
  std::string borders_never_reached() const;

 private:
  using Bound = std::function<double(std::size_t cell)>;
  void note_peak(const float *now);
  void note_borders(const float *now, const Bound &);
  void look(const float *program, const float *stage, bool of_before, const Bound &,
            StepCompared &);
  // Of p(step): how far two computations of it in float32, in any order of summation, may be apart.
  double bound_of_a_step(int step, std::size_t cell) const;

  const WaveCase &case_;
  double share_;
  bool from_itself_;
  std::vector<float> start_now_, start_before_;
  std::map<std::size_t, std::size_t> source_at_;  // cell and number of each
  std::array<std::array<bool, 2>, 3> reached_{};  // the first and the last cells along z, x and y
  Peaks peaks_;
  std::function<double(const Peaks &)> rounding_;
};

}  // namespace ladder
