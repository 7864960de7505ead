/* For stages in Kokkos on the cores of the host: Kokkos begins once a process, and each run has a
 * team of its own. No maths here. */
#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <optional>

using Team = Kokkos::OpenMP;
using Columns = Kokkos::TeamPolicy<Team>;
using Column = Columns::member_type;
template <class Value>
using Volume = Kokkos::View<Value ***, Kokkos::LayoutLeft, Kokkos::HostSpace,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;  // z, x, y

static std::optional<Team> team;

static int take_device(int threads) {
  if (!threads) return 0;
  if (!Kokkos::is_initialized()) {
    Kokkos::initialize(Kokkos::InitializationSettings().set_disable_warnings(true));
    std::atexit([] {
      team.reset();
      Kokkos::finalize();
    });
  }
  if (!team || team->concurrency() != threads) team.emplace(threads);
  return 0;
}
