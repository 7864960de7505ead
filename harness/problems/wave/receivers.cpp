// Receivers: those of the case file, or of --receivers.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/base/read_file.h"
#include "harness/problems/wave/places.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes_of_receivers = 1 << 26;

// A place that was asked for, and who asks, as an error names them.
struct Asked {
  Position place;
  std::string who;
};

// One in every column of the model, at one depth.
void along_depth(double z, const CaseFile &file, const std::string &who, std::vector<Asked> &to) {
  for (int iy = 0; iy < file.ny; ++iy)
    for (int ix = 0; ix < file.nx; ++ix) to.push_back({{ix * file.dx, iy * file.dy, z}, who});
}

// One in every row of the model, below one place of the surface.
void down_borehole(const std::vector<double> &place, const CaseFile &file, const std::string &who,
                   std::vector<Asked> &to) {
  for (int iz = 0; iz < file.nz; ++iz)
    to.push_back({{place[0], place.size() > 1 ? place[1] : 0, iz * file.dz}, who});
}

// A place a line, in metres: x z, or x y z in three dimensions.
void from_list(const std::string &path, const CaseFile &file, std::vector<Asked> &to) {
  std::istringstream lines(read_file(path, most_bytes_of_receivers));
  std::string line;
  const std::size_t wanted = file.ny > 1 ? 3 : 2;
  for (int number = 1; std::getline(lines, line); ++number) {
    bool whole = true;
    const auto n = numbers_of_line(line, whole);
    if (whole && n.empty()) continue;
    if (!whole || n.size() != wanted)
      throw FileError(fmt::format("{}:{}: expected {} in metres, found '{}'", path, number,
                                  wanted == 3 ? "x y z" : "x z", line.substr(0, 60)));
    const Position p = wanted == 3 ? Position{n[0], n[1], n[2]} : Position{n[0], 0, n[1]};
    to.push_back({p, fmt::format("{}:{}: the receiver", path, number)});
  }
  if (to.empty()) throw FileError(fmt::format("'{}' lists no receiver", path));
}

// In their order, as they are asked for. `in_file`: by a file, of the case or of places.
std::vector<Asked> places_asked(const CaseFile &file, const std::string &asked, bool &in_file) {
  std::vector<Asked> places;
  const std::string who = fmt::format("--receivers={}: a receiver", asked);
  in_file = false;
  if (asked.empty() || asked == "surface") {
    in_file = true;
    const double z = asked.empty() ? file.receiver_z : 0;
    for (int iy = 0; iy < file.ny; iy += file.receiver_every)
      for (int ix = file.receiver_first; ix <= file.receiver_last; ix += file.receiver_every)
        places.push_back(
            {{ix * file.dx, iy * file.dy, z}, fmt::format("{}: the receiver", file.shown)});
  } else if (asked.starts_with("depth:")) {
    const auto n = numbers_between(asked.substr(6), ',');
    if (n.size() != 1)
      throw UsageError(fmt::format("--receivers={}: expected depth:Z in metres", asked));
    along_depth(n[0], file, who, places);
  } else if (asked.starts_with("borehole:")) {
    const auto n = numbers_between(asked.substr(9), ',');
    if (n.size() != (file.ny > 1 ? 2u : 1u))
      throw UsageError(fmt::format("--receivers={}: expected borehole:{} in metres", asked,
                                   file.ny > 1 ? "X,Y" : "X"));
    down_borehole(n, file, who, places);
  } else {
    in_file = true;
    refuse_misspelt("--receivers", asked, {"surface", "depth", "borehole"});
    from_list(asked, file, places);
  }
  return places;
}

// Two receivers in one cell would record the same; the second is left out.
void leave_out_doubles(WaveCase &c) {
  std::set<std::tuple<int, int, int>> seen;
  const std::size_t all = c.receiver_cells.size();
  std::erase_if(c.receiver_cells, [&](const ladder_cell &cell) {
    return !seen.insert({cell.z, cell.x, cell.y}).second;
  });
  if (all > c.receiver_cells.size())
    c.notes.push_back(
        fmt::format("receivers: {} of {} stand in a cell that has one already, and are left out",
                    all - c.receiver_cells.size(), all));
}

}  // namespace

void place_receivers(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  bool in_file = false;
  std::vector<Position> places;
  for (const Asked &asked : places_asked(file, over.receivers, in_file)) {
    const auto cell = cell_at(c, asked.place);
    const auto where = [&] {
      return fmt::format("{} at {} is outside the model, {}", asked.who, place_text(c, asked.place),
                         extent_text(c));
    };
    if (!cell && in_file) throw FileError(where());
    if (!cell) throw UsageError(where());
    places.push_back(asked.place);
    c.receiver_cells.push_back(*cell);
  }
  if (const auto moved = moves_text("receivers", places, c); !moved.empty())
    c.notes.push_back(moved);
  leave_out_doubles(c);
}

std::vector<Position> receiver_places(const CaseFile &file, const std::string &receivers) {
  bool in_file = false;
  std::vector<Position> places;
  for (const Asked &asked : places_asked(file, receivers, in_file)) places.push_back(asked.place);
  return places;
}

}  // namespace ladder
