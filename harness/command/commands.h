// The commands. Each returns the exit code of the program; see harness/base/error.h.
#pragma once
#include "harness/base/error.h"
#include "harness/command/line/options.h"

namespace ladder {

Exit run_list(const Options &);
Exit run_doctor(const Options &);
Exit run_verify(const Options &);
Exit run_ladder(const Options &);
Exit run_shoot(const Options &);
Exit run_reverse(const Options &);
Exit run_locate(const Options &);
Exit run_zsr(const Options &);
Exit run_migrate(const Options &);
Exit run_operator(const Options &);
Exit run_microbench(const Options &);
Exit run_predict(const Options &);
Exit run_sweep(const Options &);
Exit run_tune(const Options &);
Exit run_check(const Options &);
Exit run_compare(const Options &);
Exit run_export(const Options &);
Exit run_completion(const Options &);
Exit run_fits(const Options &);
Exit run_worker(const Options &);

}  // namespace ladder
