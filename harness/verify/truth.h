// What a case's result should be: the oracle's run, and how far the original's float32 is from it.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "harness/case/case.h"
#include "harness/run/start.h"

namespace ladder {

// Where in the grid a cell stands: at least half_length cells from every border, or nearer.
enum class Place { interior, border };
inline constexpr std::array<const char *, 2> place_names = {"interior", "border"};

// The largest absolute error, one number a place; negative where a place has no cells.
using ErrorByPlace = std::array<double, 2>;

struct Checkpoint {
  int step = 0;
  std::vector<double> field;      // the oracle's p(step)
  ErrorByPlace original_error{};  // of the original at this or an earlier checkpoint
  double peak = 0;                // of the oracle's |p| over all cells, at this or an earlier step
  double rounding = 0;            // what rounding may have done up to this step: see RoundingBound
};

struct Truth {
  int interval = 1;
  std::vector<Checkpoint> checkpoints;  // the last is the end of the run
  std::vector<double> traces;           // the oracle's, [steps + 1][receivers]
  std::vector<double> rounding;         // after each step, the start included: [steps + 1]
  double trace_error = 0, trace_peak = 0;
  double original_wall_s = 0;
  Start start;  // of the run that this is the truth of

  // A stage may err `multiple` times as much as the original did, and as much as rounding may do in
  // that many steps: over a few cells and steps it is a matter of luck how much of that the original shows.
  static constexpr double multiple = 4;
  static double limit(double original_error, double rounding);
};

Place place_of(const Case &, std::int64_t cell);

// Runs the oracle and the original. `count` checkpoints, evenly spaced, the end included.
Truth make_truth(const Case &, int count = 8, const Start & = {});

}  // namespace ladder
