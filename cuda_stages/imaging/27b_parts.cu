// parts: each gather is made and copied in parts.
// flags: -O3 -ftz=true
//
// Changes: a launch makes some of the tiles across the band, those of the largest offsets first.
//   The planes that they complete are copied while the next tiles run.
// Longer than a slide: the kernel takes some of the tiles, and planes are copied in parts.
// Why: behind copies nothing while it makes the gather along x, 0.5 ms. In two parts half of that
//   is left. More parts leave less, but their launches have fewer blocks, and planes of 8 offsets
//   wait for their neighbours.
// Expected: 6.2 ms of the document's case on an H100 with two parts and with three, where behind
//   takes 6.4; 1.41 of the time without gathers. The bus alone takes 1.9 of these
// Launch: as behind; two parts.
// Work per point: as behind.
// Run: ladder --case=imaging-document --stage=parts --parts=2
#include "cuda_stages/imaging/band_product.cuh"
#include "cuda_stages/imaging/pieces.cuh"

namespace {

// Parts of the products of band_product.cuh: some of the tiles across a band.

constexpr int most_parts = 8;

// band_product of the tiles [begin, end) across the band.
__global__ __launch_bounds__(32 * most_tiles) void band_part(const __grid_constant__ Along s,
                                                             int begin, int end) {
  const int lane = blockIdx.x * 32 + threadIdx.x;
  const int r = blockIdx.y % 2, i0 = blockIdx.y / 2 * side;
  const int neighbours = neighbouring_tiles(s.largest);
  const int turn = begin + static_cast<int>(blockIdx.z * blockDim.y + threadIdx.y),
            distance = turn - neighbours;
  const int j0 = i0 + distance * side;
  if (lane >= s.lanes || turn >= end || distance > neighbours || j0 < 0 || 2 * j0 + r >= s.places)
    return;
  add_tile(s, lane, r, i0, j0);
}

// The products of image times, one after the other.
class BandParts {
 public:
  BandParts(const Grid &g, int tiles, int most) : grid_(g), tiles_(tiles), transposed_(g, most) {}

  void add_zero(const Times &times, const Products &to, cudaStream_t stream) const {
    const dim3 block(32, 8), blocks(ceil_div(grid_.nz, 32), ceil_div(grid_.nx, 8));
    image_zero<<<blocks, block, 0, stream>>>(grid_, to, times);
  }
  Along x(const Times &times, const Products &to) const { return along_x(grid_, to, times); }
  Along z(const Times &times, const Products &to, cudaStream_t stream) const {
    return transposed_.update(times, to, stream);
  }
  void add(const Along &s, int begin, int end, cudaStream_t stream) const {
    if (begin == end) return;
    const int rows = ceil_div(ceil_div(s.places, 2), side);
    const dim3 blocks(ceil_div(s.lanes, 32), 2 * rows, ceil_div(end - begin, tiles_));
    band_part<<<blocks, dim3(32, tiles_), 0, stream>>>(s, begin, end);
    CHECK(cudaGetLastError());
  }
  int tiles() const { return tiles_; }

 private:
  const Grid grid_;
  const int tiles_;
  const Transposed transposed_;
};

enum { knob_parts = knob_steps + 1 };

class Stage : public PiecedRun<BandParts, /*With=*/false> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : PiecedRun(c, launch), parts_(launch.knob[knob_parts][0]) {}

  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    const Products &p = shot_.products;
    const int first = first_image(), count = imaged_from_ - first;
    imaged_from_ = first;
    const Times times = count > 0 ? times_of(shot_, first, count) : Times{};
    int event = 0;
    if (count > 0) bands_.add_zero(times, p, stream_);
    copy_behind(event, p.image, image, 0, 1);
    copy_behind(event, p.illumination, illumination, 0, 1);
    make_and_copy(count > 0 ? bands_.x(times, p) : Along{}, p.offsets_x, p.gather_x, gather_x,
                  event);
    make_and_copy(count > 0 ? bands_.z(times, p, stream_) : Along{}, p.offsets_z, p.gather_z,
                  gather_z, event);
    CHECK(cudaStreamSynchronize(copies_));
    CHECK(cudaStreamSynchronize(stream_));
  }

  ladder_launch used() const {
    ladder_launch used = PiecedRun::used();
    used.knob[knob_parts][0] = parts_;
    return used;
  }

 private:
  // All tiles of a band, and its planes as soon as they are complete.
  void make_and_copy(const Along &s, int largest, const float *from, float *to, int &event) const {
    const int neighbours = neighbouring_tiles(largest), all = 2 * neighbours + 1;
    int begin = 0, left = 2 * largest + 1;  // planes from the last one on are copied first
    for (int part = 1; part <= parts_; ++part) {
      const int end = part == parts_ ? all : all * part / parts_;
      if (s.count > 0) bands_.add(s, begin, end, stream_);
      begin = end;
      // The tiles that are left reach offsets below side * (neighbours - end + 1).
      const int still =
          part == parts_ ? 0 : std::min(left, side * (neighbours - end + 1) + largest);
      if (still < left) copy_behind(event, from, to, still, left);
      left = still;
    }
  }

  // Planes [begin, end), when all that was launched so far has run.
  void copy_behind(int &event, const float *from, float *to, int begin, int end) const {
    const Event &made = made_[event++];
    CHECK(cudaEventRecord(made, stream_));
    CHECK(cudaStreamWaitEvent(copies_, made));
    const std::size_t cells = shot_.grid.cells();
    CHECK(cudaMemcpyAsync(to + cells * begin, from + cells * begin,
                          cells * (end - begin) * sizeof(float), cudaMemcpyDeviceToHost, copies_));
  }

  const int parts_;
  const Stream copies_;
  const Event made_[2 * most_parts + 2];
};

const ladder_knob knobs[] = {
    KNOBS_OF_PIECES, LADDER_KNOB(parts, "parts of a gather", nullptr, 1, {2}, {1}, {most_parts})};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME, .parent = "behind",
                .change = "each gather is made and copied in parts", CUDA_KNOBS(knobs),
                LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
