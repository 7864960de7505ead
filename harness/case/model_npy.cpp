#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>

#include "harness/case/byte_order.h"
#include "harness/case/model.h"
#include "harness/case/read_file.h"
#include "harness/error.h"

namespace ladder {
namespace {

struct Header {
  std::string type;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// What stands behind 'key': in the dictionary, without leading spaces.
std::optional<std::string> behind(const std::string &dictionary, const std::string &key) {
  const auto at = dictionary.find("'" + key + "'");
  if (at == std::string::npos) return std::nullopt;
  const auto colon = dictionary.find(':', at);
  if (colon == std::string::npos) return std::nullopt;
  const auto begin = dictionary.find_first_not_of(' ', colon + 1);
  if (begin == std::string::npos) return std::nullopt;
  return dictionary.substr(begin);
}

std::optional<Header> parse(const std::string &dictionary) {
  Header header;
  const auto type = behind(dictionary, "descr"), order = behind(dictionary, "fortran_order"),
             shape = behind(dictionary, "shape");
  if (!type || !order || !shape || type->size() < 2 || (*shape)[0] != '(') return std::nullopt;
  header.type = type->substr(1, type->find((*type)[0], 1) - 1);
  if (order->starts_with("True"))
    header.fortran_order = true;
  else if (!order->starts_with("False"))
    return std::nullopt;
  const auto end = shape->find(')');
  if (end == std::string::npos) return std::nullopt;
  const std::string inside = shape->substr(1, end - 1);
  for (std::size_t at = 0; at < inside.size();) {
    if (inside[at] == ' ' || inside[at] == ',') {
      ++at;
      continue;
    }
    std::int64_t n = 0;
    const auto [next, problem] =
        std::from_chars(inside.data() + at, inside.data() + inside.size(), n);
    if (problem != std::errc() || n < 1) return std::nullopt;
    header.shape.push_back(n);
    at = static_cast<std::size_t>(next - inside.data());
  }
  return header;
}

}  // namespace

RawArray read_npy(const std::string &path) {
  const std::string bytes = read_file(path);
  const auto broken = [&](const std::string &why) {
    return FileError(fmt::format("model '{}' is not a usable .npy file: {}", path, why));
  };
  if (bytes.size() < 10 || bytes.compare(0, 6, "\x93NUMPY") != 0)
    throw broken("it does not begin like one");
  const int version = bytes[6];
  if (version != 1 && version != 2)
    throw broken(fmt::format("its format version is {}, and 1 and 2 are read", version));
  const std::size_t prefix = version == 1 ? 10 : 12;
  if (bytes.size() < prefix) throw broken("its header is truncated");
  const std::size_t length = version == 1 ? number_from<std::uint16_t>(bytes.data() + 8, false)
                                          : number_from<std::uint32_t>(bytes.data() + 8, false);
  if (length > bytes.size() - prefix) throw broken("its header is truncated");
  const auto header = parse(bytes.substr(prefix, length));
  if (!header) throw broken("its header cannot be understood");
  const std::string &type = header->type;
  if (type != "<f4" && type != ">f4" && type != "<f8" && type != ">f8")
    throw broken(fmt::format("its values are '{}', and '<f4', '>f4', '<f8', '>f8' are read", type));
  const bool big = type[0] == '>';
  const std::uint64_t width = type[2] == '4' ? 4 : 8,
                      held = (bytes.size() - prefix - length) / width;
  std::uint64_t count = 1;
  for (std::int64_t n : header->shape) {
    if (static_cast<std::uint64_t>(n) > held / count + 1)
      count = held + 1;
    else
      count *= static_cast<std::uint64_t>(n);
    if (count > held) break;
  }
  if (header->shape.empty() || count != held || (bytes.size() - prefix - length) % width != 0)
    throw broken(fmt::format("its header promises {} values and {} bytes follow",
                             fmt::join(header->shape, " x "), bytes.size() - prefix - length));
  RawArray array;
  array.shape = header->shape;
  array.values.resize(count);
  const char *data = bytes.data() + prefix + length;
  for (std::size_t i = 0; i < count; ++i)
    array.values[i] = width == 4 ? number_from<float>(data + 4 * i, big)
                                 : static_cast<float>(number_from<double>(data + 8 * i, big));
  if (header->fortran_order) {
    std::vector<float> turned(count);
    std::vector<std::uint64_t> stride(array.shape.size(), 1);  // of each index in the file
    for (std::size_t d = 1; d < stride.size(); ++d)
      stride[d] = stride[d - 1] * static_cast<std::uint64_t>(array.shape[d - 1]);
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t rest = i, from = 0;
      for (std::size_t d = stride.size(); d-- > 0;) {
        from += rest % static_cast<std::size_t>(array.shape[d]) * stride[d];
        rest /= static_cast<std::size_t>(array.shape[d]);
      }
      turned[i] = array.values[from];
    }
    array.values = std::move(turned);
  }
  return array;
}

}  // namespace ladder
