#include "harness/formats/foreign_file.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string_view>

#include "harness/base/libraries.h"

namespace ladder {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t looked_at = 4096;  // bytes

struct Foreign {
  std::string_view mark;  // the file's first bytes
  const char *kind;
  const char *command;  // of Python, with {0} for the file and {1} for the .npy; empty: none
};

const Foreign foreign[] = {
    {"\x89HDF\r\n\x1a\n"sv,
     "an HDF5 file (NetCDF 4 and MATLAB 7.3 files are HDF5), which is read with the ending .h5",
     ""},
    {"CDF"sv, "a NetCDF file",
     "import scipy.io, numpy; numpy.save('{1}', "
     "scipy.io.netcdf_file('{0}').variables['NAME'][...])"},
    {"MATLAB 5.0"sv, "a MATLAB file",
     "import scipy.io, numpy; numpy.save('{1}', scipy.io.loadmat('{0}')['NAME'])"},
    {"PK\x03\x04"sv, "a NumPy .npz or another ZIP archive",
     "import numpy; numpy.save('{1}', numpy.load('{0}')['NAME'])"},
    {"\x93NUMPY"sv, "a NumPy array without the ending .npy", ""},
    {"# vtk DataFile"sv, "a legacy VTK file: write it as .vti (XML ImageData)", ""},
    {"<?xml"sv, "an XML file: VTK ImageData has the ending .vti", ""},
    {"\x1f\x8b"sv, "compressed by gzip: gunzip it first", ""},
};

bool is_text(const std::string &bytes) {
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return std::isprint(c) || std::isspace(c);
  });
}

bool begins_with_a_number(const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    return std::string_view("0123456789+-.").find(line[first]) != std::string_view::npos;
  }
  return false;
}

std::string advice_on_text(const std::string &text) {
  if (text.find("n1=") != std::string::npos)
    return "a text header with n1=: RSF and SEP headers are read, with the ending .rsf or .H";
  if (!begins_with_a_number(text)) return "text, and no model";
  return "text, which is read with the ending .txt or .csv: a cell a line (x z velocity), or a "
         "table "
         "of velocities";
}

const std::map<std::string, const char *> library_of = {
    {".sgy", "libsegyio"}, {".segy", "libsegyio"}, {".su", "libsegyio"},
    {".vti", "pugixml"},   {".pvd", "pugixml"},
};

}  // namespace

std::string advice_on_foreign_file(const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return "";
  std::ifstream in(path, std::ios::binary);
  std::string bytes(looked_at, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  const std::string npy = fs::path(path).filename().replace_extension(".npy").string();
  for (const Foreign &kind : foreign) {
    if (!bytes.starts_with(kind.mark)) continue;
    if (!*kind.command) return kind.kind;
    return fmt::format("{}, which is not read: convert it with\n  python3 -c \"{}\"", kind.kind,
                       fmt::format(fmt::runtime(kind.command), path, npy));
  }
  return is_text(bytes) ? advice_on_text(bytes) : "";
}

FileError lacks_library_for(const std::string &path) {
  return lacks_library(library_of.at(ending_of(path)), fmt::format("'{}'", path));
}

void refuse_without_library(const std::string &path) {
  const auto found = library_of.find(ending_of(path));
  if (found != library_of.end() && !has_library(found->second)) throw lacks_library_for(path);
}

ArrayPath split_array(const std::string &path) {
  for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const std::string file = path.substr(0, colon), ending = ending_of(file);
    if (ending == ".h5" || ending == ".hdf5" || ending == ".vti")
      return {file, path.substr(colon + 1)};
  }
  return {path, ""};
}

}  // namespace ladder
