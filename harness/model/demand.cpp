#include "harness/model/demand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "harness/base/error.h"
#include "harness/compiled/machine_code.h"

namespace ladder {
namespace {

constexpr double float_bytes = 4, sector_bytes = 32;

double up(double value, double multiple) { return std::ceil(value / multiple) * multiple; }

int of_class(const CompiledKernel &kernel, InstructionClass kind) {
  const auto found = kernel.classes.find(name_of(kind));
  return found == kernel.classes.end() ? 0 : static_cast<int>(found->second);
}

}  // namespace

LaunchShape shape_of(const ladder_stage &stage, const ladder_launch &launch) {
  LaunchShape shape;
  bool block = false;
  for (int k = 0; k < stage.knobs; ++k) {
    const std::string name = stage.knob[k].name;
    const auto *value = launch.knob[k];
    if (name == "block") {
      block = true;
      shape.block[0] = value[0];
      shape.block[1] = value[1];
    } else if (name == "depth") {
      shape.block[2] = value[0];
    } else if (name == "cells") {
      shape.cells = value[0];
    } else if (name != "steps") {  // of a graph
      throw UsageError(
          fmt::format("what the knob --{} does to the work of a thread is not declared", name));
    }
  }
  if (!block) throw UsageError("the block is no knob, and a stage does not declare its grid yet");
  return shape;
}

namespace {

// Kernels that copy are of the upload: they do no step.
bool does_a_step(const CompiledKernel &kernel) { return !kernel.kernel.starts_with("copy_"); }

}  // namespace

const CompiledKernel &kernel_of(const StageEntry &entry, const LaunchShape &shape,
                                const std::vector<CompiledKernel> &kernels) {
  std::vector<const CompiledKernel *> of_stage, of_cells;
  const std::string argument = fmt::format("<{}>", shape.cells);
  for (const CompiledKernel &kernel : kernels)
    if (kernel.stage == entry.full_name() && does_a_step(kernel)) {
      of_stage.push_back(&kernel);
      if (kernel.kernel.ends_with(argument)) of_cells.push_back(&kernel);
    }
  const auto &chosen = of_stage.size() > 1 ? of_cells : of_stage;
  if (chosen.size() != 1) throw UsageError("which of the kernels does a step is not declared");
  if (chosen.front()->loops > 0)
    throw UsageError("the kernel has loops, and how often they turn is not declared");
  if (chosen.front()->classes.empty()) throw UsageError("the code of the kernel was not looked at");
  return *chosen.front();
}

double second_level_bytes(const LaunchShape &shape, int half_length) {
  const double z = shape.block[0], x = shape.block[1], y = shape.block[2] * shape.cells;
  const double halo = 2.0 * half_length, own = z * x * y * float_bytes;
  // Cells beside a row in z bring a sector at either end, or more.
  const double beside = 2 * up(half_length * float_bytes, sector_bytes) * x * y;
  const double rows = (halo * z * y + halo * z * x) * float_bytes;
  return own + beside + rows + own;
}

KernelDemand demand_of(const Case &c, const StageEntry &entry, const ladder_launch &launch,
                       const std::vector<CompiledKernel> &kernels) {
  const ladder_stage &stage = *entry.stage;
  if (stage.device != LADDER_ON_CUDA) throw UsageError("no GPU runs it");
  const Json of_case = c.json();
  if (c.problem().name != std::string("heat"))
    throw UsageError("how threads lie over the grid is known of the stages of heat alone");
  const LaunchShape shape = shape_of(stage, launch);
  const CompiledKernel &kernel = kernel_of(entry, shape, kernels);
  const double size[] = {of_case.at("nz"), of_case.at("nx"), of_case.at("ny")};
  const auto cells = static_cast<double>(c.cells());

  KernelDemand demand;
  demand.threads = shape.block[0] * shape.block[1] * shape.block[2];
  demand.blocks = std::ceil(size[0] / shape.block[0]) * std::ceil(size[1] / shape.block[1]) *
                  std::ceil(size[2] / (shape.block[2] * shape.cells));
  demand.registers = kernel.registers;
  demand.shared_bytes = kernel.shared_bytes;
  demand.instructions = static_cast<double>(kernel.code_instructions);
  demand.requests = of_class(kernel, InstructionClass::global_load) +
                    of_class(kernel, InstructionClass::global_store);
  demand.operations = stage.operations_per_point * cells;
  demand.words_in_a_row = std::min(32, shape.block[0]);
  demand.memory_bytes = demand.working_set_bytes = stage.bytes_per_point * cells;
  demand.l2_bytes = demand.blocks * second_level_bytes(shape, 1);
  demand.graph = std::ranges::any_of(
      std::span(stage.knob, static_cast<std::size_t>(stage.knobs)),
      [](const ladder_knob &knob) { return std::string(knob.name) == "steps"; });
  return demand;
}

}  // namespace ladder
