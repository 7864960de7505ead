// A shot gather: what every receiver recorded, with the places and times that belong to it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

struct Position {
  double x = 0, y = 0, z = 0;  // [m] z is depth below the model's top, downwards
};

struct Gather {
  int samples = 0;                  // of each trace
  double dt = 0;                    // [s]
  double start = 0;                 // [s] time of the first sample
  Position source;                  //
  std::vector<Position> receivers;  // one per trace
  std::vector<float> values;        // [trace][sample]
  std::string description;          // lines for the text header
  std::vector<std::string> notes;   // how the file was read, one sentence each

  std::size_t traces() const { return receivers.size(); }
};

// What is taken in the place of what the headers of a file say.
struct GatherOverrides {
  double dt = 0;              // [s] 0: the file's
  std::string units;          // of the coordinates: "m" or "ft"; empty: the file's
  std::optional<int> scalar;  // of coordinates and elevations, as in SEG-Y: -100 divides by 100
  std::string elevations;   // "up", as the standard has it, or "down": positive is below the datum
  std::optional<int> shot;  // the number of one of several
  std::string format;       // of SEG-Y's samples: "ibm" or "ieee"; empty: the file's
};

// By the ending of the name: .sgy .segy .su .rsf. Throws FileError that says what is wrong, and
// where; UsageError for an override that the format has no use for.
Gather read_gather(const std::string &path, const GatherOverrides & = {});

// By the ending. What cannot be held (more samples than the header counts, a coordinate beyond its
// scale) is refused. The file appears whole or not at all. Throws FileError; an existing file is
// left alone and refused unless `overwrite`.
void write_gather(const std::string &path, const Gather &, bool overwrite = false);

// Throws what write_gather would for a gather of these places and times; its values are not looked
// at.
void refuse_unwritable(const std::string &path, const Gather &, bool overwrite);

// A survey: several shots of the same samples, one after the other in one file.

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

}  // namespace ladder
