import { addTexts } from '../../i18n/index.ts';

const licence = {
  documentTitle: 'License',
  loadFailed: 'The license could not be read',
  welcome: {
    title: 'Welcome to {{product}}',
    message: 'The desktop app needs a license key. Enter yours once: from then on it works offline.',
    studioNext: 'Choose how to continue. The studio opens after that.',
  },
  /** What is so, and what to do next: one for each state that ends the use of a licence. */
  states: {
    trialOver: {
      title: 'Your trial has ended',
      message:
        'With a paid plan, choose your license below or enter its key. Or continue with Free. Your recordings stay.',
    },
    ended: {
      title: 'This license has expired',
      message: 'Enter another license key, or continue with Free. Your recordings stay.',
    },
    noContact: {
      title: 'This license could not be renewed',
      message:
        'For 21 days {{product}} did not reach the account server. Connect this computer to the network, then renew.',
    },
    revoked: {
      title: 'This license was revoked',
      message: 'It cannot be used any more. Contact support, or enter another license key.',
    },
    deactivated: {
      title: 'This device was deactivated',
      message: 'The license was released elsewhere. Activate this device again to continue.',
    },
    wrongDevice: {
      title: 'This license belongs to another device',
      message:
        'The data of {{product}} was copied from another computer. Activate this one: by its key, or by choosing it from your licenses.',
    },
    clockMovedBack: {
      title: 'The clock of this computer was set back',
      message:
        '{{product}} was last used on {{latest}}, and the clock shows an earlier time. Set it right, then check again; a contact with the account server puts it right too.',
    },
    damaged: {
      title: 'The license on this device is damaged',
      message: 'It was changed or cannot be read. Enter your license key again: nothing else is lost.',
    },
  },
  key: {
    label: 'License key',
    placeholder: 'SD-XXXXX-XXXXX-XXXXX-XXXXX',
    activate: 'Activate',
    form: 'A license key has the form SD-XXXXX-XXXXX-XXXXX-XXXXX.',
  },
  file: {
    drop: 'Drop a license file here, or',
    choose: 'choose a file',
    input: 'License file',
    tooLarge: 'This file is larger than a license file can be. Choose the one that came with your license.',
    unreadable: 'This file could not be read. Choose another, or paste the key.',
  },
  or: 'or',
  account: {
    signIn: 'Sign in and choose a license',
    startTrial: 'Start 14-Day Free Trial',
    trialNote: 'No credit card. Your trial is tied to your account.',
    signedInAs: 'Signed in as {{email}}',
    yours: 'Your licenses',
    none: 'No license on this account yet.',
    loadFailed: 'Your licenses could not be read',
    use: 'Use on this device',
    useNamed: 'Use on this device: {{key}}',
    inUse_zero: 'on no device',
    inUse_one: 'on {{count}} of {{most}} devices',
    inUse_other: 'on {{count}} of {{most}} devices',
    thisDevice: 'this device',
    deactivate: 'Deactivate',
    deactivateNamed: 'Deactivate {{name}}',
    since: 'since {{date}}',
    full: 'In use on as many devices as it allows: deactivate one of them first.',
    over: 'cannot be used any more',
    otherProduct: 'not for the desktop app',
    otherPlatform: 'for {{platform}}',
  },
  /** After a payment: the way from the account to this device. */
  usePlan: {
    failed: 'The plan is not on this device yet',
    none: 'Your account has no seat of this plan: more people are in the workspace than it has paid seats.',
  },
  platforms: { windows: 'Windows', mac: 'macOS', linux: 'Linux', desktop: 'Cross-Platform' },
  status: { trial: 'trial', active: 'active', expired: 'expired', revoked: 'revoked' },
  noServer: {
    title: 'Keys and sign-in do not work yet',
    message:
      'SoundDesk is not connected to an account server. You can begin without one: choose “{{free}}” below. For a key or the trial, connect one as “License and Free tier” in Help describes, or ask whoever installed SoundDesk.',
  },
  free: {
    action: 'Continue with Free',
    note: '{{minutes}} minutes of noise cancellation a day, without a license.',
    usedUp: 'Today’s free minutes are used up',
    usedUpMessage:
      'Noise cancellation ran for {{minutes}} minutes today. It is back tomorrow; with a license there is no limit.',
  },
  renew: 'Renew now',
  checkAgain: 'Check again',
  sent: {
    title: 'What is sent',
    sent: 'Sent to {{server}}: the key, a random number for this device ({{device}}…), its name “{{name}}” and its system.',
    sentNowhere: 'Nothing is sent without an account server.',
    notSent: 'Never sent: sound, video, file names, or what you do in {{product}}.',
    offline:
      'It then works without a network for 14 days, and for 7 more with a notice. Any contact renews it.',
    keychain: 'The license is kept in the keychain of this system.',
    file: 'The license is kept in a file that only your user account on this computer can read: there is no keychain here.',
  },
  pill: {
    trial_one: 'Trial: {{count}} day left',
    trial_other: 'Trial: {{count}} days left',
    active: 'Licensed',
    grace_one: 'Renew within {{count}} day',
    grace_other: 'Renew within {{count}} days',
    free: 'Free tier',
  },
  dialog: {
    title: 'License',
    license: 'License',
    plan: 'Plan',
    state: 'State',
    device: 'This device',
    contact: 'Last contact',
    never: 'never',
    trialEnds: 'Trial until {{date}}',
    activeUntil: 'Active; works offline until {{date}}',
    graceUntil_one: 'Not renewed; works for {{count}} more day',
    graceUntil_other: 'Not renewed; works for {{count}} more days',
    freeUsed: 'Free tier: {{used}} of {{limit}} minutes used today',
    deactivate: 'Deactivate this device',
    deactivateAsk: 'Deactivate this device?',
    deactivateMessage:
      'This frees the license for another device. This device then needs a license, or continues with Free.',
    renewed: 'The license was renewed',
    deactivated: 'This device was deactivated',
  },
  activated: '{{product}} is activated',
} as const;

addTexts('licence', licence);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    licence: typeof licence;
  }
}
