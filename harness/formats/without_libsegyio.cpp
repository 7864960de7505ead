// without: libsegyio
#include "harness/formats/foreign_file.h"
#include "harness/formats/traces.h"

namespace ladder {

Traces read_segy(const std::string &path, const TraceReading &) { throw lacks_library_for(path); }
Traces read_su(const std::string &path, const TraceReading &) { throw lacks_library_for(path); }
void write_segy(const std::string &path, const Traces &, bool) { throw lacks_library_for(path); }
void write_su(const std::string &path, const Traces &, bool) { throw lacks_library_for(path); }
void refuse_unwritable_traces(const std::string &path, const Traces &) {
  throw lacks_library_for(path);
}

}  // namespace ladder
