// needs: pugixml
// Writes VTK's ImageData and collections of it.
#include <fmt/format.h>

#include <pugixml.hpp>

#include "harness/formats/byte_order.h"
#include "harness/formats/grid.h"
#include "harness/formats/new_file.h"
#include "harness/formats/series.h"
#include "harness/formats/xml.h"

namespace ladder {
namespace {

using XmlNode = pugi::xml_node;

// XML has no control characters.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

// VTK's way to keep a text: the codes of its characters, ended by 0.
void append_text(XmlNode fields, const char *name, const std::string &text) {
  auto array = fields.append_child("DataArray");
  array.append_attribute("type") = "String";
  array.append_attribute("Name") = name;
  array.append_attribute("NumberOfTuples") = 1;
  array.append_attribute("format") = "ascii";
  std::string codes;
  for (char c : text) codes += fmt::format("{} ", int{static_cast<unsigned char>(c)});
  array.text() = (codes + "0").c_str();
}

XmlNode append_file(pugi::xml_document &document, const char *type) {
  auto file = document.append_child("VTKFile");
  file.append_attribute("type") = type;
  file.append_attribute("version") = "1.0";
  file.append_attribute("byte_order") = "LittleEndian";
  return file;
}

// Origin, spacing and extent as VTK has them: x first, always of three axes.
struct Place {
  std::string extent, origin, spacing, axes;
  bool known = true;  // VTK must have a spacing; where none is known, that is said
};

Place place_of(const Grid &grid) {
  Place place;
  for (const Axis &axis : grid.axes)
    place.known = place.known && (axis.spacing > 0 || axis.cells == 1);
  for (std::size_t d = 0; d < 3; ++d) {
    const bool there = d < grid.axes.size();
    const Axis axis = there ? grid.axes[grid.axes.size() - 1 - d] : Axis{'?', 1, 1, 0};
    const char *space = d ? " " : "";
    place.extent += fmt::format("{}0 {}", space, axis.cells - 1);
    place.origin += fmt::format("{}{}", space, place.known ? axis.origin : 0);
    place.spacing += fmt::format("{}{}", space, place.known && axis.spacing > 0 ? axis.spacing : 1);
    if (!there) continue;
    place.axes += space;
    place.axes += axis.label.empty() ? std::string(1, axis.name)
                                     : fmt::format("{} [{}]", axis.label, axis.unit);
  }
  return place;
}

// Of a grid whose data is appended: the bytes go before the last closing tag, behind the '_'.
std::string with_data(const pugi::xml_document &document, const Grid &grid) {
  std::string text = text_of(document);
  const std::size_t end = text.rfind("</AppendedData>");
  std::string bytes = text.substr(0, end);
  append_little(bytes, std::uint64_t{4} * grid.values.size());
  return bytes + raw_bytes(grid) + text.substr(end);
}

}  // namespace

std::string vti_bytes(const Grid &given) {
  const Grid grid = in_order(given, "zyx");
  const Place place = place_of(grid);
  const std::string name = grid.quantity.empty() ? "values" : one_line(grid.quantity);
  pugi::xml_document document;
  const std::string note = fmt::format(
      " Written by ladder. Axes, fastest first: {}; z is the depth and points down. ", place.axes);
  document.append_child(pugi::node_comment).set_value(note.c_str());
  auto file = append_file(document, "ImageData");
  file.append_attribute("header_type") = "UInt64";
  auto image = file.append_child("ImageData");
  image.append_attribute("WholeExtent") = place.extent.c_str();
  image.append_attribute("Origin") = place.origin.c_str();
  image.append_attribute("Spacing") = place.spacing.c_str();
  auto fields = image.append_child("FieldData");
  append_text(fields, "axes", place.axes);
  append_text(fields, "lengths", place.known ? "m" : "cells");
  append_text(fields, "unit", grid.unit);
  auto piece = image.append_child("Piece");
  piece.append_attribute("Extent") = place.extent.c_str();
  auto points = piece.append_child("PointData");
  points.append_attribute("Scalars") = name.c_str();
  auto array = points.append_child("DataArray");
  array.append_attribute("type") = "Float32";
  array.append_attribute("Name") = name.c_str();
  array.append_attribute("format") = "appended";
  array.append_attribute("offset") = 0;
  auto appended = file.append_child("AppendedData");
  appended.append_attribute("encoding") = "raw";
  appended.text() = "_";
  return with_data(document, grid);
}

void write_pvd(const std::string &path, const std::vector<Snapshot> &snapshots, bool overwrite) {
  pugi::xml_document document;
  auto collection = append_file(document, "Collection").append_child("Collection");
  for (const Snapshot &one : snapshots) {
    auto set = collection.append_child("DataSet");
    set.append_attribute("timestep") = fmt::format("{}", one.time).c_str();
    set.append_attribute("part") = 0;
    set.append_attribute("file") = one_line(one.file).c_str();
  }
  write_whole(path, text_of(document), overwrite);
}

}  // namespace ladder
