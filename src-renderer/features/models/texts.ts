import { addTexts } from '../../i18n/index.ts';

const models = {
  title: 'Models on this computer',
  hint: 'Without a model there are voices, and words are found in their sound. A speech model adds transcripts and captions without a network and without a key: Moonshine the quickest ones, in English; Whisper those of many languages. DeepFilterNet3 adds the noise model Studio. Models of translation translate on this computer.',
  pageHint:
    'A speech model adds transcripts and captions without a network and without a key: Moonshine the quickest ones, in English; Whisper those of many languages. Models of translation translate. Get the files with the links, then import them: they stay in this browser, and are checked by their hash.',
  translation: 'Translation ({{installed}} of {{all}} installed)',
  translationHint:
    'Firefox’s models translate without a network, sentence by sentence. Between two languages other than English both of their models are used.',
  translationList: 'Models of translation',
  used: '{{used}} used · {{free}} free',
  usedOnly: '{{used}} used',
  list: 'Models',
  facts: '{{size}} · {{licence}} · {{languages}}',
  languages: { many: 'about 100 languages', none: 'any language' },
  here: '{{done}} of {{size}} are here',
  states: {
    missing: 'Not installed',
    downloading: 'Downloading',
    checking: 'Checking',
    installed: 'Installed',
  },
  download: 'Download',
  downloadOf: 'Download {{name}}',
  resume: 'Continue',
  resumeOf: 'Continue the download of {{name}}',
  cancel: 'Stop',
  cancelOf: 'Stop the download of {{name}}',
  import: 'Import a file',
  importSeveral: 'Import its files',
  files: 'Get:',
  importOf: 'Import a file for {{name}}',
  importSeveralOf: 'Import its files for {{name}}',
  needed: '{{name}} is not installed yet.',
  install: 'Install it in Settings',
  remove: 'Remove',
  removeOf: 'Remove {{name}}',
  removeQuestion: 'Remove {{name}} from this computer?',
  removeMessage: 'It can be downloaded again.',
  mirror: 'Download from another server',
  mirrorHint:
    'A copy with the same paths. Empty: where each model comes from. Every file is checked by its hash.',
  pageMirror: 'Links to another server',
  pageMirrorHint:
    'Changes where the links lead, to a copy with the same paths. Empty: where each model comes from. Your browser fetches the files; this page checks them when you import them.',
  mirrorSave: 'Save',
} as const;

addTexts('models', models);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    models: typeof models;
  }
}
