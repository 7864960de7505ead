// pieces: less waiting at both ends of a run: many graphs instead of one, and page-locked arrays.
// flags: -O3 -ftz=true
//
// Changes: the capture is cut after every `steps` steps. Each piece is a graph; all are launched
//   one after the other. The run's arrays are page-locked, so fields and products are copied
//   straight between them and the device.
// Why: a graph begins when all of it has been handed over: for 1000 nodes the device waits for a
//   millisecond. Of pieces, the launch of the next hides behind the work of the one before. And
//   products of 105 MB cross the bus in 2 ms, but threads that unpack them into pageable memory
//   took 4 ms more, longer than all propagation. On a large grid a piece is made while the one
//   before runs: the nodes of a step take 5 us, less than the step.
// Expected: 7 ms of the document's case on an H100 where banded takes 10.8: 4.7 ms of kernels, 2 ms
//   of copies and 0.3 ms of launches; 4 ms without gathers
// Launch: as banded; a piece of 50 steps of both fields.
// Work per point: as banded.
// Run: ladder --case=imaging-document --stage=pieces --steps=50
#include "cuda_stages/imaging/pieces.cuh"

namespace {

using Stage = PiecedRun<BandProducts, /*With=*/true>;

const ladder_knob knobs[] = {KNOBS_OF_PIECES};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "banded",
    .change = "many graphs of 50 steps instead of one; the run's arrays are page-locked",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
