#ifdef LADDER_HAVE_HDF5
#include "harness/formats/hdf5_object.h"

namespace ladder {
namespace {

constexpr hssize_t most_values = 64;  // of an attribute that is one of ours

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

}  // namespace

std::string name_of_link(const Hdf5 &group, hsize_t number) {
  const auto length = H5Lget_name_by_idx(group.id(), ".", H5_INDEX_NAME, H5_ITER_INC, number,
                                         nullptr, 0, H5P_DEFAULT);
  if (length <= 0) return "";
  std::string name(static_cast<std::size_t>(length) + 1, '\0');
  H5Lget_name_by_idx(group.id(), ".", H5_INDEX_NAME, H5_ITER_INC, number, name.data(), name.size(),
                     H5P_DEFAULT);
  name.resize(static_cast<std::size_t>(length));
  return name;
}

bool is_hard_link(const Hdf5 &group, const std::string &name) {
  H5L_info_t info;
  return H5Lget_info(group.id(), name.c_str(), &info, H5P_DEFAULT) >= 0 &&
         info.type == H5L_TYPE_HARD;
}

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

}  // namespace ladder
#endif
