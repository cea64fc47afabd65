import { addTexts } from '../../i18n/index.ts';

export const legal = {
  updated: 'Last changed on {{day}}',
  contents: 'On this page',
  backHome: 'Back to Home',
  cookies: {
    title: 'Your choice',
    manage: 'Manage Cookie Preferences',
    none: 'Nothing was chosen in this browser yet: optional groups are off.',
    chosen: 'Chosen in this browser on {{day}}.',
    groups: {
      necessary: { name: 'Necessary', text: 'Session and settings. Without them nobody stays signed in.' },
      preferences: {
        name: 'Preferences',
        text: 'What a public page should remember of you, such as its language.',
      },
      analytics: { name: 'Analytics', text: 'Counting of visits by a web analytics service.' },
    },
    always: 'Always on',
    save: 'Save my choice',
    none_button: 'Only what is necessary',
    cancel: 'Cancel',
    failed: 'This browser does not let the choice be kept, so the optional groups stay off.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    legal: typeof legal;
  }
}

addTexts('legal', legal);
