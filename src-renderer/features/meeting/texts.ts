import { PLATFORM_NAMES } from '../../../src-shared/domain/meetings.ts';
import { addTexts } from '../../i18n/index.ts';

const meeting = {
  title: 'Meeting Recorder',
  loading: 'Loading the meeting recorder',
  unsupported: 'Meetings cannot be recorded here',
  noCapture:
    'This browser does not let a page see windows and screens. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  noEncoder:
    'This browser lets a page see windows and screens, and not encode them. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  page: {
    sharedSound: 'The sound of the shared window or tab',
    others: 'The others',
  },
  banner: {
    label: 'Recording of the meeting',
    timer: 'Recorded time',
    idle: 'Ready to record',
    choosing: 'Choose the window or tab of the meeting…',
    starting: 'Starting…',
    recording: 'Recording',
    paused: 'Paused',
    pausing: 'Pausing…',
    resuming: 'Going on…',
    stopping: 'Closing the files…',
    start: 'Start Recording',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop Recording',
    noVideo: 'Sound alone',
    missing: 'Not being recorded: the window of the meeting',
    tryAgain: 'Try again',
    still: 'Nothing has moved for half a minute: is the meeting still there?',
    frames_one: '{{count}} frame',
    frames_other: '{{count}} frames',
    noneDropped: 'None dropped',
    dropped_one: '{{count}} dropped',
    dropped_other: '{{count}} dropped',
    failed: 'The meeting is not recorded.',
    ended: 'The recording has ended by itself.',
    undescribed: 'The recording runs, and its platform and participants were not saved.',
  },
  details: {
    title: 'Meeting Details',
    meetingTitle: 'Meeting title',
    participants: 'Participants',
    participantsHint: 'Can be changed until the recording is stopped.',
    platform: 'Platform',
    platforms: PLATFORM_NAMES,
  },
  settings: {
    title: 'Recording Settings',
    quality: 'Quality',
    qualities: { high: '1080p', medium: '720p', low: '480p' },
    format: 'Format',
    formats: { mp4: 'MP4', webm: 'WebM', mov: 'MOV' },
    formatHints: {
      mp4: 'Recorded as H.264, which an MP4 takes as it is.',
      webm: 'Recorded as VP9 where this browser has it, which a WebM takes as it is.',
      mov: 'Recorded as H.264; an export makes the MOV of it.',
      webmOnly:
        'This page writes WebM (VP8 and Opus), which is whole at any moment. MP4 and MOV need the desktop app.',
    },
    microphone: 'My microphone',
    uncleaned: 'As it arrives, as a track of its own: this browser cannot clean sound while it is recorded.',
    microphoneHint: 'Cleaned, as a track of its own.',
    farSide: 'The others',
    farSideHint: {
      host: 'What the computer plays, as a track of its own.',
      page: 'What the shared tab plays, as a file of its own. Allow its sound where the browser asks what to share; of a window, browsers mostly give none.',
    },
    desktopOnly: 'desktop app',
    looking: 'Looking for the sound of this computer…',
    consent: 'Let everybody know that the meeting is recorded: in many places that is the law.',
  },
  features: {
    title: 'What is recorded',
    here: 'Works',
    notHere: 'Not here',
    byTrack: 'By track',
    notYet: 'Not yet',
    tracks: 'Separate tracks',
    tracksText: {
      host: 'Your microphone and the others are files of their own, on one clock with the video.',
      page: 'Your microphone and what the shared tab plays are files of their own, on one clock with the video. Meetings in other programs need the desktop app.',
    },
    clean: 'Noise cancellation',
    cleanText: 'Your microphone is cleaned before it is written. The others stay as they arrive.',
    noCleanText:
      'This browser cannot clean sound while it is recorded. The desktop app, Chrome and Edge can.',
    safe: 'Nothing lost',
    safeText: {
      host: 'If the app, the page or the computer stops, at most a second is missing, and the rest is repaired.',
      page: 'If the page, the browser or the computer stops, the recording is offered when the page is opened again. Download what matters: it lies in this browser alone.',
    },
    speakers: 'Speaker identification',
    speakersText:
      'You and the others are distinguished by track. Distinguishing the others comes with transcription.',
    transcription: 'Transcription',
    transcriptionText: 'Comes with the voice studio. What is recorded today has all that it needs.',
  },
  stats: {
    title: 'Quick Stats',
    meetings: 'Meetings recorded',
    time: 'Time recorded',
    size: 'Room taken',
    longest: 'Longest meeting',
    unknown: 'Known once the first meeting is recorded.',
  },
  ended: {
    title: 'Has the meeting ended?',
    description: {
      host: 'Its window or tab is not shared any more: it was closed, or sharing was stopped. Its video until then is kept, and the recording goes on until you decide.',
      page: 'Its window or tab is not shared any more: it was closed, or sharing was stopped. Its video and its sound until then are kept, and your microphone is recorded on until you decide.',
    },
    stop: 'Stop Recording',
    shareAgain: 'Share another window',
    goOn: { host: 'Go on with sound alone', page: 'Go on with my microphone alone' },
  },
  table: {
    title: 'Previous Recordings',
    loading: 'Loading the recordings',
    failed: 'The recordings could not be read',
    empty: 'No meetings yet',
    first: 'Record your first meeting',
    emptyMessage: 'Every meeting that you record is kept here, on your own disk.',
    columns: {
      meeting: 'Meeting',
      platform: 'Platform',
      participants: 'Participants',
      duration: 'Duration',
      date: 'Date',
      actions: 'Actions',
    },
    search: 'Search meetings',
    noMatch: 'Nothing matches “{{query}}”',
    sortBy: 'Sort by {{column}}',
    noDate: 'This recording has no first moment.',
    status: { recording: 'Recording', recovered: 'Recovered', unfinished: 'Cut off', damaged: 'Damaged' },
    working: 'Working on {{name}}',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    meeting: typeof meeting;
  }
}

addTexts('meeting', meeting);
