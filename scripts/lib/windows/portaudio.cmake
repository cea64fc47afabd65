# PortAudio for Windows by WASAPI alone. Its own build has WASAPI with Visual Studio only: its source wants other headers of
# mingw, which has those of Visual Studio by now, in small letters.
cmake_minimum_required(VERSION 3.20)
project(portaudio C)
set(WASAPI ${CMAKE_CURRENT_BINARY_DIR}/pa_win_wasapi.c)
file(READ src/hostapi/wasapi/pa_win_wasapi.c text)
string(REPLACE "#if defined(_MSC_VER) && (_MSC_VER >= 1400)" "#if 1" text "${text}")
string(REPLACE "<Avrt.h>" "<avrt.h>" text "${text}")
string(REPLACE "<Audioclient.h>" "<audioclient.h>" text "${text}")
string(REPLACE "<functiondiscoverykeys.h>" "<functiondiscoverykeys_devpkey.h>" text "${text}")
# What a loudspeaker plays is a device to record from, as of PortAudio 19.7: behind the others, each loudspeaker once more.
function(edit from to)
  string(FIND "${text}" "${from}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "PortAudio's source has not: ${from}")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()
edit("    EDataFlow flow;" "    EDataFlow flow; int is_loopback;")
edit("    IMMDeviceCollection* pEndPoints = NULL;" "    IMMDeviceCollection *pEndPoints = NULL, *speakers = NULL; UINT32 end_points, speaker_count;")
edit("    hr = IMMDeviceCollection_GetCount(pEndPoints, &paWasapi->deviceCount);"
  "    hr = IMMDeviceCollection_GetCount(pEndPoints, &end_points);
    IF_FAILED_INTERNAL_ERROR_JUMP(hr, result, error);
    hr = IMMDeviceEnumerator_EnumAudioEndpoints(paWasapi->enumerator, eRender, DEVICE_STATE_ACTIVE, &speakers);
    IF_FAILED_INTERNAL_ERROR_JUMP(hr, result, error);
    hr = IMMDeviceCollection_GetCount(speakers, &speaker_count);
    paWasapi->deviceCount = end_points + speaker_count;")
edit("            hr = IMMDeviceCollection_Item(pEndPoints, i, &paWasapi->devInfo[i].device);"
  "            paWasapi->devInfo[i].is_loopback = i >= end_points;
            hr = i < end_points ? IMMDeviceCollection_Item(pEndPoints, i, &paWasapi->devInfo[i].device)
                                : IMMDeviceCollection_Item(speakers, i - end_points, &paWasapi->devInfo[i].device);")
foreach(kind Capturer Renderer)
  edit("if (lstrcmpW(paWasapi->devInfo[i].szDeviceID, paWasapi->default${kind}) == 0)"
    "if (i < end_points && lstrcmpW(paWasapi->devInfo[i].szDeviceID, paWasapi->default${kind}) == 0)")
endforeach()
edit("                    deviceInfo->name = deviceName;"
  "                    if (i >= end_points) strcat(deviceName, \" [Loopback]\");
                    deviceInfo->name = deviceName;")
edit("            switch (paWasapi->devInfo[i].flow)"
  "            if (i >= end_points) paWasapi->devInfo[i].flow = eCapture;
            switch (paWasapi->devInfo[i].flow)")
edit("    SAFE_RELEASE(pEndPoints);" "    SAFE_RELEASE(pEndPoints); SAFE_RELEASE(speakers);")
edit("		stream->in.params.device_info       = info;"
  "		stream->in.params.device_info       = info;
		if (info->is_loopback) stream->in.streamFlags = AUDCLNT_STREAMFLAGS_LOOPBACK;")
file(WRITE ${WASAPI} "${text}")
add_library(portaudio STATIC
  src/common/pa_allocation.c src/common/pa_converters.c src/common/pa_cpuload.c src/common/pa_debugprint.c
  src/common/pa_dither.c src/common/pa_front.c src/common/pa_process.c src/common/pa_ringbuffer.c
  src/common/pa_stream.c src/common/pa_trace.c
  src/os/win/pa_win_hostapis.c src/os/win/pa_win_util.c src/os/win/pa_win_waveformat.c
  src/os/win/pa_win_wdmks_utils.c src/os/win/pa_win_coinitialize.c
  ${WASAPI})
target_include_directories(portaudio PRIVATE include src/common src/os/win)
target_compile_definitions(portaudio PRIVATE PA_LITTLE_ENDIAN PA_USE_WASAPI=1 PA_USE_WMME=0 PA_USE_DS=0 PA_USE_WDMKS=0
  PA_USE_ASIO=0 PA_USE_SKELETON=0 UNICODE _UNICODE _WIN32_WINNT=0x0601 WINVER=0x0601)
target_compile_options(portaudio PRIVATE -w)
install(TARGETS portaudio DESTINATION lib)
install(FILES include/portaudio.h include/pa_win_wasapi.h DESTINATION include)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/portaudio-2.0.pc "prefix=${CMAKE_INSTALL_PREFIX}
Name: PortAudio
Description: Sound devices
Version: 19
Libs: -L\${prefix}/lib -lportaudio -lwinmm -lole32 -luuid -lksuser
Cflags: -I\${prefix}/include
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/portaudio-2.0.pc DESTINATION lib/pkgconfig)
