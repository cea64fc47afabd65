import { addTexts } from '../../i18n/index.ts';

/** What lists of keys have in common. */
const keys = {
  status: { active: 'Active', revoked: 'Revoked' },
  over: 'Expired',
  expires: 'Until {{date}}',
  expired: 'Expired {{date}}',
  calls_one: '{{count}} call',
  calls_other: '{{count}} calls',
  neverUsed: 'Never used',
  revoke: 'Revoke',
  reactivate: 'Reactivate',
  remove: 'Delete',
  actionOf: '{{action}}: {{name}}',
  revokeAsk: 'Revoke this API key?',
  removeAsk: 'Delete this API key?',
  removeMessage: '“{{name}}” is deleted for good. This cannot be undone.',
  valid: 'Valid for',
  days: { '0': 'Until it is revoked', '30': '30 days', '90': '90 days', '365': '365 days' },
  nameRequired: 'API key name is required',
  made: 'API key “{{name}}” generated successfully',
  changed: 'API key is {{status}} now',
  removed: 'API key “{{name}}” deleted successfully',
  copied: 'API key copied to clipboard',
  notCopied: 'The browser does not allow copying. Select the text and copy it.',
  madeTitle: 'Your new API key',
  once: 'The whole key is shown only this once; SoundDesk keeps only a hash. Copy it now.',
  copy: 'Copy to Clipboard',
  done: 'Done',
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    keys: typeof keys;
  }
}

addTexts('keys', keys);
