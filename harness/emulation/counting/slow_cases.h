// Before the text of a stage whose divisions and roots are seen: `a / seen / b` is a / b, and each
// is reported, and whether machine code of NVIDIA leaves it to a subroutine, as a zero divided by a
// number; `/=` and roots with a namespace before them are not seen. Without headers, as the text is
// preprocessed already.
extern "C" void ladder_on_division(const void *code, bool is_slow);  // the return address

namespace ladder_emulation {

struct Seen {};
inline constexpr Seen seen;
template <class T>
struct Dividend {
  T value;
};
template <class T>
[[gnu::always_inline, gnu::no_sanitize_coverage]] constexpr Dividend<T> operator/(T value, Seen) {
  return {value};
}

template <class T>
inline constexpr bool is_real = __is_same(T, float) || __is_same(T, double);
// About where the fast way begins: what decides is whether a number is zero. For divisions of
// float32, which one instruction checks (FCHK), it is not documented.
template <class T>
inline constexpr T least = T(__is_same(T, float) ? 0x1p-100 : 0x1p-967);
template <class T>
inline constexpr T least_normal = T(__is_same(T, float) ? 0x1p-126 : 0x1p-1022);

// Not inlined, so that the place that they return to is in the stage.
template <class T, class U, class R = decltype(T() / U())>
requires(is_real<R>) [[gnu::noinline, gnu::no_sanitize_coverage]] constexpr R operator/(
    Dividend<T> a, U b) {
  const R above = static_cast<R>(a.value), found = above / static_cast<R>(b);
  const double size = __builtin_fabs(found);
  const bool is_fast =
      __builtin_fabs(above) >= least<R> && size >= least_normal<R> && size <= 1 / least_normal<R>;
  if (!__builtin_is_constant_evaluated()) ladder_on_division(__builtin_return_address(0), !is_fast);
  return found;
}
template <class T, class U, class R = decltype(T() / U())>
requires(!is_real<R>) [[gnu::always_inline, gnu::no_sanitize_coverage]] constexpr R operator/(
    Dividend<T> a, U b) {
  return a.value / b;
}

template <class T>
[[gnu::noinline, gnu::no_sanitize_coverage]] T root(T a) requires(is_real<T>) {
  ladder_on_division(__builtin_return_address(0), !(a >= least<T> && a <= 1 / least_normal<T>));
  return static_cast<T>(__builtin_sqrt(a));
}
template <class T>
[[gnu::always_inline, gnu::no_sanitize_coverage]] double root(T a) {
  return root(double(a));
}
[[gnu::noinline, gnu::no_sanitize_coverage]] inline float rootf(float a) {
  ladder_on_division(__builtin_return_address(0),
                     !(a >= least<float> && a <= 1 / least_normal<float>));
  return __builtin_sqrtf(a);
}

}  // namespace ladder_emulation
