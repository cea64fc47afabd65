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
add_library(glibc_math STATIC ${SOURCES} ${CMAKE_CURRENT_BINARY_DIR}/sincos.c)
target_compile_options(glibc_math PRIVATE -O2 -fno-builtin -w)
target_compile_definitions(glibc_math PRIVATE WANT_ERRNO=0)
# Glibc has two of each, and takes one by the processor.
file(READ /proc/cpuinfo processor)
if(processor MATCHES " fma ")
  target_compile_options(glibc_math PRIVATE -mfma -mavx2 -ffp-contract=fast)
  target_compile_definitions(glibc_math PRIVATE HAVE_FAST_FMA=1)
endif()
install(TARGETS glibc_math DESTINATION lib)
