// A run in which the backward field follows the forward one, a group of image times at a time: what
// the stages share that differ in how the forward field comes back. Such a stage has a class for
// it,
//   class Forward : public ForwardField {
//    public:
//     Forward(const ladder_imaging &, const ladder_launch &, const Parts &);
//     static int room(const Groups &);  // snapshots that the shot keeps
//     // without them
//     static ladder_imaging_memory memory(const ladder_imaging &, const ladder_launch &);
//   };
// with those of the calls of ForwardField that it needs. No maths here.
#pragma once
#include <deque>

#include "cuda_stages/imaging/band_product.cuh"
#include "cuda_stages/shared/streams.cuh"
#include "harness/problems/imaging/borders.h"

namespace {

// A step of one field on the cells of a box.
template <int M>
__global__ void step_box(const __grid_constant__ Medium s, const __grid_constant__ OneStep one,
                         ladder_box box) {
  const int iz = box.z0 + blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = box.x0 + blockIdx.y * blockDim.y + threadIdx.y;
  if (iz < box.z1 && ix < box.x1)
    step_point<M>(s, one.in, one.time, one.now, one.before, one.next, iz, ix);
}

// The run's image times in groups of `images`, counted from 0. What follows the last image time is
// of the last group.
struct Groups {
  int steps, every, images, image_times, count;

  Groups(const ladder_imaging &c, int images)
      : steps(c.steps), every(c.every), images(images), image_times(c.steps / c.every),
        count(std::max(1, ceil_div(image_times, images))) {}
  int begin(int group) const { return group * images * every; }  // the steps before it
  int end(int group) const { return group == count - 1 ? steps : begin(group + 1); }
  int of_step(int n) const { return std::min((n - 1) / (images * every), count - 1); }
  int end_of_images(int group) const { return std::min((group + 1) * images, image_times); }
  // Snapshots for one group; two at least, since p(n) is made of p(n-1).
  int room() const { return std::max(2, images); }
};

class Steps {
 public:
  Steps(const Shot &shot, const dim3 &block, cudaStream_t stream)
      : shot_(shot), block_(block), stream_(stream), whole_{0, shot.grid.nz, 0, shot.grid.nx} {}

  void forward(int n) const { launch(shot_.source(), n, forward_fields(n, n - 1, n - 2), whole_); }
  // p(n) from p(n+1) and p(n+2), where there is no sponge.
  void forward_taken_back(int n, const ladder_box &box) const {
    launch(shot_.source(), n + 2, forward_fields(n, n + 1, n + 2), box);
  }
  void backward(int n) const {
    launch(shot_.receivers(), n, {shot_.backward(n + 1), shot_.backward(n + 2), shot_.backward(n)},
           whole_);
  }
  const dim3 &block() const { return block_; }

 private:
  struct Fields {
    const float *now, *before;
    float *next;
  };
  Fields forward_fields(int next, int now, int before) const {
    return {shot_.forward(now), shot_.forward(before), shot_.forward(next)};
  }
  void launch(const Injected &in, int time, const Fields &f, const ladder_box &box) const {
    if (box.z0 == box.z1) return;
    const dim3 blocks(ceil_div(box.z1 - box.z0, block_.x), ceil_div(box.x1 - box.x0, block_.y));
    const OneStep one{in, time, f.now, f.before, f.next};
    with_half_length(shot_.grid.m, [&](auto m) {
      step_box<m><<<blocks, block_, 0, stream_>>>(shot_.medium(), one, box);
    });
    CHECK(cudaGetLastError());
  }

  const Shot &shot_;
  const dim3 block_;
  const cudaStream_t stream_;
  const ladder_box whole_;
};

// What a forward field has at hand.
struct Parts {
  const Groups &groups;
  const Shot &shot;
  const Steps &steps;
  cudaStream_t stream;
};

// Which calls a forward field gets, and when. All of it launches only.
struct ForwardField {
  void begin() {}       // a run begins
  void enter(int) {}    // the forward field is at the beginning of the group
  void keep(int) {}     // p(n) is there
  void leave(int) {}    // the forward field is at the end of the group
  void fetch(int) {}    // the backward field is: from now on the group's snapshots must be there
  void release(int) {}  // the group's products have been made
};

enum { knob_step, knob_tiles, knob_times, knob_checkpoints };

template <typename Forward>
class Grouped {
 public:
  Grouped(const ladder_imaging &c, const ladder_launch &launch)
      : groups_(c, launch.knob[knob_times][0]), shot_(c, room(groups_), /*page_locked=*/true),
        steps_(shot_, block_of(launch.knob[knob_step]), stream_),
        bands_(shot_.grid, launch.knob[knob_tiles][0], groups_.images),
        forward_(c, launch, {groups_, shot_, steps_, stream_}) {
    record();
  }

  void upload(const float *now, const float *before) {
    shot_.upload(now, before);
    forget();
  }

  void advance(int count) {
    if (done_ == 0 && count == 2 * groups_.steps) {
      for (const GraphExec &part : whole_run_) CHECK(cudaGraphLaunch(part.exec, stream_));
      done_ = count;
    } else if (count > 0) {
      launch_to(done_ + count);
    }
    CHECK(cudaStreamSynchronize(stream_));
  }

  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    shot_.download(image, gather_x, gather_z, illumination);
  }

  ladder_launch used() const {
    const dim3 &block = steps_.block();
    ladder_launch used{{{static_cast<int>(block.x), static_cast<int>(block.y)},
                        {bands_.tiles()},
                        {groups_.images}}};
    if constexpr (requires { forward_.checkpoints(); })
      used.knob[knob_checkpoints][0] = forward_.checkpoints();
    return used;
  }

  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &launch) {
    const Groups groups(c, launch.knob[knob_times][0]);
    ladder_imaging_memory all = Forward::memory(c, launch);
    all.device += Shot::bytes(c, room(groups)) + Transposed::bytes(Grid(c), groups.images);
    all.forward_steps += c.steps;
    return all;
  }

 private:
  static Room room(const Groups &groups) { return {Forward::room(groups), groups.room()}; }

  // The whole run, each field of a group a graph.
  void record() {
    forget();
    const auto to = [this](int done) {
      capture(whole_run_.emplace_back(), stream_, [&] { launch_to(done); });
      CHECK(cudaStreamSynchronize(stream_));
    };
    for (int g = 0; g < groups_.count; ++g) to(groups_.end(g));
    for (int g = groups_.count - 1; g >= 0; --g) to(2 * groups_.steps - groups_.begin(g));
    forget();
  }

  // So many of the run's steps.
  void launch_to(int done) {
    for (; done_ < done; ++done_) {
      if (done_ < groups_.steps)
        step_forward(done_ + 1);
      else
        step_backward(2 * groups_.steps - done_);
    }
    add_products();
  }

  void step_forward(int n) {
    const int group = groups_.of_step(n);
    if (n == groups_.begin(group) + 1) forward_.enter(group);
    steps_.forward(n);
    forward_.keep(n);
    if (n == groups_.end(group)) forward_.leave(group);
  }

  void step_backward(int n) {
    const int group = groups_.of_step(n);
    if (n == groups_.end(group)) {
      forward_.fetch(group);
      reached_ = imaged_from_ = groups_.end_of_images(group);
    }
    steps_.backward(n);
    if (shot_.is_image_time(n)) reached_ = n / groups_.every - 1;
    if (n > groups_.begin(group) + 1) return;
    add_products();
    forward_.release(group);
  }

  // Of the image times that the backward field has reached, and that are not in the products yet.
  // All are of one group.
  void add_products() {
    if (reached_ < imaged_from_)
      bands_.add(times_of(shot_, reached_, imaged_from_ - reached_), shot_.products, stream_);
    imaged_from_ = reached_;
  }

  void forget() {
    done_ = reached_ = imaged_from_ = 0;
    forward_.begin();
  }

  const Groups groups_;
  Shot shot_;
  const Stream stream_;
  const Steps steps_;
  const BandProducts bands_;
  Forward forward_;
  std::deque<GraphExec> whole_run_;
  int done_ = 0;                       // of the 2 * steps
  int reached_ = 0, imaged_from_ = 0;  // image times: of the backward field, and in the products
};

#define KNOBS_OF_GROUPS                                                                        \
  LADDER_KNOB(step, "threads a block of propagation, z by x", "step_box", 2, {32, 8}, {1, 1},  \
              {1024, 1024}),                                                                   \
      LADDER_KNOB(tiles, "tiles of a block, a warp each", nullptr, 1, {4}, {1}, {most_tiles}), \
      LADDER_KNOB(times, "image times of a group", nullptr, 1, {20}, {1}, {10000})

}  // namespace
