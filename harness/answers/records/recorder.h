// Keeps what is measured: each point's record when the point is done, and until then its samples.
#pragma once
#include "harness/answers/records/journal.h"

namespace ladder {

class Recorder {
 public:
  // Adds the records of killed programs first. Throws FileError where the file cannot take records.
  Recorder(const std::string &path, const Environment &);

  void sampled(const Case &, const Measured &);
  // The record, which is on disk. Null for a point without samples.
  Json done(const Case &, const Measured &);
  void finish();  // every point is done

  // Where the records are, for the user; `whole`: the measurement was not interrupted.
  std::string summary(bool whole) const;

  const std::string &path() const { return records_.path(); }

 private:
  const Environment &environment_;
  const std::string session_;
  RecordFile records_;
  const int recovered_;
  Journal journal_;
};

}  // namespace ladder
