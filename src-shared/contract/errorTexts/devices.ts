/** Microphones, outputs, and what else hears or plays. */
export const DEVICES_ERRORS = {
  microphoneNotAllowed:
    'The system does not let SoundDesk use the microphone. Allow it in the privacy settings of the system, then try again.',
  noMicrophoneSettings: 'This system has no settings for who may use the microphone.',
  captureIdle: 'Multi-channel capture does not run.',
  channelsHeard: 'The channels are being heard already.',
  channelsNotHeard: 'The channels are not being heard. Start that first.',
  deviceBusy:
    '{{name}} cannot be used: {{reason}}. Close other programs that use it, or choose another device.',
  deviceGone: '{{name}} is gone. Connect it again, or choose another device.',
  deviceListFailed: 'Failed to get audio devices',
  deviceNotStarted: 'The device does not start: {{reason}}',
  devicesNotLoaded: 'Failed to load audio devices: {{reason}}',
  devicesNotRefreshed: 'Failed to refresh devices: {{reason}}',
  liveIdle: 'Noise cancellation does not run.',
  liveInOtherTab:
    'Noise cancellation runs in another tab of this browser. Stop it there, then start it here.',
  micAccessFailed: 'Failed to access microphone: {{reason}}',
  micDenied:
    "Microphone access was denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.",
  micDeniedInTest: 'Microphone access denied. Please allow access and try again.',
  micNotConnected: 'The chosen microphone is not connected. Connect it, or choose another one.',
  micNotOpened: 'The microphone could not be opened: {{reason}}',
  micNotThere: 'The microphone is not there. Plug it in, or choose another one.',
  micRefused:
    'The microphone was refused. Allow this page to hear it, in the browser’s address bar or the system’s privacy settings, and try again.',
  micStoppedAtOnce: 'Failed to access microphone: it stopped at once. Try again.',
  noDevicesHere: 'No devices are known here.',
  noFirstSound: 'No sound has arrived from the device. Choose another one.',
  noInputDevice: 'The system has no input device. Connect one, or choose another device.',
  noMic: 'No microphone found. Please connect a microphone and try again.',
  noMicConnected: 'No microphone is connected. Connect one, or record without it.',
  noMicInTest: 'No microphone found. Please check your microphone connection.',
  noMicInVideo: 'No microphone is recorded with this video.',
  noOutputDevice: 'The system has no output device. Connect one, or choose another device.',
  noSoundServer:
    "There is no PulseAudio or PipeWire server to hold a virtual microphone. Start one (pulseaudio --start, or systemctl --user start pipewire-pulse), or use JACK's ports.",
  nothingPlays: 'Nothing plays sound on this computer. Record without its sound.',
  nothingRecordsHere: 'Nothing records sound here.',
  nothingToRecordFrom: '{{name}} gives nothing that can be recorded: {{reason}}',
  oneOutputOnly:
    'This browser plays to the system’s default output alone. Choose the default, or use the desktop app.',
  outputNotConnected: 'The chosen output is not connected. Connect it, or choose another one.',
  serverDied: 'The sound server of {{names}} has died. Start it again: the session waits for its devices.',
  settingsMicNotConnected:
    'The microphone of the settings is not connected. Connect it, choose another one, or record without it.',
  soundServerSilent:
    '{{name}} cannot be used: the sound server does not answer. Start it, or choose another device.',
  soundSystemFailed: 'The sound system does not start: {{reason}}',
  systemDeviceListFailed: 'Failed to get system audio devices',
  thisMicNotConnected: 'This microphone is not connected. Plug it in, or choose another one.',
} as const;
