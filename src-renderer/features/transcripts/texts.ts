import { addTexts } from '../../i18n/index.ts';

const transcripts = {
  title: 'Transcript of {{name}}',
  listening: 'Finding who speaks when, on this computer…',
  estimate: '{{duration}} of speech: about {{price}} at {{provider}}. Pauses are not sent.',
  estimateFree: '{{duration}} of speech. It is transcribed on this computer, and costs nothing.',
  noSpeech: 'No speech was found in this recording.',
  unanswered: '{{duration}} of it were sent before and not answered: they may be billed twice.',
  start: 'Transcribe',
  cancel: 'Cancel',
  steps: { listening: 'Listening…', transcribing: 'Transcribing…' },
  spent: '{{price}} until now',
  cancelled: 'Cancelled. What was transcribed is kept: the next start continues from there.',
  search: 'Search the transcript',
  noMatch: 'Nothing in it matches.',
  list: 'What was said',
  format: 'File format',
  formats: { srt: 'SRT', vtt: 'WebVTT', txt: 'Text', md: 'Markdown', json: 'JSON', docx: 'Word (DOCX)' },
  openEditor: 'Open editor',
  live: 'These are the live captions of this recording.',
  liveHint:
    'They were read phrase by phrase. A full transcript hears the whole recording, places each word, and replaces them.',
  again: 'Make a full transcript',
  hits: { title: 'Said in recordings', more: 'There are more. Type another word to narrow them.' },
  save: 'Save',
  remove: 'Remove',
  cost: 'Made by {{model}} for {{price}}',
  setUp: 'Keys are added in Voice AI Studio, under API Setup.',
} as const;

addTexts('transcripts', transcripts);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    transcripts: typeof transcripts;
  }
}
