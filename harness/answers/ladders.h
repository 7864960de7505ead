// The ladders that files of records hold: what was measured together, and the newest ladder of each
// machine and case.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/compared.h"
#include "harness/answers/stage_answer.h"

namespace ladder {

struct Line {
  std::string file;
  int number = 0;  // counted from 1
};

// Records of one session, case and cache, in the order of the ladder. The three lists are of one
// length.
struct Together {
  std::vector<Json> records;
  std::vector<Line> lines;
  std::vector<StageAnswer> stages;
  std::size_t machine = 0;  // its place in Ladders::machines
  std::vector<BreakEven> break_even;
};

struct NewestLadder {
  std::size_t machine = 0;
  std::string case_name;
  Json environment;  // of the session with most stages
  std::vector<Line> lines;
  std::vector<StageAnswer> stages;
};

struct Ladders {
  std::vector<Json> machines;  // an environment of each kind of machine
  std::vector<Together> together;
  // The session on the case that has most stages, of those the newest. What only other sessions of
  // the very same case have is added from the newest of them, so that no stage is left out; each
  // stage keeps the step that its own session shows.
  std::vector<NewestLadder> newest;
};

// Places of records of one session, case and cache, in the order of their first ones.
std::vector<std::vector<std::size_t>> measured_together(const std::vector<Json> &records);

// Throws what read_records does, and FileError where a record has a field that is not as ladder
// writes it.
Ladders read_ladders(const std::vector<std::string> &files, const PredictionsByCell &);

// As JSON, for other programs and the scripts; README.md lists the fields. A line a machine, a
// line for what was measured together, a line a newest ladder. `here` is this environment.
std::string answers_json_lines(const Ladders &, const Json &here);

}  // namespace ladder
