// The arrays of a case, one after the other.
#pragma once
#include <string>
#include <vector>

#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/velocity_columns.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// What load_case allocates at its peak: the model and its padded copy, (v dt)^2, the wavelet.
double bytes_to_load(const CaseFile &, int steps);
void size_grid(const CaseFile &, WaveCase &);  // of the padded grid
// Sizes and velocities of the padded grid: the velocity at the model's edge is continued.
void pad_model(const CaseFile &, const Columns &model, WaveCase &);
void note_extremes(WaveCase &);  // the slowest and the fastest velocity
void make_v2dt2(WaveCase &);
void make_operator(WaveCase &);  // taps; all zero along an axis of one cell
void make_sponge(const CaseFile &, WaveCase &);
// s(t) of every step: the Ricker wavelet of the file, or what --wavelet says. Sets the delay of its
// peak and its band. Throws UsageError, or FileError for a file of samples: nothing of it lies
// within the run.
std::vector<float> make_signal(const CaseFile &, const CaseOverrides &, WaveCase &);
// What each step adds at each source: (v dt)^2 s(t) over the area, or volume, of a cell.
void make_wavelets(WaveCase &, const std::vector<float> &signal);
std::string hash_of(const WaveCase &);

}  // namespace ladder
