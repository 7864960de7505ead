#include "harness/problems/wave/resize.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/numbers.h"

namespace ladder {
namespace {

void stretch(SaltRecipe &salt, const CaseFile &file, double along_z, double along_x) {
  for (double SaltRecipe::*depth :
       {&SaltRecipe::basement_depth, &SaltRecipe::water_least, &SaltRecipe::water_most,
        &SaltRecipe::layer, &SaltRecipe::salt_top, &SaltRecipe::salt_bottom})
    salt.*depth *= along_z;
  salt.salt_left *= along_x;
  salt.salt_right *= along_x;
  salt.dip *= along_z / along_x;
  salt.nz = file.nz;
  salt.nx = file.nx;
}

}  // namespace

void resize(CaseFile &file, const std::string &cells) {
  if (file.recipe == "file" || file.recipe == "none")
    throw UsageError(
        fmt::format("--grid={}: the model of {} is not generated, and a file is not stretched",
                    cells, file.shown));
  const std::size_t axes = file.ny > 1 ? 3 : 2;
  std::vector<int> n = grid_of_text(cells, axes);
  n.resize(3, 1);
  if (axes == 3 && n[2] == 1)
    throw UsageError(fmt::format("--grid={}: {} has three dimensions", cells, file.shown));
  const CaseFile old = file;
  file.nz = n[0];
  file.nx = n[1];
  file.ny = n[2];
  for (CaseFile::NamedSource &source : file.sources) {
    source.z = moved_place(source.z, file.dz, file.nz, old.nz);
    source.x = moved_place(source.x, file.dx, file.nx, old.nx);
    source.y = moved_place(source.y, file.dy, file.ny, old.ny);
  }
  file.receiver_z = moved_place(file.receiver_z, file.dz, file.nz, old.nz);
  file.receiver_first =
      std::min(stretched_count(file.receiver_first, file.nx, old.nx), file.nx - 1);
  file.receiver_last =
      file.nx - 1 - stretched_count(old.nx - 1 - old.receiver_last, file.nx, old.nx);
  file.receiver_last = std::max(file.receiver_last, file.receiver_first);
  file.receiver_every = std::max(1, stretched_count(file.receiver_every, file.nx, old.nx));
  for (Layer &layer : file.layers) layer.top *= double(file.nz) / old.nz;
  stretch(file.salt, file, double(file.nz) / old.nz, double(file.nx) / old.nx);
}

}  // namespace ladder
