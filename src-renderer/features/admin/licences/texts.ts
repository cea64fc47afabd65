import { addTexts } from '../../../i18n/index.ts';

const adminLicences = {
  title: 'License Key Management',
  subtitle: 'Every license key, who has it and where it is in use.',
  refused: 'License key management is only available to super administrators.',
  cards: {
    label: 'Licenses by status',
    total: 'Total',
    active: 'Active',
    trial: 'Trial',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  search: 'Search by license key, user email or device name',
  statusFilter: 'Status',
  platformFilter: 'Platform',
  status: { trial: 'Trial', active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  platforms: { windows: 'Windows', mac: 'Mac', linux: 'Linux', desktop: 'Cross-Platform' },
  products: { desktop: 'Desktop', web: 'Web', api: 'API' },
  generate: 'Generate License',
  generateFirst: 'Generate First License',
  columns: {
    key: 'License Key',
    user: 'User',
    platform: 'Platform',
    status: 'Status',
    device: 'Device',
    trial: 'Trial End',
    actions: 'Actions',
  },
  table: 'Licenses',
  unknown: 'Unknown',
  created: 'Created {{date}}',
  notActivated: 'Not activated',
  activatedOn: 'Activated {{date}}',
  noTrial: 'No trial',
  reveal: 'Reveal {{key}}',
  hide: 'Hide {{key}}',
  copy: 'Copy {{key}}',
  activate: 'Activate',
  expire: 'Expire',
  revoke: 'Revoke',
  actionOf: '{{action}}: {{key}}',
  revokeAsk: 'Revoke this license?',
  revokeMessage:
    'The license {{key}} of {{user}} stops working on its devices at their next contact. This cannot be undone.',
  empty: 'No licenses found',
  emptyHint: 'Generate a license key for a user, who then activates the desktop app with it.',
  emptyFiltered: 'No license matches the search and the filters. Change them to see others.',
  failed: 'The licenses could not be loaded',
  dialog: {
    title: 'Generate License',
    email: 'User email',
    product: 'Product type',
    platform: 'Platform',
    days: 'Trial days',
    daysOption: '{{days}} days',
    submit: 'Generate License',
    done: 'Done',
    notice: 'Copy the key now and give it to the user. A super admin can reveal it again later.',
  },
  emailRequired: 'User email is required',
  made: 'License key created successfully: {{key}}',
  updated: 'License status updated to {{status}}',
  copied: 'License key copied to clipboard',
  notCopied: 'This browser does not let the page copy. Reveal the key and take it by hand.',
} as const;

addTexts('adminLicences', adminLicences);

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminLicences: typeof adminLicences;
  }
}
