import { addTexts } from '../../../i18n/index.ts';

const adminIncidents = {
  title: 'Incidents',
  subtitle: 'What visitors read on the status page, newest first.',
  refused: 'Incidents are written by super administrators.',
  statusPage: 'Status page',
  report: 'Report an incident',
  empty: 'No incidents',
  emptyHint: 'The status page says that no incident was reported.',
  failed: 'The incidents could not be read',
  started: 'Since {{when}}',
  lasted: '{{from}} to {{until}}',
  states: {
    investigating: 'Investigating',
    monitoring: 'Monitoring',
    resolved: 'Resolved',
    completed: 'Completed',
  },
  impacts: { low: 'Low impact', medium: 'Medium impact', high: 'High impact' },
  resolve: 'Resolve',
  edit: 'Edit',
  remove: 'Delete',
  /** For screen readers: which incident a button is of. */
  actionOf: '{{action}}: {{title}}',
  removeAsk: 'Delete this incident?',
  removeMessage: '“{{title}}” disappears from the status page. This cannot be undone.',
  saved: 'The incident is on the status page',
  resolved: 'The incident is resolved',
  removed: 'The incident is deleted',
  dialog: {
    new: 'Report an incident',
    change: 'Change the incident',
    title: 'Title',
    titleRequired: 'A title is required',
    description: 'Description (optional)',
    descriptionHint:
      'What does not work, for whom, and what is done about it. Visitors read it as it is written.',
    state: 'Status',
    impact: 'Impact',
    publish: 'Publish',
    save: 'Save',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface TextNamespaces {
    adminIncidents: typeof adminIncidents;
  }
}

addTexts('adminIncidents', adminIncidents);
