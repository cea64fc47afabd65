import { addTexts } from '../../../i18n/index.ts';

const adminGateway = {
  gatewayTitle: 'Payment Gateway',
  gatewaySubtitle: 'Keys of the PS-FABA gateway, where it calls, and what it reported.',
  gatewayRefused: 'The payment gateway is only available to super administrators.',
  keysTitle: 'API Key Management',
  keysSubtitle: 'Keys by which the payment gateway calls this installation.',
  keysRefused: 'API keys are only available to administrators. Contact the super admin.',
  generate: 'Generate API Key',
  cards: {
    label: 'API keys by status',
    total: 'Total keys',
    active: 'Active',
    revoked: 'Revoked',
    usage: 'Total usage',
  },
  search: 'Search by name, description or key',
  searchNames: 'Search by name or description',
  statusFilter: 'Status',
  table: 'API keys',
  columns: {
    name: 'Name',
    key: 'API key',
    status: 'Status',
    usage: 'Usage',
    used: 'Last used',
    created: 'Created',
    actions: 'Actions',
  },
  empty: 'No API keys found',
  emptyHint: 'Generate a key for the payment gateway to call with.',
  emptyFiltered: 'No key matches the search and the filter. Change them to see others.',
  revokeMessage: '“{{name}}”: this will immediately disable all payments using this key.',
  dialog: {
    title: 'Generate API Key',
    name: 'Name',
    description: 'Description (optional)',
    submit: 'Generate',
  },
  connection: {
    title: 'Connection',
    url: 'Webhook URL',
    copyUrl: 'Copy the webhook URL',
    urlCopied: 'Webhook URL copied to clipboard',
    secret: 'Webhook secret',
    noSecret: 'None yet: no call is taken.',
    secretOf: '{{prefix}}… since {{date}}',
    make: 'Make a secret',
    rotate: 'Rotate',
    rotateAsk: 'Make another webhook secret?',
    rotateMessage: 'The one in use is taken no more from this moment on.',
    secretTitle: 'Your new webhook secret',
    secretOnce: 'The whole secret is shown only this once; SoundDesk keeps only a hash. Copy it now.',
    secretCopied: 'Webhook secret copied to clipboard',
  },
  how: {
    title: 'How to use it',
    steps: {
      key: 'Generate an API key for each sender, and copy it while it is shown.',
      secret: 'Make the webhook secret, and give it to the gateway with the webhook URL.',
      call: 'The gateway posts each event as JSON with an id and a type. The same id again is the same event.',
    },
    effect: 'Calls count for their key and are listed above. They change nothing that anybody pays.',
  },
  events: {
    title: 'Last calls',
    none: 'No call came yet.',
    keyGone: 'deleted',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminGateway: typeof adminGateway;
  }
}

addTexts('adminGateway', adminGateway);
