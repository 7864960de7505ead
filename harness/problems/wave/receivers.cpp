// Receivers: those of the case file, or of --receivers.
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/base/numbers.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/places.h"

namespace ladder {
namespace {

// A place that was asked for, and who asks, as an error names them.
struct Asked {
  Position place;
  std::string who;
};

// What --receivers or the case file asks for, and who says so.
struct Request {
  std::string text;  // as --receivers takes it; empty: by the columns of the case file
  std::string who;   // begins each message
  bool in_file;      // the case file says it

  [[noreturn]] void refuse(const std::string &why) const {
    const std::string words = fmt::format("{}: {}", who, why);
    if (in_file) throw FileError(words);
    throw UsageError(words);
  }
};

Request request_of(const CaseFile &file, const std::string &asked) {
  if (!asked.empty()) return {asked, fmt::format("--receivers={}", asked), false};
  if (file.receivers.empty()) return {"", file.shown, true};
  return {file.receivers, fmt::format("{}: [receivers] {}", file.shown, file.receivers), true};
}

// One in every column of the model, at one depth; in every one of so many columns.
void along_depth(double z, int first, int last, int every, const CaseFile &file,
                 std::vector<Position> &to) {
  for (int iy = 0; iy < file.ny; iy += every)
    for (int ix = first; ix <= last; ix += every) to.push_back({ix * file.dx, iy * file.dy, z});
}

// One in every row of the model, below one place of the surface.
void down_borehole(const std::vector<double> &place, const CaseFile &file,
                   std::vector<Position> &to) {
  for (int iz = 0; iz < file.nz; ++iz)
    to.push_back({place[0], place.size() > 1 ? place[1] : 0, iz * file.dz});
}

// A place a line, in metres: x z, or x y z in three dimensions.
void from_list(const std::string &path, const CaseFile &file, std::vector<Asked> &to) {
  const bool deep = file.ny > 1;
  for (const auto &[line, n] :
       read_lines_of_numbers(path, deep ? 3 : 2, deep ? "x y z in metres" : "x z in metres"))
    to.push_back({deep ? Position{n[0], n[1], n[2]} : Position{n[0], 0, n[1]},
                  fmt::format("{}:{}: the receiver", path, line)});
  if (to.empty()) throw FileError(fmt::format("'{}' lists no receiver", path));
}

// The places of an RSF file of coordinates, or the receivers of a gather.
void from_other_file(const std::string &path, std::vector<Asked> &to) {
  const auto places = read_places(path);
  for (std::size_t i = 0; i < places.size(); ++i)
    to.push_back({places[i], fmt::format("'{}': its receiver {}", path, i + 1)});
}

// In their order, as they are asked for.
std::vector<Asked> places_asked(const CaseFile &file, const Request &request) {
  std::vector<Asked> places;
  std::vector<Position> made;
  const std::string &text = request.text;
  const bool deep = file.ny > 1;
  if (text.empty() || text == "surface") {
    along_depth(text.empty() ? file.receiver_z : 0, file.receiver_first, file.receiver_last,
                file.receiver_every, file, made);
  } else if (text.starts_with("depth:")) {
    const auto n = numbers_between(text.substr(6), ',');
    if (n.size() != 1) request.refuse("expected depth:Z in metres");
    along_depth(n[0], 0, file.nx - 1, 1, file, made);
  } else if (text.starts_with("borehole:")) {
    const auto n = numbers_between(text.substr(9), ',');
    if (n.size() != (deep ? 2u : 1u))
      request.refuse(fmt::format("expected borehole:{} in metres", deep ? "X,Y" : "X"));
    down_borehole(n, file, made);
  } else if (is_line_of_places(text) && !std::isalpha(static_cast<unsigned char>(text[0]))) {
    if (deep) request.refuse("FIRST:LAST:STEP is for two dimensions; a file lists x y z");
    made = line_of_places(text, request.who);
  } else if (is_file_of_places(text)) {
    from_other_file(text, places);
  } else {
    refuse_misspelt("--receivers", text, {"surface", "depth", "borehole"});
    from_list(text, file, places);
  }
  for (const Position &place : made)
    places.push_back({place, fmt::format("{}: the receiver", request.who)});
  return places;
}

bool is_file(const Request &request) { return request.text.find(':') == std::string::npos; }

using Numbers = std::map<std::tuple<int, int, int>, std::size_t>;

// The number of a cell among those that are recorded.
std::size_t number_of(const ladder_cell &cell, Numbers &numbers, WaveCase &c) {
  const auto [found, added] =
      numbers.try_emplace({cell.z, cell.x, cell.y}, c.receiver_cells.size());
  if (added) c.receiver_cells.push_back(cell);
  return found->second;
}

// Two receivers at one place would record the same; the second is left out.
std::vector<Position> without_doubles(const std::vector<Position> &places, WaveCase &c) {
  std::set<std::tuple<double, double, double>> seen;
  std::vector<Position> kept;
  for (const Position &place : places)
    if (seen.insert({place.x, place.y, place.z}).second) kept.push_back(place);
  if (places.size() > kept.size())
    c.notes.push_back(
        fmt::format("receivers: {} of {} have the position of another one and are left out",
                    places.size() - kept.size(), places.size()));
  return kept;
}

void set_receivers(const std::vector<Position> &places, WaveCase &c) {
  bool all_on_cells = true;
  Numbers numbers;
  for (const Position &place : places) {
    PlacedReceiver receiver{place, {}};
    for (const WeightedCell &one : spread(c, place))
      receiver.cells.push_back({number_of(one.cell, numbers, c), static_cast<float>(one.weight)});
    all_on_cells = all_on_cells && on_cell(c, place);
    c.placed_receivers.push_back(std::move(receiver));
  }
  if (all_on_cells) c.placed_receivers.clear();
}

}  // namespace

void place_receivers(const CaseFile &file, const CaseOverrides &over, WaveCase &c) {
  const Request request = request_of(file, over.receivers);
  std::vector<Position> places;
  for (const Asked &asked : places_asked(file, request)) {
    if (!cell_at(c, asked.place)) {
      const std::string where = fmt::format("{} at {} is outside the model, {}", asked.who,
                                            place_text(c, asked.place), extent_text(c));
      if (request.in_file || is_file(request)) throw FileError(where);
      throw UsageError(where);
    }
    places.push_back(settled(c, asked.place));
  }
  places = without_doubles(places, c);
  if (const auto words = between_text("receivers", places, c); !words.empty())
    c.notes.push_back(words);
  set_receivers(places, c);
}

std::vector<Position> receiver_places(const CaseFile &file, const std::string &receivers) {
  std::vector<Position> places;
  for (const Asked &asked : places_asked(file, request_of(file, receivers)))
    places.push_back(asked.place);
  return places;
}

}  // namespace ladder
