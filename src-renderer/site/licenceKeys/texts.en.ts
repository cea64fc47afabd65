import { addTexts } from '../../i18n/index.ts';

/** License keys: document 3, section 2.2. */
export const licenceKeys = {
  meta: {
    title: 'License keys: SoundDesk',
    description:
      'How to get a license key of SoundDesk, how to use it, and how to take it to another computer.',
  },
  title: 'License keys',
  lead: 'The desktop app takes a license key. Without one there are {{free}} minutes of noise cancellation a day; in the browser an account is enough.',
  steps: {
    get: {
      title: 'Get one',
      text: 'A new account has a trial of {{trial}} days, without a credit card. Or ask us for a key by e-mail.',
    },
    use: {
      title: 'Use it',
      text: 'Enter the key at the first start, or sign in and choose one of your licenses. It works without a network for {{offline}} days, and for {{grace}} more with a notice; any contact renews it.',
    },
    move: {
      title: 'Take it along',
      text: 'The license window shows your keys and the devices that use them: click the line above your name in the menu. There you take a license off a device, to use it on another.',
    },
  },
  links: {
    try: 'Start 14-Day Free Trial',
    ask: 'Ask for a key',
    open: 'Open SoundDesk',
    read: 'Read more',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    licenceKeys: typeof licenceKeys;
  }
}

addTexts('licenceKeys', licenceKeys);
