import type { FailureNotice } from '../lib/effects.ts';
import type { shell } from './en/shell.ts';
import { i18n } from './index.ts';

/** A notice with one of the titles for what did not work, and why. */
export const failed =
  (title: keyof typeof shell.notices.failed): Exclude<FailureNotice<unknown>, 'inPlace'> =>
  ({ code, message }) => ({
    id: code,
    tone: 'error',
    title: i18n.getFixedT(null, 'shell', 'notices.failed')(title),
    message,
  });
