// What SEG-Y and SU files hold: traces with their headers. A gather and a model are both kept in
// them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/formats/gather.h"

namespace ladder {

// Both formats count samples in 16 bits, which some readers take as signed.
constexpr int most_samples = 32767, most_interval = 32767, most_delay = 32767;

struct TraceHeader {
  Position source, receiver;  // [m]
  Position midpoint;  // [m] bytes 181 and 185 of SEG-Y from revision 1 on (read, not written)
  int record = 1;     // the field record: the number of the shot
  int kind = 1;       // what its samples are, byte 29: 1 is seismic data (read, not written)
  int number =
      0;  // of the trace within its record, from 1; 0: as in the file (written, never read)
  double delay = 0;  // [ms] time of the first sample
  float d1 = 0, f1 = 0, d2 = 0,
        f2 = 0;  // SU alone: spacing and first place of samples and of traces
};

struct Traces {
  int samples = 0;                   // of each trace
  double interval = 0;               // [us], or of a model [mm]; 0: the file does not state it
  std::vector<TraceHeader> headers;  // one per trace
  std::string path;                  // of the file read
  std::vector<float> values;         // [trace][sample]
  // Of all shots, in place of `values`: those of some traces, by their numbers. From several
  // threads too; throws FileError.
  std::function<std::vector<float>(const std::vector<std::size_t> &)> values_of;
  bool model = false;            // a depth model, not a gather (written, never read)
  double step_xy = 0;            // [m] the unit of the horizontal coordinates in the file read
  std::string length_unit = "";  // "m" or "ft", as the file read says; empty: it does not
  std::string description;       // SEG-Y alone, from here on
  std::string quantity, unit;
  // How the file was read where it leaves a choice, one sentence each.
  std::vector<std::string> notes;
};

// How a file is read: as a model, or as a gather, of which one shot is taken, or all of them.
struct TraceReading {
  bool gather = false;
  GatherOverrides overrides;
  bool all_shots = false;
};

// SEG-Y of revision 0, 1 and, where it has no more than these, 2: both byte orders.
Traces read_segy(const std::string &path, const TraceReading & = {});
void write_segy(const std::string &path, const Traces &, bool overwrite);  // revision 1, IEEE

Traces read_su(const std::string &path, const TraceReading & = {});      // both byte orders
void write_su(const std::string &path, const Traces &, bool overwrite);  // little-endian

// Throws FileError for samples and places that headers cannot hold; the values are not looked at.
void refuse_unwritable_traces(const std::string &path, const Traces &);

// Throws FileError where the traces are no gather: several shots, times that are not stated.
Gather gather_of(Traces, const std::string &path, const GatherOverrides & = {});

// Throws FileError for what headers cannot hold: `path` is the file that they are for.
Traces traces_of_gather(const Gather &, const std::string &path);

// Whether a file of this ending is SEG-Y.
bool is_segy(const std::string &ending);

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
