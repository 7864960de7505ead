// An object of the HDF5 library that closes itself, and its attributes.
#pragma once
#include <hdf5.h>

#include <string>
#include <vector>

namespace ladder {

class Hdf5 {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5(const Hdf5 &) = delete;
  Hdf5 &operator=(const Hdf5 &) = delete;

  explicit operator bool() const { return id_ >= 0; }
  hid_t id() const { return id_; }

 private:
  hid_t id_;  // negative: there is none
  Close close_;
};

// In the order of the names.
std::string name_of_link(const Hdf5 &group, hsize_t number);
bool is_hard_link(const Hdf5 &group, const std::string &name);

// One or several; nothing where there is no such attribute, or one of another kind.
std::vector<double> numbers_of_attribute(const Hdf5 &object, const char *name);
std::vector<std::string> words_of_attribute(const Hdf5 &object, const char *name);

}  // namespace ladder
