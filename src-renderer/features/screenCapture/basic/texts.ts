import { addTexts } from '../../../i18n/index.ts';

const basicCapture = {
  mode: 'Basic mode: this browser records what you share into its own storage, as WebM.',
  adds: 'The desktop app adds a camera bubble, a cleaned microphone, what the whole computer plays, a shortcut that works in every program, and exports as MP4 and MOV.',
  newName: 'Capture {{date}}',
  noSound: 'The browser gives no sound of what is shared',
  noSoundMessage:
    'The capture runs without it. Most browsers give the sound of a tab alone, or of a whole screen, and ask for it where you choose what to share.',
  noVoice: 'The microphone is not recorded any more',
  noVoiceMessage:
    'It was unplugged, or its permission was withdrawn. All until then is kept, and the capture goes on without it.',
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    basicCapture: typeof basicCapture;
  }
}

addTexts('basicCapture', basicCapture);
