/** What every list says. */
export const list = {
  failed: 'The list could not be loaded',
  failedAction: 'That did not work',
  offline: 'The account server does not answer',
  offlineMessage: 'Check the connection, then try again. Nothing was changed.',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {{page}}',
  all: 'All',
  refresh: 'Refresh',
} as const;

declare module '../texts.ts' {
  interface TextNamespaces {
    list: typeof list;
  }
}
