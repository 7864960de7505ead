// The arrays of a case, one after the other.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/case_overrides.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// Where the velocities of a case come from, as columns along z, so that a model of 2^31 cells is
// made by all cores and is never held twice.

// Writes the nz velocities [m/s] of the model's column (x, y). Called by several threads at once.
using Columns = std::function<void(int x, int y, float *column)>;

// Of the file's recipe, or of the model that the command line names; describes it in the case.
Columns velocity_columns(const CaseFile &, const CaseOverrides &, WaveCase &);

// A case file's model with other cells.

// --grid=N, ZxX or ZxXxY. Spacings, padding and sponges stay; what the generated model holds,
// sources and receivers are stretched with it. Throws UsageError: not such a text, or a model that
// is read from a file.
void resize(CaseFile &, const std::string &cells);

double padded_cells(const CaseFile &);
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
