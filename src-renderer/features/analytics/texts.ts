import { addTexts } from '../../i18n/index.ts';

const analytics = {
  title: 'Analytics',
  subtitle: 'Your sessions on this computer, measured and stored here.',
  account: {
    kept_zero: 'Also in your account: no session yet',
    kept_one: 'Also in your account: {{count}} session',
    kept_other: 'Also in your account: {{count}} sessions',
    waiting: 'Not in your account yet: the server was not reached. SoundDesk tries again automatically.',
    full: 'Some sessions are not in your account yet: today’s limit is reached. They stay here and follow automatically.',
    failed: 'Not in your account: {{reason}}',
  },
  by: { label: 'Show by', day: 'Day', week: 'Week', month: 'Month' },
  period: { day: 'Last 30 days', week: 'Last 12 weeks', month: 'Last 12 months' },
  cards: {
    sessions: 'Sessions',
    cleaned: 'Time cleaned',
    cleanedNote: '{{average}} per session',
    reduction: 'Mean reduction',
    reductionNote: 'Of the noise in pauses, weighted by time',
    reductionUnknown: 'No pause was measured in this period',
    recordings: 'Recordings',
    recordingsNote: '{{duration}} recorded',
    none: 'None yet',
  },
  week: {
    title: 'This week',
    row: '{{duration}}, {{sessions}}',
    sessions_one: '{{count}} session',
    sessions_other: '{{count}} sessions',
    nothing: 'Nothing',
    today: 'today',
  },
  history: {
    title: 'History',
    metric: 'Metric',
    cleanedSec: 'Time',
    sessions: 'Sessions',
    meanReductionDb: 'Reduction',
    recordings: 'Recordings',
    summary: '{{metric}} by {{by}}, {{from}} to {{to}}. Highest: {{highest}}, {{when}}.',
    summaryEmpty: '{{metric}} by {{by}}, {{from}} to {{to}}: nothing in this period.',
    bar: '{{when}}: {{value}}',
    unknown: 'not measured',
    export: 'Export CSV',
    table: 'Show the figures as a table',
    tableLabel: 'Figures of the history',
    columns: {
      when: 'From',
      sessions: 'Sessions',
      cleaned: 'Cleaned',
      reduction: 'Reduction',
      recordings: 'Recordings',
    },
  },
  devices: {
    title: 'Latency and missed deadlines by device',
    message: 'From the microphone to the output, as measured on the devices’ own clocks.',
    table: 'Figures of the devices',
    empty: 'No session has been measured in this period',
    export: 'Export devices as CSV',
    columns: {
      devices: 'Devices',
      sessions: 'Sessions',
      cleaned: 'Cleaned',
      p50: 'Latency, median',
      p99: 'Latency, 99 %',
      missed: 'Missed deadlines',
    },
    missed: '{{missed}} of {{all}}',
    unmeasured: 'Not measured',
    noFrames: 'Nothing counted',
  },
  empty: 'Nothing to show yet',
  emptyMessage:
    'Start noise cancellation or record something. This page then shows duration, noise reduction and latency.',
  goHome: 'Go to Home',
  loading: 'Reading the journal…',
  failed: 'The journal could not be read',
} as const;

addTexts('analytics', analytics);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    analytics: typeof analytics;
  }
}
