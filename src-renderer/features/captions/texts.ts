import { addTexts } from '../../i18n/index.ts';

const captions = {
  window: {
    title: 'Live captions',
    off: 'Captions are off. Turn them on in Voice AI Studio, under Live Transcription.',
    waiting: 'Waiting for somebody to speak…',
    noConnection: 'No connection to SoundDesk. Captions continue when it is back.',
    larger: 'Larger text',
    smaller: 'Smaller text',
  },
  card: {
    title: 'Live captions',
    hint: 'What is said at the channels of your Recording Studio, by name, after noise cancellation. A muted channel is not heard.',
    costs: 'Speech goes to {{provider}} ({{model}}, {{price}} a minute of speech). Pauses are not sent.',
    free: 'Written on this computer. Nothing is sent, and it costs nothing.',
    channels: 'Channels',
    all: 'All channels of the studio',
    start: 'Start captions',
    stop: 'Stop captions',
    starting: 'Opening the channels…',
    open: 'Open caption window',
    blocked: 'Your browser blocked the window. Allow pop-ups for this page, then try again.',
    clear: 'Clear',
    log: 'Captions',
    listening: 'Listening. A line appears when a phrase ends.',
    waiting: '{{seconds}} s of speech waiting for the engine',
    late: 'Newest line: {{seconds}} s after its phrase',
    slow: '{{name}} is too slow for captions on this computer: lines come {{seconds}} s after their phrase. For English, Moonshine tiny writes them sooner. Install it in Settings, then choose it as the engine.',
    toModels: 'Open Settings',
    leftOut: '{{seconds}} s of speech have no line: the engine was too slow or failed.',
    cost: 'Cost so far: {{amount}}',
    studioOff: 'The studio’s channels were closed. Stop captions and start them again.',
    toStudio: 'Open Recording Studio',
  },
} as const;

addTexts('captions', captions);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    captions: typeof captions;
  }
}
