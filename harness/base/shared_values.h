// Values that all copies share until one changes them, so that a copy of a case of 2^31 cells costs nothing.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace ladder {

class SharedValues {
 public:
  SharedValues() = default;
  // Not initialised: who fills them touches them first, with all cores if it wants to.
  explicit SharedValues(std::size_t count) : values_(allocate(count), std::free), size_(count) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const float *data() const { return values_.get(); }
  const float *begin() const { return data(); }
  const float *end() const { return data() + size_; }
  float operator[](std::size_t i) const { return values_[static_cast<std::ptrdiff_t>(i)]; }

  // To be written to; what other copies hold stays as it is.
  float *change() {
    if (values_.use_count() > 1) {
      SharedValues own(size_);
      std::copy_n(data(), size_, own.values_.get());
      *this = own;
    }
    return values_.get();
  }

  template <typename Values>
  bool operator==(const Values &other) const {
    return data() == other.data() || std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  // In large pages where the system gives them: to get 2^31 values in small ones takes longer than to fill them.
  static float *allocate(std::size_t count) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = count * sizeof(float), pages = (bytes + page - 1) / page;
    const bool large = bytes >= page;
    void *memory = large ? std::aligned_alloc(page, pages * page) : std::malloc(bytes + 1);
    if (!memory) throw std::bad_alloc();
    if (large) madvise(memory, pages * page, MADV_HUGEPAGE);
    return static_cast<float *>(memory);
  }

  std::shared_ptr<float[]> values_;
  std::size_t size_ = 0;
};

}  // namespace ladder
