// A shot gather as Madagascar's RSF: n1 time, n2 trace, of any length and any interval. The places
// of the receivers are in a second file, NAME_rec.rsf, with x and z (or x, y and z) of each trace,
// as `rec=` of sfawefd2d and sfawefd3d takes it; the key rec= names it, the keys sx sy sz hold the
// source [m].
#pragma once
#include <string>

#include "harness/formats/gather.h"

namespace ladder {

// Without rec= the traces are at o2 + d2 i along x at z = 0 where label2 is x, else nowhere: at (0,
// 0, 0).
std::string file_of_receivers(const std::string &path);  // NAME_rec.rsf next to NAME.rsf

Gather read_rsf_gather(const std::string &path, const GatherOverrides &);
// Of a file of places (n1 = 2 or 3), or of the receivers of a gather. Throws FileError.
std::vector<Position> read_rsf_places(const std::string &path);

void write_rsf_gather(const std::string &path, const Gather &, bool overwrite);
void refuse_unwritable_rsf(const std::string &path, const Gather &, bool overwrite);

}  // namespace ladder
