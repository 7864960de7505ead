// Whether two records were taken under the same conditions.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/machine/canary/canary.h"

namespace ladder {

// Where the machines differ: "environment.gpu.uuid: 'GPU-1' and 'GPU-2'"; empty when they do not.
std::string machine_difference(const Json &environment, const Json &other);
// Whether they are machines of one kind: the same processor, cores, memory and name of the GPU.
// Their ladders are one.
bool same_kind_of_machine(const Json &environment, const Json &other);
// Whether they are one machine: besides, the GPU is the same card.
bool same_machine(const Json &environment, const Json &other);
// Where the builds differ: commit, compilers, and the program itself.
std::string build_difference(const Json &environment, const Json &other);

// Records are written as points end, and shown in the order of the ladder.

// By the number and the name that stages' files begin with; records of one stage stay as they are.
// Those of plug-ins come last.
std::vector<Json> in_ladder_order(std::vector<Json> records);
// The same as places among the records.
std::vector<std::size_t> ladder_order(const std::vector<Json> &records);

// The canary's readings as a record keeps them, one list a part, and back.

Json canary_json(const std::vector<CanaryReading> &);

// The times of each part [ns] by its name in the record: "host.memory_ns". Parts without any are
// left out.
using CanaryTimes = std::map<std::string, std::vector<double>>;
CanaryTimes canary_times(const std::vector<CanaryReading> &);
CanaryTimes canary_times(const Json &record);  // throws FileError where they are no times

// Why a record's canary cannot be held against one of now, naming the field; empty where it can.
std::string canary_lacking(const Json &record);

}  // namespace ladder
