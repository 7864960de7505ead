// Values that all copies share until one changes them, so that a copy of a case of 2^31 cells costs
// nothing.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>

#include "harness/base/large_pages.h"

namespace ladder {

class SharedValues {
 public:
  SharedValues() = default;
  // Not initialised: who fills them touches them first, with all cores if it wants to.
  explicit SharedValues(std::size_t count) : values_(uninitialised<float>(count)), size_(count) {}

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
  std::shared_ptr<float[]> values_;
  std::size_t size_ = 0;
};

}  // namespace ladder
