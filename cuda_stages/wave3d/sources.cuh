// Small arrays on the device, and the sources sorted by the blocks that need them. No maths here.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "cuda_stages/wave3d/step.cuh"

namespace {

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

}  // namespace
