// groups: the backward field follows the forward one, and both fields are multiplied a group of
// image times at a time.
// flags: -O3 -ftz=true
//
// Changes: pieces makes both fields at once and keeps both at all image times, and both again with
//   x fastest. Here the forward field comes first and is kept at all image times; then the backward
//   one, of which `times` image times are kept, with x fastest too, until they are in the products.
// Why: memory. 4 K snapshots become K and those of 3 groups. It is no faster: a step of one field
//   of 400 x 400 points takes as long as one of both, and the gathers are read and written once for
//   each group. This is where the stages begin that keep less of the forward field.
// Expected: slower than pieces, 8.5 ms of the document's case on an H100 for 7.0: 2000 steps of 2.4
//   us instead of 1000 of 3.5, and five passes over the gathers; for 160 snapshots instead of 400
// Launch: as pieces; a graph is one field of a group. More image times in a group need more memory,
//   and fewer passes over the gathers.
// Work per point: as banded, and 8 bytes for each offset of a group.
// Run: ladder --case=imaging-document --stage=groups --times=20
#include "cuda_stages/imaging/grouped.cuh"

namespace {

// All of it stays on the device.
class KeptOnDevice : public ForwardField {
 public:
  KeptOnDevice(const ladder_imaging &, const ladder_launch &, const Parts &) {}
  static int room(const Groups &groups) { return std::max(2, groups.image_times); }
  static ladder_imaging_memory memory(const ladder_imaging &, const ladder_launch &) { return {}; }
};

using Stage = Grouped<KeptOnDevice>;

const ladder_knob knobs[] = {KNOBS_OF_GROUPS};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "pieces",
    .change = "the backward field follows the forward one, a group of 20 image times at a time",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
