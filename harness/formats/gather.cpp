#include "harness/formats/gather.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/rsf_file.h"
#include "harness/formats/traces.h"

namespace ladder {
namespace {

FileError unknown(const std::string &path) {
  return FileError(fmt::format(
      "'{}': the name of a gather must end in .sgy, .segy, .su or .rsf, which gives its format",
      path));
}

// A number that a header holds as a whole one; text of a double may be off in its last digit.
int whole(double value, double most, const std::string &path, const char *what, double seconds,
          const char *unit) {
  const double nearest = std::round(value);
  // Written so that NaN is refused too.
  if (!(std::abs(value) <= most) ||
      !(std::abs(value - nearest) <= 1e-6 * std::max(1.0, std::abs(value))))
    throw FileError(
        fmt::format("'{}' cannot hold {} of {:.9g} s: its headers hold whole {}, at most {:g}. "
                    "Write an .rsf file, which has no such limit",
                    path, what, seconds, unit, most));
  return static_cast<int>(nearest);
}

// Without the values.
Traces headers_of(const Gather &gather, const std::string &path) {
  Traces traces;
  traces.samples = gather.samples;
  traces.interval =
      whole(gather.dt * 1e6, most_interval, path, "a sample interval", gather.dt, "us");
  if (traces.interval < 1)
    throw FileError(fmt::format("'{}' cannot hold a sample interval of {:g} s: it must be positive",
                                path, gather.dt));
  const double delay =
      whole(gather.start * 1e3, most_delay, path, "a first sample at a time", gather.start, "ms");
  for (const Position &receiver : gather.receivers) {
    TraceHeader header;
    header.source = gather.source;
    header.receiver = receiver;
    header.delay = delay;
    traces.headers.push_back(header);
  }
  traces.description = gather.description;
  return traces;
}

}  // namespace

Traces traces_of_gather(const Gather &gather, const std::string &path) {
  Traces traces = headers_of(gather, path);
  traces.values = gather.values;
  return traces;
}

bool is_segy(const std::string &ending) { return ending == ".sgy" || ending == ".segy"; }

Gather gather_of(Traces traces, const std::string &path, const GatherOverrides &over) {
  const TraceHeader &first = traces.headers.front();
  if (traces.interval == 0 && over.dt == 0)
    throw FileError(
        fmt::format("'{}' has the sample interval 0, so its times are unknown: give the interval "
                    "with --gather-dt",
                    path));
  traces_of_shot(traces.headers, std::nullopt, path);  // refuses several
  Gather gather;
  for (std::size_t i = 0; i < traces.headers.size(); ++i) {
    const TraceHeader &header = traces.headers[i];
    if (header.delay != first.delay)
      throw FileError(
          fmt::format("'{}' has traces that begin at different times: trace {} at {:g} ms, the "
                      "first trace at {:g} ms",
                      path, i + 1, header.delay, first.delay));
    gather.receivers.push_back(header.receiver);
  }
  gather.samples = traces.samples;
  gather.dt = over.dt > 0 ? over.dt : traces.interval / 1e6;
  gather.start = first.delay / 1e3;
  gather.source = first.source;
  gather.values = std::move(traces.values);
  gather.description = traces.description;
  gather.notes = traces.notes;
  return gather;
}

Gather read_gather(const std::string &path, const GatherOverrides &over) {
  const std::string ending = ending_of(path);
  if (is_segy(ending)) return gather_of(read_segy(path, {true, over}), path, over);
  if (ending == ".su") return gather_of(read_su(path, {true, over}), path, over);
  if (ending == ".rsf") return read_rsf_gather(path, over);
  throw unknown(path);
}

void write_gather(const std::string &path, const Gather &gather, bool overwrite) {
  const std::string ending = ending_of(path);
  if (is_segy(ending))
    write_segy(path, traces_of_gather(gather, path), overwrite);
  else if (ending == ".su")
    write_su(path, traces_of_gather(gather, path), overwrite);
  else if (ending == ".rsf")
    write_rsf_gather(path, gather, overwrite);
  else
    throw unknown(path);
}

void refuse_unwritable(const std::string &path, const Gather &gather, bool overwrite) {
  const std::string ending = ending_of(path);
  if (ending == ".rsf") return refuse_unwritable_rsf(path, gather, overwrite);
  if (!is_segy(ending) && ending != ".su") throw unknown(path);
  refuse_unwritable_traces(path, headers_of(gather, path));
}

}  // namespace ladder
