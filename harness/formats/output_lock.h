// One process at a time writes a product.
#pragma once
#include <string>

namespace ladder {

// Holds .NAME.lock next to a product, an empty file that goes with its holder. A lock that a killed
// process left behind is free.
class OutputLock {
 public:
  // Throws FileError: another process holds it, or nothing can be made in the folder.
  explicit OutputLock(const std::string &product);
  ~OutputLock();
  OutputLock(const OutputLock &) = delete;
  OutputLock &operator=(const OutputLock &) = delete;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace ladder
