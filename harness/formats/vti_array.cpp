// needs: pugixml zlib
#include "harness/formats/vti_array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "harness/formats/grid_files.h"

namespace ladder {

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
