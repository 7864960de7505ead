// needs: pugixml zlib
#include "harness/formats/vti_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <vector>

#include "harness/formats/byte_order.h"
#include "harness/formats/grid.h"

namespace ladder {
namespace {

// No zlib stream grows more than 1032 times; what promises more is not allocated.
constexpr std::uint64_t most_growth = 1040;

// Taken off the data.
std::uint64_t next_count(const VtiEncoding &encoding, std::string_view &data) {
  const std::size_t width = encoding.wide_counts ? 8 : 4;
  if (data.size() < width)
    throw unusable_grid(encoding.path, ".vti", "its data ends inside its block sizes");
  const std::uint64_t value = encoding.wide_counts
                                  ? number_from<std::uint64_t>(data.data(), encoding.big)
                                  : number_from<std::uint32_t>(data.data(), encoding.big);
  data.remove_prefix(width);
  return value;
}

std::string inflate_blocks(const VtiEncoding &encoding, std::string_view data,
                           std::uint64_t expected) {
  const auto broken = [&](const std::string &why) {
    return unusable_grid(encoding.path, ".vti", why);
  };
  const auto next = [&] { return next_count(encoding, data); };
  const std::uint64_t blocks = next(), block = next(), last = next();
  // Divided, not multiplied: the product of two counts out of a file may wrap around.
  if (blocks == 0 || block == 0 || blocks > data.size() || blocks - 1 > expected / block ||
      last > block || (blocks - 1) * block + (last ? last : block) != expected)
    throw broken(
        fmt::format("its compressed blocks do not give the {} bytes of its grid", expected));
  std::vector<std::uint64_t> sizes;
  std::uint64_t compressed = 0;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    sizes.push_back(next());
    if (sizes.back() > data.size()) throw broken("a compressed block is longer than the file");
    compressed += sizes.back();
  }
  if (compressed > data.size()) throw broken("its compressed data is truncated");
  if (expected / most_growth > compressed)
    throw broken(fmt::format("{} bytes cannot hold the {} of its grid", compressed, expected));
  std::string bytes(expected, '\0');
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t want = i + 1 == blocks && last ? last : block;
    uLongf got = want;
    const int problem =
        uncompress(reinterpret_cast<Bytef *>(bytes.data() + at), &got,
                   reinterpret_cast<const Bytef *>(data.data()), static_cast<uLong>(sizes[i]));
    if (problem != Z_OK || got != want)
      throw broken(fmt::format("zlib cannot expand block {} of {}", i + 1, blocks));
    at += want;
    data.remove_prefix(sizes[i]);
  }
  return bytes;
}

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned group = 0;
  int held = 0, padding = 0;
  for (char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const int value = c == '=' ? 0 : value_of(c);
    if (value < 0 || (padding > 0 && c != '=')) return std::nullopt;
    padding += c == '=';
    group = group << 6 | static_cast<unsigned>(value);
    if (++held < 4) continue;
    if (padding > 2) return std::nullopt;
    for (int i = 0; i < 3 - padding; ++i) bytes += static_cast<char>(group >> (16 - 8 * i) & 0xff);
    group = 0;
    held = padding = 0;
  }
  if (held != 0) return std::nullopt;
  return bytes;
}

std::string decode(const VtiEncoding &encoding, std::string_view data, std::uint64_t expected) {
  std::string decoded;
  if (encoding.base64) {
    auto bytes = from_base64(data);
    if (!bytes)
      throw unusable_grid(encoding.path, ".vti", "its data is not base64, or is truncated");
    decoded = std::move(*bytes);
    data = decoded;
  }
  if (encoding.zlib) return inflate_blocks(encoding, data, expected);
  const std::uint64_t promised = next_count(encoding, data);
  if (promised != expected)
    throw unusable_grid(
        encoding.path, ".vti",
        fmt::format("its data has {} bytes, but its grid takes {}", promised, expected));
  if (data.size() < expected)
    throw unusable_grid(
        encoding.path, ".vti",
        fmt::format("its data is truncated: {} bytes of {}", data.size(), expected));
  return std::string(data.substr(0, expected));
}

VtiArray find_vti_array(const pugi::xml_node &piece, const std::string &path,
                        const std::string &wanted) {
  const auto broken = [&](const std::string &why) { return unusable_grid(path, ".vti", why); };
  std::vector<pugi::xml_node> fitting, active, scalars;
  std::vector<std::string> names;
  pugi::xml_node any;
  for (const char *where : {"PointData", "CellData"}) {
    const pugi::xml_node data = piece.child(where);
    for (const pugi::xml_node &array : data.children("DataArray")) {
      any = array;
      if (array.attribute("NumberOfComponents").as_int(1) != 1) continue;
      const std::string name = array.attribute("Name").value();
      scalars.push_back(array);
      names.push_back(name);
      if (name == wanted) fitting.push_back(array);
      if (!name.empty() && name == data.attribute("Scalars").value()) active.push_back(array);
    }
  }
  if (!any) throw broken("it has no DataArray, neither of points nor of cells");
  if (scalars.empty())
    throw broken(fmt::format("'{}' has {} components, but only one is read",
                             any.attribute("Name").value(),
                             any.attribute("NumberOfComponents").value()));
  if (!wanted.empty() && fitting.size() != 1)
    throw broken(fmt::format("it has {} '{}', of {}", fitting.empty() ? "no array" : "two arrays",
                             wanted, fmt::join(names, ", ")));
  if (wanted.empty()) fitting = active.empty() && scalars.size() == 1 ? scalars : active;
  if (fitting.empty())
    throw broken(fmt::format("it holds several arrays: name one, such as {}:{} (of {})", path,
                             names[0], fmt::join(names, ", ")));
  VtiArray found{fitting[0], fitting[0].parent().name()[0] == 'C', ""};
  if (scalars.size() > 1)
    found.note = fmt::format("array: {} is read, of {}", fitting[0].attribute("Name").value(),
                             fmt::join(names, ", "));
  return found;
}

}  // namespace ladder
