import { addTexts } from '../../i18n/index.ts';

/** The status page: document 3, sections 2.6 and 4. */
export const status = {
  meta: {
    title: 'Status: SoundDesk',
    description:
      'How the parts of SoundDesk that need a server are now, and how they were in the last 30 days.',
  },
  title: 'Status',
  lead: 'Only accounts, licenses and messages need a server. Noise cancellation, recording and plug-ins run on your own computer, whatever this page shows.',
  summary: {
    operational: 'All parts are operational',
    degraded: 'Some parts are slow',
    outage: 'Some parts do not answer',
    unknown: 'Not known at the moment',
    checked: 'Last probed {{when}}',
  },
  tiles: {
    uptime: 'Answered in 30 days',
    uptimeHint: 'The aim is {{aim}} percent.',
    response: 'Mean response',
    services: 'Parts operational',
    ms: '{{ms}} ms',
    ofCount: '{{count}} of {{all}}',
    noData: 'No data yet',
  },
  states: {
    operational: 'Operational',
    degraded: 'Degraded',
    outage: 'Outage',
    unknown: 'Unknown',
    not_configured: 'Not configured',
  },
  services: {
    title: 'Parts',
    database: 'Database',
    rest: 'REST interface',
    auth: 'Sign-in',
    functions: 'Functions',
    uptime: '{{percent}} % in 30 days',
    response: '{{ms}} ms',
    chart: '{{service}}: the last 30 days, {{days}} of them with data',
    day: '{{day}}: {{answered}} of {{checks}} probes answered, {{ms}} ms',
    dayWithout: '{{day}}: no data',
    oldest: '30 days ago',
    newest: 'Today',
    mail: 'Mail',
    payments: 'Payments',
    voice: 'Voice providers',
    without: {
      mail: 'No mail service is set up here: nothing is probed.',
      payments: 'No payments are set up here: nothing is probed.',
      voice: 'No voice provider is set up here: their keys are yours, and stay on your computer.',
    },
  },
  incidents: {
    title: 'Incidents',
    none: 'No incident was reported.',
    states: {
      investigating: 'Investigating',
      monitoring: 'Monitoring',
      resolved: 'Resolved',
      completed: 'Completed',
    },
    impact: { low: 'Low impact', medium: 'Medium impact', high: 'High impact' },
  },
  subscribe: {
    title: 'News of incidents by e-mail',
    lead: 'One mail when an incident begins and one when it is resolved. Each has a link to unsubscribe and erase your address.',
    email: 'E-mail',
    emailInvalid: 'Enter a valid e-mail address.',
    homepage: 'Leave this empty',
    send: 'Subscribe',
    sent: 'Look into your mailbox: there is a mail for {{email}}.',
    sentHint: 'Its link confirms the address, and works for 48 hours. Before that nothing else is sent.',
    again: 'Another address',
    unreached: 'The server did not answer. Try again.',
    unreachedLink: 'The server did not answer. Reload the page to try again.',
    done: {
      confirm: 'Confirmed: incidents are sent to you by e-mail.',
      unsubscribe: 'You get no more of these mails, and your address is erased.',
    },
  },
  empty: 'No data yet',
  emptyMessage: 'The server probes its parts every five minutes and has not begun yet.',
  failed: 'The status could not be read',
  none: {
    title: 'No server here',
    text: 'This SoundDesk runs without a server ({{reason}}): there is nothing to probe.',
  },
} as const;

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    status: typeof status;
  }
}

addTexts('status', status);
