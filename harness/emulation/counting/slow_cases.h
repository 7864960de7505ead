// Before the text of a stage whose divisions and roots are seen: `a / seen / b` is a / b, and each
// is reported, and whether machine code of NVIDIA leaves it to a subroutine, as a zero divided by a
// number. Without headers, as the text is preprocessed already.
extern "C" void ladder_on_division(const void *code, bool is_slow);  // the return address

namespace ladder_emulation {

struct Seen {};
inline constexpr Seen seen;
template <class T>
struct Dividend {
  T value;
};
template <class T>
[[gnu::always_inline]] constexpr Dividend<T> operator/(T value, Seen) {
  return {value};
}

// From where on the fast way is exact: as ptxas 13.0 compares.
constexpr float least(float) { return 0x1p-100f; }
constexpr double least(double) { return 0x1p-967; }
constexpr float least_normal(float) { return 0x1p-126f; }
constexpr double least_normal(double) { return 0x1p-1022; }
template <class T>
constexpr T magnitude(T value) {
  return value < 0 ? -value : value;
}

template <class T>
inline constexpr bool is_real = __is_same(T, float) || __is_same(T, double);

// Not inlined, so that the place that they return to is in the stage.
template <class T, class U, class R = decltype(T() / U())>
requires(is_real<R>) [[gnu::noinline, gnu::no_sanitize_coverage]] constexpr R operator/(
    Dividend<T> a, U b) {
  const R above = static_cast<R>(a.value), found = above / static_cast<R>(b);
  const bool is_fast = magnitude(above) >= least(above) &&
                       magnitude(found) >= least_normal(above) &&
                       magnitude(found) <= 1 / least_normal(above);
  if (!__builtin_is_constant_evaluated()) ladder_on_division(__builtin_return_address(0), !is_fast);
  return found;
}
template <class T, class U, class R = decltype(T() / U())>
requires(!is_real<R>) constexpr R operator/(Dividend<T> a, U b) { return a.value / b; }

template <class T>
[[gnu::noinline, gnu::no_sanitize_coverage]] T root(T a) requires(is_real<T>) {
  ladder_on_division(__builtin_return_address(0), !(a >= least(a) && a <= 1 / least_normal(a)));
  return static_cast<T>(__builtin_sqrt(a));
}
template <class T>
double root(T a) {
  return root(double(a));
}
[[gnu::noinline, gnu::no_sanitize_coverage]] inline float rootf(float a) {
  ladder_on_division(__builtin_return_address(0), !(a >= least(a) && a <= 1 / least_normal(a)));
  return __builtin_sqrtf(a);
}

}  // namespace ladder_emulation
