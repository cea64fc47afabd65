/** The audio engine and its set-ups. */
export const ENGINE_ERRORS = {
  audioEngineStoppedInTest: 'Audio error: the audio engine stopped. Try again.',
  audioError: 'Audio error: {{reason}}',
  audioHeldBack:
    'Failed to initialize audio system: the browser holds sound back until you press something on this page. Press Start again.',
  audioInitFailed: 'Failed to initialize audio system: {{reason}}',
  audioModelNotLoaded:
    'Failed to initialize audio system: {{url}} answered {{status}}. Reload the page and try again.',
  audioStopFailed: 'Failed to stop audio: {{reason}}',
  captureFailed: 'Failed to start multi-channel capture',
  channelGone: 'There is no channel "{{channelId}}". It may have been removed.',
  channelIsRecorded:
    '"{{name}}" is being recorded: mute it, or stop the recording before it is removed, disabled or made mono or stereo.',
  engineClosing: 'SoundDesk is closing.',
  engineNotLoaded:
    'The audio engine could not be loaded: {{reason}}. Run "npm start" once: it builds the audio engine and says what is missing.',
  engineNotStarted:
    'The audio engine\'s process could not be started: {{reason}}. Run "npx sounddesk doctor" to see what is missing.',
  engineRestarting:
    'The audio engine stopped unexpectedly and is being started again. Try again in a moment.',
  engineStarting: 'The audio engine is being started again. Try again in a moment.',
  engineStoppedBecause: 'The audio engine stopped unexpectedly{{reason}}. Try again.',
  engineWithoutPath:
    'The audio engine did not get the path of its addon. Run "npm start" once: it builds the audio engine and says what is missing.',
  lockedWhileRecording:
    'Sample rate, buffer, outputs and a longer pre-roll have to wait while a take is recorded. Stop the recording first.',
  noEarlierSetUp: 'No other set-up was opened since the start.',
  noEnabledChannel: 'Please enable at least one channel before recording.',
  setUpGone: 'This set-up no longer exists.',
  setUpImpossible: 'This set-up is not possible: {{reason}}.',
  setUpNameTaken: 'There is a set-up "{{name}}" already.',
  setUpsFull: '{{count}} set-ups are kept already, and no more can be. Delete one first.',
  setUpsUnwritable: 'The set-ups in {{folder}} cannot be changed: {{reason}}.',
} as const;
