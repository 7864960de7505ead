// A survey: several shots of the same samples, one after the other in one file.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/gather.h"
#include "harness/formats/traces.h"

namespace ladder {

struct Shot {
  int number = 0;  // its field record, or, where records do not distinguish shots, its place in the
                   // file from 1
  Gather gather;
};

// By the ending of the name: .sgy .segy .su, of any number of shots, and .rsf of one. In the order
// of the file; shots may be interleaved. Throws what read_gather throws, but takes several shots.
std::vector<Shot> read_survey(const std::string &path, const GatherOverrides & = {});

// .sgy .segy .su. The shots' numbers become field records. Throws FileError as write_gather does,
// and where the shots differ in their samples, interval or first sample, of which such a file has
// one.
void write_survey(const std::string &path, const std::vector<Shot> &, bool overwrite = false);

// Places of sources or receivers, as a line of numbers or as files of other programs hold them.

// FIRST:LAST:STEP or FIRST:LAST:STEP,Z in metres along x; a LAST that a step meets but for rounding
// is included.
bool is_line_of_places(const std::string &text);
// Throws UsageError; `who` begins its message.
std::vector<Position> line_of_places(const std::string &text, const std::string &who);

// By the ending: a gather (.sgy, .segy, .su), or .rsf.
bool is_file_of_places(const std::string &path);
// The receivers of a gather. Of an .rsf file whose first axis has two or three values: x z, or x y
// z, a place each, as Madagascar's programs take them. Throws FileError.
std::vector<Position> read_places(const std::string &path);

// The shots of a file of traces.

struct ShotTraces {
  int number = 0;
  Position source;
  std::vector<std::size_t> traces;  // their numbers in the file, ascending
};

// Shots differ in their field record or in their source's place. They are numbered by field record
// where that is stated them apart, else from 1; in the order of their first traces.
std::vector<ShotTraces> shots_in(const std::vector<TraceHeader> &);

// The numbers of the traces of one shot: of the one that is wanted, or of the only one. Throws
// FileError with the list of the shots: several and none is wanted, or not the wanted one.
std::vector<std::size_t> traces_of_shot(const std::vector<TraceHeader> &, std::optional<int> wanted,
                                        const std::string &path);

}  // namespace ladder
