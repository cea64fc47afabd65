import { addTexts } from '../../i18n/index.ts';

const transcriptEditor = {
  title: 'Transcript',
  titleOf: 'Transcript of {{name}}',
  loading: 'Loading the transcript',
  failed: 'The transcript could not be opened',
  unsupported: 'Transcripts can’t be made here',
  none: 'This recording has no transcript yet',
  noneMessage: 'Open Transcript in the recording’s menu to make one.',
  recordings: 'Recordings',
  words: 'Words',
  saved: 'Saved',
  saving: 'Saving…',
  notSaved: 'Not saved',
  saveAgain: 'Save again',
  loadAgain: 'Load again',
  bar: 'Words and changes',
  tools: 'Speakers and cuts',
  undo: 'Undo',
  redo: 'Redo',
  play: 'Play',
  pause: 'Pause',
  playFrom: 'Play from here',
  notPlayed: 'The recording can’t be played: {{reason}}',
  correct: 'Correct',
  correction: 'Correction of “{{word}}”',
  original: 'As transcribed',
  cut: 'Mark for cutting',
  keep: 'Don’t cut',
  word: '{{time}} · {{state}}',
  sure: '{{percent}} % sure',
  unknownSure: 'the engine doesn’t say how sure',
  was: 'was “{{word}}”',
  keys: 'Arrow keys choose a word, Enter corrects it, Space plays from it, Delete marks it for cutting.',
  find: {
    find: 'Find',
    replace: 'Replace with',
    next: 'Next match',
    previous: 'Previous match',
    one: 'Replace',
    all: 'Replace all',
    count_one: '{{count}} match',
    count_other: '{{count}} matches',
    at: '{{at}} of {{count}}',
    none: 'No match',
  },
  speakers: {
    title: 'Speakers',
    name: 'Name of {{name}}',
    hint: 'One speaker per track. A new name applies to the whole transcript.',
    unknown: 'Unknown speaker',
  },
  fillers: {
    title: 'Filler words',
    none: 'None found.',
    unknownLanguage:
      'Only repeats are marked: filler words are known in English, German, French and Spanish.',
    kinds: { sound: 'Sounds (um, uh)', phrase: 'Phrases (you know)', repeat: 'Repeats' },
    mark: 'Mark all for cutting',
  },
  cuts: {
    title: 'Cuts',
    none: 'Select words and press Delete to mark them. The recording itself is never changed.',
    count_one: '{{count}} cut, {{seconds}} s shorter',
    count_other: '{{count}} cuts, {{seconds}} s shorter',
    clear: 'Clear marks',
    make: 'Make a video project with these cuts',
    project: '{{name}} (cut)',
  },
  export: {
    title: 'Export',
    failed: 'The transcript could not be exported',
  },
} as const;

addTexts('transcriptEditor', transcriptEditor);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    transcriptEditor: typeof transcriptEditor;
  }
}
