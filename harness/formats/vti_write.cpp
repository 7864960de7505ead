// Writes VTK's ImageData and collections of it.
#include <fmt/format.h>

#include "harness/formats/byte_order.h"
#include "harness/formats/grid_files.h"
#include "harness/formats/new_file.h"
#include "harness/formats/pvd.h"

namespace ladder {
namespace {

std::string escaped(const std::string &text) {
  std::string all;
  for (char c : text) {
    if (c == '&')
      all += "&amp;";
    else if (c == '<')
      all += "&lt;";
    else if (c == '>')
      all += "&gt;";
    else if (c == '"')
      all += "&quot;";
    else
      all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return all;
}

// VTK's way to keep a text: the codes of its characters, ended by 0.
std::string text_field(const char *name, const std::string &text) {
  std::string codes;
  for (char c : text) codes += fmt::format("{} ", int{static_cast<unsigned char>(c)});
  return fmt::format(
      "      <DataArray type=\"String\" Name=\"{}\" NumberOfTuples=\"1\" "
      "format=\"ascii\">{}0</DataArray>\n",
      name, codes);
}

}  // namespace

std::string vti_bytes(const Grid &given) {
  const Grid grid = in_order(given, "zyx");
  std::string extent, origin, spacing, axes;
  bool placed = true;  // VTK must have a spacing; where none is known, that is said
  for (const Axis &axis : grid.axes) placed = placed && (axis.spacing > 0 || axis.cells == 1);
  for (std::size_t d = 0; d < 3; ++d) {
    const bool there = d < grid.axes.size();
    const Axis axis = there ? grid.axes[grid.axes.size() - 1 - d] : Axis{'?', 1, 1, 0};
    const char *space = d ? " " : "";
    extent += fmt::format("{}0 {}", space, axis.cells - 1);
    origin += fmt::format("{}{}", space, placed ? axis.origin : 0);
    spacing += fmt::format("{}{}", space, placed && axis.spacing > 0 ? axis.spacing : 1);
    if (there) axes += fmt::format("{}{}", space, axis.name);
  }
  const std::string name = grid.quantity.empty() ? "values" : escaped(grid.quantity);
  std::string bytes = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<!-- Written by ladder. Axes, fastest first: {3}; z is the depth and points down. -->\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n"
      "  <ImageData WholeExtent=\"{0}\" Origin=\"{1}\" Spacing=\"{2}\">\n"
      "    <FieldData>\n{4}{5}{6}    </FieldData>\n"
      "    <Piece Extent=\"{0}\">\n"
      "      <PointData Scalars=\"{7}\">\n"
      "        <DataArray type=\"Float32\" Name=\"{7}\" format=\"appended\" offset=\"0\"/>\n"
      "      </PointData>\n"
      "    </Piece>\n"
      "  </ImageData>\n"
      "  <AppendedData encoding=\"raw\">\n_",
      extent, origin, spacing, axes, text_field("axes", axes),
      text_field("lengths", placed ? "m" : "cells"), text_field("unit", grid.unit), name);
  append_little(bytes, std::uint64_t{4} * grid.values.size());
  return bytes + raw_bytes(grid) + "\n  </AppendedData>\n</VTKFile>\n";
}

void write_pvd(const std::string &path, const std::vector<Snapshot> &snapshots, bool overwrite) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  for (const Snapshot &one : snapshots)
    text += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", one.time,
                        escaped(one.file));
  write_whole(path, text + "  </Collection>\n</VTKFile>\n", overwrite);
}

}  // namespace ladder
