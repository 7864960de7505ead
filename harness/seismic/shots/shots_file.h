// The shots of a survey that are done, on disk, so that a survey that was killed resumes after
// them.
#pragma once
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "harness/seismic/shots/inputs.h"

namespace ladder {

// Each shot is added to the file as it is done. What a crash cut short is left out when it is read
// again.
class ShotsFile {
 public:
  // Begins a file of shots of so many values anew; with `go_on` it reads the one that is there, and
  // hands its shots to `take` in their order. Throws FileError: unreadable or changed;
  // Error(not_comparable), which names what differs: made from other inputs.
  ShotsFile(const std::string &path, const Inputs &, std::size_t values, bool go_on,
            const std::function<void(std::vector<float>)> &take);
  void add(const std::vector<float> &);

 private:
  std::string path_;
  std::fstream file_;
};

}  // namespace ladder
