#pragma once
#include "harness/machine/environment/environment.h"

namespace ladder {
void read_host(Environment &);  // system, CPU, memory, load
}
