#include "harness/seismic/migration/source_signal.h"

#include <cmath>

#include "harness/base/error.h"
#include "harness/problems/wave/assemble.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {

SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps) {
  if (wavelet.empty())
    throw UsageError(
        "`ladder migrate` needs --wavelet=ricker:HZ or a file of samples: a survey does not "
        "contain the wavelet of its sources, which a case has in [wavelet]");
  // A Ricker wavelet is known at any time; a file is at the samples of the traces.
  const bool known = wavelet.starts_with("ricker:");
  const int cut = known ? 1 : static_cast<int>(std::lround(sample_dt / dt));
  CaseOverrides over;
  over.wavelet = wavelet;
  over.any_dt = true;
  WaveCase c;
  c.dt = cut * dt;
  c.steps = (steps + cut - 1) / cut;
  SourceSignal signal;
  signal.values = make_signal({}, over, c);
  if (cut > 1) signal.values = resample_from(signal.values.data(), c.steps, 0, cut, steps);
  signal.band = c.band;
  signal.notes = c.notes;
  return signal;
}

}  // namespace ladder
