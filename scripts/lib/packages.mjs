/**
 * What apt must bring, each with the reason. An inner array lists alternatives: the first that the
 * distribution has is taken.
 */
export const RUN_PACKAGES = [
  'g++',
  'make',
  'cmake',
  'ninja-build',
  'pkg-config',
  'portaudio19-dev', // sound devices
  'libasound2-dev',
  'libspeexdsp-dev', // clock drift between devices
  'libsoxr-dev', // sample rates of files
  'libsndfile1-dev', // audio files
  'libebur128-dev', // loudness
  'libwebrtc-audio-processing-dev', // echo cancellation
  'libpulse-dev', // PulseAudio and PipeWire devices
  'libsimde-dev', // vector instructions of the translated model
  'juce-modules-source-data', // the VST3 SDK: plug-ins
  'nlohmann-json3-dev', // commands for the plug-in host
  'libx11-dev', // windows of plug-ins
  'ffmpeg', // every other kind of file
  'clang', // with the next, the video kernel as WebAssembly
  'lld',
];

export const TEST_PACKAGES = [
  ['chromium', 'chromium-browser'],
  'doctest-dev',
  'jackd2', // an exact device clock without hardware
  'pulseaudio', // named virtual microphones and speakers
  'pulseaudio-utils',
  'libasound2-plugins',
  'alsa-utils',
  'zam-plugins', // 17 VST3 plug-ins
  'xvfb', // a display for their windows, and to be captured
  'x11-utils', // xwininfo: which windows are open
  'x11-xserver-utils', // xrandr: a monitor that is unplugged
  'espeak-ng', // speech to clean
  'poppler-utils', // pdftotext reads what an invoice says
  'sox',
  'nginx-light', // with the next, a server that takes broadcasts
  'libnginx-mod-rtmp',
  'openssl', // its certificate
  'procps', // pgrep: no process may be left behind
];

/** What Voice AI does on this computer, where the distribution has it. */
export const HELPFUL_PACKAGES = [
  'espeak-ng', // voices
  'pocketsphinx', // with the next, words where they were said
  'pocketsphinx-en-us',
];

/** The engine for Windows, compiled and run on Debian (decision 111). */
export const WINDOWS_PACKAGES = [
  'g++-mingw-w64-x86-64-posix',
  'wine64',
  'wine',
  'patch', // its libraries, from Debian's sources
  'xz-utils',
];

/** What makes the tests quicker, or more of them, where the distribution has it. */
export const HELPFUL_TEST_PACKAGES = [
  ...HELPFUL_PACKAGES,
  'pocketsphinx-testdata', // real speech
  'chromium-headless-shell', // pages without sound or cameras, at half of the cost
  ...WINDOWS_PACKAGES,
];

/** The command for other systems, where this script installs nothing on its own. */
export const OTHER_SYSTEMS = {
  darwin:
    'brew install llvm lld cmake ninja pkg-config portaudio speexdsp libsoxr libsndfile libebur128 simde ffmpeg nlohmann-json',
  win32:
    'vcpkg install portaudio speexdsp soxr libsndfile libebur128 simde nlohmann-json, then install CMake, Ninja, the Visual Studio C++ build tools, LLVM and FFmpeg',
};
