/** Cleaning of recordings. */
export const CLEAN_ERRORS = {
  browserFileTooLarge:
    '{{name}} is too large: a browser decodes an hour of such a file at most. Bring it as WAV, which may have any length here, or use the desktop app.',
  browserFileTooLong:
    '{{name}} is {{minutes}} minutes long: a browser decodes an hour of such a file at most. Bring it as WAV, which may have any length here, or use the desktop app.',
  browserFileUnreadable:
    '{{name}} is not a recording that this browser can read, or is damaged. This page reads {{kinds}} The desktop app reads more.',
  browserKeepsNothing:
    'This browser keeps no files for this page, as in a private window. Open an ordinary one, or use the desktop app.',
  browserRoomFull:
    'This browser has not enough room for this page to work on {{name}}. Free some space on the disk, or use the desktop app.',
  browserRoomMissing:
    'This browser has not enough room for this page to work on {{name}}: {{megabytes}} MB more are needed. Free some space on the disk, or use the desktop app.',
  browserSoundUnreadable:
    '{{name}} holds no sound that this browser can read. This page reads {{kinds}} The desktop app reads more.',
  cutShortBytes:
    '{{path}} is cut short: at least {{missingBytes}} bytes are missing at its end. Copy or download it again.',
  cutShortSeconds:
    '{{path}} is cut short or damaged: {{seconds}} s of its sound are missing. Copy or download it again.',
  damagedWav: '{{name}} is damaged: it is no whole WAV file. Copy or download it again.',
  decodedNotShown: 'The decoded sound is not of a kind that can be shown.',
  decodedUnreadable: 'The decoded sound cannot be read.',
  episodeNotFetched: 'The episode could not be fetched: {{status}}.',
  fileBusy: '{{name}} is being worked on. Wait until that is done.',
  kindHereNeedsFfmpeg:
    'This kind of file needs FFmpeg, which is not installed here. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg).',
  kindNeedsFfmpeg:
    '{{path}} is not of a kind that can be read without FFmpeg. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg).',
  looseFilesFull: 'There are {{count}} files of programs here already. Delete one first.',
  noLongerReadable: '{{name}} can no longer be read. Choose it again.',
  noReadableSound: '{{path}} holds no sound that can be read.',
  notARecording:
    '{{path}} is not a recording that can be read, or is damaged. Copy or download it again, or choose another one.',
  notDecoded: '{{name}} has not been decoded yet.',
  notFetched: '{{path}} could not be fetched: {{status}}. Try again.',
  notKeptWhileWorked:
    '{{name}} cannot be kept while it is worked on: {{reason}}. Reload the page and try again.',
  notPrepared: '{{name}} has not been made ready to be saved.',
  notWhole: '{{name}} has not arrived whole: {{missingBytes}} bytes are missing.',
  notWorkedOn: 'The file could not be worked on: {{reason}}. Add it again.',
  notWrittenWithVideo:
    '{{path}} could not be written with the video of {{videoPath}}: {{reason}}. Choose another kind of file, such as .mkv.',
  outOfOrder:
    '{{name}} did not arrive in order (byte {{atByte}} after {{receivedBytes}} of {{sizeBytes}}). Add it again.',
  pageWritesWavOnly:
    'A web page writes WAV alone. Save {{name}} as WAV, or use the desktop app for {{format}}.',
  pluginHangsInFile: 'The plug-in hangs: it gave no sound back. Nothing was written.',
  rateBeyond:
    '{{path}} has a sample rate of {{sampleRate}} Hz; SoundDesk takes {{minRateHz}} to {{maxRateHz}} Hz. Convert it to 48000 Hz.',
  resultUnreadable: 'The result of {{name}} can no longer be read.',
  tooManyChannels:
    '{{path}} has {{channels}} channels; SoundDesk takes up to {{most}}. Split it into files with fewer channels.',
  undecodable:
    '{{path}} is damaged or cannot be decoded ({{reason}}). Copy or download it again, or choose another one.',
  videoNeedsFfmpeg: 'Video needs FFmpeg. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg).',
} as const;
