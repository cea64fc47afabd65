import { addTexts } from '../../i18n/index.ts';

const basicRecorder = {
  missing: {
    title: 'Recording is not available here',
    page: 'This browser keeps no files for a page. Open SoundDesk over https in Chrome, Edge or another Chromium, or use the desktop app.',
    recorder:
      'This browser does not let a page record. Open SoundDesk in Chrome, Edge or another Chromium, or use the desktop app.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    basicRecorder: typeof basicRecorder;
  }
}

addTexts('basicRecorder', basicRecorder);
