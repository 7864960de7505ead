// Where and when a wavefield that runs back in time comes together.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/gather.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// The cell and the step of the largest energy p^2 in the model, and how much it stands out.
struct Focus {
  Position place;      // of the cell [m]
  ladder_cell cell{};  // in the padded grid
  int step = 0;        // of the reversed run
  double energy = 0;   // p^2 there and then
  // The extent over which the energy at that step stays above half of the peak, through the cell
  // [m].
  double width_z = 0, width_x = 0, width_y = 0;
  // The peak over the largest energy that any cell had at any time outside of twice the widths:
  // below 2 or so, there is another place that is nearly as good.
  double prominence = 0;
};

// Watches a reversed run. The sponge and the padding are left out.
class FocusFinder {
 public:
  // Looks after every `every` steps. The case must outlive it.
  FocusFinder(const WaveCase &, int every);
  FocusFinder(const FocusFinder &) = delete;  // the watcher knows this one
  FocusFinder &operator=(const FocusFinder &) = delete;

  Watcher watcher();
  // In place of watching: the largest energy of each cell of the padded grid, and p when the peak
  // was there.
  void was_found(const float *most, const float *at_peak, const ladder_wave_peak &);
  Focus focus() const;
  // The largest energy of each cell of the model, [ny][nx][nz].
  std::vector<float> most() const { return most_; }

  // What has to be kept for the run to go on elsewhere, and be put back there.
  std::vector<std::vector<float> *> state() { return {&most_, &at_peak_, &peak_}; }

 private:
  void look(const Wavefield &);
  double width_along(int axis, std::size_t at) const;
  double elsewhere(const Focus &) const;
  ladder_cell cell(std::size_t index) const;  // of the model
  std::size_t cell_of_padded(const ladder_cell &) const;

  const WaveCase *case_;
  int every_;
  std::vector<float> most_, at_peak_;  // [ny][nx][nz] of the model
  std::vector<float> peak_;            // energy, and the step it was seen at (below 2^24: exact)
};

// Several velocity models at once, by a stage that advances them side by side and finds where each
// is largest.

// Whether the stage can do so. Of plug-ins it is not known.
bool takes_models(const StageEntry &);

// The same stage with a launch of so many models.
Engine with_models(const Engine &, int count);

// The largest number of models of this case, up to what the engine's launch asks for, that it
// takes; 0: none.
int models_at_once(const WaveCase &, const Engine &);

// The stages of a ladder that can do so and run here, with their own launches.
std::vector<Engine> engines_of_models(const std::string &ladder, const Environment &);

// Whether two cases differ in velocities and wavelets alone.
bool may_be_side_by_side(const WaveCase &, const WaveCase &);

// The foci of cases that may be side by side, as a FocusFinder that looks after every `every` steps
// finds them in each by itself. Throws Error: of the stage in its words.
std::vector<Focus> foci(const Engine &, const std::vector<const WaveCase *> &, int every);

}  // namespace ladder
