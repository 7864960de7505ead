// The arrays of a case, one after the other.
#pragma once
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/case_file.h"

namespace ladder {

// What load_case allocates at its peak: the model and its padded copy, (v dt)^2, the wavelet.
double bytes_to_load(const CaseFile &, int steps);
// Sizes and velocities of the padded grid: the velocity at the model's edge goes on.
void pad_model(const CaseFile &, const std::vector<float> &model, Case &);
void make_operator(Case &);  // taps; all zero along an axis of one cell
void make_sponge(const CaseFile &, Case &);
// s(t) of every step: the Ricker wavelet of the file, or what --wavelet says. Sets the delay of its peak and
// its band. Throws UsageError, or FileError for a file of samples: nothing of it lies within the run.
std::vector<float> make_signal(const CaseFile &, const CaseOverrides &, Case &);
// What each step adds at each source: (v dt)^2 s(t) over the area, or volume, of a cell.
void make_wavelets(Case &, const std::vector<float> &signal);
std::string hash_of(const Case &);

}  // namespace ladder
