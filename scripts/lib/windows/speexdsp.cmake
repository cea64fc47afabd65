# What the engine takes of SpeexDSP: its resampler, with the instructions that Debian's has. Its own configure script takes longer.
cmake_minimum_required(VERSION 3.20)
project(speexdsp C)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/include/speex/speexdsp_config_types.h "#include <stdint.h>
typedef int16_t spx_int16_t;
typedef uint16_t spx_uint16_t;
typedef int32_t spx_int32_t;
typedef uint32_t spx_uint32_t;
")
add_library(speexdsp STATIC libspeexdsp/resample.c)
target_include_directories(speexdsp PRIVATE include ${CMAKE_CURRENT_BINARY_DIR}/include)
target_compile_definitions(speexdsp PRIVATE FLOATING_POINT EXPORT= _USE_SSE _USE_SSE2)
target_compile_options(speexdsp PRIVATE -w)
install(TARGETS speexdsp DESTINATION lib)
install(FILES include/speex/speex_resampler.h include/speex/speexdsp_types.h
  ${CMAKE_CURRENT_BINARY_DIR}/include/speex/speexdsp_config_types.h DESTINATION include/speex)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/speexdsp.pc "prefix=${CMAKE_INSTALL_PREFIX}
Name: SpeexDSP
Description: Sample rates
Version: 1.2
Libs: -L\${prefix}/lib -lspeexdsp
Cflags: -I\${prefix}/include
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/speexdsp.pc DESTINATION lib/pkgconfig)
