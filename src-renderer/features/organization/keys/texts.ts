import type { ApiScope } from '../../../../src-shared/domain/apiKeys.ts';
import { addTexts } from '../../../i18n/index.ts';

const apiKeys = {
  title: 'API keys',
  hint: 'Programs of yours call the SoundDesk API with these keys, in the name of {{name}}. Owners and admins make them.',
  where:
    'Every computer with accounts on this server accepts them once its API is on: Settings, API Keys. A computer checks a key with the server and remembers the answer for 30 seconds, or for 5 minutes without a network.',
  reference: 'API reference',
  make: 'Make API key',
  noAccessTitle: 'API access is part of the Enterprise plan',
  noAccess:
    'This workspace has the {{plan}} plan: no keys can be made, and a call by a key from before is refused.',
  toBilling: 'Open billing',
  plans: { free: 'Free', essential: 'Essential', professional: 'Professional', enterprise: 'Enterprise' },
  calls: 'Calls this month',
  callsOf: '{{calls}} of {{limit}}',
  callsUnlimited: '{{calls}}, unlimited',
  callsHint: 'Months begin at midnight UTC. Only accepted calls count.',
  table: 'API keys',
  columns: {
    name: 'Name',
    key: 'API key',
    scopes: 'May call',
    status: 'Status',
    usage: 'Usage',
    used: 'Last used',
    created: 'Created',
    actions: 'Actions',
  },
  scopes: {
    noise: 'Start noise cancellation',
    recording: 'Create a recording',
    broadcast: 'Start a broadcast',
    voice: 'Transcribe speech',
    read: 'Read everything',
    control: 'Control everything: start, stop, change, delete',
    files: 'Download and upload files',
  },
  empty: 'No API keys yet',
  emptyHint: 'Make one for each program, so that one can be revoked without the others.',
  copyPrefix: 'Copy the beginning of the key: {{name}}',
  prefixCopied: 'Beginning of the key copied to clipboard',
  revokeMessage:
    '“{{name}}”: calls with this key are refused within 30 seconds, until it is reactivated. A computer without a network accepts it for up to 5 minutes.',
  dialog: {
    title: 'Make API key',
    name: 'Name',
    nameHint: 'What it is for, e.g. the program that will use it.',
    scopes: 'May call',
    scopesHint: 'Give a key no more than its program needs. To change this later, make another key.',
    scopesRequired: 'Choose at least one',
    submit: 'Make key',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    apiKeys: typeof apiKeys;
  }
}

addTexts('apiKeys', apiKeys);

/** A colon parts a namespace from its key. */
export const SCOPE_TEXTS = {
  'noise-cancellation:start': 'noise',
  'recording:create': 'recording',
  'broadcast:start': 'broadcast',
  'voice:transcribe': 'voice',
  read: 'read',
  control: 'control',
  files: 'files',
} as const satisfies Record<ApiScope, string>;
