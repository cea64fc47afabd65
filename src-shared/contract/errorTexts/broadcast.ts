/** Live Broadcast. */
export const BROADCAST_ERRORS = {
  broadcastAddressWrong: 'The address of {{name}} is not right.',
  broadcastDestinationsUnsaved: 'The destinations could not be saved: {{message}}.',
  broadcastKeyUnsaved: 'The stream key could not be {{what}}: {{reason}}.',
  broadcastMostDestinations: 'There can be {{count}} destinations. Remove one first.',
  liveNeedsFfmpeg: 'A broadcast needs FFmpeg. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg).',
  broadcastNoDestination: 'No destination is on. Add one, or turn one on.',
  broadcastNoKey: '{{name}} has no stream key. Save one, or turn it off.',
  broadcastNotEncoded: 'The video could not be encoded: {{reason}}',
  broadcastNotLive: 'No broadcast is live.',
  broadcastOtherPage: 'Another page sends this broadcast now.',
  broadcastProgrammeClosed: 'The programme is not open. Open Live Broadcast again.',
  broadcastScenesForeign: 'These are no scenes of SoundDesk.',
  broadcastScenesUnsaved: 'The scenes could not be saved: {{message}}.',
  fileNotPlayed: '{{name}} cannot be played: {{line}}.',
  pathNoVideo: '{{path}} holds no video. Choose a file with video.',
  pathNotVideo: '{{path}} is not a video that can be read, or is damaged.',
} as const;
