#include "harness/formats/gather.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/error.h"
#include "harness/formats/ending.h"
#include "harness/formats/trace_io.h"

namespace ladder {
namespace {

bool same(const Position &a, const Position &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

FileError unknown(const std::string &path) {
  return FileError(fmt::format(
      "'{}': a gather's name ends in .sgy, .segy or .su, which tells its format", path));
}

// A number that a header holds as a whole one; text of a double may be off in its last digit.
int whole(double value, double most, const std::string &path, const char *what, double told,
          const char *unit) {
  const double nearest = std::round(value);
  // Written so that NaN is refused too.
  if (!(std::abs(value) <= most) ||
      !(std::abs(value - nearest) <= 1e-6 * std::max(1.0, std::abs(value))))
    throw FileError(
        fmt::format("'{}' cannot hold {} of {:g} s: its headers count whole {}, at most {:g}", path,
                    what, told, unit, most));
  return static_cast<int>(nearest);
}

Traces to_traces(const Gather &gather, const std::string &path) {
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
  traces.values = gather.values;
  traces.description = gather.description;
  return traces;
}

}  // namespace

Gather gather_of(Traces traces, const std::string &path) {
  const TraceHeader &first = traces.headers.front();
  if (traces.interval == 0)
    throw FileError(
        fmt::format("'{}' says that its sample interval is 0, so its times are not known", path));
  Gather gather;
  for (std::size_t i = 0; i < traces.headers.size(); ++i) {
    const TraceHeader &header = traces.headers[i];
    if (!same(header.source, first.source))
      throw FileError(fmt::format(
          "'{}' holds more than one shot: the source of trace {} stands elsewhere than that "
          "of the first. Give a file for each shot",
          path, i + 1));
    if (header.delay != first.delay)
      throw FileError(
          fmt::format("'{}' has traces that begin at different times: trace {} at {:g} ms, "
                      "the first at {:g} ms",
                      path, i + 1, header.delay, first.delay));
    gather.receivers.push_back(header.receiver);
  }
  gather.samples = traces.samples;
  gather.dt = traces.interval / 1e6;
  gather.start = first.delay / 1e3;
  gather.source = first.source;
  gather.values = std::move(traces.values);
  gather.description = traces.description;
  return gather;
}

Gather read_gather(const std::string &path) {
  const std::string ending = ending_of(path);
  if (ending == ".sgy" || ending == ".segy") return gather_of(read_segy(path), path);
  if (ending == ".su") return gather_of(read_su(path), path);
  throw unknown(path);
}

void write_gather(const std::string &path, const Gather &gather, bool overwrite) {
  const std::string ending = ending_of(path);
  if (ending == ".sgy" || ending == ".segy")
    write_segy(path, to_traces(gather, path), overwrite);
  else if (ending == ".su")
    write_su(path, to_traces(gather, path), overwrite);
  else
    throw unknown(path);
}

}  // namespace ladder
