// A folder of snapshots: its lists, and the files that they name.
#pragma once
#include <set>
#include <string>

namespace ladder {

constexpr char series_list[] = "series.json";  // of a run that has ended
constexpr char series_unfinished[] =
    "series.unfinished.json";  // of one that runs, or was interrupted

// Whether it is a snapshot's name: p_000500.npy and the like.
bool is_snapshot_name(const std::string &file);

// Throws FileError, before anything is computed: the folder is a file or a link to one, holds anything that no list
// of snapshots names, or holds a series that is not to be replaced.
void refuse_foreign_series(const std::string &folder, bool replace);

// Removes what the lists name, and the lists, but for the files in `stay`. Nothing else is touched.
void remove_series(const std::string &folder, const std::set<std::string> &stay);

}  // namespace ladder
