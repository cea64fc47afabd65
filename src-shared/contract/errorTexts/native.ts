/** What the audio engine and the sandboxes of plug-ins say (native/), known by its words. */
export const NATIVE_ERRORS = {
  nativeCloseOthers: 'Close other programs, or switch off noise reduction on some channels.',
  nativeDamagedSound: 'Damaged sound file: {{path}} ({{reason}})',
  nativeEcho50: 'Echo cancellation works on 10 ms at a time: choose the latency mode of 50 ms.',
  nativeEndedBeforeFull:
    'The recording was ended before the disk was full. Everything until then is kept. Free some space.',
  nativeFileEmpty: 'The file is empty: {{path}}',
  nativeFileSilent: 'The file holds no sound: {{path}}',
  nativeFlac24: 'FLAC holds 24-bit samples. Choose 24 bit, or RF64 for floating point.',
  nativeFolderMissing: 'The folder {{folder}} does not exist. Make it first.',
  nativeFolderNotEmpty: 'The folder {{folder}} is not empty. Choose another one.',
  nativeNoAudioOutput:
    "The plug-in has no audio output, so it can't be part of a channel's chain. Choose an effect.",
  nativeNoChannel: 'No channel is enabled. Enable at least one channel, then record.',
  nativeNoDisplay: "There is no display for the plug-in's own window. Use its controls in SoundDesk instead.",
  nativeNoEcho: 'This build has no echo cancellation. Use headphones instead.',
  nativeNoFile: 'No such file: {{path}}',
  nativeNoMonitor: 'Choose a monitor device: without one there is no way from microphone to ear.',
  nativeNoPulse:
    'This build knows no PulseAudio. Install libpulse-dev and build the audio engine again (npm start).',
  nativeNoSideChain: 'The plug-in has no side-chain to hear another channel with.',
  nativeNoSound: 'The file holds no sound',
  nativeNoSpace: 'No space left to write {{path}}. Free some space or choose another folder.',
  nativeNoState: 'The plug-in does not give its state away. Ask its maker for help.',
  nativeNoWindow: 'Windows gives no window for the plug-in. Use its controls in SoundDesk instead.',
  nativeNotOpened: 'Cannot open {{path}}: {{reason}}',
  nativeNotRead: 'Cannot read {{path}}: {{reason}}',
  nativeNotReadable: 'Not a sound file that can be read: {{path}} ({{reason}})',
  nativeNotWritten: 'Cannot write {{path}}: {{reason}}',
  nativeNothingToRecord: 'There is nothing to record. Enable a channel, or record the mix.',
  nativeOtherPreset: 'The preset belongs to another plug-in. Choose one of this plug-in.',
  nativePluginCrashed: 'The plug-in has crashed or hangs',
  nativeRnnoiseInstead:
    'RNNoise has taken the place of the advanced noise engines; choose one again for fewer channels.',
  nativeSessionEnded: 'The session has ended. Start it again, then record.',
  nativeStateBroken: "The plug-in's saved state is damaged.",
  nativeStateDamaged: "The plug-in's saved state is damaged. Choose another one; nothing was changed.",
  nativeStateRefused: 'The plug-in does not take this state. It may belong to another version of it.',
  nativeTakeRuns: 'A take is running already. Stop it before the next one is started.',
  nativeTimecodeChannel:
    "The timecode's channel is not among those that are recorded. Enable it or choose another one.",
} as const;
