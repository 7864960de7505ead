// A survey: several shots of the same samples, one after the other in one file.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/gather.h"

namespace ladder {

struct Shot {
  int number = 0;  // its field record, or, where records do not distinguish shots, its place in the
                   // file from 1
  Gather gather;
};

// By the ending of the name: .sgy .segy .su, of any number of shots, and .rsf of one. In the order
// of the file; shots may be interleaved. Throws what read_gather throws, but takes several shots.
std::vector<Shot> read_survey(const std::string &path, const GatherOverrides & = {});

// .sgy .segy .su. The shots' numbers become field records. Throws FileError as write_gather does,
// and where the shots differ in their samples, interval or first sample, of which such a file has
// one.
void write_survey(const std::string &path, const std::vector<Shot> &, bool overwrite = false);

}  // namespace ladder
