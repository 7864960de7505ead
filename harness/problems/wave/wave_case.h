// A case: model + grid + operator + time steps + sources + receivers, ready to be run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/formats/captured_call.h"
#include "harness/formats/gather.h"
#include "harness/problem.h"
#include "harness/problems/wave/driver.h"
#include "harness/stage.h"

namespace ladder {

// The frequencies that a signal holds.

// From the lowest to the highest frequency at which the amplitude of the spectrum is at least a
// tenth of its largest. [Hz]; 0 to 0: not known.
struct Band {
  double low = 0, high = 0;
};

// Of a Ricker wavelet, whose amplitude spectrum goes as f^2 exp(-f^2 / peak^2), or of its integral
// over time.
Band band_of_ricker(double peak_hz, bool integral = false);

// Of `signals` signals of `samples` values each, one after the other, by their mean power spectrum.
// A jump at the first or the last value counts: before and behind it the signal is zero.
Band band_of(const float *values, std::size_t samples, std::size_t signals, double dt);

// A receiver between cells: what it records is a weighted sum of what these cells do.
struct PlacedReceiver {
  Position place;
  std::vector<std::pair<std::size_t, float>> cells;  // which of the case's receiver_cells; weights
};

// What a captured call starts from in place of a field at rest, and what its program had in the
// end.
struct CapturedFields {
  std::vector<float> now, before, after;  // [nz nx ny]
  int steps = 0;                          // from the start to `after`
};

// Owns every array that `view` points to. Movable; `view` is made anew by each call.
class WaveCase : public Case {
 public:
  std::string model;  // where the velocities came from, in words, no absolute path

  int nz = 1, nx = 1, ny = 1;     // of the padded grid [cells]
  ladder_cell corner{};           // of the model, in the padded grid
  ladder_cell model_cells{};      // of the model without its padding
  double dz = 1, dx = 1, dy = 1;  // [m]
  std::string operator_family = "windowed";
  int half_length = 8;
  double alpha = ladder_usual_alpha, beta = ladder_usual_beta;
  double slowest = 0, fastest = 0;  // velocities [m/s]
  double wavelet_delay = 0;         // [s] of the wavelet's peak
  Band band;                        // of the wavelet; not known where there is none

  std::vector<float> taps_z, taps_x, taps_y, sponge_z, sponge_x, sponge_y, wavelets;
  std::vector<ladder_cell> source_cells, receiver_cells;
  // Of a source between cells: where it is, and the weight of each of its cells. Empty: the first
  // cell, and 1.
  std::optional<Position> source_place;
  std::vector<double> source_weights;
  std::vector<float> signal;  // s(t) of every step, of which `wavelets` are made; empty: not known
  std::vector<PlacedReceiver> placed_receivers;    // empty: one in each of the receiver_cells
  SharedValues v2dt2;                              // [nz nx ny] (v dt)^2 [m^2]
  SharedValues velocity;                           // [nz nx ny] m/s, padded
  std::shared_ptr<const CapturedFields> captured;  // empty: the case starts at rest

  std::int64_t cells() const override { return std::int64_t{nz} * nx * ny; }
  // Of a cell, in the arrays of the padded grid.
  std::size_t index(std::int64_t z, std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>(z + nz * (x + nx * y));
  }
  std::size_t index(const ladder_cell &at) const { return index(at.z, at.x, at.y); }
  std::size_t receivers() const {
    return placed_receivers.empty() ? receiver_cells.size() : placed_receivers.size();
  }
  std::int64_t trace_values() const { return std::int64_t(steps + 1) * receiver_cells.size(); }
  int axes() const { return (nz > 1) + (nx > 1) + (ny > 1); }
  ladder_wave view() const;

  const Problem &problem() const override;
  std::string size_text() const override;
  std::string short_text() const override;
  std::vector<std::string> words() const override;
  Json json() const override;
  // p(n), p(n-1), the Laplacian, the traces.
  std::vector<Array> arrays() const override;
  std::unique_ptr<Case> warm_up(int steps) const override;
  std::unique_ptr<Case> shortened(int steps) const override;
  std::unique_ptr<Case> few_steps(int steps) const override;
  std::vector<std::unique_ptr<Case>> tiny() const override;
  void start(const Start &, const std::vector<float *> &) const override;
  float start_amplitude() const override;
  std::shared_ptr<const void> stage_view() const override;
  ladder_status drive(const void *view, const ladder_stage &, ladder_state *,
                      const ladder_observer &, std::vector<float *> &arrays) const override;
  ladder_status oracle(const ladder_observer &, std::vector<double *> &arrays) const override;
  GridShape grid() const override { return {{nz, nx, ny}, half_length}; }
  std::unique_ptr<Case> part(const Block &, int first_step, int steps) const override;
  std::vector<std::size_t> outputs_in(std::size_t array, const Block &) const override;
  std::vector<std::array<std::int64_t, 3>> landmarks() const override;
  std::function<double(const Peaks &)> rounding() const override;
  std::vector<std::string> regions() const override { return {"interior", "border"}; }
  std::size_t region_of(std::int64_t value) const override;
  std::string place(std::size_t array, std::int64_t value) const override;
  Probe probe(const ladder_stage &, const ladder_launch &) const override;
  Work work(const ladder_stage &, int shots) const override;
  double taps() const override { return double(axes()) * (2 * half_length + 1); }
};

// Steps [first, first + count) of each source's wavelet of `steps`.
std::vector<float> samples_of(const std::vector<float> &wavelets, int steps, int first, int count);

extern const Problem wave_problem;
inline const ladder_wave_entries &wave_entries(const ladder_stage &stage) {
  return *static_cast<const ladder_wave_entries *>(stage.entries);
}

// Reads data/<ladder>/<name>.toml, or the file of that path, and applies the overrides.
// Throws FileError (file missing, malformed, impossible values) or UsageError (overrides).
WaveCase load_wave_case(const std::string &name_or_path, const CaseOverrides & = {});
WaveCase load_wave_case(const LocatedCase &, const CaseOverrides &);
// The same without a look at its ladder.
WaveCase read_wave_case(const LocatedCase &, const CaseOverrides &);
// The case with its source at another place: what loading it again with --source would give,
// without the model being read again. Of a case whose signal is known.
WaveCase with_source(const WaveCase &, const Position &);

// A case without file, for probes and tests: velocity random within 1500 .. 4500 m/s, by whole 15
// m/s, from `seed`, sources in the middle and at two corners, receivers at z = 0, sponges of at
// most a quarter of each axis; stable dt.
WaveCase small_case(int nz, int nx, int ny, int steps, int half_length, unsigned seed = 1);

// Largest stable time step [s] for this operator, spacing and the fastest velocity.
double largest_stable_dt(const WaveCase &);

// A captured call of a program as a case, and what a program says of its wave as a captured call.

// What a program says of its wave, without fields. The arrays of `wave` are copied.
CapturedCall described(const ladder_wave &wave);

// Why no stage can compute it; empty when one can.
std::string defect(const CapturedCall &);

// Of a call without defect, at rest: its fields are not looked at.
WaveCase case_at_rest(const CapturedCall &);

// The file as a case that starts from its fields. Throws FileError, and UsageError for an override
// but --nt.
WaveCase replayed_case(const std::string &path, const CaseOverrides &);

}  // namespace ladder
