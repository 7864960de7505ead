// (v dt)^2 by a palette: its distinct values, and for each cell the byte that says which one it
// has. No CUDA and no maths here.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace {

constexpr int palette_values = 256;  // that a byte tells apart

class Palette {
 public:
  // Of lines of nz cells without gaps; none if they hold more values.
  static std::optional<Palette> of(const float *cells, int nz, std::size_t lines) {
    Palette made;
    if (!made.take_values(cells, nz * lines)) return std::nullopt;
    made.line_ = (std::size_t(nz) + 3) / 4 * 4;
    made.bytes_.resize(made.line_ * lines);
    on_all_cores(lines, [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t line = begin; line < end; ++line)
        made.take_line(cells + line * nz, nz, made.bytes_.data() + line * made.line_);
    });
    return made;
  }

  // Ascending, then zeros.
  const std::array<float, palette_values> &values() const { return values_; }
  int count() const { return count_; }
  // Lines of whole words of 4 bytes, without gaps.
  const std::uint8_t *bytes() const { return bytes_.data(); }
  const float *words() const { return reinterpret_cast<const float *>(bytes_.data()); }

 private:
  using Values = std::vector<float>;

  // Adds a value to those that are sorted; false if they become too many.
  static bool add(Values &sorted, float value) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
    if (at != sorted.end() && *at == value) return true;
    sorted.insert(at, value);
    return std::ssize(sorted) <= palette_values;
  }

  bool take_values(const float *cells, std::size_t count) {
    std::vector<Values> found(cores());
    std::vector<char> few(found.size(), true);
    on_all_cores(count, [&](int core, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && few[core]; ++i)
        if (i == begin || cells[i] != cells[i - 1]) few[core] = add(found[core], cells[i]);
    });
    Values all;
    for (std::size_t core = 0; core < found.size(); ++core) {
      if (!few[core]) return false;
      for (const float value : found[core])
        if (!add(all, value)) return false;
    }
    count_ = int(all.size());
    std::copy(all.begin(), all.end(), values_.begin());
    return true;
  }

  void take_line(const float *cells, int nz, std::uint8_t *bytes) const {
    for (int iz = 0; iz < nz; ++iz)
      bytes[iz] = iz > 0 && cells[iz] == cells[iz - 1]
                      ? bytes[iz - 1]
                      : std::uint8_t(
                            std::lower_bound(values_.begin(), values_.begin() + count_, cells[iz]) -
                            values_.begin());
  }

  static unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }
  // work(core, begin, end) for the parts of [0, count).
  template <typename Work>
  static void on_all_cores(std::size_t count, const Work &work) {
    const std::size_t parts = cores();
    std::vector<std::jthread> others;  // joined at the end
    for (std::size_t k = 1; k < parts; ++k)
      others.emplace_back([&, k] { work(int(k), count * k / parts, count * (k + 1) / parts); });
    work(0, 0, count / parts);
  }

  std::array<float, palette_values> values_{};
  int count_ = 0;
  std::size_t line_ = 0;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace
