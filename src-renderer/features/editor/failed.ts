import { i18n } from '../../i18n/index.ts';
import type { FailureNotice } from '../../lib/effects.ts';
import type { editor } from './texts.ts';

/** A notice with one of the editor's titles for what did not work, and why. */
export const failed =
  (title: keyof (typeof editor)['failed']): Exclude<FailureNotice<unknown>, 'inPlace'> =>
  ({ code, message }) => ({
    id: `editor-${code}`,
    tone: 'error',
    title: i18n.getFixedT(null, 'editor', 'failed')(title),
    message,
  });

/** The same of versions, files and folders of a project. */
export const projectFailed =
  (title: keyof (typeof editor)['project']['failed']): Exclude<FailureNotice<unknown>, 'inPlace'> =>
  ({ code, message }) => ({
    id: `editor-${code}`,
    tone: 'error',
    title: i18n.getFixedT(null, 'editor', 'project.failed')(title),
    message,
  });
