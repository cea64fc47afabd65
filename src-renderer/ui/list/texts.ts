import { addTexts } from '../../i18n/index.ts';

/** What every list says. */
const list = {
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

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    list: typeof list;
  }
}

addTexts('list', list);
