# Functions of mathematics as glibc has them: both took those of Arm's optimized routines, which newlib holds (3-clause BSD).
# The C library of mingw rounds otherwise now and then, and a resampler's tables are then other ones than on Linux.
cmake_minimum_required(VERSION 3.20)
project(glibc_math C)
foreach(name sinf cosf sincosf sincosf_data sf_exp sf_exp2 sf_exp2_data sf_log sf_log_data sf_log2 sf_log2_data sf_pow
        sf_pow_log2_data exp exp2 exp_data log log_data log2 log2_data pow pow_log_data math_err math_errf)
  configure_file(newlib/libm/common/${name}.c ${name}.c COPYONLY)
  list(APPEND SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
endforeach()
configure_file(newlib/libm/common/sincosf.h sincosf.h COPYONLY)
configure_file(newlib/libm/common/math_config.h math_config.h COPYONLY)
# Newlib's own wants headers of its system.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/fdlibm.h "#define __OBSOLETE_MATH 0\n")
# The C library has them in one object with sincosf.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/sincos.c "#include <math.h>
void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
void sincosl(long double x, long double *s, long double *c) { *s = sinl(x); *c = cosl(x); }
")
# As glibc has them, of fdlibm: with the logarithms above, and no fused operation.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/log10.c "#include <math.h>
double log10(double x) {
  if (!(x > 0) || isinf(x)) return log(x);
  const int n = ilogb(x), i = n < 0 ? n + 1 : n;
  const double z = i * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(scalbn(x, -i));
  return z + i * 3.01029995663611771306e-01;
}
float log10f(float x) {
  if (!(x > 0) || isinf(x)) return logf(x);
  const int n = ilogbf(x), i = n < 0 ? n + 1 : n;
  const float z = i * 7.9034151668e-07f + 4.3429449201e-01f * logf(scalbnf(x, -i));
  return z + i * 3.0102920532e-01f;
}
")
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/log10.c PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")
# Glibc's keeps the order of what is equal, and an encoder of Ogg Vorbis quantizes in that order.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/qsort.c "#include <stdlib.h>
#include <string.h>
typedef int compare(const void *, const void *);
static void sort(char *items, size_t count, size_t size, compare *order, char *spare) {
  if (count < 2) return;
  const size_t half = count / 2;
  sort(items, half, size, order, spare);
  sort(items + half * size, count - half, size, order, spare);
  memcpy(spare, items, half * size);
  const char *left = spare, *const left_end = spare + half * size;
  const char *right = items + half * size, *const end = items + count * size;
  for (; left < left_end; items += size) {
    const int is_right = right < end && order(left, right) > 0;
    memcpy(items, is_right ? right : left, size);
    if (is_right) right += size; else left += size;
  }
}
void qsort(void *items, size_t count, size_t size, compare *order) {
  char *spare = malloc(count / 2 * size + 1);
  if (!spare) abort();
  sort(items, count, size, order, spare);
  free(spare);
}
")
add_library(glibc_math STATIC ${SOURCES} ${CMAKE_CURRENT_BINARY_DIR}/sincos.c ${CMAKE_CURRENT_BINARY_DIR}/log10.c
  ${CMAKE_CURRENT_BINARY_DIR}/qsort.c)
target_compile_options(glibc_math PRIVATE -O2 -fno-builtin -w)
target_compile_definitions(glibc_math PRIVATE WANT_ERRNO=0)
# Glibc has two of each, and takes one by the processor.
file(READ /proc/cpuinfo processor)
if(processor MATCHES " fma ")
  target_compile_options(glibc_math PRIVATE -mfma -mavx2 -ffp-contract=fast)
  target_compile_definitions(glibc_math PRIVATE HAVE_FAST_FMA=1)
endif()
install(TARGETS glibc_math DESTINATION lib)
