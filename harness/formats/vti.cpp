// needs: pugixml zlib
// Reads VTK's ImageData. https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <pugixml.hpp>

#include "harness/base/files.h"
#include "harness/formats/byte_order.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/grid.h"
#include "harness/formats/vti_data.h"

namespace ladder {
namespace {

using Node = pugi::xml_node;

// The whole file: the XML alone is given to the parser, since raw data may hold any byte.
struct Parts {
  std::string xml, appended;  // what follows the '_'
};

Parts cut(std::string bytes) {
  const std::string opening = "<AppendedData", closing = "</AppendedData>";
  const std::size_t tag = bytes.find(opening);
  if (tag == std::string::npos) return {std::move(bytes), ""};
  const std::size_t mark = bytes.find('_', bytes.find('>', tag)), end = bytes.rfind(closing);
  if (mark == std::string::npos || end == std::string::npos || end < mark)
    return {std::move(bytes), ""};
  Parts parts;
  parts.appended = bytes.substr(mark + 1, end - mark - 1);
  parts.xml = bytes.erase(mark, end - mark);
  return parts;
}

// Numbers between spaces; nothing where there are others than `count`.
template <typename T>
std::optional<std::vector<T>> numbers(const char *text, std::uint64_t count) {
  std::vector<T> all;
  const char *end = text + std::char_traits<char>::length(text);
  while (true) {
    while (text != end && std::isspace(static_cast<unsigned char>(*text))) ++text;
    if (text == end) break;
    T value{};
    const auto [next, problem] = std::from_chars(text, end, value);
    if (problem != std::errc() || all.size() == count) return std::nullopt;
    all.push_back(value);
    text = next;
  }
  if (all.size() != count) return std::nullopt;
  return all;
}

class Reader {
 public:
  explicit Reader(const ArrayPath &path) : path_(path.file), wanted_(path.array) {
    encoding_.path = path_;
  }

  Grid read() {
    parts_ = cut(read_file(path_));
    const auto parsed = document_.load_buffer_inplace(parts_.xml.data(), parts_.xml.size());
    if (!parsed)
      throw broken(fmt::format("no XML at byte {}: {}", parsed.offset, parsed.description()));
    const Node file = document_.child("VTKFile"), image = file.child("ImageData");
    if (!file || !image || std::string(file.attribute("type").value()) != "ImageData")
      throw broken("it has no <VTKFile type=\"ImageData\">");
    take_encoding(file);
    take_grid(image);
    take_fields(image);
    take_values();
    return std::move(grid_);
  }

 private:
  FileError broken(const std::string &why) const { return unusable_grid(path_, ".vti", why); }

  void take_encoding(const Node &file) {
    const std::string order = file.attribute("byte_order").as_string("LittleEndian"),
                      counts = file.attribute("header_type").as_string("UInt32"),
                      packer = file.attribute("compressor").value();
    if (order != "LittleEndian" && order != "BigEndian")
      throw broken(fmt::format("byte_order is '{}'", order));
    if (counts != "UInt32" && counts != "UInt64")
      throw broken(fmt::format("header_type is '{}', but only UInt32 and UInt64 are read", counts));
    if (!packer.empty() && packer != "vtkZLibDataCompressor")
      throw broken(
          fmt::format("its data is compressed by {}, but only vtkZLibDataCompressor is read: write "
                      "it with zlib or without compression",
                      packer));
    encoding_.big = order == "BigEndian";
    encoding_.wide_counts = counts == "UInt64";
    encoding_.zlib = !packer.empty();
  }

  template <typename T>
  std::vector<T> list(const Node &node, const char *name, std::uint64_t count) const {
    const auto found = numbers<T>(node.attribute(name).value(), count);
    if (!found)
      throw broken(
          fmt::format("{}=\"{}\": expected {} numbers", name, node.attribute(name).value(), count));
    return *found;
  }

  void take_grid(const Node &image) {
    const auto extent = list<std::int32_t>(image, "WholeExtent", 6);
    const auto origin =
        image.attribute("Origin") ? list<double>(image, "Origin", 3) : std::vector<double>{0, 0, 0};
    const auto spacing = image.attribute("Spacing") ? list<double>(image, "Spacing", 3)
                                                    : std::vector<double>{1, 1, 1};
    if (image.attribute("Direction") &&
        list<double>(image, "Direction", 9) != std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1})
      throw broken("its axes are rotated (Direction), which is not read");
    const Node piece = image.child("Piece");
    if (!piece || piece.next_sibling("Piece"))
      throw broken("it does not have exactly one Piece: write it from one process");
    if (piece.attribute("Extent") && list<std::int32_t>(piece, "Extent", 6) != extent)
      throw broken("its Piece does not cover the whole grid");
    const VtiArray found = find_vti_array(piece, path_, wanted_);
    array_ = found.array;
    cell_data_ = found.of_cells;
    grid_.quantity = array_.attribute("Name").value();
    if (!found.note.empty()) grid_.notes.push_back(found.note);
    for (int d = 2; d >= 0; --d) {
      const std::int64_t low = extent[2 * d], high = extent[2 * d + 1];
      if (high < low) throw broken(fmt::format("WholeExtent goes from {} to {}", low, high));
      const std::int64_t cells =
          cell_data_ ? std::max<std::int64_t>(high - low, 1) : high - low + 1;
      if (cells == 1 && !(d == 0 && grid_.axes.empty())) continue;
      if (!(spacing[d] > 0) || !std::isfinite(spacing[d]) || !std::isfinite(origin[d]))
        throw broken(fmt::format("Spacing is {:g} and Origin {:g}: a spacing must be positive",
                                 spacing[d], origin[d]));
      const double first = static_cast<double>(low) + (cell_data_ ? 0.5 : 0);
      grid_.axes.push_back({'?', cells, spacing[d], origin[d] + first * spacing[d]});
    }
  }

  // A text in the FieldData, as our writer leaves it: the codes of its characters.
  std::string field(const Node &image, const char *name) const {
    const Node node = image.child("FieldData").find_child_by_attribute("DataArray", "Name", name);
    std::string text, codes = node.text().get();
    for (std::size_t at = 0; at < codes.size();) {
      int code = 0;
      const auto [next, problem] =
          std::from_chars(codes.data() + at, codes.data() + codes.size(), code);
      if (problem == std::errc()) {
        if (code < ' ' || code > '~') break;
        text += static_cast<char>(code);
        at = static_cast<std::size_t>(next - codes.data());
      } else {
        ++at;
      }
    }
    return text;
  }

  void take_fields(const Node &image) {
    const std::string axes = field(image, "axes");  // "x z": fastest first, as VTK counts
    grid_.unit = field(image, "unit");
    std::string names;
    for (char c : axes)
      if (c == 'x' || c == 'y' || c == 'z') names += c;
    if (names.size() == grid_.axes.size())
      for (std::size_t i = 0; i < names.size(); ++i)
        grid_.axes[grid_.axes.size() - 1 - i].name = names[i];
    if (field(image, "lengths") == "m") grid_.length_unit = "m";
    if (field(image, "lengths") == "cells")
      for (Axis &axis : grid_.axes) axis.spacing = axis.origin = 0;
  }

  void take_values() {
    const std::string type = array_.attribute("type").value(),
                      format = array_.attribute("format").as_string("ascii");
    if (type != "Float32" && type != "Float64")
      throw broken(fmt::format("its values are {}, but only Float32 and Float64 are read", type));
    const std::uint64_t width = type == "Float32" ? 4 : 8, most = std::uint64_t{1} << 40,
                        count = cells_up_to(grid_.axes, most);
    if (count > most) throw broken("its grid has more cells than a file can hold");
    if (format == "ascii") {
      const auto values = numbers<double>(array_.text().get(), count);
      if (!values)
        throw broken(fmt::format("its text does not have the {} numbers of its grid", count));
      grid_.values.assign(values->begin(), values->end());
      return;
    }
    std::string_view data;
    if (format == "binary") {
      encoding_.base64 = true;
      data = array_.text().get();
    } else if (format == "appended") {
      const Node block = document_.child("VTKFile").child("AppendedData");
      const std::string how = block.attribute("encoding").as_string("base64");
      if (how != "raw" && how != "base64")
        throw broken(fmt::format("its AppendedData is encoded as '{}'", how));
      encoding_.base64 = how == "base64";
      const std::uint64_t offset = array_.attribute("offset").as_ullong(0);
      if (offset > parts_.appended.size())
        throw broken("its data begins after the end of the file");
      data = std::string_view(parts_.appended).substr(offset);
    } else {
      throw broken(fmt::format("its data has the format '{}', which is not read", format));
    }
    const std::string bytes = decode(encoding_, data, count * width);
    grid_.values.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      grid_.values[i] =
          width == 4 ? number_from<float>(bytes.data() + 4 * i, encoding_.big)
                     : static_cast<float>(number_from<double>(bytes.data() + 8 * i, encoding_.big));
  }

  std::string path_, wanted_;
  Parts parts_;  // the document points into it
  pugi::xml_document document_;
  VtiEncoding encoding_;
  Grid grid_;
  Node array_;
  bool cell_data_ = false;
};

}  // namespace

Grid read_vti(const std::string &path) { return Reader(split_array(path)).read(); }

}  // namespace ladder
