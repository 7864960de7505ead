// Steps of a program, kept until they are written as one captured call.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/captured_call.h"
#include "harness/seismic/shadow/settings.h"

namespace ladder {

class Capture {
 public:
  // Throws FileError: nothing can be written there.
  Capture(const CapturedCall &described, const ShadowSettings &);

  void step_begins(int step, const float *now, const float *before);
  void step_ends(int step, const float *now, const float *before);
  // Writes the file and reports its contents. Throws FileError: no step came, or it cannot be
  // written.
  std::string finish();

 private:
  CapturedCall call_;
  std::string file_, ended_because_;
  int first_, last_;
  std::vector<float> before_;  // p(step - 1) of call_.after
};

}  // namespace ladder
