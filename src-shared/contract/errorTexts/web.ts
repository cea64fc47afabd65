/** What a web page and its cameras say. */
export const WEB_ERRORS = {
  accountServerSilent: 'The account server does not answer. Check the connection, then try again.',
  accountsMissing: 'This SoundDesk has no accounts.',
  broadcastNeedsFfmpeg:
    'A broadcast needs FFmpeg. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg), then reload.',
  browserCutsNoVideo:
    'This browser cannot encode video again. Use Chrome, Edge or another Chromium, or the desktop app.',
  browserNoLive:
    'This browser cannot clean sound live. Update it, or use the desktop app or the SoundDesk that you start on your own computer.',
  browserNoLiveWhileRecording: 'This browser cannot clean sound while it is recorded.',
  buildHasNoPluginHost:
    'This build has no program that loads VST3 plug-ins. Run "npm start" once: it says what is missing.',
  builtInPresetsStay: 'The built-in presets stay as they are. Duplicate this one and change the copy.',
  cameraNotConnected: 'This camera is not connected. Plug it in, or choose another one.',
  cameraNotEncodable:
    'The camera’s video cannot be encoded by this browser: {{reason}} Choose another camera.',
  cameraNotOpened: 'The camera could not be opened: {{reason}}',
  cameraRefused:
    'The camera was refused. Allow this page to see it, in the browser’s address bar or the system’s privacy settings, and try again.',
  cameraSilent:
    'The camera does not answer: another program may be using it. Close that program, and try again.',
  cleaningStopped: 'The cleaning of files has stopped: {{reason}}. Add the file again.',
  desktopNoBrowsers: 'The desktop app has a window of its own: no browser is let in.',
  engineOutdated:
    'This build of the audio engine cannot do that. Run "npm start" once to rebuild the engine.',
  inSafeMode:
    'SoundDesk runs in safe mode, without plug-ins, since its window crashed three times. Quit and start it again to use them.',
  folderGoneNow: '{{folder}} is not there now.',
  linuxSystemAudio:
    'What the computer plays comes from a PulseAudio or PipeWire server, and none was found. Start one (systemctl --user start pipewire-pulse, or pulseaudio --start).',
  macSystemAudio:
    'macOS lets no program record what the computer plays without a virtual device. Install one, BlackHole for example, add it to a multi-output device in Audio MIDI Setup, and choose it here.',
  micTestStopped: 'Audio error: {{name}} has stopped. Test again, or choose another microphone.',
  noAccountsOnSite: 'Accounts are not set up on this site.',
  noDisplay: 'This computer has no display to open the window on.',
  pageCannotDecode:
    'This browser cannot decode {{codec}} of {{name}}. Convert the file, or use the desktop app.',
  pageCopiesNoFrames: 'Smart cut needs the desktop app: a web page encodes every frame.',
  pageExportCutOff: 'The page was closed while it exported. Start the export again.',
  pageHasNoEncoder:
    'This browser has no encoder for this format. Choose another one, or use the desktop app.',
  pageMediaGone: '{{name}} is not in this browser’s storage any more. Add the file again.',
  pageNoFrame: 'This browser cannot decode a frame of {{name}}.',
  pageNotExported: 'The export failed: {{reason}}',
  pageOpensNoPaths: 'A web page opens no folders of your computer. The desktop app can.',
  pageWritesNoSuchFile: 'A web page cannot write this format. The desktop app can.',
  pageCutsNothing:
    'A web page makes no new recordings from parts. Export the selection, or use the desktop app.',
  pageFixedSetting: 'A browser cannot change {{name}}. The desktop app can do more.',
  pageHasNoAccounts: 'A web page has no accounts of its own computer.',
  pageHasNoFolders:
    'A web page keeps recordings in the browser’s own storage. Folders need the desktop app or the SoundDesk that you start on your own computer.',
  pageHasNoSetUps:
    'Set-ups under names need the desktop app or the SoundDesk that you start on your own computer.',
  pageIsCurrent: 'A web page is always the version that its server has: load it again.',
  pageIsHost: 'This web page is its own host: no browser has to be let in.',
  pageLoadsNoPlugins:
    'VST3 plug-ins need the desktop app or the SoundDesk that you start on your own computer: a web page cannot load them.',
  pageNeedsNoLicence: 'This web page needs no license: an account is enough. The desktop app takes one.',
  pageNoBroadcast:
    'A web page alone cannot reach the servers that take a broadcast. The desktop app and the SoundDesk that you start on your own computer can.',
  pageNoMix: 'A browser makes no mix. The desktop app can do more.',
  pageNoPlugins: 'A browser loads no plug-ins. The desktop app can do more.',
  pageNoVideoExport:
    'A web page hands out its video as it is. MP4 and MOV need the desktop app or the SoundDesk that you start on your own computer.',
  pageNoVirtualMicrophone:
    'A web page cannot be a microphone for other programs. The desktop app and the SoundDesk that you start on your own computer can.',
  pageNotSecure:
    'This page can reach no microphone, since it was not opened over https. Open it over https, or use the desktop app.',
  pageNothingToAlign: 'All tracks of a browser’s recording begin on one clock: there is nothing to line up.',
  pageOneMicrophone: 'A browser records {{count}} microphone at a time. The desktop app can do more.',
  pageOneOutput: 'A browser plays a session to one output. The desktop app can play it to two.',
  pageOneSound: 'A browser keeps one sound of a microphone. The desktop app can do more.',
  pageShowsNoFolder:
    'A web page keeps recordings in its browser: no folder shows them. Download them instead.',
  recordingFolderNotOpened: 'The folder of this recording cannot be opened: {{reason}}',
  startedWithoutAccounts: 'SoundDesk was started without accounts.',
  storedFileUndeletable: '{{name}} cannot be deleted: {{reason}}',
  storedFileUnreadable: '{{name}} cannot be read: {{reason}}',
  videoNotCut: 'The video could not be encoded again: {{reason}}',
  videoNotEncodable:
    'Its video cannot be encoded by this browser: {{reason}} Choose another camera or quality.',
  windowsSystemAudio:
    'No loopback of a speaker was found. Connect a speaker or headphones, and choose them as the output of Windows.',
  webNoCaptions:
    'This browser cannot write live captions. Use a newer Chrome, Edge or another Chromium, or the desktop app.',
  webNoModelDownload: 'A web page alone downloads no models. Get the file with the link, then import it.',
  webNoModels:
    'This browser keeps no models. Use a newer Chrome, Edge or another Chromium, or the desktop app.',
  webNoTranscripts:
    'This browser cannot transcribe recordings. Use a newer Chrome, Edge or another Chromium, or the desktop app.',
  webVideoNotPlayed: 'This browser cannot play {{name}} as a video.',
} as const;
