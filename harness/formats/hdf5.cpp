// Grids in HDF5 files, which have no agreed names: README.md says what is read of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/base/files.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"

#ifdef LADDER_HAVE_HDF5
#include <hdf5.h>

#include "harness/formats/rsf_file.h"
#endif

namespace ladder {

#ifdef LADDER_HAVE_HDF5
namespace {

constexpr int most_objects = 10000;     // that are looked at for an array
constexpr std::size_t most_names = 12;  // that a message has
constexpr hssize_t most_values = 64;    // of an attribute that is one of ours

// An object of the HDF5 library that closes itself.
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

FileError unusable_hdf5(const std::string &path, const std::string &why) {
  return unusable_grid(path, ".h5", why);
}

bool is_array(const Hdf5 &object) {
  if (H5Iget_type(object.id()) != H5I_DATASET) return false;
  const Hdf5 space(H5Dget_space(object.id()), H5Sclose), type(H5Dget_type(object.id()), H5Tclose);
  const auto kind = H5Tget_class(type.id());
  return H5Sget_simple_extent_ndims(space.id()) >= 2 && (kind == H5T_FLOAT || kind == H5T_INTEGER);
}

struct Arrays {
  std::vector<std::string> names;  // of numbers with two axes or more
  int left = most_objects;
};

// Of H5Lvisit, which goes into groups by hard links: others may lead round in circles.
herr_t note_array(hid_t root, const char *name, const H5L_info_t *link, void *found) {
  auto &arrays = *static_cast<Arrays *>(found);
  if (link->type == H5L_TYPE_HARD) {
    const Hdf5 object(H5Oopen(root, name, H5P_DEFAULT), H5Oclose);
    if (object && is_array(object)) arrays.names.push_back(fmt::format("/{}", name));
  }
  return --arrays.left <= 0;
}

std::string only_array(const Hdf5 &file, const std::string &path) {
  Arrays found;
  H5Lvisit(file.id(), H5_INDEX_NAME, H5_ITER_INC, note_array, &found);
  std::vector<std::string> &names = found.names;
  if (names.empty())
    throw unusable_hdf5(path, "it holds no array of numbers with two axes or more");
  if (names.size() == 1) return names[0];
  const bool more = names.size() > most_names;
  names.resize(std::min(names.size(), most_names));
  throw unusable_hdf5(
      path, fmt::format("it holds several arrays: name one, such as {}:{} (of {}{})", path,
                        names[0], fmt::join(names, ", "), more ? ", ..." : ""));
}

// The attribute with as many values as it has, 0 where it is not one of ours.
struct Attribute {
  Hdf5 id, type, space;
  std::size_t values = 0;

  Attribute(const Hdf5 &object, const char *name)
      : id(H5Aexists(object.id(), name) > 0 ? H5Aopen(object.id(), name, H5P_DEFAULT) : -1,
           H5Aclose),
        type(id ? H5Aget_type(id.id()) : -1, H5Tclose),
        space(id ? H5Aget_space(id.id()) : -1, H5Sclose) {
    const hssize_t count = space ? H5Sget_simple_extent_npoints(space.id()) : 0;
    values = type && count > 0 && count <= most_values ? static_cast<std::size_t>(count) : 0;
  }
};

// One or several values; nothing where there is no such attribute, or one of another kind.
std::vector<double> numbers_of_attribute(const Hdf5 &object, const char *name) {
  const Attribute attribute(object, name);
  if (attribute.values == 0) return {};
  const auto kind = H5Tget_class(attribute.type.id());
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) return {};
  std::vector<double> numbers(attribute.values);
  if (H5Aread(attribute.id.id(), H5T_NATIVE_DOUBLE, numbers.data()) < 0) return {};
  return numbers;
}

std::vector<std::string> words_of_attribute(const Hdf5 &object, const char *name) {
  const Attribute attribute(object, name);
  if (attribute.values == 0 || H5Tget_class(attribute.type.id()) != H5T_STRING) return {};
  std::vector<std::string> words;
  const Hdf5 memory(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_cset(memory.id(), H5Tget_cset(attribute.type.id()));
  if (H5Tis_variable_str(attribute.type.id()) > 0) {
    H5Tset_size(memory.id(), H5T_VARIABLE);
    std::vector<char *> texts(attribute.values, nullptr);
    if (H5Aread(attribute.id.id(), memory.id(), texts.data()) < 0) return {};
    for (const char *text : texts) words.push_back(text ? text : "");
    H5Dvlen_reclaim(memory.id(), attribute.space.id(), H5P_DEFAULT, texts.data());
    return words;
  }
  const std::size_t length = H5Tget_size(attribute.type.id());
  H5Tset_size(memory.id(), length + 1);  // with an end, whatever the file's padding
  std::vector<char> bytes(attribute.values * (length + 1), '\0');
  if (H5Aread(attribute.id.id(), memory.id(), bytes.data()) < 0) return {};
  for (std::size_t i = 0; i < attribute.values; ++i)
    words.emplace_back(bytes.data() + i * (length + 1));
  return words;
}

// Attributes of the array itself, or of the file for all arrays.
template <typename Values>
Values first_of(const Hdf5 &array, const Hdf5 &root, std::initializer_list<const char *> names,
                Values (*read)(const Hdf5 &, const char *)) {
  for (const Hdf5 *object : {&array, &root})
    for (const char *name : names)
      if (const Values found = read(*object, name); !found.empty()) return found;
  return {};
}

std::string word_of(const Hdf5 &array, const Hdf5 &root,
                    std::initializer_list<const char *> names) {
  const auto words = first_of(array, root, names, words_of_attribute);
  return words.empty() ? "" : words[0];
}

void take_names(const Hdf5 &array, const Hdf5 &root, Grid &grid) {
  std::string names;
  for (const char c : word_of(array, root, {"axes"}))
    if (c == 'x' || c == 'y' || c == 'z') names += c;
  const auto labels = words_of_attribute(array, "DIMENSION_LABELS");
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    if (names.size() == grid.axes.size()) grid.axes[i].name = names[i];
    if (names.empty() && labels.size() == grid.axes.size())
      grid.axes[i].name = name_of_label(labels[i]);
  }
}

// One number for all axes, one for each in the order of the indices, or dz, dx, dy.
void take_lengths(const Hdf5 &array, const Hdf5 &root, const std::string &path, Grid &grid) {
  grid.length_unit = word_of(array, root, {"length_units", "spacing_units"});
  const double metre = metres_of(grid.length_unit);
  if (metre == 0)
    throw unusable_hdf5(path, fmt::format("its lengths are in '{}', but only m, km and ft are read",
                                          grid.length_unit));
  if (!grid.length_unit.empty()) grid.length_unit = length_unit_of(grid.length_unit);
  const auto steps = first_of(array, root, {"spacing", "d"}, numbers_of_attribute),
             origins = first_of(array, root, {"origin", "o"}, numbers_of_attribute);
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    Axis &axis = grid.axes[i];
    if (steps.size() == 1 || steps.size() == grid.axes.size())
      axis.spacing = metre * steps[steps.size() == 1 ? 0 : i];
    if (origins.size() == grid.axes.size()) axis.origin = metre * origins[i];
    const std::string own = fmt::format("d{}", axis.name);
    if (const auto n = first_of(array, root, {own.c_str()}, numbers_of_attribute);
        axis.name != '?' && n.size() == 1)
      axis.spacing = metre * n[0];
    if (!std::isfinite(axis.spacing) || axis.spacing < 0 || !std::isfinite(axis.origin))
      throw unusable_hdf5(path, fmt::format("its attributes give a spacing of {:g} from {:g}",
                                            axis.spacing, axis.origin));
  }
}

}  // namespace

std::string hdf5_text() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

Grid read_hdf5(const std::string &path) {
  const ArrayPath at = split_array(path);
  size_of_file(at.file);  // its own words for what is no file
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Hdf5 file(H5Fopen(at.file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file) throw unusable_hdf5(at.file, "the HDF5 library cannot open it: it may be truncated");
  const std::string name = at.array.empty() ? only_array(file, at.file) : at.array;
  const Hdf5 root(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose),
      array(H5Oopen(file.id(), name.c_str(), H5P_DEFAULT), H5Oclose);
  if (!array) throw unusable_hdf5(at.file, fmt::format("it has no array '{}'", name));
  if (!is_array(array))
    throw unusable_hdf5(at.file,
                        fmt::format("'{}' is not an array of numbers with two axes or more", name));
  const Hdf5 space(H5Dget_space(array.id()), H5Sclose);
  const int axes = H5Sget_simple_extent_ndims(space.id());
  if (axes > 3)
    throw unusable_hdf5(at.file,
                        fmt::format("'{}' has {} axes, but only 2 or 3 are read", name, axes));
  std::vector<hsize_t> cells(static_cast<std::size_t>(axes));
  H5Sget_simple_extent_dims(space.id(), cells.data(), nullptr);
  Grid grid;
  for (const hsize_t n : cells) grid.axes.push_back({'?', static_cast<std::int64_t>(n), 0, 0});
  const std::uint64_t most = std::uint64_t{1} << 40, count = cells_up_to(grid.axes, most);
  if (count == 0 || count > most)
    throw unusable_hdf5(at.file, fmt::format("'{}' has {} values", name, sizes_of(grid)));
  refuse_beyond_memory(4 * double(count), fmt::format("'{}'", path), "take a smaller model");
  take_names(array, root, grid);
  take_lengths(array, root, at.file, grid);
  grid.quantity = name;
  grid.unit = word_of(array, root, {"units", "unit"});
  grid.values.resize(count);
  if (H5Dread(array.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, grid.values.data()) < 0)
    throw unusable_hdf5(at.file,
                        fmt::format("the values of '{}' cannot be read: the file is truncated, or "
                                    "its filter is not part of this HDF5 library",
                                    name));
  return grid;
}

#else

std::string hdf5_text() { return "built without HDF5: install libhdf5-dev, and configure again"; }

Grid read_hdf5(const std::string &path) {
  const ArrayPath at = split_array(path);
  size_of_file(at.file);
  throw FileError(fmt::format(
      "'{0}' is an HDF5 file, and ladder was {2}; or convert it with\n  python3 -c \"import h5py, "
      "numpy; numpy.save('vp.npy', h5py.File('{0}')['{1}'][...])\"",
      at.file, at.array.empty() ? "NAME" : at.array, hdf5_text()));
}

#endif

}  // namespace ladder
