// What lies on the device during a run, and the contract's three entries around a stage's kernel.
// No maths here.
#pragma once
#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/step.cuh"

namespace {

// Small arrays on the device, and the sources sorted by the blocks that need them.

// An array of `count` values from the host and `more` zeros. An array of none cannot be had.
template <typename T>
class Table {
 public:
  Table(const T *host, std::size_t count, std::size_t more = 1) : buffer_(count + more) {
    CHECK(cudaMemset(buffer_, 0, (count + more) * sizeof(T)));
    if (count) CHECK(cudaMemcpy(buffer_, host, count * sizeof(T), cudaMemcpyHostToDevice));
  }
  explicit Table(const std::vector<T> &host) : Table(host.data(), host.size()) {}
  operator T *() const { return buffer_; }

 private:
  const DeviceBuffer<T> buffer_;
};

// The sources sorted for blocks of z by x by y cells that lie one after the other, z fastest. A
// block may also need those in a rim around its cells.
class SortedSources {
 public:
  SortedSources(const ladder_wave &c, dim3 cells, dim3 blocks, dim3 rim)
      : SortedSources(sort(c, cells, blocks, rim), blocks) {}
  SourcesView view() const { return {begin_, sources_, blocks_.x, blocks_.y}; }

 private:
  struct Sorted {
    std::vector<int> begin;
    std::vector<Source> sources;
  };
  SortedSources(const Sorted &s, dim3 blocks)
      : begin_(s.begin), sources_(s.sources), blocks_(blocks) {}

  static Sorted sort(const ladder_wave &c, dim3 cells, dim3 blocks, dim3 rim) {
    std::vector<std::pair<std::int64_t, Source>> all;
    // Of the blocks along one axis those that need a cell at `at`.
    const auto needs = [](int at, unsigned cells, unsigned blocks, unsigned rim) {
      const int first = std::max(at - int(rim), 0) / int(cells);
      return std::pair(first, std::min((at + int(rim)) / int(cells), int(blocks) - 1));
    };
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      const auto [first_z, last_z] = needs(at.z, cells.x, blocks.x, rim.x);
      const auto [first_x, last_x] = needs(at.x, cells.y, blocks.y, rim.y);
      const auto [first_y, last_y] = needs(at.y, cells.z, blocks.z, rim.z);
      for (int y = first_y; y <= last_y; ++y)
        for (int x = first_x; x <= last_x; ++x)
          for (int z = first_z; z <= last_z; ++z)
            all.push_back({z + std::int64_t{blocks.x} * (x + std::int64_t{blocks.y} * y),
                           {at.z, at.x, at.y, i}});
    }
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
      return a.first < b.first || (a.first == b.first && a.second.y < b.second.y);
    });
    Sorted sorted{std::vector<int>(std::size_t{1} * blocks.x * blocks.y * blocks.z + 1), {}};
    for (const auto &[block, source] : all) {
      ++sorted.begin[block + 1];
      sorted.sources.push_back(source);
    }
    std::partial_sum(sorted.begin.begin(), sorted.begin.end(), sorted.begin.begin());
    return sorted;
  }

  const Table<int> begin_;
  const Table<Source> sources_;
  const dim3 blocks_;
};

// (v dt)^2 as bytes, those of four cells in a value, and the values that they pick (palette.cuh).
struct Bytes {
  const float *words = nullptr, *values = nullptr;
  int count = 0;
};

class Run {
 public:
  // A block of the stage's kernel makes `cells`, z by x by y, and needs the sources of a rim around
  // them too. Two fields are p(n) and p(n-1); a stage may ask for more, and say which ones they
  // are. With bytes `v2dt2` has them.
  Run(const ladder_wave &c, const Grid &grid, dim3 cells, dim3 rim = dim3(0, 0, 0), int fields = 2,
      const Bytes &bytes = {})
      : grid(grid), blocks(blocks_for(grid, cells.x, cells.y, cells.z)),
        v2dt2(bytes.words ? grid.of_bytes() : grid), host_copy_(host_shape(grid)), steps_(c.steps),
        receivers_(c.receivers), sponge_z_(c.sponge_z, c.nz, beyond),
        sponge_x_(c.sponge_x, c.nx, beyond), sponge_y_(c.sponge_y, c.ny, beyond),
        wavelets_(c.wavelets, std::size_t{1} * c.sources * c.steps),
        traces_(nullptr, 0, (c.steps + std::size_t{1}) * c.receivers + 1),
        values_(bytes.values, bytes.count), receiver_places_(places(c)),
        sources_(c, cells, blocks, rim), v2dt2_of_step_(bytes.words ? values_ : v2dt2.cells()) {
    for (int k = 0; k < fields; ++k) fields_.emplace_back(grid);
    for (int k = 0; k <= grid.m; ++k) {
      taps_.z[k] = c.taps_z[grid.m + k];
      taps_.x[k] = c.taps_x[grid.m + k];
      taps_.y[k] = c.taps_y[grid.m + k];
    }
    if (bytes.words) {
      HostCopy by(host_shape(v2dt2.grid()));
      v2dt2.copy_in(by, bytes.words);
    } else {
      v2dt2.copy_in(host_copy_, c.v2dt2);
    }
    CHECK(cudaDeviceSynchronize());  // a stage's own stream does not wait for the default one
  }

  void upload(const float *now, const float *before, int step) {
    now_ = 0, before_ = 1;
    fields_[now_].copy_in(host_copy_, now);
    fields_[before_].copy_in(host_copy_, before);
    step_ = uploaded_ = step;
    fresh_ = true;
    CHECK(cudaDeviceSynchronize());
  }

  // launch(step) starts the kernel, on the default stream, that makes this step.
  template <typename Launch>
  void advance(int count, Launch launch) {
    must_have_left(count);
    for (int i = 0; i < count; ++i) {
      launch(next_step());
      CHECK(cudaGetLastError());
      took_steps(1);
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) {
    settle_before();
    record_last_sample();
    fields_[now_].copy_out(host_copy_, now);
    fields_[before_].copy_out(host_copy_, before);
    copy_traces_out(traces);
  }
  // The same of some planes alone, those of a part that is computed here.
  void download_planes(int first, int planes, float *now, float *before, float *traces) {
    settle_before();
    record_last_sample();
    fields_[now_].copy_planes_out(host_copy_, first, planes, now);
    fields_[before_].copy_planes_out(host_copy_, first, planes, before);
    copy_traces_out(traces);
  }

  void must_have_left(int count) const {
    refuse_if(count < 0 || count > steps_ - step_, "asked for " + std::to_string(count) +
                                                       " steps, and the case has " +
                                                       std::to_string(steps_ - step_) + " left");
  }
  Step next_step() const { return step_of(now_, before_, fresh_, step_); }
  Step step_of(int now, int before, bool fresh, int n) const {
    return {grid,      taps_,     field(now),      field(before), v2dt2_of_step_,   sponge_z_,
            sponge_x_, sponge_y_, sources_.view(), wavelets_,     receiver_places_, traces_,
            n,         steps_,    receivers_,      fresh};
  }
  // Each was written over p(n-1).
  void took_steps(int count) {
    if (count % 2) std::swap(now_, before_);
    took_steps(count, now_, before_);
  }
  // p(n) and p(n-1) are in these fields now.
  void took_steps(int count, int now, int before) {
    now_ = now, before_ = before;
    step_ += count;
    if (count > 0) fresh_ = false;
  }
  // Gives p(n-1) its second taper, if it waits for that; or takes note that a stage has done so.
  void settle_before() {
    if (!fresh_) settle<<<many, threads>>>(next_step());
    CHECK(cudaGetLastError());
    fresh_ = true;
  }
  void before_is_settled() { fresh_ = true; }
  // Samples [first, end) of the traces are known here.
  int first_sample() const { return uploaded_; }
  int end_of_samples() const { return step_ + 1; }

  void copy_out_by_driver(int k, float *host) const { fields_[k].copy_out_by_driver(host); }
  float *field(int k) const { return fields_[k].cells(); }
  int now() const { return now_; }
  int before() const { return before_; }
  bool fresh() const { return fresh_; }

  const Grid grid;
  const dim3 blocks;
  const Field v2dt2;

 private:
  static constexpr int threads = 256, many = 4096;
  static constexpr int beyond =
      1024;  // factors of the sponge beyond the grid, for blocks that reach there

  void record_last_sample() const {
    if (receivers_) {
      record_sample<<<ceil_div(receivers_, threads), threads>>>(next_step(), field(now_), step_);
      CHECK(cudaGetLastError());
    }
  }
  // Samples before the upload are not known here and stay as they are.
  void copy_traces_out(float *traces) const {
    const std::size_t skipped = std::size_t{1} * uploaded_ * receivers_;
    const std::size_t count = (step_ - uploaded_ + std::size_t{1}) * receivers_;
    if (count)
      CHECK(cudaMemcpy(traces + skipped, traces_ + skipped, count * sizeof(float),
                       cudaMemcpyDeviceToHost));
  }

  std::vector<std::int64_t> places(const ladder_wave &c) const {
    std::vector<std::int64_t> all;
    for (int i = 0; i < c.receivers; ++i)
      all.push_back(grid.at(c.receiver_cells[i].z, c.receiver_cells[i].x, c.receiver_cells[i].y));
    return all;
  }

  HostCopy host_copy_;
  const int steps_, receivers_;
  const Table<float> sponge_z_, sponge_x_, sponge_y_, wavelets_, traces_, values_;
  const Table<std::int64_t> receiver_places_;
  const SortedSources sources_;
  const float *const v2dt2_of_step_;
  std::deque<Field> fields_;
  Taps taps_{};
  int now_ = 0, before_ = 1, step_ = 0, uploaded_ = 0;
  bool fresh_ = true;
};

}  // namespace
