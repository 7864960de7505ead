// behind: a gather is copied to the host while the other one is made.
// flags: -O3 -ftz=true
//
// Changes: the products of a whole run are made when they are fetched: image, illumination and the
//   gather along x first. While these are copied, the gather along z is made, and copied last.
// Why: pieces makes both gathers, 1.1 ms, and then copies them, 1.9 ms. The copy engine is free
//   while the gathers are made, and the copy of one takes twice as long as the other's making.
// Expected: 6.4 ms of the document's case on an H100 where pieces takes 7.0: the gather along z and
//   its transposed fields, 0.6 ms, hide. So 1.46 of the time without gathers, which is the same
// Launch: as pieces.
// Work per point: as pieces.
// Run: ladder --case=imaging-document --stage=behind
#include "cuda_stages/imaging/pieces.cuh"

namespace {

class Stage : public PiecedRun<BandProducts, /*With=*/false> {
 public:
  using PiecedRun::PiecedRun;

  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    const Products &p = shot_.products;
    const int first = first_image(), count = imaged_from_ - first;
    imaged_from_ = first;
    if (count > 0) bands_.add_first(times_of(shot_, first, count), p, stream_);
    CHECK(cudaEventRecord(first_made_, stream_));
    CHECK(cudaStreamWaitEvent(copies_, first_made_));
    if (count > 0) bands_.add_second(times_of(shot_, first, count), p, stream_);
    copy(p.image, image, 1, copies_);
    copy(p.illumination, illumination, 1, copies_);
    copy(p.gather_x, gather_x, 2 * p.offsets_x + 1, copies_);
    copy(p.gather_z, gather_z, 2 * p.offsets_z + 1, stream_);
    CHECK(cudaStreamSynchronize(copies_));
    CHECK(cudaStreamSynchronize(stream_));
  }

 private:
  void copy(const float *from, float *to, int planes, cudaStream_t stream) const {
    const std::size_t bytes = std::size_t{1} * planes * shot_.grid.cells() * sizeof(float);
    CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
  }

  const Stream copies_;
  const Event first_made_;
};

const ladder_knob knobs[] = {KNOBS_OF_PIECES};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME, .parent = "pieces",
                .change = "one gather is copied to the host while the other is made",
                CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
