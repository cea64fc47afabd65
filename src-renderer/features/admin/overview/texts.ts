import { addTexts } from '../../../i18n/index.ts';

const adminOverview = {
  title: 'Overview',
  subtitle: 'The business in figures, from the books and the lists as they are now. Days are UTC.',
  refused: 'The overview is only available to super administrators.',
  period: 'Period',
  periods: { '30': '30 days', '90': '90 days', '365': '365 days' },
  cards: {
    label: 'Figures',
    accounts: 'Accounts',
    accountsNote: '{{count}} signed up in {{days}} days',
    trials: 'Trials running',
    trialsNote: '{{converted}} of {{ended}} that ended in {{days}} days became customers',
    trialsNone: 'None ended in {{days}} days',
    customers: 'Paying workspaces',
    customersNote: '{{lost}} of {{before}} that paid {{days}} days ago pay no more',
    customersNone: 'None paid {{days}} days ago',
    revenue: 'Kept in {{days}} days',
    revenueNote: '{{amount}} a month from those who pay now',
  },
  charts: {
    signUps: 'Sign-ups',
    newCustomers: 'New customers',
    keptUsd: 'Revenue kept',
    hint: {
      signUps: 'Accounts that exist, by the day on which they were made.',
      newCustomers: 'Workspaces by the day of their first payment.',
      keptUsd: 'What was paid on the day, less what was given back of it since.',
    },
    none: 'Nothing in these days.',
    bar: '{{when}}: {{value}}',
    span: '{{from}} to {{to}}',
    summary: '{{name}}, {{from}} to {{to}}: {{total}} in all, at most {{most}} in {{when}}',
  },
  licences: 'License keys',
  licenceStates: { trial: 'Trial', active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  toLicences: 'License keys',
  health: 'Health',
  healthNone: 'No part was probed yet.',
  toStatus: 'Status page',
  states: {
    operational: 'Operational',
    degraded: 'Slow',
    outage: 'Does not answer',
    not_configured: 'Not set up here',
  },
  services: {
    database: 'Database',
    rest: 'REST interface',
    auth: 'Sign-in',
    functions: 'Functions',
    mail: 'Mail',
    payments: 'Payments',
    voice: 'Voice providers',
  },
  probed: 'Probed {{when}}',
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminOverview: typeof adminOverview;
  }
}

addTexts('adminOverview', adminOverview);
