// Where the workers of a survey run: on this machine, or wherever a command leads.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

struct WorkerPlace {
  std::vector<std::string> launcher;  // precedes the worker's command line: "ssh node1"
  int share = 0, shares = 0;          // of this machine; no shares: all that its launcher leaves it
};

// The text of --workers: how many on this machine, or a file with a launcher a line ("-": none).
// Throws UsageError and FileError.
std::vector<WorkerPlace> worker_places(const std::string &text);

// What a worker receives about its place.
Json place_json(const WorkerPlace &);
// Of a worker: takes its share of the cores that it may use, and its GPU. Before anything asks for
// either.
void take_place(const Json &);

// Share k of n things: as many as the others, or one more; where n are more than the things, one
// that others have too.
struct ShareOf {
  int first, end;
};
ShareOf share_of(int share, int shares, int things);

}  // namespace ladder
