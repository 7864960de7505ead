// A case of the problem `imaging`: the velocity to migrate with, one shot, and which offsets are
// asked for.
//
// To make one without a file: set the members before assemble(), call assemble(), then take_data().
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/problem.h"
#include "harness/problems/imaging/imaging.h"

namespace ladder {

class ImagingCase : public Case {
 public:
  int nz = 1, nx = 1;                // [cells]
  double dz = 10, dx = 10;           // [m]
  SharedValues velocity;             // [nz nx] m/s, to migrate with
  int half_length = 4;               // Taylor's operator of order 2 M
  int time_steps = 0;                // of either field; `steps` is twice as many. `dt` is Case's
  int every = 10;                    // [steps] between image times
  int offsets_x = 0, offsets_z = 0;  // the largest [cells]
  int sponge_top = 0, sponge_bottom = 0, sponge_left = 0, sponge_right = 0;  // [cells]
  double sponge_strength = 0.0053;                                           // [1/cell]
  std::vector<ladder_place> source_cells, receiver_cells;
  // [time_steps] of the source, as it is emitted; f is v^2 dt^2 / (dz dx) of it.
  std::vector<float> signal;
  std::string data_words;   // where the data came from
  std::string model_words;  // where the velocity came from

  // Checks the numbers above and makes taps, sponge, v2dt2, wavelets, steps and hash. Throws
  // FileError.
  void assemble();
  // What the receivers recorded: [receivers][time_steps], sample n - 1 at time n dt. The backward
  // field gets (v dt)^2 times it, which makes migration the adjoint of modelling.
  void take_data(const std::vector<float> &traces);
  // In an assembled case whose source_cells and receiver_cells were replaced: makes what depends on
  // them, and takes the data. It has no hash then, which takes longer than all of this.
  void take_shot(const std::vector<float> &traces);
  // What the receivers would record in this velocity of this case's source:
  // [receivers][time_steps].
  std::vector<float> record() const;
  // The largest stable time step [s].
  double largest_stable_dt() const;

  int image_times() const { return time_steps / every; }
  std::size_t field() const { return static_cast<std::size_t>(nz) * static_cast<std::size_t>(nx); }
  ladder_imaging view() const;

  const Problem &problem() const override;
  std::int64_t cells() const override { return std::int64_t{nz} * nx; }
  std::string size_text() const override;
  std::string short_text() const override;
  std::vector<std::string> words() const override;
  Json json() const override;
  // The four products, p(0) and p(-1).
  std::vector<Array> arrays() const override;
  std::unique_ptr<Case> warm_up(int steps) const override;
  std::unique_ptr<Case> shortened(int steps) const override;
  std::unique_ptr<Case> few_steps(int steps) const override;
  std::vector<std::unique_ptr<Case>> tiny() const override;
  float start_amplitude() const override;
  std::shared_ptr<const void> stage_view() const override;
  ladder_status drive(const void *view, const ladder_stage &, ladder_state *,
                      const ladder_observer &, std::vector<float *> &arrays) const override;
  ladder_status oracle(const ladder_observer &, std::vector<double *> &arrays) const override;
  std::function<double(const Peaks &)> rounding() const override;
  std::vector<std::string> regions() const override { return {"interior", "border"}; }
  std::size_t region_of(std::int64_t value) const override;
  std::string place(std::size_t array, std::int64_t value) const override;
  Work work(const ladder_stage &, int shots) const override;
  double taps() const override { return 2.0 * (2 * half_length + 1); }

  // --- made by assemble() and take_data() ---
  std::vector<float> taps_z, taps_x, sponge_z, sponge_x;
  std::vector<float> wavelets, data;  // [time_steps][sources], [time_steps][receivers]
  SharedValues v2dt2;

 private:
  void make_medium();
  void make_sources();
  void make_data(const std::vector<float> &traces);
  ImagingCase with_time_steps(int few) const;
  double relative_rounding() const;

  double slowest_of_limit_ = 0;  // the least velocity, as a share of the largest that is stable
};

extern const Problem imaging_problem;
inline const ladder_imaging_entries &imaging_entries(const ladder_stage &stage) {
  return *static_cast<const ladder_imaging_entries *>(stage.entries);
}

// Throws FileError and UsageError.
ImagingCase read_imaging_case(const LocatedCase &, const CaseOverrides &);

// A case without file, for probes and tests: random velocities and data, a source, receivers along
// the top.
ImagingCase small_imaging_case(int nz, int nx, int time_steps, int every, int offsets_x,
                               int offsets_z, int half_length);

}  // namespace ladder
