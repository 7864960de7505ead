// A folder of snapshots: its lists, and the files that they name.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/formats/grid.h"

namespace ladder {

constexpr char series_list[] = "series.json";  // of a run that has ended
constexpr char series_unfinished[] =
    "series.unfinished.json";  // of one that runs, or was interrupted

// Whether it is a snapshot's name: p_000500.npy, of a temperature t_000500.npy, and the like.
bool is_snapshot_name(const std::string &file);

// Throws FileError, before anything is computed: the folder is a file or a link to one, holds
// anything that no list of snapshots names, or holds a series that is not to be replaced.
void refuse_foreign_series(const std::string &folder, bool replace);

// Removes what the lists name, and the lists, but for the files in `stay`. Nothing else is touched.
void remove_series(const std::string &folder, const std::set<std::string> &stay);

struct SeriesAsked {
  std::string folder;               // made when it is missing
  std::string ending = "npy";       // npy, vti, rsf, f32
  std::vector<int> steps;           // in ascending order
  std::function<double(int)> time;  // [s] of a step
  bool overwrite = false;           // replace a series that is there
  bool resume = false;              // keep those of its files that are asked for again
};

// Writes such a folder.
class Series {
 public:
  // LETTER_000500.<ending> for each of the steps; `about` is what the list says besides. Throws
  // FileError: refuse_foreign_series, or another process writes the folder.
  Series(SeriesAsked, char letter, Json about);

  bool wants(int step) const;
  const SeriesAsked &asked() const { return asked_; }
  // When the run is under way: what is refused before has removed nothing.
  void begin();
  void write(int step, const Grid &);
  // series.json: times and files; series.pvd where the files are .vti. Until then
  // series.unfinished.json says which files the run makes.
  void finish();

 private:
  void write_list(const std::string &name) const;
  std::string file_of(int step) const;

  SeriesAsked asked_;
  char letter_;
  Json about_;
  bool begun_ = false;
};

// ParaView's list of the files of a series in time.

struct Snapshot {
  double time = 0;   // [s]
  std::string file;  // as seen from the folder of the list
};

// The file appears whole or not at all. Throws FileError; an existing file is left alone and
// refused unless `overwrite`.
void write_pvd(const std::string &path, const std::vector<Snapshot> &, bool overwrite = false);

}  // namespace ladder
