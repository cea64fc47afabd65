import { PLATFORM_NAMES } from '../../../src-shared/domain/meetings.ts';
import { addTexts } from '../../i18n/index.ts';

const meeting = {
  title: 'Meeting Recorder',
  loading: 'Loading the meeting recorder',
  unsupported: 'Meetings cannot be recorded here',
  noCapture:
    'This browser can’t capture windows and screens. Use Chrome, Edge or another Chromium browser, or the desktop app.',
  noEncoder:
    'This browser can’t encode video. Use Chrome, Edge or another Chromium browser, or the desktop app.',
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
    resuming: 'Resuming…',
    stopping: 'Closing the files…',
    start: 'Start Recording',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop Recording',
    noVideo: 'Audio only',
    missing: 'Not being recorded: the window of the meeting',
    tryAgain: 'Try again',
    still: 'Nothing has moved for half a minute: is the meeting still there?',
    frames_one: '{{count}} frame',
    frames_other: '{{count}} frames',
    noneDropped: 'None dropped',
    dropped_one: '{{count}} dropped',
    dropped_other: '{{count}} dropped',
    failed: 'The meeting is not being recorded.',
    ended: 'The recording stopped unexpectedly.',
    undescribed: 'Recording, but platform and participants were not saved.',
  },
  details: {
    title: 'Meeting Details',
    meetingTitle: 'Meeting title',
    noTitle: 'Please enter a meeting title',
    participants: 'Participants',
    participantsHint: 'You can change this until you stop recording.',
    names: 'Names (optional)',
    namesHint: 'Separated by commas. Offered as speakers in the transcript.',
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
      mp4: 'Recorded as H.264: MP4 export needs no re-encoding.',
      webm: 'Recorded as VP9 where this browser supports it: WebM export needs no re-encoding.',
      mov: 'Recorded as H.264. Export converts it to MOV.',
      webmOnly:
        'Recorded as WebM (VP8 and Opus), safe if the browser stops. MP4 and MOV need the desktop app.',
    },
    microphone: 'My microphone',
    uncleaned: 'Unprocessed, on its own track: this browser can’t clean sound while recording.',
    microphoneHint: 'Cleaned, on its own track.',
    farSide: 'The others',
    farSideHint: {
      host: 'What the computer plays, on its own track.',
      page: 'What the shared tab plays, in its own file. Allow its sound when the browser asks what to share; most browsers share no sound from a window.',
    },
    desktopOnly: 'desktop app',
    looking: 'Looking for system audio…',
    transcribe: 'Transcribe after recording',
    transcribeHint:
      'Sent to {{provider}} with your own key; only speech is sent. You pay about {{price}} a minute of speech.',
    transcribeFree: 'On this computer: nothing is sent, and it costs nothing.',
    consent: 'Let everyone know the meeting is recorded. In many places, the law requires it.',
  },
  features: {
    title: 'What is recorded',
    here: 'Works',
    notHere: 'Not here',
    byTrack: 'By track',
    tracks: 'Separate tracks',
    tracksText: {
      host: 'Your microphone and the others get separate files, in sync with the video.',
      page: 'Your microphone and the shared tab get separate files, in sync with the video. Meetings in other apps need the desktop app.',
    },
    clean: 'Noise cancellation',
    cleanText: 'Your microphone is cleaned before it is saved. The others stay unprocessed.',
    noCleanText: 'This browser can’t clean sound while recording. The desktop app, Chrome and Edge can.',
    safe: 'Nothing lost',
    safeText: {
      host: 'If the app, the page or the computer stops, you lose at most a second. The rest is repaired.',
      page: 'If the page, the browser or the computer stops, you get the recording back when you reopen the page. Download what matters: it is stored in this browser only.',
    },
    speakers: 'Speaker identification',
    speakersText:
      'The transcript says who speaks: you by your microphone, and each of the others, where OpenAI or ElevenLabs writes it. Other engines call them “The others”. Add names in Meeting Details or in the transcript.',
    transcription: 'Transcription',
    transcriptionText:
      'After the meeting, with your own key or a model of this computer: turn it on in Recording Settings, or open Transcript in a recording’s menu.',
  },
  stats: {
    title: 'Quick Stats',
    meetings: 'Meetings recorded',
    time: 'Time recorded',
    size: 'Storage used',
    longest: 'Longest meeting',
    unknown: 'Shown after your first meeting.',
  },
  transcript: {
    done: 'Transcript of {{name}} is ready',
    open: 'Open it in the meeting’s menu.',
    failed: '{{name}} could not be transcribed',
  },
  ended: {
    title: 'Has the meeting ended?',
    description: {
      host: 'Its window or tab is no longer shared: it was closed, or sharing was stopped. The video so far is saved, and the recording continues until you decide.',
      page: 'Its window or tab is no longer shared: it was closed, or sharing was stopped. The video and sound so far are saved, and your microphone keeps recording until you decide.',
    },
    stop: 'Stop Recording',
    shareAgain: 'Share another window',
    goOn: { host: 'Continue with audio only', page: 'Continue with my microphone only' },
  },
  table: {
    title: 'Previous Recordings',
    loading: 'Loading the recordings',
    failed: 'The recordings could not be read',
    empty: 'No meetings yet',
    first: 'Record your first meeting',
    emptyMessage: 'Meetings you record appear here, saved on your own disk.',
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
    noDate: 'Unknown: nothing was recorded.',
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
