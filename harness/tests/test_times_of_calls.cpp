// room: predict
// What the host takes in a call of an adopted routine, and in the program that makes the calls.
#include "harness/predict/adopted/call_time.h"
#include "harness/predict/adopted/gain.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

TEST(TimesOfCalls, ACallBeginsAfterOtherWorkAndItsFirstLaunchesKeepTheHostLonger) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.waited_for", 8e-6);
  for (const auto &[launches, seconds] :
       {std::pair{1, 20e-6}, {8, 62e-6}, {64, 230e-6}, {512, 1574e-6}, {4096, 12326e-6}})
    measured(record, "call.launches_behind_copies", seconds, launches);
  const auto resident = [&](std::vector<std::string> names, double seconds = 1e-7,
                            double after_other_work = 20e-6) {
    MachineRecord own = record;
    measured(own, "call.launches_waited_for", after_other_work, 1);
    measured(own, "call.graph_waited_for", 2 * after_other_work, 1);
    const Machine machine(own);
    std::vector<KernelTime> kernels(names.size());
    CountedStage stage;
    stage.calls.resize(1);
    for (std::size_t k = 0; k < names.size(); ++k) {
      kernels[k].demand.kernel = names[k], kernels[k].seconds = seconds;
      const auto kind = names[k] == "graph" ? HostEvent::graph : HostEvent::launch;
      stage.calls[0].during.push_back({kind, 0, "", false, k});
    }
    return call_time(machine, stage, kernels).resident;
  };
  EXPECT_NEAR(resident({"a", "b", "c", "d"}) - resident({"a", "a", "a", "a"}), 3 * 3e-6, 1e-9);
  EXPECT_NEAR(resident({"a"}, 1e-7, 30e-6) - resident({"a"}), 10e-6, 1e-9);
  EXPECT_NEAR(resident({"graph"}, 1e-7, 30e-6) - resident({"graph"}), 20e-6, 1e-9);
  EXPECT_GT(resident({"a", "a"}, 1e-3), 2e-3) << "the device is waited for";
}

TEST(TimesOfCalls, AProgramWaitsForTheStartOfTheDeviceAndListsAGraphOnce) {
  CallTime call;
  call.as_called = 3e-3, call.resident = 2e-3, call.listing = 1e-3;
  const Json about = {{"program_s", 2.0}, {"routine_s", 1.5}, {"calls_made", 100}};
  const AdoptedGain found = in_program(about, call);
  EXPECT_NEAR(found.run_as_called_s, start_of_device + 0.5 + 100 * 3e-3 + 1e-3, 1e-9);
  EXPECT_NEAR(found.program_as_called, 2 / found.run_as_called_s, 1e-9);
  EXPECT_NEAR(found.as_called, 0.015 / 3e-3, 1e-9);
}

TEST(TimesOfCalls, AProgramPacksComponentsOfDerivedTypesInEachCallThatCopies) {
  CallTime call;
  call.as_called = 3e-3, call.resident = 2e-3;
  Json about = {{"program_s", 2.0}, {"routine_s", 1.5}, {"calls_made", 100}};
  const AdoptedGain plain = in_program(about, call);
  about["packing_s"] = 4e-3;
  const AdoptedGain packed = in_program(about, call);
  EXPECT_NEAR(packed.run_as_called_s - plain.run_as_called_s, 100 * 4e-3, 1e-9);
  EXPECT_EQ(packed.run_resident_s, plain.run_resident_s);
  EXPECT_EQ(packed.as_called, plain.as_called);
}

TEST(TimesOfCalls, AProgramThatDoesLittleElseFindsWhatItsCallsOnlyReadInTheCachesOfTheHost) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.waited_for", 8e-6);
  for (const double bytes : {4.0, 1e6}) {
    measured(record, "call.first_copy", 40e-6 + bytes * 200e-12, bytes);
    measured(record, "call.host_to_device", bytes * 200e-12, bytes);
    measured(record, "call.device_to_host", bytes * 200e-12, bytes);
    measured(record, "copy.host_to_device.ordinary", bytes * 100e-12, bytes);
    for (const char *way : {"copy.host_to_device.page_locked", "copy.device_to_host.page_locked"})
      measured(record, way, bytes * 50e-12, bytes);
  }
  const HostEvent in{HostEvent::copy, 1e6, "device"}, out{HostEvent::copy, 1e6, "host"};
  const auto saves = [&](const CountedCall &call) {
    CountedStage stage;
    stage.calls = {call};
    const CallTime found = call_time(Machine(record), stage, {});
    return found.as_called - found.repeated;
  };
  const double changed = saves({{in}, {}, {out}}), read = saves({{in}, {}, {}});
  EXPECT_GT(changed, 40e-6) << "it comes from no other work";
  EXPECT_NEAR(read - changed, 100e-6, 1e-9);

  CallTime call;
  call.as_called = 3e-3, call.repeated = 2e-3;
  const auto run_s = [&](double program_s) {
    return in_program({{"program_s", program_s}, {"routine_s", 1.0}, {"calls_made", 100}}, call)
        .run_as_called_s;
  };
  EXPECT_NEAR(run_s(1.01), start_of_device + 0.01 + 100 * 2e-3, 1e-9);
  EXPECT_NEAR(run_s(2), start_of_device + 1 + 100 * 3e-3, 1e-9);
}

double resident(const std::vector<HostEvent> &events, const std::vector<KernelTime> &kernels) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.waited_for", 8e-6);
  measured(record, "copy.device_to_host.ordinary", 9e-6, 8);
  measured(record, "copy.device_to_host.page_locked", 9e-6, 8);
  CountedStage stage;
  stage.calls.resize(1);
  stage.calls[0].during = events;
  return call_time(Machine(record), stage, kernels).resident;
}

TEST(TimesOfCalls, AGraphIsListedBeforeItIsLaunchedAndTheFirstOfAKernelTakesLonger) {
  std::vector<KernelTime> kernels(2);
  for (std::size_t k = 0; k < 2; ++k)
    kernels[k].demand.kernel = std::string(1, char('a' + k)), kernels[k].parameter_bytes = 1000;
  const HostEvent a{HostEvent::launch, 0, "", false, 0, true},
      b{HostEvent::launch, 0, "", false, 1, true};
  const auto of = [&](std::vector<HostEvent> nodes) {
    nodes.insert(nodes.begin(), HostEvent{HostEvent::graph, double(nodes.size())});
    return resident(nodes, kernels);
  };
  const double again = of({a, a}) - of({a}), fresh = of({a, b}) - of({a});
  EXPECT_GT(again, between_nodes);
  EXPECT_GT(fresh, again + 1e-6);
}

TEST(TimesOfCalls, ANumberThatAStageReadsIsNotTheFirstCopyOfItsArrays) {
  const std::vector<KernelTime> kernels(1);
  const HostEvent launch{HostEvent::launch};
  const HostEvent reads{HostEvent::copy, 8, "host"};
  EXPECT_LT(resident({launch, reads}, kernels) - resident({launch}, kernels), 20e-6);
}

TEST(TimesOfCalls, TheFirstNumberThatIsReadTakesLongestAndTheNextOnesLongerThanInALoop) {
  MachineRecord record = made_up_gpu();
  measured(record, "launch.waited_for", 8e-6);
  measured(record, "copy.device_to_host.ordinary", 9e-6, 8);
  measured(record, "copy.device_to_host.page_locked", 9e-6, 8);
  measured(record, "call.device_to_host", 20e-6, 8);
  const auto reads = [&](std::size_t numbers) {
    CountedStage stage;
    stage.calls.resize(1);
    stage.calls[0].during.assign(numbers, {HostEvent::copy, 8, "host"});
    return call_time(Machine(record), stage, {});
  };
  const auto takes = [&](std::size_t numbers) { return reads(numbers).resident; };
  EXPECT_NEAR(takes(1) - takes(0), 20e-6, 1e-9);
  EXPECT_GT(takes(3) - takes(2), 9.5e-6);
  EXPECT_LT(takes(3) - takes(2), 12e-6);
  EXPECT_LT(reads(3).copies, takes(3));
}

}  // namespace
}  // namespace ladder
