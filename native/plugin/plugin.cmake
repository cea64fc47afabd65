# The program that alone loads VST3 code, and the test plug-ins. Included by native/CMakeLists.txt.
#
# Both need the interfaces of the VST3 SDK and a JSON library. Without them everything else builds as usual, the
# program is missing, and plug-ins are reported as unsupported with the packages that bring them.

set(VST3_SDK_DIR "$ENV{VST3_SDK_DIR}" CACHE PATH "Another copy of the VST3 SDK than the system's")
find_path(SOUNDDESK_VST3_DIR pluginterfaces/vst/ivstcomponent.h
  HINTS ${VST3_SDK_DIR} NO_CMAKE_FIND_ROOT_PATH
  PATHS /usr/share/juce/modules/juce_audio_processors/format_types/VST3_SDK
        /usr/share/juce/modules/juce_audio_processors_headless/format_types/VST3_SDK)
find_path(SOUNDDESK_JSON_DIR nlohmann/json.hpp)
if(NOT SOUNDDESK_VST3_DIR OR NOT SOUNDDESK_JSON_DIR)
  message(STATUS "No VST3 SDK or no nlohmann-json: built without plug-ins. Debian and Ubuntu: sudo apt-get "
    "install juce-modules-source-data nlohmann-json3-dev libx11-dev. Elsewhere: VST3_SDK_DIR names a copy of the SDK.")
  return()
endif()
set(SOUNDDESK_HAS_VST3 TRUE)

# --- the SDK's own sources, the few that a host needs --------------------------------------------------------
set(SOUNDDESK_VST3_SOURCES
  pluginterfaces/base/coreiids.cpp pluginterfaces/base/funknown.cpp pluginterfaces/base/ustring.cpp
  pluginterfaces/base/conststringtable.cpp
  base/source/fobject.cpp base/source/fstring.cpp base/source/fstreamer.cpp base/source/fbuffer.cpp
  base/source/fdebug.cpp base/source/baseiids.cpp base/source/updatehandler.cpp base/thread/source/flock.cpp
  public.sdk/source/vst/vstinitiids.cpp public.sdk/source/common/memorystream.cpp
  public.sdk/source/vst/hosting/hostclasses.cpp public.sdk/source/vst/hosting/pluginterfacesupport.cpp
  public.sdk/source/vst/vstpresetfile.cpp)
list(TRANSFORM SOUNDDESK_VST3_SOURCES PREPEND "${SOUNDDESK_VST3_DIR}/")
add_library(sounddesk_vst3_sdk STATIC EXCLUDE_FROM_ALL ${SOUNDDESK_VST3_SOURCES})
target_include_directories(sounddesk_vst3_sdk SYSTEM PUBLIC ${SOUNDDESK_VST3_DIR})
target_compile_features(sounddesk_vst3_sdk PRIVATE cxx_std_17)
set_target_properties(sounddesk_vst3_sdk PROPERTIES CXX_STANDARD 17)
target_compile_definitions(sounddesk_vst3_sdk PUBLIC RELEASE=1)
if(NOT MSVC)
  target_compile_options(sounddesk_vst3_sdk PRIVATE -w)
endif()

# --- ours: modules, instances, chains ------------------------------------------------------------------------
file(GLOB PLUGIN_SOURCES CONFIGURE_DEPENDS plugin/*.cpp)
add_library(sounddesk_plugin STATIC EXCLUDE_FROM_ALL ${PLUGIN_SOURCES})
target_link_libraries(sounddesk_plugin PUBLIC sounddesk_core sounddesk_vst3_sdk)
target_precompile_headers(sounddesk_plugin PRIVATE ${COMMON_HEADERS})
set_target_properties(sounddesk_plugin PROPERTIES ${UNITY})
if(UNIX AND NOT APPLE)
  find_package(X11)
  if(X11_FOUND)
    target_link_libraries(sounddesk_plugin PRIVATE X11::X11)
    target_compile_definitions(sounddesk_plugin PRIVATE SOUNDDESK_HAS_X11=1)
  endif()
elseif(APPLE)
  set_source_files_properties(plugin/editor_window_macos.cpp plugin/main_loop_macos.cpp PROPERTIES
    COMPILE_OPTIONS "-xobjective-c++;-fobjc-arc" SKIP_PRECOMPILE_HEADERS ON)
  target_link_libraries(sounddesk_plugin PUBLIC "-framework CoreFoundation" "-framework AppKit")
endif()

# --- the program ---------------------------------------------------------------------------------------------
file(GLOB HOST_SOURCES CONFIGURE_DEPENDS sandbox/plugin_host_main.cpp sandbox/host_*.cpp)
add_executable(sounddesk_plugin_host EXCLUDE_FROM_ALL ${HOST_SOURCES})
target_include_directories(sounddesk_plugin_host SYSTEM PRIVATE ${SOUNDDESK_JSON_DIR})
target_link_libraries(sounddesk_plugin_host PRIVATE sounddesk_plugin)
target_precompile_headers(sounddesk_plugin_host PRIVATE ${COMMON_HEADERS} <nlohmann/json.hpp>)
set_target_properties(sounddesk_plugin_host PROPERTIES ${UNITY})
if(UNIX AND NOT APPLE)
  # Libraries of plug-ins find the program's own (sandbox/host_broker.cpp) before the C library's.
  target_link_options(sounddesk_plugin_host PRIVATE -Wl,--export-dynamic-symbol=connect)
endif()
if(WIN32)
  # Names of files in its arguments and in what it is asked are UTF-8.
  enable_language(RC)
  target_sources(sounddesk_plugin_host PRIVATE sandbox/plugin_host.rc)
endif()
# Aside: scripts/build-addon.mjs puts it in its place whole.
set_target_properties(sounddesk_plugin_host PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY "$<1:${CMAKE_CURRENT_BINARY_DIR}/fresh>")

# --- plug-ins of our own for the tests -----------------------------------------------------------------------
include(test/plugins/plugins.cmake)
