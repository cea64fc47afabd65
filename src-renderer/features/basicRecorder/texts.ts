import { addTexts } from '../../i18n/index.ts';

const basicRecorder = {
  missing: {
    title: 'Recording is not available here',
    page: 'This browser keeps no files for a page. Open SoundDesk over https in Chrome, Edge or another Chromium, or use the desktop app.',
    recorder:
      'This browser does not let a page record. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  },
  kind: { audio: 'Microphone', system: 'Sound', video: 'Camera', screen: 'Screen', farSide: 'The others' },
  storage: {
    title: 'Storage',
    bar: 'Part of the storage that is used',
    figures: '{{used}} used, {{left}} left of what this browser gives',
    room: 'Room for about {{time}} with these settings',
    mayGo: 'The browser may clear it where the disk gets full: download what matters.',
    kept: 'The browser keeps it until you delete it.',
  },
  recordings: {
    title: 'Previous Recordings',
    loading: 'Reading the recordings',
    none: 'No recordings yet',
    failed: 'The recordings could not be read',
    notDone: 'That could not be done',
    search: 'Search the recordings',
    noMatch: 'No recording matches “{{query}}”.',
    recovered: 'Recovered',
    recordingElsewhere: 'Being recorded',
    columns: {
      name: 'Name',
      meeting: 'Meeting',
      platform: 'Platform',
      participants: 'Participants',
      tracks: 'Tracks',
      type: 'Type',
      duration: 'Duration',
      size: 'Size',
      date: 'Date',
      actions: 'Actions',
    },
    sortBy: 'Sort by {{column}}',
    play: 'Play {{name}}',
    close: 'Close',
    download: 'Download {{name}}',
    rename: 'Rename {{name}}',
    renameTitle: 'Rename the recording',
    renameField: 'Name',
    save: 'Save',
    delete: 'Delete {{name}}',
    deleted: '“{{name}}” was deleted',
    undo: 'Undo',
    dropped_one: '{{count}} picture dropped',
    dropped_other: '{{count}} pictures dropped',
    player: 'Player of {{name}}',
    which: 'What is played',
    endedTrack: '{{track}}: {{reason}}',
  },
  found: {
    title_one: 'A recording that was cut off was found',
    title_other: '{{count}} recordings that were cut off were found',
    message:
      'All but some tenths of a second is there; where the computer was overloaded, pictures lack more. They stand among the recordings: {{names}}',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    basicRecorder: typeof basicRecorder;
  }
}

addTexts('basicRecorder', basicRecorder);
