// CUPTI, loaded when it is first needed, so that the program runs where it is missing.
#pragma once
#include <cupti.h>

#include <cstdint>
#include <string>

namespace ladder {

// The records of this toolkit's header.
#if CUPTI_API_VERSION >= 130000
using CuptiKernel = CUpti_ActivityKernel10;
using CuptiMemcpy = CUpti_ActivityMemcpy6;
#else
using CuptiKernel = CUpti_ActivityKernel9;
using CuptiMemcpy = CUpti_ActivityMemcpy5;
#endif
using CuptiMemcpyPtoP = CUpti_ActivityMemcpyPtoP4;
using CuptiMemset = CUpti_ActivityMemset4;

struct CuptiLibrary {
  decltype(&cuptiGetTimestamp) get_timestamp;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityDisable) disable;
  decltype(&cuptiActivityFlushAll) flush_all;
  decltype(&cuptiActivityRegisterCallbacks) register_callbacks;
  decltype(&cuptiActivityGetNextRecord) get_next_record;
  decltype(&cuptiActivityGetNumDroppedRecords) get_dropped;
  decltype(&cuptiGetCallbackName) get_callback_name;
  decltype(&cuptiGetVersion) get_version;
  decltype(&cuptiActivitySetAttribute) set_attribute;
  // Whether a call of the runtime or the driver is recorded. NULL in older versions.
  using EnableCall = CUptiResult(CUPTIAPI *)(CUpti_CallbackId, std::uint8_t enable);
  EnableCall enable_runtime_call, enable_driver_call;
};

// NULL, with the reason, where it cannot be loaded.
const CuptiLibrary *cupti_library(std::string &why);

}  // namespace ladder
