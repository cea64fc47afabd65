import { addTexts } from '../../i18n/index.ts';

/** The choice of cookies: document 3, section 2.12. */
export const consent = {
  banner: {
    label: 'Cookies',
    text: 'May SoundDesk keep more in this browser than it needs? Nothing optional is kept before you say so.',
    policy: 'Cookie Policy',
    accept: 'Accept all',
    refuse: 'Refuse all',
    choose: 'Choose …',
  },
  title: 'Your choice',
  manage: 'Manage Cookie Preferences',
  footer: 'Cookie settings',
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
  onlyNecessary: 'Only what is necessary',
  failed: 'This browser does not let the choice be kept, so the optional groups stay off.',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    consent: typeof consent;
  }
}

addTexts('consent', consent);
